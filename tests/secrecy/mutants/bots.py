"""Leaks to bots: a bot plays by what its seat sees, as everybody else."""

# what is planted goes by the names of things, not by their types
# pyright: reportUnknownLambdaType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

import random
from typing import Any

import pytest

from projections.history import FULL
from tests.planted import replacing, wrap


def bots_are_given_the_full_view(patch: pytest.MonkeyPatch) -> None:
    """A bot sees the whole table."""

    def full(view: Any) -> Any:
        return lambda game, _: view(game, FULL)

    wrap(patch, "service.bots.choosing.VIEWS", lambda views: {name: full(view) for name, view in views.items()})


@replacing("service.bots.choosing.choose")
def bots_throw_the_dice_of_the_game(original: Any, game: Any, seat: Any, bot: Any, _: Any) -> Any:
    """A bot's chance is the seed of the game, which tells what is drawn next."""
    return original(game, seat, bot, random.Random(game.seed))


@replacing("service.bots.choosing.legal_commands")
def bots_are_given_the_choices_of_others(original: Any, game: Any, seat: int) -> Any:
    """A bot sees what everybody could choose who is asked now."""
    own = list(original(game, seat))
    for other in range(game.opened.seats):
        own += [choice for choice in original(game, other) if choice not in own]
    return own


BOT_MUTANTS = (
    bots_are_given_the_full_view,
    bots_throw_the_dice_of_the_game,
    bots_are_given_the_choices_of_others,
)
