"""Leaks to bots: a bot plays by what its seat sees, as everybody else."""

# what is planted goes by the names of things, not by their types
# pyright: reportUnknownLambdaType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

import random
from typing import Any

import pytest

from projections.history import FULL
from tests.secrecy.mutants.scenes import wrap


def bots_are_given_the_full_view(patch: pytest.MonkeyPatch) -> None:
    """A bot sees the whole table."""

    def full(view: Any) -> Any:
        return lambda game, _: view(game, FULL)

    wrap(patch, "service.bots.runner.VIEWS", lambda views: {name: full(view) for name, view in views.items()})


def bots_throw_the_dice_of_the_game(patch: pytest.MonkeyPatch) -> None:
    """A bot's chance is the seed of the game, which tells what is drawn next."""

    def changed(original: Any) -> Any:
        return lambda game, seat, bot, _: original(game, seat, bot, random.Random(game.seed))

    wrap(patch, "service.bots.runner.choose", changed)


def bots_are_given_the_choices_of_others(patch: pytest.MonkeyPatch) -> None:
    """A bot sees what everybody could choose who is asked now."""

    def choices(original: Any) -> Any:
        def legal(game: Any, seat: int) -> Any:
            own = list(original(game, seat))
            for other in range(game.opened.seats):
                own += [choice for choice in original(game, other) if choice not in own]
            return own

        return legal

    wrap(patch, "service.bots.runner.legal_commands", choices)


BOT_MUTANTS = (
    bots_are_given_the_full_view,
    bots_throw_the_dice_of_the_game,
    bots_are_given_the_choices_of_others,
)
