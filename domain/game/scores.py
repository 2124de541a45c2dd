"""Where a score comes from: for each part of it, the events that changed its amount."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from domain.game.fold import fold
from domain.game.game import Game
from domain.kernel.values import Seat, Value
from domain.ledger.records import Entry


class ScoreChange(Value, frozen=True):
    """An event that changed the amount of a part of a score."""

    version: int
    amount: int


Provenance: TypeAlias = Mapping[tuple[Seat, str], tuple[ScoreChange, ...]]
"""The changes of each part of each seat's score, by seat and name of the part, in the order of the log.

They add up to the amount of the part. What a seat has before the first choice is the change of `game.started`, whose
fold lays out the table.
"""


def provenance_of(entries: Iterable[Entry]) -> Provenance:
    """Return what each event of a log from its first version on has changed in the parts of the scores.

    The amounts are what the parts would be if the game had ended with this event: a part that depends on how seats
    compare (Giganten 10.2: derricks by the place of the train) also changes with the events of others.
    """
    changes: dict[tuple[Seat, str], list[ScoreChange]] = {}
    game: Game | None = None
    amounts: Mapping[tuple[Seat, str], int] = {}
    for entry in entries:
        before, game = game, fold((entry,), game)
        if game is None or game.state is None or (before is not None and before.state is game.state):
            continue
        following = _amounts(game)
        for part in {**amounts, **following}:
            amount = following.get(part, 0) - amounts.get(part, 0)
            if amount:
                changes.setdefault(part, []).append(ScoreChange(entry.record.version, amount))
        amounts = following
    return {part: tuple(found) for part, found in changes.items()}


def _amounts(game: Game) -> dict[tuple[Seat, str], int]:
    """Return the amount of each part of each seat's score, by seat and name of the part, at the table as it stands."""
    parts_of = game.ruleset.parts_of
    return {(seat, part.part): part.amount for seat in range(game.opened.seats) for part in parts_of(game.state, seat)}
