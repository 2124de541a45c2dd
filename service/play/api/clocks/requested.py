"""The clock that a request asks for."""

import msgspec
from msgspec import UNSET, UnsetType

from domain.game.clocks.limits import clock_error
from domain.game.terms import Clock
from service.core.http.json_text import quoted
from service.core.http.problems import problem_at
from service.play.api.clocks.durations import duration_of, seconds_in
from service.play.api.clocks.messages import SHORTEST_ALLOWANCE, ClockRequest
from service.play.api.clocks.presets import PRESETS, public_default


def requested_clock(request: ClockRequest | None) -> Clock | UnsetType:
    """Return the clock for the terms of a game; UNSET: none. Raises a 422 problem for an invalid one."""
    if request is None:
        return UNSET
    clock = _base(request)
    durations = {
        name: seconds_in(text, name, f"clock/{name}")
        for name in ("allowance", "bank", "vacation")
        if (text := getattr(request, name)) is not None
    }
    clock = msgspec.structs.replace(
        clock, **durations, on_empty=request.on_empty or clock.on_empty, strikes=request.strikes or clock.strikes
    )
    if clock.allowance < SHORTEST_ALLOWANCE:
        reason = f"the allowance must be at least {SHORTEST_ALLOWANCE} seconds ({duration_of(SHORTEST_ALLOWANCE)})"
        raise problem_at("invalid-value", "clock/allowance", reason)
    fault = clock_error(clock)
    if fault is not None:
        raise problem_at("invalid-value", f"clock/{fault.field}", fault.reason)
    return clock


def clock_of_new(request: ClockRequest | UnsetType | None, public_clock: str, *, is_public: bool) -> Clock | UnsetType:
    """Return the clock of a new game or tournament. A public one that names no clock gets that of the settings."""
    if request is UNSET:
        return public_default(public_clock) if is_public else UNSET
    return requested_clock(request)


def _base(request: ClockRequest) -> Clock:
    if request.preset is None:
        if request.allowance is None:
            reason = f"name a preset ({', '.join(PRESETS)}), or give an allowance"
            raise problem_at("invalid-value", "clock", reason)
        return Clock(0, 0, "bot", 3)
    if request.preset not in PRESETS:
        known = ", ".join(PRESETS)
        reason = f"there is no preset {quoted(request.preset)}: the presets are {known}"
        raise problem_at("invalid-value", "clock/preset", reason)
    return PRESETS[request.preset]
