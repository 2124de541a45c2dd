"""Scores with their provenance: the rule of each part and the events that changed it."""

from collections.abc import Iterable
from typing import Annotated

import msgspec
from cachetools import LRUCache
from msgspec import Meta

from domain.game.game import Game
from domain.game.scores import Provenance, ScoreChange, provenance_of
from domain.kernel.values import Place, ScorePart
from domain.ledger.records import Entry
from projections.ranking import ranking_of, resigned_seats
from service.core.connections.asker import Asker
from service.play.loaded import Loaded
from service.play.turns import Turns, in_thread

CACHED_RESULTS = 256
"""The number of games whose scores are cached."""


class ScoredPart(msgspec.Struct, frozen=True):
    """One part of a score: its name, rule, amount, and the events that changed it."""

    part: Annotated[str, Meta(description="The name of the part.")]
    rule: Annotated[str, Meta(description="The number of its rule.")]
    amount: Annotated[int, Meta(description="The amount in the unit of the score. Costs are negative.")]
    events: Annotated[
        tuple[ScoreChange, ...],
        Meta(
            description="The events that changed the amount, in order. Their amounts add up to the amount of the part. "
            "`game.started` has the amount after set-up. Empty if the part was always 0."
        ),
    ] = ()


class ScoredPlace(msgspec.Struct, frozen=True):
    """The result of a seat: its rank, its score, and the parts of the score."""

    seat: Annotated[int, Meta(description="The number of a seat, from 0.")]
    rank: Annotated[
        int,
        Meta(
            description="The rank, from 1. Equal seats share a rank. Resigned seats share the last rank, at best 2, "
            "unless the game was adjudicated."
        ),
    ]
    score: Annotated[
        int, Meta(description="The score in the unit of the title, such as dollars in Giganten: the sum of the parts.")
    ]
    parts: Annotated[tuple[ScoredPart, ...], Meta(description="The parts of the score.")]
    resigned: Annotated[bool, Meta(description="Whether the player resigned. A bot played the seat to the end.")]


class Scores:
    """Computes the scores of finished games in a thread, since an imported game can be very long."""

    def __init__(self) -> None:
        self._turns = Turns()
        self._found: LRUCache[tuple[str, int], tuple[ScoredPlace, ...]] = LRUCache(CACHED_RESULTS)

    async def of(self, loaded: Loaded, asker: Asker) -> tuple[ScoredPlace, ...]:
        """Return the ranking of a finished game with provenance. Concurrent requests share the work.

        Raises 429 and 503 problems.
        """
        game = loaded.game
        entries = tuple(loaded.entries)
        key = (game.id, game.version)
        return await self._turns.once(asker, self._found, key, lambda: in_thread(lambda: scored(game, entries)))


def scored(game: Game, entries: Iterable[Entry]) -> tuple[ScoredPlace, ...]:
    """Return the ranking of a finished game with the provenance of each part. Folds the log once."""
    if not game.places:
        return ()
    provenance = provenance_of(entries)
    resigned = resigned_seats(game)
    return tuple(_place(place, provenance, resigned=place.seat in resigned) for place in ranking_of(game))


def places_without_events(game: Game) -> tuple[ScoredPlace, ...]:
    """Return the ranking of a finished game without provenance."""
    resigned = resigned_seats(game)
    return tuple(_place(place, {}, resigned=place.seat in resigned) for place in ranking_of(game))


def _place(place: Place, provenance: Provenance, *, resigned: bool) -> ScoredPlace:
    parts = tuple(_part(part, provenance.get((place.seat, part.part), ())) for part in place.parts)
    return ScoredPlace(place.seat, place.rank, place.score, parts, resigned)


def _part(part: ScorePart, events: tuple[ScoreChange, ...]) -> ScoredPart:
    return ScoredPart(part.part, part.rule, part.amount, events)
