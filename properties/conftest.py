"""How hard to look: HYPOTHESIS_PROFILE is dev (the default), ci or deep."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

_CALM = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile("dev", max_examples=50, deadline=None, suppress_health_check=_CALM)
settings.register_profile("ci", max_examples=200, derandomize=True, deadline=None, suppress_health_check=_CALM)
settings.register_profile("deep", max_examples=2_000, deadline=None, suppress_health_check=_CALM)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))
