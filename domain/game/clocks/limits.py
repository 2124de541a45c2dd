"""The bounds of a clock."""

from domain.game.refusals import Fault
from domain.game.terms import Clock

LONGEST = 366 * 24 * 60 * 60
"""The maximum of each duration of a clock, in seconds."""

MOST_STRIKES = 1000


def clock_error(clock: Clock) -> Fault | None:
    """Return which field of a clock is invalid, and why; None for a valid clock."""
    if not 1 <= clock.allowance <= LONGEST:
        return Fault("allowance", f"the allowance of a clock is {LONGEST} seconds (366 days) at most")
    if not 0 <= clock.bank <= LONGEST:
        return Fault("bank", f"the bank of a clock is {LONGEST} seconds (366 days) at most")
    if not 0 <= clock.vacation <= LONGEST:
        return Fault("vacation", f"the vacation of a clock is {LONGEST} seconds (366 days) at most")
    if not 1 <= clock.strikes <= MOST_STRIKES:
        return Fault("strikes", f"the strikes of a clock are 1 to {MOST_STRIKES}")
    return None
