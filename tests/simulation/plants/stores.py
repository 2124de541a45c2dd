"""Planted bugs of the store, the cache and the projections."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from service.games.cache import Cache
from service.readmodels import projector
from service.store.store import Store


def acknowledge_first(patch: pytest.MonkeyPatch) -> None:
    """Acknowledge a batch before it is committed."""
    write_group: Any = Store.__dict__["_write_group"]

    def wrong(self: Any, group: Sequence[Any]) -> None:
        for batch in group:
            if batch is not None and batch.on_commit is not None:
                batch.loop.call_soon_threadsafe(batch.on_commit, None)
        later = [batch._replace(on_commit=None) for batch in group if batch is not None]
        loop = self._loop
        loop.scheduler.soon(loop, 0.002, lambda: write_group(self, later))

    patch.setattr(Store, "_write_group", wrong)


def swallow(patch: pytest.MonkeyPatch) -> None:
    """Swallow the errors of a commit."""
    commit: Any = Store.__dict__["_commit"]

    def wrong(self: Any, batches: Sequence[Any]) -> list[Any]:
        return [None for _ in commit(self, batches)]

    patch.setattr(Store, "_commit", wrong)


def drop_event(patch: pytest.MonkeyPatch) -> None:
    """Drop a game from a page of a projection when the page has several."""
    write = projector.write

    def wrong(cursor: Any, registry: Any, page: Any) -> None:
        write(cursor, registry, replace(page, parts=page.parts[:-1]) if len(page.parts) > 1 else page)

    patch.setattr(projector, "write", wrong)


def _no_op(_: object) -> None:
    """Do nothing."""


def keep_cache(patch: pytest.MonkeyPatch) -> None:
    """Keep the cached games when another server answers."""
    patch.setattr(Cache, "forget", _no_op)
