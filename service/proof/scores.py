"""Scores with where they come from: each part with its rule and the events that gave it."""

import asyncio
from collections.abc import Iterable
from typing import Annotated

import msgspec
from msgspec import Meta

from domain.game.game import Game
from domain.game.scores import Provenance, ScoreChange, provenance_of
from domain.kernel.values import Place, ScorePart
from domain.ledger.records import Entry
from projections.ranking import ranking_of, resigned_seats
from service.games.loaded import Loaded
from service.games.single_flight import Shared

KEPT = 256
"""Games whose scores are kept."""


class ScoredPart(msgspec.Struct, frozen=True):
    """One part of a score: what it is for, the number of its rule, the amount, and the events that gave it."""

    part: Annotated[str, Meta(description="What this part is for.")]
    rule: Annotated[str, Meta(description="The number of the rule that gives it.")]
    amount: Annotated[int, Meta(description="The amount, in the unit of the score; negative where it costs.")]
    events: Annotated[
        tuple[ScoreChange, ...],
        Meta(
            description="The events that changed the amount, in their order: their amounts add up to that of the part. "
            "What the table is laid out with is the amount of `game.started`. Empty where the part was always 0."
        ),
    ] = ()


class ScoredPlace(msgspec.Struct, frozen=True):
    """How a seat finished: its rank from 1 (shared by equals), its score, and the parts that add up to it."""

    seat: Annotated[int, Meta(description="A seat, from 0.")]
    rank: Annotated[
        int, Meta(description="The rank, from 1; equals share one. Resigned seats share the last, at best 2.")
    ]
    score: Annotated[
        int, Meta(description="The score in the unit of the title, such as dollars in Giganten: the sum of the parts.")
    ]
    parts: Annotated[tuple[ScoredPart, ...], Meta(description="What the score is made of.")]
    resigned: Annotated[
        bool, Meta(description="Whether its player resigned; a bot has played it to the end, and it is last.")
    ]


class Scores:
    """The scores of games that are over, found off the event loop: a game from elsewhere may be as long as it likes."""

    def __init__(self) -> None:
        self._found: Shared[tuple[str, int], tuple[ScoredPlace, ...]] = Shared(KEPT)

    async def of(self, loaded: Loaded) -> tuple[ScoredPlace, ...]:
        """Return the ranking of a game that is over with the provenance of each part, found once for all who ask."""
        game = loaded.game
        entries = tuple(loaded.entries)
        return await self._found.get((game.id, game.version), lambda: asyncio.to_thread(scored, game, entries))


def scored(game: Game, entries: Iterable[Entry]) -> tuple[ScoredPlace, ...]:
    """Return the ranking of a game that is over with the provenance of each part; its log is folded once."""
    if not game.places:
        return ()
    provenance = provenance_of(entries)
    resigned = resigned_seats(game)
    return tuple(_place(place, provenance, resigned=place.seat in resigned) for place in ranking_of(game))


def _place(place: Place, provenance: Provenance, *, resigned: bool) -> ScoredPlace:
    parts = tuple(_part(part, provenance.get((place.seat, part.part), ())) for part in place.parts)
    return ScoredPlace(place.seat, place.rank, place.score, parts, resigned)


def _part(part: ScorePart, events: tuple[ScoreChange, ...]) -> ScoredPart:
    return ScoredPart(part.part, part.rule, part.amount, events)
