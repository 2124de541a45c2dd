"""The careful player of Minos: legal, seeing no more than its view, and better than random play."""

import os
import random

import pytest

from tests.service.minos_match import match

GAMES = int(os.environ.get("LUDOLOG_MATCHES", "40"))
BATCHES = 4


@pytest.mark.parametrize("batch", range(BATCHES))
def test_careful_beats_random_play(batch: int):
    games = range(batch, GAMES, BATCHES)

    won = sum(match(number)[0] == ("careful",) for number in games)

    assert won >= 0.7 * len(games)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_careful_players_build_all_there_is(seats: int):
    ends = [match(number, ("careful",) * seats)[1] for number in range(3)]

    assert all(state.round <= 81 * state.options.idle_limit for state in ends)
    assert max(player.income for state in ends for player in state.players) > 20


def test_careful_plays_with_hidden_money_and_all_options():
    options = {"money_public": False, "advanced_transport": True, "joker_scope": "per_combination", "end_when": "round"}
    number = random.Random(1).randrange(100)

    assert match(number, ("careful", "careful", "random"), **options)[0]
