"""The careful player of Siberia: sees a view and choices, and beats those who do anything."""

import os
import random
from collections.abc import Sequence

import pytest

from domain.game.game import Game
from domain.kernel.values import Choice, Command, Seat
from domain.siberia import SIBERIA
from service.bots.runner import choose
from tests.games.plays import played
from tests.projections.bot_games import batches

GAMES = int(os.environ.get("LUDOLOG_BOT_GAMES", "40"))
"""How many games show the careful bot's strength; LUDOLOG_BOT_GAMES=200 is the long run."""
PARTS = 4
CAREFUL = 1
"""The seat of the careful bot; who is first player is drawn."""


@pytest.mark.parametrize("part", range(PARTS))
def test_the_careful_player_wins_seven_of_ten_games_against_anything(part: int):
    won = 0
    mine = range(part, GAMES, PARTS)
    for number in mine:
        *_, (game, _) = batches(SIBERIA, number, 2, {})
        won += [place.seat for place in game.places if place.rank == 1] == [CAREFUL]

    assert won >= 0.7 * len(mine)


def careful(game: Game, seat: Seat, choices: Sequence[Choice], rng: random.Random) -> Command:
    command = choose(game, seat, "careful", rng)
    assert any(choice.admits(command) for choice in choices)
    return command


@pytest.mark.parametrize("number", range(12))
def test_careful_players_finish_under_all_options(number: int):
    *_, last = played(SIBERIA, number, careful)

    assert last.after.status == "ended"
    assert last.after.places[0].score > 0
