"""Batches to append."""

import uuid
from collections.abc import Mapping
from typing import Any

from domain.game import decide
from domain.game.fold import append
from domain.game.game import Game
from domain.ledger.records import tip_of_new
from domain.rulesets import RULESETS
from service.core.store.recorder import Origin, StoredEntry
from tests.new_games import new_game

SEED = bytes(range(32))
AT = "2026-11-20T12:00:00.000000Z"


def opened(game: str | None = None, options: Mapping[str, Any] | None = None) -> tuple[Game, list[StoredEntry]]:
    """Return an open game of three, and the rows of its first batch."""
    events = decide.open_game(new_game(RULESETS["giganten"], 3, options=options), SEED)
    state, entries = append(None, tip_of_new(game or str(uuid.uuid4())), SEED, AT, None, events)
    return state, [StoredEntry(entry.record, entry.head, entry.secret) for entry in entries]


def seated(game: Game, seat: int, player: str = "player:b", key: Origin | None = None) -> list[StoredEntry]:
    """Return the rows of taking a seat on top of a game."""
    events = decide.take_seat(game, seat, player, "ab" * 32, "server")
    _, entries = append(game, game.tip, game.seed, AT, seat, events)
    return [StoredEntry(entry.record, entry.head, entry.secret, key) for entry in entries]
