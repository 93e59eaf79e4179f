"""Settings shared by all tests."""

import os

from hypothesis import HealthCheck, settings

pytest_plugins = ("tests.support.rule_coverage",)

# `ci` always tries the same examples: a failure there can be repeated anywhere. `dev` looks for new ones.
settings.register_profile(
    "ci", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("dev", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
