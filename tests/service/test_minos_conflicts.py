"""The careful player of Minos attacks where it pays off, by the odds of the dice and what is at stake."""

import random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.game.game import Game
from domain.kernel.values import Command
from domain.minos import DEFAULT_DATA_SET, MINOS
from domain.minos import commands as c
from domain.minos.dice import Dice
from domain.minos.options import Building, Field, Space
from domain.minos.state import State
from projections.views.minos import view
from service.bots.minos import careful
from service.bots.minos.conflicts import best_assault
from service.bots.minos.evaluation import Evaluator
from service.bots.minos.odds import odds_of
from tests.new_games import new_game, started
from tests.rules.minos.kit import acting, after, built, pieces, player, rolls, shows, table

ODDS = odds_of(DEFAULT_DATA_SET)
SEED = bytes(32)


def at(state: State) -> Game:
    """Return a running game with this table."""
    return replace(started(new_game(MINOS, len(state.players)), SEED), state=state)


def evaluator(state: State, seat: int = 0) -> Evaluator:
    """Return what the player on a seat makes of the table."""
    return Evaluator(view(at(state), seat), seat)


def chosen(state: State, seat: int = 0) -> Command:
    """Return what the careful player does."""
    choices = MINOS.legal_commands(state, seat)
    return careful.choose(view(at(state), seat), seat, choices, random.Random(1))


def border(*buildings: Building, guards: int = 1, points: int = 3, **turn: Any) -> State:
    """Return the table in the turn of seat 0, whose ship lies before Genua, the only field of seat 1."""
    state = acting(table(2), points=points, **turn)
    state = built(pieces(state, 1, ["sea-tyros"], ["genua"] * guards), "genua", 1, *buildings)
    own = [field for field in state.board.fields if field != "genua"]
    for field in own:
        state = built(state, field, 0, "port", "warehouse", "warehouse", "walls")
    return pieces(state, 0, ["sea-genua"], own)


@pytest.mark.parametrize(("rings", "foe", "wins"), [(0, 0, 0.460), (1, 0, 0.658), (0, 1, 0.272), (2, 2, 0.450)])
def test_the_odds_of_a_duel(rings: int, foe: int, wins: float):
    assert ODDS.wins(rings, foe) == pytest.approx(wins, abs=0.001)


def test_the_odds_without_rings_are_those_of_all_throws():
    rng = random.Random(1)
    number = 20_000

    won = sum(value(rng) > value(rng) for _ in range(number))

    assert won / number == pytest.approx(ODDS.wins(0, 0), abs=0.015)


def value(rng: random.Random) -> int:
    """Return what six dice that are thrown once are worth."""
    faces = [rng.randrange(6) for _ in range(6)]
    arrow, joker, star = (faces.count(face) for face in range(3))
    return 3 * arrow + 2 * joker + star + 4 * min(arrow, joker, star)


def test_a_settlement_that_brings_much_and_is_held_by_one_is_attacked():
    assert chosen(border("warehouse", "warehouse")) == c.MoveShip("sea-genua", "harbour-genua")


def test_the_points_for_an_attack_come_from_gulls_and_a_joker():
    state = border("warehouse", "warehouse", points=0)

    assert chosen(acting(state, 0, "G", income_open=False)) == c.UseDice("gull", 1, False, False)
    assert chosen(acting(state, 0, "J", income_open=False)) == c.UseDice("gull", 0, True, False)


def test_many_defenders_are_left_alone():
    assert best_assault(evaluator(border("warehouse", guards=4)), 5) is None


def test_rings_of_the_defender_count_against_an_attack_and_own_rings_for_it():
    state = border("port")
    peaceful, rich = player(state, 1, rings=4), player(state, 0, rings=4)
    merits = [best_assault(evaluator(each), 5) for each in (peaceful, state, rich)]

    assert merits[0] is None
    assert merits[1] is not None
    assert merits[2] is not None
    assert merits[2].merit > merits[1].merit


def test_the_last_piece_does_not_attack():
    state = pieces(border("warehouse", "warehouse"), 0, ["sea-genua"])

    assert best_assault(evaluator(state), 5) is None


def test_nobody_attacks_in_the_first_round():
    assert best_assault(evaluator(replace(border("warehouse", "warehouse"), round=1)), 5) is None


def test_a_place_beyond_the_movement_points_is_not_attacked():
    state = pieces(border("warehouse", "warehouse"), 0, ["harbour-roma"], ["roma"])

    assert best_assault(evaluator(state), 2) is None
    assault = best_assault(evaluator(state), 3)
    assert assault is not None
    assert assault.command == c.MoveShip("harbour-roma", "sea-roma")


def settled_but_for(free: Field, seats: int, ship: Space) -> State:
    """Return the table in the turn of seat 0, who holds all fields but one, with this ship and one in a harbour."""
    state = acting(table(seats), points=3)
    fields = [field for field in state.board.fields if field != free]
    for field in fields:
        state = built(state, field, 0, "warehouse")
    return pieces(state, 0, [ship, "harbour-carthago-nova"], fields)


def test_a_ship_that_closes_the_way_to_a_free_field_is_attacked():
    state = settled_but_for("gades", 3, "sea-tingis")
    state = pieces(pieces(state, 1, ["sea-gades", "sea-tyros"]), 2, ["sea-tarsos"])

    assert chosen(state) == c.MoveShip("sea-tingis", "sea-gades")


def test_a_ship_that_closes_nothing_is_left_alone():
    state = settled_but_for("gades", 3, "sea-tingis")
    state = pieces(pieces(state, 1, ["sea-icosium", "sea-tyros"]), 2, ["sea-tarsos"])

    assert chosen(state) == c.MoveShip("sea-tingis", "sea-gades")
    assert best_assault(evaluator(state), 5) is None


def test_at_the_fish_the_ship_of_the_player_with_the_fewest_rings_is_attacked():
    state = player(settled_but_for("kyrene", 4, "mare-ionium"), 1, rings=2)
    state = pieces(state, 1, ["mare-medium", "sea-memphis"])
    state = pieces(pieces(state, 2, ["mare-medium", "sea-leptis"]), 3, ["mare-libycum", "sea-tyros"])

    assert chosen(state) == c.AttackShip("mare-ionium", "mare-medium", 2)


def test_the_fish_is_no_goal_where_no_attack_there_is_offered():
    state = player(settled_but_for("kyrene", 4, "mare-ionium"), 1, rings=2)
    state = pieces(state, 1, ["mare-medium", "sea-memphis"])
    state = pieces(pieces(state, 2, ["mare-medium", "sea-leptis"]), 3, ["mare-libycum", "sea-tyros"])
    sanctuary = replace(state, options=replace(state.options, fish="sanctuary"))

    assert isinstance(attack(state), c.AttackShip)
    assert isinstance(attack(sanctuary), c.MoveShip)


def attack(state: State) -> Command | None:
    """Return the command of the best attack of seat 0, given its choices."""
    assault = best_assault(evaluator(state), 5, MINOS.legal_commands(state, 0))
    return assault and assault.command


def test_a_defender_who_holds_stands_and_one_who_does_not_rolls_blank_dice_again():
    assert ODDS.reroll(shows("AAAGGS"), 2, 0.05, attack=9, foe_rings=0) is None
    assert ODDS.reroll(shows("AAGGBS"), 2, 0.05, attack=9, foe_rings=0) == Dice(gull=2, building=1)


def test_a_ring_is_not_spent_where_it_changes_little():
    assert ODDS.reroll(shows("SSSSSG"), 2, 0.05, attack=20, foe_rings=0) is None


def test_rings_are_used_in_a_conflict():
    state = player(border("warehouse", "warehouse"), 0, rings=2)
    state = after(state, 0, c.MoveShip("sea-genua", "harbour-genua"), rolls("GGGGGA", rest=None))

    assert chosen(state) == c.RerollInConflict(Dice(gull=5))
