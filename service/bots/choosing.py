"""The decision of a bot in a game."""

import random

from domain.game.game import Game, legal_commands
from domain.kernel.values import Command, Seat
from projections.views import VIEWS
from service.bots import BOTS
from service.bots.strong.levels import strong_bots
from service.bots.strong.pool import perform, task_of

FALLBACK = "random"
"""The bot of every title. It decides where another bot has failed, so that no game stops for a defect of a bot."""


def is_strong(game: Game, bot: str) -> bool:
    """Return whether a bot searches."""
    return bot in strong_bots(game.opened.ruleset)


def choose(state: Game, seat: Seat, bot: str, rng: random.Random) -> Command:
    """Return the decision of a bot, which depends only on what its seat may know."""
    name = state.opened.ruleset
    if is_strong(state, bot):
        return perform(task_of(state, seat, bot)).command
    # a title without careful bot has the random one
    decide = BOTS[name].get(bot) or BOTS[name][FALLBACK]
    return decide(VIEWS[name](state, seat), seat, legal_commands(state, seat), rng)
