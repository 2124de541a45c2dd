"""The check of the system clock against the time of the service."""

from service.core.store.anchors import DENIED, MACHINE
from service.operate.doctor.finding import Finding

JUMP = 1.0
"""The difference in seconds that is reported."""


def system_clock(anchor: int | None) -> Finding:
    """Return whether the system clock has jumped since the first start after the boot, whose anchor this is."""
    if anchor is None:
        no_time = "the service has no time since the boot"
        is_synchronised = MACHINE.is_synchronised()
        if is_synchronised is None:
            return Finding("system clock", f"{no_time}; {DENIED}", "warning")
        state = "synchronised" if is_synchronised else "not synchronised: the service compares it with its last time"
        return Finding("system clock", f"{no_time}; this clock is {state}", "ok")
    jump = (MACHINE.system() - anchor - MACHINE.since_boot()) / 1_000_000
    if abs(jump) < JUMP:
        return Finding("system clock", "agrees with the time of the service", "ok")
    advice = "correct it, or restart the machine if it was wrong when the service first started"
    return Finding("system clock", f"{jump:+.1f} s ahead of the time of the service: {advice}", "warning")
