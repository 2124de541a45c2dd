"""The open decisions of a game, followed batch by batch: who has to answer each of them, and since when."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.game.game import Game, Occupant
from domain.kernel.values import Seat, Value
from domain.ledger.records import Entry
from projections.changes import PlayerChange
from projections.times import due_moment


class Asked(Value, frozen=True):
    """An open decision of a seat: its id, and the time of the batch that opened it."""

    decision: str
    since: str


class OpenDecisions:
    """The open decisions of the seats after the last batch, and the changes since the first one."""

    def __init__(self, game: Game | None, asked: Sequence[Asked | None]) -> None:
        """`game` is the game before the first batch, and `asked` its open decisions by seat."""
        self._asked: list[Asked | None] = list(asked)
        self._numbers: list[int] = [] if game is None else list(game.decided)
        self._occupants: Sequence[Occupant | None] = () if game is None else game.occupants
        self._questions: Callable[[Any], Mapping[Seat, str]] | None = None
        self.changes: list[PlayerChange] = []
        """New decisions, and the new players of open ones."""
        self.clocked: dict[int, Game] = {}
        """The game after each batch with its clocks, by the cause of the batch; empty without clocks."""

    @property
    def asked(self) -> tuple[Asked | None, ...]:
        """The open decisions by seat; empty if the game is not running."""
        return tuple(self._asked)

    def after_batch(self, game: Game, state: Any, decided: Sequence[int], last: Entry) -> None:
        """Follow a batch (see `domain.game.fold.AfterBatch`)."""
        if game.clocks is not None:
            self.clocked[last.record.cause] = game
        occupants, before = game.occupants, self._occupants
        self._occupants = occupants
        if game.status != "running":
            self._asked = []
            return
        if self._questions is None:
            self._questions = game.ruleset.flow.questions
        asked: list[Asked | None] = [None] * len(occupants)
        for seat in sorted(self._questions(state)):
            known = self._asked[seat] if self._asked else None
            number = decided[seat]
            if known is None or number != self._numbers[seat]:
                known, is_new = Asked(f"{seat}.{number + 1}", last.record.at), True
            else:
                is_new = occupants is not before and _player(occupants, seat) != _player(before, seat)
            asked[seat] = known
            if is_new and (player := _player(occupants, seat)) is not None:
                self.changes.append(_change(game, seat, player, known.decision, last))
        self._asked, self._numbers = asked, list(decided)


def _change(game: Game, seat: Seat, player: str, decision: str, last: Entry) -> PlayerChange:
    record, due = last.record, due_moment(game, seat)
    return PlayerChange("asked", record.version, record.at, player, "running", seat, decision, due)


def _player(occupants: Sequence[Occupant | None], seat: Seat) -> str | None:
    """Return the player of a seat; None: the seat is free, or a bot plays it."""
    occupant = occupants[seat] if occupants else None
    return None if occupant is None or occupant.is_bot else occupant.player
