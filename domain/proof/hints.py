"""The part of the form that concerns hints: who may take one, and who knows what it says (SPEC.md 1 and 7)."""

from typing import Annotated

from msgspec import Meta

from domain.kernel.values import Value
from domain.proof.bundle import MAX_NUMBER, PlainRecord, convert_line
from domain.proof.errors import CheckFailedError

HINT_TAKEN = "game.hint_taken"


class _HintTaken(Value, frozen=True):
    """The public fields of game.hint_taken."""

    seat: Annotated[int, Meta(ge=0, le=MAX_NUMBER)]
    decision: str


class Hints:
    """Follows whether a game has hints, as far as the bundle shows it without the rules."""

    def __init__(self) -> None:
        self._is_on = self._is_rated = False
        self._last: dict[int, str] = {}
        """The last decision of each seat for which it took a hint."""

    def take(self, record: PlainRecord) -> None:
        """Follow an event. Raises CheckFailedError for a hint that the game does not allow."""
        if record.version == 1:
            self._is_on = record.data.get("hints") is True
            self._is_rated = record.data.get("rated") is True
        if record.type != HINT_TAKEN:
            return
        taken: _HintTaken = convert_line(record.data, _HintTaken)
        if not self._is_on:
            raise CheckFailedError("the game has no hints")
        if self._is_rated:
            raise CheckFailedError("a rated game has no hints")
        if not record.is_decision or taken.seat != record.seat:
            raise CheckFailedError("a hint is a decision event of the seat that it names")
        if record.sealed is None or record.known_to != (taken.seat,):
            raise CheckFailedError("a hint has a secret that its seat alone knows")
        if self._last.get(taken.seat) == taken.decision:
            raise CheckFailedError("a seat takes one hint for a decision at most")
        self._last[taken.seat] = taken.decision
