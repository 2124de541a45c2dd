"""Arithmetic on timestamps of the service."""

from domain.ledger.times import SECOND, micros
from projections.times import moment


def later(at: str, seconds: float) -> str:
    """Return the timestamp a number of seconds after another one; before it, if the number is negative."""
    return moment(micros(at) + round(seconds * SECOND))


def seconds_between(first: str, second: str) -> float:
    """Return the seconds from a timestamp to another one."""
    return (micros(second) - micros(first)) / SECOND
