"""What segue costs, beside yardsticks measured in the same run: `python -m tests.bench`."""
