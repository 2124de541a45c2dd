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

    won = sum(match(number).winners == ("careful",) for number in games)

    assert won >= 0.7 * len(games)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_careful_players_build_all_there_is(seats: int):
    ends = [match(number, ("careful",) * seats).state for number in range(3)]

    assert all(state.round <= 81 * state.options.idle_limit for state in ends)
    assert max(player.income for state in ends for player in state.players) > 20


def test_careful_plays_with_hidden_money_and_all_options():
    options = {"money_public": False, "advanced_transport": True, "joker_scope": "per_combination", "end_when": "round"}
    number = random.Random(1).randrange(100)

    assert match(number, ("careful", "careful", "random"), **options).winners


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_careful_players_come_to_conflicts(seats: int):
    fought = [match(number, ("careful",) * seats).conflicts for number in range(4)]

    assert sum(conflicts > 0 for conflicts in fought) >= 3


@pytest.mark.parametrize("batch", range(BATCHES))
def test_attacking_pays(batch: int):
    games = range(batch, GAMES, BATCHES)

    winners = [match(number, ("careful", "peaceful")).winners for number in games]

    assert sum("careful" in won for won in winners) > sum("peaceful" in won for won in winners)
