"""`python -m segue_shell.cli` is the command `segue`."""

from segue_shell.cli import main

if __name__ == "__main__":
    main(prog_name="segue")
