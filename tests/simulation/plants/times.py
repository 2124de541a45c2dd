"""Planted bugs of what the service does by itself: clocks, webhooks, tournaments."""

import contextlib
from collections.abc import AsyncGenerator
from typing import Any

import pytest

from service.clocks import sweep
from service.notifications import follower
from service.store.errors import VersionConflictError
from service.tournaments import steward
from service.tournaments.claims import Claims
from service.tournaments.tournaments import Tournaments


def fire_twice(patch: pytest.MonkeyPatch) -> None:
    """After a conflict with another process, append what was due before."""
    act_at = sweep.Play.act_at

    async def wrong(self: Any, loaded: Any, decision: Any, origin: Any) -> Any:
        if "sweep" not in decision.__qualname__:
            return await act_at(self, loaded, decision, origin)
        first = decision(loaded.game, "")
        return await act_at(self, loaded, lambda game, at: first if game.status == "running" else None, origin)

    patch.setattr(sweep.Play, "act_at", wrong)


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


def count_twice(patch: pytest.MonkeyPatch) -> None:
    """Take the result of a game although it was taken."""
    take: Any = steward.take_result

    def wrong(tournament: Any, played: Any) -> Any:
        found = steward.table_of_game(tournament, played.game.id)
        if tournament.is_over or found is None:
            return None
        table = found[1]
        if table.result is not None:
            return (table.result,)
        return (take(tournament, steward.statement_of(played.game)),)

    patch.setattr(steward, "_result", wrong)


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
