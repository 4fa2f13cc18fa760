"""The command as a process: help, imports, pipes, colours, large files."""

from __future__ import annotations

import gc
import json
import os
import subprocess
from pathlib import Path

import pytest

from segue_shell.cli import COMMANDS
from segue_shell.cli.progress import LARGE, Progress
from tests.cli.conftest import FAULTY, FINE

NEVER = {"hypothesis", "sqlite_utils", "sqlite3", "rich", "pydantic", "openai", "anthropic", "pytest", "asyncio", "ssl"}


def loaded(python, *args):
    """Return the modules that a run of the command leaves imported."""
    code = f"""
import sys
from segue_shell.cli import main
try:
    main({list(args)!r}, prog_name="segue")
except SystemExit:
    pass
print("\\n" + " ".join(sys.modules))
"""
    return set(python(code).splitlines()[-1].split())


def test_help_teaches(run):
    """The help names each command, gives examples and the statuses."""
    told = run("--help").stdout

    assert all(word in told for word in (*COMMANDS, "Examples:", "Exit status:", "segue fix chat.json --to"))


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_teaches(run, command):
    """Each command's help gives examples; `-h` is help as well."""
    assert "Examples:" in run(command, "--help").stdout
    assert run(command, "-h").stdout == run(command, "--help").stdout


def test_the_version_is_told(run):
    """`--version` names the program."""
    done = run("--version")

    assert (done.exit_code, done.stdout[:5]) == (0, "segue")


def test_an_unknown_command_is_refused(run):
    """An unknown command ends with status 2."""
    assert run("chek").exit_code == 2


def test_help_does_not_import_the_library(python):
    """`segue --help` needs nothing but click."""
    assert not {"segue", "attrs", "cattrs"} & loaded(python, "--help")


@pytest.mark.parametrize("line", ["--help", "rules", "check {fine} --to anthropic", "fix {fine} --to anthropic", "explain {fine}"])
def test_nothing_is_imported_that_is_not_needed(python, fine, line):
    """No command imports a database, hypothesis, rich, a provider's SDK or the network."""
    assert not NEVER & loaded(python, *line.format(fine=fine).split())


def test_a_command_imports_no_other(python):
    """`rules` does not import `check`, `fix` and `explain`."""
    assert not {f"segue_shell.cli.{name}" for name in ("check", "fix", "explain")} & loaded(python, "rules")


@pytest.mark.parametrize("verb", ["check", "fix"])
def test_a_closed_pipe_is_quiet(process, faulty, to, verb):
    """Where nobody reads, the command ends without a traceback, with the status of a closed pipe."""
    reader, writer = os.pipe()
    started = process(verb, faulty, *to, stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    os.close(reader)

    assert started.communicate()[1] == b""
    assert started.returncode == 141


@pytest.mark.parametrize("line", ["check {faulty} --to anthropic", "fix {faulty} --to anthropic", "rules", "explain {refused}"])
def test_a_full_disk_is_told(process, file, faulty, line):
    """Where standard output takes nothing more, one line tells so, with status 2 and no traceback."""
    refused = file("messages: text content blocks must be non-empty", "refused.txt")
    with Path("/dev/full").open("wb") as full:
        started = process(*line.format(faulty=faulty, refused=refused).split(), stdout=full, stderr=subprocess.PIPE)
        beside = started.communicate()[1].decode()

    assert (beside.splitlines()[0], started.returncode) == ("Error: cannot write <stdout>: No space left on device", 2)
    assert "Traceback" not in beside
    assert "Exception ignored" not in beside


def test_a_process_reads_standard_input(process, to):
    """Through real pipes: payload out, account beside it, status 0."""
    started = process("fix", "-", *to, "--from", "anthropic", stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, beside = started.communicate("\ufeff".encode() + json.dumps(FAULTY).encode())

    assert (json.loads(out)["messages"][1]["content"], started.returncode) == ("Hello,", 0)
    assert beside.startswith(b"<stdin>: 1 change")


def test_closed_standard_input_is_told(process, to):
    """A process without standard input ends with status 2, not with a traceback."""
    started = process("check", "-", *to, preexec_fn=lambda: os.close(0), stderr=subprocess.PIPE)

    assert b"standard input is closed" in started.communicate()[1]
    assert started.returncode == 2


def test_no_colours_in_a_pipe(process, faulty, to):
    """Piped text holds no terminal escapes."""
    started = process("check", faulty, *to, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, beside = started.communicate()

    assert started.returncode == 1
    assert b"\x1b" not in out + beside


def test_no_colours_where_they_are_not_wanted(run, faulty, to):
    """A terminal gets colours, unless NO_COLOR or TERM=dumb asks for none."""
    coloured = run("check", faulty, *to, color=True, env={"NO_COLOR": "", "TERM": "xterm"})

    assert "\x1b[" in coloured.stdout
    assert all("\x1b" not in run("check", faulty, *to, color=True, env=env).stdout for env in ({"NO_COLOR": "1"}, {"TERM": "dumb"}))


def test_an_interrupt_is_no_fault_found(run, fine, to, monkeypatch):
    """Ctrl-C ends with the status of an interrupt."""

    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("segue.check", interrupt)

    assert run("check", fine, *to).exit_code == 130


def test_the_group_can_be_called_by_other_programs(fine, to):
    """Outside of standalone mode the status is returned and errors are raised, as click has it."""
    from segue_shell.cli import main  # noqa: PLC0415

    assert main(["check", fine, *to], standalone_mode=False) == 0


@pytest.mark.parametrize(("size", "told"), [(LARGE - 1, False), (LARGE, True)])
def test_progress_of_large_files_is_shown_at_a_terminal(monkeypatch, capsys, size, told):
    """A large file gets a line that is wiped at the end; a small one none."""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    with Progress("x", size) as progress:
        progress.step("reading")
        progress.step("checking")

    assert ("reading x (8 MB)" in capsys.readouterr().err) == told


def test_progress_is_silent_in_a_pipe(capsys):
    """Where standard error is no terminal, nothing is said."""
    with Progress("x", LARGE) as progress:
        progress.step("reading")

    assert capsys.readouterr().err == ""


def test_the_collector_rests_and_comes_back():
    """The cyclic collector is off over a large file, and on again after."""
    with Progress("x", LARGE):
        assert not gc.isenabled()

    assert gc.isenabled()


def test_a_large_file_is_read(run, file, to):
    """Ten megabytes of lines pass."""
    line = json.dumps({"messages": [{"role": "user", "content": "x" * 1000}]}) + "\n"
    done = run("check", file(line * 10_000), *to, "--from", "anthropic")

    assert done.exit_code == 0


def test_a_fine_history_of_every_layout(run, file, to):
    """A bare list is taken like a body."""
    assert run("check", file(FINE["messages"]), *to).exit_code == 0


@pytest.mark.parametrize("name", ["check", "fix", "explain", "rules"])
def test_examples_stand_on_lines_of_their_own(run, name):
    """The help of each command shows its examples as one would type them."""
    shown = run(name, "--help").output

    assert "\\b" not in shown
    assert f"\n    segue {name} " in shown
