"""The careful player of Siberia: sees a view and choices, and beats those who do anything."""

import random
from collections.abc import Sequence

import pytest

from domain.game import Game
from domain.kernel.values import Choice, Command, Seat
from projections.views.siberia import view
from service.bots import careful_siberia
from tests.games.siberia_kit import SIBERIA, Match, any_options, anything

GAMES = range(40)
CHUNK = 10


def skilled(game: Game, seat: Seat, choices: Sequence[Choice], whim: random.Random) -> Command:
    return careful_siberia.choose(view(game, seat), seat, choices, whim)


@pytest.mark.parametrize("numbers", [GAMES[first : first + CHUNK] for first in GAMES[::CHUNK]], ids=str)
def test_the_careful_player_wins_seven_of_ten_games_against_anything(numbers: range):
    won = 0
    for number in numbers:
        own = number % 2
        played = Match(number, 2, SIBERIA.resolve_options(None, {}))
        for _ in played.play((skilled, anything) if own == 0 else (anything, skilled)):
            pass
        won += [place.seat for place in played.game.places if place.rank == 1] == [own]
    assert won >= 7 * len(numbers) // 10


@pytest.mark.parametrize("number", range(6))
def test_careful_players_finish_under_all_options(number: int):
    seats = 2 + number % 3
    played = Match(number, seats, any_options(random.Random(number), seats))
    for game, seat, command, _ in played.play((skilled,) * seats):
        assert any(choice.admits(command) for choice in SIBERIA.legal_commands(game.state, seat))
    assert played.game.status == "ended"
