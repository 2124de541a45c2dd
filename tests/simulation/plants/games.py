"""Planted bugs of games: idempotency keys and take-backs."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from service.play.loaded import TAKEN_BACK, Loaded
from tests.planted import replacing


@replacing("service.play.loaded.Loaded.__init__")
def forget_keys(init: Any, loaded: Loaded, *given: Any) -> None:
    """Know only the idempotency keys of the requests that this process has stored."""
    init(loaded, *given)
    loaded.keys.clear()


@replacing("service.play.play.append")
def keep_state(append: Any, game: Any, *given: Any) -> tuple[Any, Sequence[Any]]:
    """Store a take-back, and leave the table as it was."""
    after, entries = append(game, *given)
    if entries[0].record.type == TAKEN_BACK:
        after = replace(after, state=game.state)
    return after, entries
