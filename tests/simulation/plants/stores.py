"""Planted bugs of the store, the cache and the projections."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from tests.planted import replacing


@replacing("service.core.store.store.Store._write_group")
def acknowledge_first(write_group: Any, store: Any, group: Sequence[Any]) -> None:
    """Acknowledge a batch before it is committed."""
    for batch in group:
        if batch is not None and batch.on_commit is not None:
            batch.loop.call_soon_threadsafe(batch.on_commit, None)
    later = [batch._replace(on_commit=None) for batch in group if batch is not None]
    loop = store._loop  # noqa: SLF001 - a bug has no manners
    loop.scheduler.soon(loop, 0.002, lambda: write_group(store, later))


@replacing("service.core.store.store.Store._commit")
def swallow(commit: Any, store: Any, batches: Sequence[Any]) -> list[Any]:
    """Swallow the errors of a commit."""
    return [None for _ in commit(store, batches)]


@replacing("service.lists.isolation.write")
def drop_event(write: Any, cursor: Any, registry: Any, page: Any) -> None:
    """Drop a game from a page of a projection when the page has several."""
    write(cursor, registry, replace(page, parts=page.parts[:-1]) if len(page.parts) > 1 else page)


@replacing("service.play.cache.Cache.forget")
def keep_cache(_forget: Any, _cache: Any) -> None:
    """Keep the cached games when another server answers."""
