"""Planted bugs of what the service does by itself: clocks, webhooks, tournaments."""

import contextlib
from collections.abc import AsyncGenerator
from typing import Any

import pytest

from service.core.store.errors import VersionConflictError
from service.news import follower
from service.tournaments import steward
from service.tournaments.claims import Claims
from service.tournaments.tournaments import Tournaments
from tests.planted import replacing


@replacing("service.play.play.Play.act_at")
async def fire_twice(act_at: Any, play: Any, loaded: Any, decision: Any, origin: Any) -> Any:
    """After a conflict with another process, append what was due before."""
    if decision.__module__ != "service.due.sweep":
        return await act_at(play, loaded, decision, origin)
    first = decision(loaded.game, "")

    def again(game: Any, _at: str) -> Any:
        return first if game.status == "running" else None

    return await act_at(play, loaded, again, origin)


def advance_first(patch: pytest.MonkeyPatch) -> None:
    """Store how far the tables were followed, and queue the deliveries in another transaction."""
    queue = follower.queue
    write: Any = follower.Follower.__dict__["_write"]

    def wrong(self: Any, source: Any) -> Any:
        found: list[Any] = []

        def later(_cursor: Any, deliveries: Any, now: str) -> int:
            found.append((list(deliveries), now))
            return len(found[-1][0])

        patch.setattr(follower, "queue", later)
        try:
            done = write(self, source)
        finally:
            patch.setattr(follower, "queue", queue)
        for deliveries, now in found:
            if deliveries:
                with self._store.database.writing() as cursor:
                    queue(cursor, deliveries, now)
        return done

    patch.setattr(follower.Follower, "_write", wrong)


@replacing("service.tournaments.steward._result")
def count_twice(_result: Any, tournament: Any, played: Any) -> Any:
    """Take the result of a game although it was taken."""
    found = steward.table_of_game(tournament, played.game.id)
    if tournament.is_over or found is None:
        return None
    table = found[1]
    if table.result is not None:
        return (table.result,)
    return (steward.take_result(tournament, steward.statement_of(played.game)),)


def pair_twice(patch: pytest.MonkeyPatch) -> None:
    """Pair without a claim, and after a conflict with another process append the round that was paired before."""
    append: Any = Tournaments.__dict__["_append"]

    async def wrong(self: Any, loaded: Any, batch: Any, origin: Any, at: str) -> Any:
        try:
            return await append(self, loaded, batch, origin, at)
        except VersionConflictError:
            self._cache.pop(loaded.tournament.id, None)
            return await append(self, await self.load(loaded.tournament.id), batch, origin, at)

    @contextlib.asynccontextmanager
    async def held(_self: Any, _tournament: str, *, waits: bool) -> AsyncGenerator[bool]:
        del waits
        yield True

    patch.setattr(Tournaments, "_append", wrong)
    patch.setattr(Claims, "held", held)
