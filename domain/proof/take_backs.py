"""The part of the form that concerns take-backs: which decision a take-back may name (SPEC.md 1 and 7)."""

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta

from domain.game.game import MAX_TAKE_BACKS
from domain.kernel.values import Seat, Value
from domain.proof.bundle import MAX_NUMBER, EventLine, convert_line
from domain.proof.errors import CheckFailedError

TAKEN_BACK = "game.decision_taken_back"

_SHARED = ("game.", "clock.")
"""The prefixes of the event types that all titles share."""


class _TakenBack(Value, frozen=True):
    """The fields of game.decision_taken_back."""

    seat: Annotated[int, Meta(ge=0, le=MAX_NUMBER)]
    to: Annotated[int, Meta(ge=0, le=MAX_NUMBER)]


class TakeBacks:
    """Follows the decisions that a seat can take back, as far as the bundle shows it without the rules."""

    def __init__(self) -> None:
        self._is_on = False
        self._seat: Seat | None = None
        self._decided: list[int] = []
        """The versions of the decisions that the seat can take back, the last one last."""
        self._count: Counter[Seat] = Counter()
        """How many decisions each seat has taken back."""

    def take(self, line: EventLine) -> None:
        """Follow an event. Raises CheckFailedError for a take-back of a decision that is final."""
        record = line.record
        if record.version == 1:
            self._is_on = record.data.get("take_back") is True
        if record.type == TAKEN_BACK:
            self._take_back(line)
        elif record.is_decision:
            self._decide(line)
        if _has_drawn(record.data) or (isinstance(line.secret, dict) and _has_drawn(line.secret)):
            self._decided = []

    def _decide(self, line: EventLine) -> None:
        record = line.record
        if record.seat is None or record.type.startswith(_SHARED):
            self._decided = []
            return
        if record.seat != self._seat:
            self._decided = []
        self._seat = record.seat
        self._decided.append(record.version)

    def _take_back(self, line: EventLine) -> None:
        taken: _TakenBack = convert_line(line.record.data, _TakenBack)
        if not self._is_on:
            raise CheckFailedError("decisions of this game cannot be taken back")
        if not line.record.is_decision or taken.seat != line.record.seat:
            raise CheckFailedError("a take-back is a decision event of the seat that it names")
        if taken.seat != self._seat or not self._decided or self._decided[-1] != taken.to + 1:
            raise CheckFailedError(f"no decision of seat {taken.seat} after version {taken.to} can be taken back")
        self._count[taken.seat] += 1
        if self._count[taken.seat] > MAX_TAKE_BACKS:
            raise CheckFailedError(f"a seat takes back {MAX_TAKE_BACKS} decisions at most")
        self._decided.pop()


def _has_drawn(fields: Mapping[str, Any]) -> bool:
    """Return whether the data or the secret of an event has draws: a list that is not empty (SPEC.md 1)."""
    return isinstance(fields.get("draws"), list) and bool(fields["draws"])
