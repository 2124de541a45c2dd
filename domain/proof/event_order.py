"""The part of the form that concerns the order of events: what precedes the start, and what follows it (SPEC.md 7)."""

from domain.proof.bundle import PlainRecord
from domain.proof.errors import CheckFailedError

_STARTED = "game.started"

_BEFORE = frozenset({"game.seat_taken", "game.seat_left", "game.seats_released", "game.abandoned"})
"""What only a game has that has not started."""

_AFTER = frozenset({
    "game.ended", "game.seat_resigned", "game.seat_returned", "game.others_left", "game.decision_taken_back",
    "game.replacement_offered", "game.player_replaced", "game.seat_given_up", "game.adjudicated",
    "game.clock_extended", "game.paused", "game.resumed", "game.hint_taken",
})  # fmt: skip
"""What only a game has that has started, with all events of the title and of clocks."""


class EventOrder:
    """Follows whether the game has started."""

    def __init__(self) -> None:
        self._has_started = False

    def take(self, record: PlainRecord) -> None:
        """Follow an event. Raises CheckFailedError if it is on the wrong side of the start, or a second start."""
        kind = record.type
        if kind == _STARTED:
            if self._has_started:
                raise CheckFailedError("the game has started already")
            if not record.is_decision:
                raise CheckFailedError(f"{_STARTED} is a decision event")
            self._has_started = True
        elif self._has_started and kind in _BEFORE:
            raise CheckFailedError(f"{kind} follows the start of the game")
        elif not self._has_started and (kind in _AFTER or not kind.startswith("game.")):
            raise CheckFailedError(f"{kind} precedes the start of the game")
