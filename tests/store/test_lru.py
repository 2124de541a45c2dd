"""The caches of the service."""

from cachetools import LRUCache

from service.core.store.lru import peek


def test_a_peek_is_no_use() -> None:
    cache: LRUCache[str, int] = LRUCache(2)
    cache["a"], cache["b"] = 1, 2

    assert peek(cache, "a") == 1
    assert peek(cache, "x") is None
    cache["c"] = 3
    assert set(cache) == {"b", "c"}
