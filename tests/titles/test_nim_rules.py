"""The rules of Nim, by their numbers."""

import pytest
from msgspec.structs import replace

from domain.kernel.datafile import DataSetError
from domain.kernel.ruleset import OptionError
from domain.kernel.values import Choice, Command, Range, Refusal
from tests.kit import ScriptedChance
from tests.titles.nim import NIM
from tests.titles.nim.commands import TakeObjects
from tests.titles.nim.events import FavouriteDrawn, FirstPlayerDrawn, ObjectsTaken, PlayEnded, TurnStarted
from tests.titles.nim.flow import FLOW
from tests.titles.nim.state import State
from tests.titles.nim.tables import DATA_SETS


class Shuffle(Command, frozen=True, tag="nim.shuffle"):
    """A command that Nim does not have."""


def table(*draws: int, seats: int = 2, **options: str) -> State:
    """Return the table at the first turn of seat 0. The draws are the favourite heaps."""
    state = NIM.initial(seats, NIM.resolve_options(None, {"first_player": "seat_0", **options}), "classic")
    for event in NIM.setup(state, ScriptedChance(*draws)):
        state = NIM.evolve(state, event)
    return state


def after(state: State, *takes: tuple[int, int]) -> State:
    """Return the table after each seat in turn has taken objects: pairs of heap and number."""
    for heap, number in takes:
        (seat,) = NIM.awaiting(state)
        state = NIM.step(state, seat, TakeObjects(heap, number), ScriptedChance()).state
    return state


def refused(state: State, command: Command, seat: int = 0) -> Refusal | None:
    return FLOW.forbid(state, seat, command)


def test_rule_1_1_the_data_set_gives_the_heaps():
    assert table(0, 0).heaps == (3, 4, 5)
    with pytest.raises(DataSetError, match="line 6: each heap needs an object"):
        DATA_SETS.load(
            'name = "empty"\ntitle = "Empty"\n[heaps]\nstatus = "documented"\nsource = "none"\nobjects = [0]\n'
            '[points]\nstatus = "documented"\nsource = "none"\nlast_object = 1\n',
            "empty.toml",
        )


def test_rule_1_2_the_first_player_is_drawn_or_named():
    state = NIM.initial(3, NIM.resolve_options(None, {}), "classic")
    events = NIM.setup(state, ScriptedChance(2, 0, 0, 0))

    assert events[0] == FirstPlayerDrawn(2, ((3, 2),))
    assert events[-1] == TurnStarted(2)
    assert NIM.awaiting(table(0, 0)) == {0}
    with pytest.raises(OptionError):
        NIM.initial(2, NIM.resolve_options(None, {"first_player": "seat_2"}), "classic")


def test_rule_1_3_each_player_draws_a_favourite_heap_in_secret():
    state = NIM.initial(2, NIM.resolve_options(None, {"first_player": "seat_0"}), "classic")
    drawn = [event for event in NIM.setup(state, ScriptedChance(1, 1)) if isinstance(event, FavouriteDrawn)]

    assert [(event.seat, event.secret.heap, event.known_to) for event in drawn] == [(0, 1, (0,)), (1, 1, (1,))]


def test_rule_1_3_another_table_for_a_viewer_differs_in_the_favourites_of_others_alone():
    state = table(1, 2)

    other = NIM.resample(state, 0, ScriptedChance(0))

    assert [player.favourite for player in other.players] == [1, 0]
    assert replace(other, players=state.players) == state


def test_rule_2_1_players_take_turns():
    state = after(table(0, 0, 0, seats=3), (0, 1))
    assert NIM.awaiting(state) == {1}
    assert refused(state, TakeObjects(0, 1)) == Refusal("2.2", "you have no decision to make now")
    assert NIM.awaiting(after(state, (0, 1), (0, 1))) == {0}


def test_rule_2_2_objects_come_from_a_heap_that_is_not_empty():
    state = after(table(0, 0), (0, 3))

    assert NIM.legal_commands(state, 1) == [
        Choice(TakeObjects(1, 1), Range("number", 1, 4)),
        Choice(TakeObjects(2, 1), Range("number", 1, 5)),
    ]
    assert refused(state, TakeObjects(0, 1), 1) == Refusal("2.2", "heap 0 has no objects")
    assert refused(state, TakeObjects(3, 1), 1) == Refusal("2.2", "heap 3 has no objects")
    assert refused(state, Shuffle(), 1) == Refusal("2.2", "take objects from a heap")


@pytest.mark.parametrize("number", [0, 4])
def test_rule_2_3_at_least_one_object_and_at_most_all_of_the_heap(number: int):
    assert refused(table(0, 0), TakeObjects(0, number)) == Refusal("2.3", "take 1 to 3 objects from heap 0")


def test_rule_2_3_all_objects_of_a_heap():
    step = NIM.step(table(0, 0), 0, TakeObjects(0, 3), ScriptedChance())
    assert step.events == [ObjectsTaken(0, 0, 3), TurnStarted(1)]
    assert step.state.heaps == (0, 4, 5)


def test_rule_3_1_the_game_is_over_when_all_heaps_are_empty():
    state = after(table(0, 0), (0, 3), (1, 4))
    step = NIM.step(state, 0, TakeObjects(2, 5), ScriptedChance())

    assert step.events == [ObjectsTaken(0, 2, 5), PlayEnded()]
    assert NIM.result(state) is None
    assert NIM.awaiting(step.state) == frozenset()
    assert refused(step.state, TakeObjects(0, 1)) == Refusal("3.1", "the game is over")


@pytest.mark.parametrize(("option", "points"), [("wins", 4), ("loses", -4)])
def test_rule_3_2_the_last_object_gains_or_costs_points(option: str, points: int):
    state = after(table(1, 0, last_object=option), (0, 3), (1, 4), (2, 5))
    assert [NIM.parts_of(state, seat)[0].amount for seat in (0, 1)] == [points, 0]


def test_rule_3_3_each_object_of_the_favourite_heap_is_a_point():
    state = after(table(0, 2), (0, 2), (1, 1), (1, 1))
    assert [NIM.parts_of(state, seat)[1].amount for seat in (0, 1)] == [2, 0]


def test_rule_3_4_the_most_points_win_and_equals_share_the_rank():
    won = NIM.result(after(table(1, 0), (0, 3), (1, 4), (2, 5)))
    tied = NIM.result(after(table(1, 1), (0, 3), (1, 4), (2, 5)))

    assert won is not None
    assert tied is not None
    assert [(place.seat, place.rank, place.score) for place in won] == [(0, 1, 4), (1, 2, 0)]
    assert [(place.seat, place.rank, place.score) for place in tied] == [(0, 1, 4), (1, 1, 4)]
