"""How hard to look: HYPOTHESIS_PROFILE is dev (the default), ci or deep."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

EXAMPLES = Path(__file__).parents[1] / "tests"

_CALM = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.nested_given]  # a pool is drawn once, within the first test that asks

settings.register_profile("dev", max_examples=50, deadline=None, suppress_health_check=_CALM)
settings.register_profile("ci", max_examples=200, derandomize=True, deadline=None, suppress_health_check=_CALM)
settings.register_profile("deep", max_examples=2_000, deadline=None, suppress_health_check=_CALM)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))


def pytest_collection_modifyitems(items):
    """Let only what stands in tests/ count for coverage: what a property happens to reach is not tested by it."""
    for item in items:
        if EXAMPLES not in item.path.parents:
            item.add_marker(pytest.mark.no_cover)


def pytest_sessionfinish():
    """Stop the Postgres server, if a test has started one."""
    if module := sys.modules.get("tests.stores.postgres_server"):
        module.stop_shared()
