"""Money that is hidden from a seat (`money_public` false) is a likely amount in the worlds of its searches."""

import random
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from domain.game.game import Game
from domain.kernel.values import Seat
from domain.rulesets import RULESETS
from projections.views import VIEWS
from service.bots.choosing import choose
from service.bots.strong.light import light_of, weights_of
from service.bots.strong.position import position_of
from service.bots.strong.worlds import Worlds
from service.bots.table import TableGame

DECISIONS = 120
SPREADS = {"giganten": 10_000, "siberia": 5_000, "minos": 15}
TITLES = list(SPREADS)


@cache
def running(title: str, *, public: bool | str) -> tuple[Game, Seat]:
    """Return a game of three careful bots after some decisions, and the awaited seat."""
    rules = RULESETS[title]
    options = rules.resolve_options(None, {"money_public": public})
    table, rng = TableGame(rules, 3, options, 1), random.Random(1)
    for _ in range(DECISIONS):
        table.decide(table.awaited, choose(table.game, table.awaited, "careful", rng))
    return table.game, table.awaited


def worlds(game: Game, seat: Seat) -> list[Any]:
    """Return worlds of a search of the seat, the one in which it starts first."""
    light, title = light_of(game.opened.ruleset), game.opened.ruleset
    assert light is not None
    world = position_of(game, seat).world
    drawing = Worlds(game.ruleset, light, weights_of(title))
    return [world, *(drawing.drawn(world, seat, f"world {number}") for number in range(50))]


@pytest.mark.parametrize("title", TITLES)
def test_hidden_money_is_near_the_money_of_the_seat(title: str) -> None:
    game, seat = running(title, public=False)
    own = game.state.players[seat].money
    half = max(own // 2, SPREADS[title])

    for world in worlds(game, seat):
        money = [player.money for player in world.players]
        assert money[seat] == own
        assert all(max(0, own - half) <= amount <= own + half for amount in money)
        assert VIEWS[title](replace(game, state=world), seat) == VIEWS[title](game, seat)
    drawn = {world.players[1 - min(seat, 1)].money for world in worlds(game, seat)}
    assert len(drawn) > 10


@pytest.mark.parametrize("title", TITLES)
def test_hidden_money_has_no_influence_on_the_worlds(title: str) -> None:
    game, seat = running(title, public=False)
    players = tuple(
        player if other == seat else replace(player, money=player.money + 7)
        for other, player in enumerate(game.state.players)
    )
    richer = replace(game, state=replace(game.state, players=players))

    assert worlds(richer, seat) == worlds(game, seat)


def test_talents_that_a_player_of_minos_shows_are_the_same_in_all_worlds() -> None:
    game, seat = running("minos", public="own_choice")
    other = (seat + 1) % 3
    players = tuple(
        replace(player, shown=number == other, money=player.money + 90)
        for number, player in enumerate(game.state.players)
    )
    drawn = worlds(replace(game, state=replace(game.state, players=players)), seat)

    assert {world.players[other].money for world in drawn} == {players[other].money}
    assert len({world.players[3 - seat - other].money for world in drawn}) > 10


@pytest.mark.parametrize("title", TITLES)
def test_money_that_all_see_is_the_same_in_all_worlds(title: str) -> None:
    game, seat = running(title, public=True)
    money = [player.money for player in game.state.players]

    assert all([player.money for player in world.players] == money for world in worlds(game, seat))
