"""`pytest tests/conformance --cases DIR` runs the cases of another folder instead of our own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conformance.cases import LISTS, OWN, own_deviations, read_cases, read_deviations


def pytest_addoption(parser):
    """Take the folder of the cases."""
    parser.addoption("--cases", type=Path, help="a folder with case files to run instead of tests/conformance")


def folder_of(config):
    """Return the folder whose cases are run; the option is not there where pytest came to this folder on its own."""
    return (config.getoption("--cases", default=None) or OWN).absolute()


def pytest_generate_tests(metafunc):
    """Make a test of each case, with what is listed for it."""
    if "case" in metafunc.fixturenames:
        folder = folder_of(metafunc.config)
        cases, listed = read_cases(folder), read_deviations(*(folder / name for name in LISTS))
        if not cases:
            message = f"no case files in {folder}"
            raise pytest.UsageError(message)
        metafunc.parametrize(("case", "listed"), [(case, listed.get(case.key)) for case in cases], ids=[case.id for case in cases])


@pytest.fixture(scope="session")
def own(request):
    """Tell whether it is our own cases that are run."""
    return folder_of(request.config) == OWN


@pytest.fixture(scope="session")
def deviations():
    """Return the deviations that are written down here."""
    return own_deviations()
