"""Planted bugs of games: idempotency keys and take-backs."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from service.games import play
from service.games.loaded import TAKEN_BACK, Loaded


def forget_keys(patch: pytest.MonkeyPatch) -> None:
    """Know only the idempotency keys of the requests that this process has stored."""
    init = Loaded.__init__

    def wrong(self: Loaded, *given: Any) -> None:
        init(self, *given)
        self.keys.clear()

    patch.setattr(Loaded, "__init__", wrong)


def keep_state(patch: pytest.MonkeyPatch) -> None:
    """Store a take-back, and leave the table as it was."""
    append: Any = play.append

    def wrong(game: Any, *given: Any) -> tuple[Any, Sequence[Any]]:
        after, entries = append(game, *given)
        if entries[0].record.type == TAKEN_BACK:
            after = replace(after, state=game.state)
        return after, entries

    patch.setattr(play, "append", wrong)
