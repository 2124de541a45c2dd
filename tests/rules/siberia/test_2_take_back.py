"""Rule 2.8: until a player is done, tokens may be taken back; the others see that, but never which (X9, X20)."""

from random import Random

import pytest
from msgspec.structs import replace

from domain.siberia import SIBERIA
from domain.siberia import events as e
from domain.siberia.commands import EndPlacing, Pass, PlaceToken, TakeBack
from domain.siberia.options import Token
from domain.siberia.state import Acting, Placing, State
from tests.kit import RandomChance, ScriptedChance
from tests.rules.siberia.kit import BUSY, do, drawn, events_of, given, having, listed, one, reason, refused

GAS, BACK = PlaceToken("worker_gas", "gas"), TakeBack("worker_gas", "gas")


def changes(state: State) -> tuple[int, ...]:
    assert isinstance(state.phase, Placing)
    return tuple(state.phase.changes_of(seat) for seat in range(len(state.players)))


def lying(state: State, seat: int) -> int:
    assert isinstance(state.phase, Placing)
    return len(state.phase.laid[seat])


def hands(state: State) -> tuple[tuple[Token, ...], ...]:
    assert isinstance(state.phase, Placing)
    return state.phase.hands


def test_rule_2_8_a_token_of_this_round_may_be_taken_back_and_placed_again():
    state = do(drawn(("worker_gas", "manager"), ("manager",)), 0, GAS)
    assert BACK in listed(state, 0)
    state = do(state, 0, BACK)
    assert hands(state) == (("manager", "worker_gas"), ("manager",))
    assert PlaceToken("worker_gas", "worker") in listed(state, 0)


def test_rule_2_8_a_space_is_free_again_when_its_token_is_taken_back():
    state = having(drawn(("worker_gas", "salesman_gas"), ("manager",)), 0, {"gas": ("investor_gas",)})
    state = do(state, 0, GAS)
    assert refused(state, 0, PlaceToken("salesman_gas", "gas")) == "2.5"
    assert PlaceToken("salesman_gas", "gas") in listed(do(state, 0, BACK), 0)


def test_rule_2_8_after_the_last_token_the_seat_is_asked_to_confirm_or_to_take_one_back():
    state = do(drawn(("worker_gas",), ("manager",)), 0, GAS)
    assert SIBERIA.awaiting(state) == {0, 1}
    assert listed(state, 0) == [EndPlacing(), BACK]


def test_rule_2_8_nobody_is_done_before_all_tokens_lie():
    state = drawn(("worker_gas", "manager"), ("manager",))
    assert refused(state, 0, EndPlacing()) == "2.2"
    assert reason(do(state, 0, GAS), 0, EndPlacing()) == "place all the tokens that you drew first"
    assert reason(do(state, 1, PlaceToken("manager", "manager")), 1, Pass()).startswith("say that you are done")


def test_rule_2_8_who_is_done_takes_nothing_back():
    state = do(do(drawn(("worker_gas",), ("manager",)), 0, GAS), 0, EndPlacing())
    assert SIBERIA.awaiting(state) == {1}
    assert refused(state, 0, BACK) == "2.2"
    assert listed(state, 0) == []


def test_rule_2_8_all_is_revealed_when_everybody_is_done():
    state = do(having(drawn(("worker_gas",), ("manager",)), 0, BUSY), 0, GAS)
    state = do(do(state, 0, EndPlacing()), 1, PlaceToken("manager", "manager"))
    assert state.players[0].tokens["gas"] == ()
    events = events_of(state, 1, EndPlacing())
    assert events[0] == e.PlacingEnded(1)
    assert one(events, e.PlacementsRevealed).placements[0].tokens == (e.Laid("worker_gas", "gas"),)
    assert isinstance(given(state, *events).phase, Acting)


def test_rule_2_8_only_an_own_token_of_this_round_where_it_lies():
    state = having(drawn(("worker_gas",), ("manager",)), 0, {"coal": ("worker_coal",)})
    state = do(state, 0, GAS)
    assert refused(state, 0, TakeBack("worker_coal", "coal")) == "2.8"
    assert refused(state, 0, TakeBack("worker_gas", "worker")) == "2.8"
    assert refused(state, 1, BACK) == "2.8"


def test_rule_2_8_one_of_two_alike_is_taken_back():
    state = drawn(("worker_gas", "worker_gas"), ("manager",))
    state = do(do(do(state, 0, GAS), 0, GAS), 0, BACK)
    assert hands(state)[0] == ("worker_gas",)
    assert BACK in listed(state, 0)


def test_rule_2_8_the_others_do_not_see_whether_a_token_is_placed_or_taken_back():
    state = do(drawn(("worker_gas", "manager"), ("manager",)), 0, GAS)
    placed = one(events_of(state, 0, PlaceToken("manager", "research")), e.PlacingChanged)
    taken = one(events_of(state, 0, BACK), e.PlacingChanged)
    assert placed.known_to == taken.known_to == (0,)
    assert placed.secret != taken.secret
    assert replace(placed, secret=taken.secret) == taken
    assert SIBERIA.question(do(state, 0, BACK), 0) == SIBERIA.question(state, 0)


def test_rule_2_8_the_number_of_changes_of_each_player_is_counted():
    state = drawn(("worker_gas", "manager"), ("manager",))
    assert changes(state) == (0, 0)
    for number, command in enumerate((GAS, BACK, GAS, PlaceToken("manager", "manager")), 1):
        state = do(state, 0, command)
        assert changes(state) == (number, 0)
    state = do(state, 1, PlaceToken("manager", "manager"))
    assert changes(state) == (4, 1)
    assert changes(do(state, 0, EndPlacing())) == (4, 1)


def test_rule_2_8_the_number_of_changes_bounds_what_the_others_believe_to_lie():
    """After two changes none of the tokens lies, or two; after three one or three (N18)."""
    state = drawn(("worker_gas", "manager", "manager"), ("manager",))
    for number, command in enumerate((GAS, BACK, GAS), 1):
        state = do(state, 0, command)
        believed = {lying(SIBERIA.resample(state, 1, RandomChance(Random(seed))), 0) for seed in range(30)}
        assert believed == set(range(number % 2, number + 1, 2))


def test_rule_2_8_the_command_of_each_change_can_be_rebuilt():
    state = drawn(("worker_gas",), ("manager",))
    for command in (GAS, BACK, GAS, EndPlacing()):
        (event,) = events_of(state, 0, command)
        assert [*SIBERIA.commands_of(event)] == [command]
        state = given(state, event)


def test_rule_2_8_who_has_drawn_nothing_is_not_asked():
    state = having(drawn((), ("manager",)), 0, BUSY)
    assert SIBERIA.awaiting(state) == {1}
    state = do(state, 1, PlaceToken("manager", "manager"))
    assert isinstance(do(state, 1, EndPlacing()).phase, Acting)


def test_rule_2_8_without_the_option_a_token_that_lies_stays_and_the_last_one_ends_the_placing():
    state = do(drawn(("worker_gas", "manager"), ("manager",), take_back=False), 0, GAS)
    assert refused(state, 0, BACK) == "2.8"
    assert refused(state, 0, EndPlacing()) == "2.8"
    assert events_of(state, 0, PlaceToken("manager", "research"))[0] == e.TokenPlaced(
        0, 0, e.Laid("manager", "research")
    )
    assert SIBERIA.awaiting(do(state, 0, PlaceToken("manager", "research"))) == {1}


@pytest.mark.parametrize("seats", [2, 4])
def test_rule_2_8_a_stored_game_that_does_not_name_the_option_has_no_taking_back(seats: int):
    recorded = SIBERIA.resolve_options(None, {"first_player": "seat_0", "exchange_sides": "random"})
    new = recorded | {"take_back": False}
    del recorded["take_back"]
    stored = SIBERIA.initial(seats, SIBERIA.stored_options(recorded), SIBERIA.default_data_set)
    assert stored.options.take_back is False
    assert stored == SIBERIA.initial(seats, new, SIBERIA.default_data_set)
    state = given(stored, *SIBERIA.setup(stored, ScriptedChance(rest=0)))
    assert {type(choice.command) for choice in SIBERIA.legal_commands(state, 0)} == {PlaceToken}
    assert SIBERIA.awaiting(state) == {*range(seats)}
