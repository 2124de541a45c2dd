"""Bots: what they see, and how well the careful one plays."""

import os
import random
from pathlib import Path

from domain.rulesets import RULESETS
from service.bots import BOTS
from service.bots.simulate import Plan, Simulated, simulate
from service.store.store import Store

GAMES = int(os.environ.get("LUDOLOG_BOT_GAMES", "20"))
"""How many games show the careful bot's strength; LUDOLOG_BOT_GAMES=200 is the long run."""


def test_one_careful_against_three_random_wins_four_of_five(tmp_path: Path) -> None:
    giganten = RULESETS["giganten"]
    bots = ("careful", "random", "random", "random")
    finished: list[Simulated] = []
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        plan = Plan("giganten", bots, giganten.resolve_options(None, {}), GAMES, seed=11)
        simulate(plan, giganten, store, None, finished.append)

    won = sum(game.bots[place.seat] == "careful" for game in finished for place in game.places if place.rank == 1)

    assert len(finished) == GAMES
    assert won >= 0.8 * GAMES


def test_every_bot_finishes_games_under_every_profile(tmp_path: Path) -> None:
    giganten = RULESETS["giganten"]
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        for number, profile in enumerate(giganten.profiles):
            finished: list[Simulated] = []
            options = giganten.resolve_options(profile, {"inflation": random.Random(number).choice(["on", "off"])})
            simulate(
                Plan("giganten", tuple(BOTS["giganten"]) * 2, options, 2, number),
                giganten,
                store,
                None,
                finished.append,
            )

            assert all(len(game.places) == 4 for game in finished)
