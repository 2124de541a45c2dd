"""The view of Siberia: what it shows besides secrets, and that each field says what it means."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.game import game as games
from domain.game.game import Game
from domain.siberia import SIBERIA
from domain.siberia.commands import EndPlacing, PlaceToken
from domain.siberia.events import PlayEnded
from domain.siberia.state import Acting, Returning, SettingUp, State
from projections.views.siberia import SiberiaView, view
from tests.projections.bot_games import batches
from tests.rules.siberia.kit import acting, do, drawn, having, table


def last(**options: Any) -> Game:
    *_, (game, _) = batches(SIBERIA, 3, 2, options)
    return game


def at(state: Any) -> Game:
    """Return a game that stands at this table."""
    game, _ = next(batches(SIBERIA, 1, len(state.players), {}))
    return replace(game, state=state)


@pytest.mark.parametrize("public", [True, False])
def test_money_is_hidden_from_others_where_the_options_say_so(public: bool) -> None:
    state = having(having(acting(money_public=public), 0, money=3000), 1, money=5000)
    shown = {viewer: [player.money for player in view(at(state), viewer).players] for viewer in (0, 1, None, "full")}

    hidden = {0: [3000, None], 1: [None, 5000], None: [None, None], "full": [3000, 5000]}
    assert shown == ({viewer: [3000, 5000] for viewer in hidden} if public else hidden)


def test_before_the_sides_are_chosen_only_frankfurt_is_in_play() -> None:
    game, _ = next(batches(SIBERIA, 2, 3, {}))
    shown = view(game, None)

    assert isinstance(game.state.phase, SettingUp)
    assert (shown.sides, [each.exchange for each in shown.exchanges]) == ("", ["frankfurt"])
    assert (shown.phase, shown.phase_name, shown.awaiting) == ("1", "set_up", (shown.first_player,))
    assert sum(shown.reserves.values()) == 42
    assert all(len(area.cubes) == 2 for area in shown.areas)


def test_the_turn_is_shown_with_its_step_and_its_moves() -> None:
    phase = Acting(turn=1, step="logistics", moves=2, moved=("amur",), passed=(0,))
    shown = view(at(replace(acting(), phase=phase)), 0)

    assert shown.action is not None
    assert (shown.phase, shown.phase_name, shown.awaiting) == ("6", "logistics", (1,))
    assert (shown.action.seat, shown.action.moves, shown.action.moved) == (1, 2, ("amur",))
    assert [player.passed for player in shown.players] == [True, False]


def test_once_the_game_is_over_everything_is_shown() -> None:
    game = last()
    shown = view(game, "full")

    assert (shown.phase_name, shown.awaiting, shown.places) == ("over", (), game.places)
    assert shown.ending == game.state.ending
    assert shown.bag_tokens is not None
    assert sum(shown.bag_tokens.values()) == shown.bag
    assert shown.investments_undrawn is not None
    assert sum(shown.investments_undrawn.values()) == shown.investments_left
    assert (view(game, None).bag_tokens, view(game, 0).investments_undrawn) == (None, None)


def test_what_ends_the_game_is_shown_with_how_near_it_is() -> None:
    state = acting()
    shown = view(at(replace(state, exhausted=("ob", "yana"), reserves=state.reserves.emptied())), None)

    assert (shown.exhausted, shown.exhausted_end, shown.reserves_end) == (2, 8, 3)
    assert [area.area for area in shown.areas if area.exhausted] == ["yana", "ob"]
    assert set(shown.reserves.values()) == {0}


def test_everybody_has_passed_while_tokens_are_returned() -> None:
    state = replace(acting(3), phase=Returning((1,)))

    assert [player.passed for player in view(at(state), None).players] == [True, True, True]


def test_who_has_passed_is_still_shown_when_the_game_is_over() -> None:
    phase = Acting(turn=1, step="done", passed=(0,))
    state = SIBERIA.evolve(replace(acting(), phase=phase, ending="areas"), PlayEnded("areas"))

    assert [player.passed for player in view(at(state), None).players] == [True, False]
    assert [player.passed for player in view(last(), None).players] == [True, True]


def test_nobody_has_passed_while_tokens_are_placed() -> None:
    assert [player.passed for player in view(at(table()), None).players] == [False, False]


def test_the_rounds_without_a_cube_are_shown_to_all_with_how_many_end_the_game() -> None:
    shown = {viewer: view(at(replace(acting(), idle_rounds=2)), viewer) for viewer in (None, 0, 1)}

    assert {(one.idle_rounds, one.idle_rounds_end) for one in shown.values()} == {(2, 5)}
    assert view(at(acting(standstill="none")), None).idle_rounds_end is None


def test_how_many_tokens_lie_is_hidden_until_a_player_is_done() -> None:
    state = drawn(("worker_gas", "manager"), ("manager",))
    seen = [tokens_to_place(state)]
    for command in (PlaceToken("manager", "research"), PlaceToken("worker_gas", "gas"), EndPlacing()):
        state = do(state, 0, command)
        seen.append(tokens_to_place(state))

    assert seen == [[2, 1], [2, 1], [2, 1], [0, 1]]


def test_how_many_tokens_are_left_is_shown_where_none_is_taken_back() -> None:
    state = drawn(("worker_gas", "manager"), ("manager",), take_back=False)

    assert tokens_to_place(do(state, 0, PlaceToken("manager", "research"))) == [1, 1]


def tokens_to_place(state: State) -> list[int]:
    """Return how many tokens each seat has to place, which all viewers see alike."""
    seen = [[player.to_place for player in view(at(state), viewer).players] for viewer in (None, 0, 1)]
    assert seen[0] == seen[1] == seen[2]
    return seen[0]


def undescribed(schema: dict[str, Any]) -> Iterator[str]:
    """Return the names of fields in the schema of a struct that nothing is said about."""
    for name, field in schema["properties"].items():
        if name != "type" and not {"description", "$ref"} & field.keys():
            yield name


def test_every_field_of_view_commands_and_events_says_what_it_means() -> None:
    _, structs = msgspec.json.schema_components((SiberiaView, *SIBERIA.commands, *SIBERIA.events))

    assert len(structs) > len(SIBERIA.commands) + len(SIBERIA.events)
    assert [name for name, schema in structs.items() if not schema.get("description")] == []
    own = {name: schema for name, schema in structs.items() if name not in {"Place", "ScorePart"}}
    assert {(name, field) for name, schema in own.items() for field in undescribed(schema)} == set()


def test_awaited_seats_are_those_that_the_game_awaits() -> None:
    for game, _ in batches(SIBERIA, 9, 4, {}):
        assert set(view(game, None).awaiting) == games.awaiting(game)
