"""The view of Giganten: hands, money, inspected tiles, the end."""

import random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.game import decide
from domain.game import game as games
from domain.game.fold import append
from domain.game.game import Game
from domain.giganten import GIGANTEN
from domain.giganten.events import InspectedTile, MovementEnded, SiteInspected
from domain.giganten.scoring import train_order
from domain.giganten.state import Auctions
from projections.history import AnyViewer
from projections.views.giganten import view
from service.bots import random_bot
from tests import new_games
from tests.new_games import new_game
from tests.rules.giganten.kit import given, in_phase, moving, player, table

SEED = bytes(range(32))


def started(seats: int = 3, **options: Any) -> Game:
    """Return a game that has just started."""
    return new_games.started(new_game(GIGANTEN, seats, options=options), SEED)


def value_of(game: Game, site: str, viewer: AnyViewer) -> int | None:
    (found,) = (each.value for each in view(game, viewer).sites if each.square == site)
    return found


@pytest.mark.parametrize("memory", [True, False])
def test_an_inspected_tile_is_shown_to_its_inspector_and_without_memory_until_the_turn_is_over(memory: bool):
    game = started(4, peek_memory=memory)
    state = moving(table(4, peek_memory=memory), 0, 2, truck="D4")
    state = given(state, SiteInspected(0, "D3", InspectedTile(3)))
    during = replace(game, state=state)
    after = replace(game, state=given(state, MovementEnded(0, 2)))
    next_turn = replace(game, state=moving(after.state, 1, 2, truck="D5"))

    assert [value_of(during, "D3", viewer) for viewer in (0, 1, None, "full")] == [3, None, None, 3]
    assert value_of(next_turn, "D3", 0) == (3 if memory else None)
    assert value_of(next_turn, "D3", 1) is None


@pytest.mark.parametrize("public", [True, False])
def test_money_is_hidden_from_others_where_the_options_say_so(public: bool):
    game = started(money_public=public)
    others = 15000 if public else None

    assert [one.money for one in view(game, 1).players] == [others, 15000, others]
    assert [one.money for one in view(game, "full").players] == [15000] * 3


def test_a_hand_is_shown_to_its_holder_only():
    game = started()
    game = replace(game, state=player(game.state, 1, ones=2, twos=1))

    assert [one.licence_cards for one in view(game, 0).players][1] == 3
    assert view(game, 0).players[1].licences is None
    assert view(game, None).players[1].licences is None
    assert view(game, 1).players[1].licences is not None


@pytest.mark.parametrize(
    ("phase", "step"),
    [
        (Auctions(0, step="bidding", live=(0, 1)), "opening"),
        (Auctions(0, step="bidding", live=(1,)), "opening"),
        (Auctions(0, attempt=2, step="bidding", live=(0, 1), bluffers=(1,)), "opening"),
        (Auctions(0, step="bidding", live=(1, 0), bid=0, leader=0), "bidding"),
        (Auctions(0, step="bidding", live=(1, 0), bid=7, leader=0), "bidding"),
        (Auctions(0, step="paying", live=(0,), bid=7, leader=0), "paying"),
        (Auctions(0, step="forfeiting", live=(0,), bid=7, leader=0, forfeit=1), "forfeiting"),
        (Auctions(0, step="selling", live=(0,), bid=7, leader=0), "selling"),
    ],
)
def test_the_step_of_an_auction_is_what_is_asked(phase: Auctions, step: str):
    game = started(4)
    state = in_phase(game.state, phase)
    shown = view(replace(game, state=state), None).auction

    assert shown is not None
    assert shown.step == step
    (seat,) = GIGANTEN.awaiting(state)
    assert (step == "opening") == (GIGANTEN.question(state, seat) == "7a.2")


def test_the_rank_of_the_trains_is_told_when_the_game_is_over():
    game, rng = started(), random.Random(3)
    assert [one.train_rank for one in view(game, None).players] == [None] * 3
    while game.status == "running":
        (seat,) = games.awaiting(game)
        command = random_bot.choose(None, seat, games.legal_commands(game, seat), rng)
        game, _ = append(game, game.tip, SEED, "t", seat, decide.command(game, seat, command))

    ranks = {one.seat: one.train_rank for one in view(game, None).players}
    assert [ranks[seat] for seat in train_order(game.state)] == [1, 2, 3]
