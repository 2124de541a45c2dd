"""Planted bugs: each replaces a part of the service by a wrong one, and the simulation has to find it."""

from collections.abc import Mapping

from tests.planted import Plant
from tests.simulation.plants import games, stores, talk, times

PLANTS: Mapping[str, Plant] = {
    "acknowledge before commit": stores.acknowledge_first,
    "swallowed exception": stores.swallow,
    "event dropped from a projection": stores.drop_event,
    "stale cache after failover": stores.keep_cache,
    "idempotency key forgotten after a crash": games.forget_keys,
    "take-back applied without fold": games.keep_state,
    "clock fired twice": times.fire_twice,
    "webhook cursor advanced before delivery": times.advance_first,
    "result counted twice": times.count_twice,
    "round paired twice": times.pair_twice,
    "texts kept after a deletion": talk.keep_texts,
    "whispers sent to players": talk.show_whispers,
    "messages lost by a stream": talk.lose_changes,
}
"""By name."""
