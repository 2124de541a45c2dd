"""The view of Minos: everything lies open but talents, where the options hide them."""

from typing import Any

import msgspec
import pytest

from domain.game.game import Game
from domain.minos import MINOS
from domain.minos.dice import Dice
from domain.minos.events import DiceUsed, Piece
from domain.minos.state import Acting, Fighting, Over, Placing, Rolling
from projections.views.minos import MinosView, view
from tests.projections.bot_games import batches


def started(**options: Any) -> Game:
    """Return a game of three that has just started."""
    return next(batches(MINOS, 1, 3, options))[0]


def test_talents_are_open_by_default():
    seen = view(started(), None)

    assert [player.money for player in seen.players] == [25, 25, 25]


@pytest.mark.parametrize(
    ("viewer", "money"),
    [(None, [None, None, None]), (1, [None, 25, None]), ("full", [25, 25, 25])],
    ids=["public", "seat", "full"],
)
def test_hidden_talents_are_seen_by_their_owner_only(viewer: Any, money: list[int | None]):
    seen = view(started(money_public=False), viewer)

    assert [player.money for player in seen.players] == money


@pytest.mark.parametrize(
    ("viewer", "money"),
    [(None, [25, None, None]), (1, [25, 25, None]), ("full", [25, 25, 25])],
    ids=["public", "seat", "full"],
)
def test_talents_that_a_player_shows_by_own_choice_are_seen_by_all(viewer: Any, money: list[int | None]):
    game = started(money_public="own_choice")
    players = (msgspec.structs.replace(game.state.players[0], shown=True), *game.state.players[1:])
    seen = view(msgspec.structs.replace(game, state=msgspec.structs.replace(game.state, players=players)), viewer)

    assert [player.money for player in seen.players] == money
    assert [player.talents_shown for player in seen.players] == [True, False, False]


@pytest.mark.parametrize(("public", "shown"), [(True, None), (False, None), ("own_choice", False)])
def test_the_view_tells_who_shows_the_talents_only_where_players_decide(public: bool | str, shown: bool | None):
    seen = view(started(money_public=public), None)

    assert [player.talents_shown for player in seen.players] == [shown] * 3


@pytest.mark.parametrize("public", [False, "own_choice"])
def test_nothing_but_talents_differs_between_viewers(public: bool | str):
    for game, _ in batches(MINOS, 5, 3, {"money_public": public}):
        told, own = view(game, None), view(game, 1)
        mine = msgspec.structs.replace(own.players[1], money=told.players[1].money)
        players = (own.players[0], mine, own.players[2])
        assert msgspec.structs.replace(own, viewer="public", players=players) == told


def test_the_view_follows_the_steps_of_a_game():
    seen: set[str] = set()
    for number in range(3):
        for game, _ in batches(MINOS, number, 3, {"money_public": "own_choice"} if number else {}):
            shown = view(game, None)
            assert msgspec.json.decode(msgspec.json.encode(shown), type=MinosView) == shown
            seen.add(shown.phase_name)
            phase = game.state.phase
            assert (shown.turn is not None) == (shown.phase_name != "over")
            assert (shown.conflict is not None) == isinstance(phase, Fighting)
            if isinstance(phase, Rolling | Acting) and shown.turn and phase.dice:
                assert sum(msgspec.structs.astuple(shown.turn.dice)) == phase.dice.total
            over = shown.phase_name == "over"
            assert (bool(shown.ended), bool(shown.places)) == (over, over)

    assert seen >= {"declaring", "rolling", "acting", "conflict", "over"}


def test_a_conflict_shows_the_dice_of_the_side_that_rolls_and_the_attackers_value_once_it_stands():
    game = started()
    turn, pieces = Acting(0, Dice(gull=1), points=2), (Piece("ship", "mare-medium"),)
    rolling = Fighting(turn, pieces, "roma", 1, dice=Dice(arrow=1, joker=1, star=1, scales=3))
    answering = msgspec.structs.replace(rolling, step="defend", attack=10, dice=Dice(joker=6))
    settling = msgspec.structs.replace(answering, step="settle", dice=None)
    shown = [
        view(msgspec.structs.replace(game, state=msgspec.structs.replace(game.state, phase=phase)), None)
        for phase in (rolling, answering, settling)
    ]

    assert [(one.phase_name, one.awaiting) for one in shown[:2]] == [("conflict", (0,)), ("conflict", (1,))]
    values = [(one.conflict.value, one.conflict.attack) for one in shown if one.conflict]
    assert values == [(10, None), (12, 10), (None, 10)]
    # what is left of the attacker's turn stays in sight
    assert [one.turn.points for one in shown if one.turn] == [2, 2, 2]


@pytest.mark.parametrize(("last_built", "left"), [(4, 10), (3, 9), (0, 6)])
def test_the_view_counts_the_rounds_without_a_building_that_are_left(last_built: int, left: int):
    game = started()
    state = msgspec.structs.replace(game.state, round=5, last_built=last_built)

    assert view(msgspec.structs.replace(game, state=state), None).idle_rounds_left == left


def test_after_an_end_by_idling_no_rounds_are_left():
    game = started()
    running = msgspec.structs.replace(game.state, round=10)
    ended = msgspec.structs.replace(running, phase=Over("idle"))

    shown = [view(msgspec.structs.replace(game, state=state), None) for state in (running, ended)]

    assert [each.idle_rounds_left for each in shown] == [1, 0]


def test_a_symbol_that_had_several_jokers_and_stars_is_named_once():
    game = started(joker_scope="per_combination")
    state = msgspec.structs.replace(game.state, phase=Acting(0, Dice(gull=3, joker=2, star=2)))
    for _ in range(2):
        state = MINOS.evolve(state, DiceUsed(0, "gull", 1, True, True, 11))

    turn = view(msgspec.structs.replace(game, state=state), None).turn

    assert turn is not None
    assert (turn.jokered, turn.starred) == (("gull",), ("gull",))


def test_the_view_names_the_settlement_to_which_a_soldier_may_come():
    game = started()
    turn = Acting(0, Dice())
    game = msgspec.structs.replace(game, state=msgspec.structs.replace(game.state, phase=Placing(turn, "roma")))

    shown = view(game, None)

    assert (shown.phase_name, shown.phase, shown.placing) == ("placing", "9", "roma")


def test_each_field_of_view_commands_and_events_is_described():
    _, shapes = msgspec.json.schema_components([MinosView, *MINOS.commands, *MINOS.events])
    described = {name: shape for name, shape in shapes.items() if name not in {"Place", "ScorePart"}}
    fields = [
        (name, field)
        for name, shape in described.items()
        for field, schema in shape["properties"].items()
        if field != "type" and not schema.keys() & {"description", "$ref"}
    ]

    assert not fields
    assert all(shape["description"] for shape in shapes.values())
