"""What the careful bot of Giganten makes of its choices."""

import random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.game import game as games
from domain.game.game import Game
from domain.giganten import GIGANTEN
from domain.giganten.commands import ShiftPrice, ShipOil
from domain.giganten.state import Derrick, State, Transport
from domain.kernel.values import Command
from projections.views.giganten import view
from service.bots.giganten.careful import choose
from tests import new_games
from tests.new_games import new_game
from tests.rules.giganten.kit import at_special, having, in_phase, player, trains

SEED = bytes(range(32))


def started(**options: Any) -> Game:
    """Return a game of four that has just started."""
    return new_games.started(new_game(GIGANTEN, 4, options=options), SEED)


def chosen(game: Game, state: State) -> Command:
    """Return what the bot does on seat 0."""
    game = replace(game, state=state)
    return choose(view(game, 0), 0, games.legal_commands(game, 0), random.Random(1))


def shipping(state: State) -> State:
    """Return the table in phase 6 while seat 0 ships from H7, which opponents 1 to 3 have reached."""
    state = trains(having(state, prices=(9000, 9000, 9000)), 1, 12, 9, 7)
    return in_phase(player(state, 0, derricks=(Derrick("H7", 3),)), Transport((0,), ("H7",)))


@pytest.mark.parametrize("weakest", [1, 2, 3])
@pytest.mark.parametrize("shown", [True, False])
def test_the_careful_bot_pays_the_fare_to_the_weakest_opponent(weakest: int, shown: bool) -> None:
    game = started(opponent_train="any_ahead", money_public=shown)
    state = shipping(game.state)
    for seat in {1, 2, 3} - {weakest}:
        state = player(state, seat, depots=(1, 2, 2))
    command = chosen(game, state)

    assert isinstance(command, ShipOil)
    assert (command.carrier, command.opponent) == ("opponent", weakest)


def test_the_careful_bot_prefers_the_black_train_to_any_opponent() -> None:
    game = started(opponent_train="any_ahead")
    command = chosen(game, having(shipping(game.state), black_train=9))

    assert isinstance(command, ShipOil)
    assert command.carrier == "black"


def test_the_careful_bot_moves_a_price_by_the_least_where_every_choice_is_a_loss() -> None:
    game = started(specials_optional=False)
    state = having(at_special(game.state, 0, "beige-3-8-price-3"), prices=(1500, 1500, 1500))
    for seat in (1, 2, 3):
        state = player(state, seat, depots=(2, 2, 2))

    command = chosen(game, state)
    assert isinstance(command, ShiftPrice)
    assert (command.direction, command.steps) == (1, 1)


def test_the_careful_bot_raises_the_price_of_its_own_oil_by_the_most() -> None:
    game = started(specials_optional=False)
    state = player(at_special(game.state, 0, "beige-3-8-price-3"), 0, depots=(0, 2, 0))

    assert chosen(game, state) == ShiftPrice("jet", 1, 3)
