"""Settings of tests that Hypothesis feeds."""

from hypothesis import HealthCheck, settings

CALM = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""The first text of a process waits for the table of characters, which takes seconds in a clean clone."""
