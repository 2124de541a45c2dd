"""Leaks in previews: the real table has an influence."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.game.game import Game
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Seat
from tests.planted import replacing
from tests.secrecy.mutants.scenes import ASKED, BEFORE_A_DERRICK, LAST_TO_PLACE, mutant


def _in_the_real_table(patch: pytest.MonkeyPatch) -> None:
    def worlds(game: Game, _seat: Seat) -> list[Any]:
        return [game.state]

    patch.setattr("domain.game.preview._worlds", worlds)


@mutant(BEFORE_A_DERRICK)
def previews_of_the_real_table(patch: pytest.MonkeyPatch) -> None:
    """A preview shows whether the next player has the money for a derrick."""
    _in_the_real_table(patch)


@mutant(LAST_TO_PLACE)
def previews_beyond_disclosures(patch: pytest.MonkeyPatch) -> None:
    """A preview shows the tokens that are revealed next."""
    _in_the_real_table(patch)

    def is_surprising(*_given: object) -> bool:
        return False

    patch.setattr(Ruleset, "is_surprising", is_surprising)


@mutant(ASKED)
@replacing("service.play.api.commands.previews.previewed")
def changes_beyond_what_is_seen(original: Any, game: Any, seat: int, command: Any) -> Any:
    """The changes of a preview include what a seat has."""
    found = original(game, seat, command)
    held = {other: {"money": player.money} for other, player in enumerate(game.state.players)}
    return replace(found, changes=held)
