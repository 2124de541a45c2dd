"""Rule 2: the red card and the black train, the beige cards, everybody takes one."""

import pytest

from domain.giganten import GIGANTEN
from domain.giganten.commands import EndMovement, SellOil, TakeActionCard
from domain.giganten.events import (
    ActionCardLeft,
    ActionCardTaken,
    BeigeCardRevealed,
    BlackTrainAdvanced,
    DeckReshuffled,
    ExcessReturned,
    FirstPlayerDrawn,
    OilSold,
    PhaseStarted,
    PriceRolled,
    RedCardRevealed,
    RoundStarted,
)
from domain.giganten.state import Auctions, Choosing, Derrick, Over, State
from domain.kernel.values import Event
from tests.kit import ScriptedChance
from tests.rules.giganten.kit import given, having, holding, in_phase, listed, player, refused, table, trains, when

OPEN = ("red-3-3-4-oil", "beige-5-8", "beige-5-8", "beige-8-3", "beige-4-10")


def revealed(state: State, *draws: int) -> list[Event]:
    """Return what phase 2 begins with, if the game starts from this table: the dice are drawn as 0."""
    events = GIGANTEN.setup(state, ScriptedChance(0, 0, 0, *draws))
    assert isinstance(events[0], FirstPlayerDrawn)
    return events[events.index(PhaseStarted("2")) + 1 :]


def at_the_first_card(seats: int = 4, **options: int) -> State:
    return table(seats, first_player="seat_0", **options)


def choosing(state: State) -> State:
    return in_phase(state, Choosing(OPEN, 5, state.order))


def test_rule_2a_1_a_red_card_moves_the_black_train():
    events = revealed(at_the_first_card(), 2, 0, 0, 0, 0)

    assert events[:2] == [RedCardRevealed("red-2-2-6-oil", ((12, 2),)), BlackTrainAdvanced(2, 3)]


def test_rule_2a_1_the_card_lies_open_and_has_left_the_deck():
    state = given(in_phase(table(), Choosing((), 0, (0, 1, 2, 3))), RedCardRevealed("red-1-4-2-oil", ((12, 4),)))

    assert state.phase == Choosing(("red-1-4-2-oil",), 1, (0, 1, 2, 3))
    assert (state.red.total, state.red.count("red-1-4-2-oil")) == (11, 0)


@pytest.mark.parametrize(("steps", "star"), [(20, 21), (19, 20)])
def test_rule_2a_2_reaching_the_last_space_ends_the_game(steps: int, star: int):
    state = having(at_the_first_card(black_steps=steps), black_train=star - 3)

    assert revealed(state, 0) == [RedCardRevealed("red-3-3-4-oil", ((12, 0),)), BlackTrainAdvanced(3, star)]


def test_rule_2a_2_the_train_stops_on_the_last_space():
    state = having(at_the_first_card(), black_train=20)

    assert revealed(state, 0) == [RedCardRevealed("red-3-3-4-oil", ((12, 0),)), BlackTrainAdvanced(1, 21)]


def test_rule_2a_2_one_space_before_the_last_one_the_game_goes_on():
    events = revealed(having(at_the_first_card(), black_train=17), 0, 0, 0, 0, 0)

    assert events[1] == BlackTrainAdvanced(3, 20)
    assert len(events) == 6


def test_rule_2a_2_the_end_in_phase_2a_finds_everything_pending():
    state = having(table(), round=9, black_train=20, first_player=2)
    state = trains(state, 20, 5, 5, 1)
    state = player(state, 1, depots=(4, 2, 3), derricks=(Derrick("D3", 2),), truck="D4", ones=3)
    state = in_phase(state, Auctions(2, step="selling", live=(1,), bid=1, leader=1))
    events = when(state, 1, SellOil(0), ScriptedChance(5, 5, 5, 11))

    assert events == [
        OilSold(1, "standard", 0, 5000, 0),
        PhaseStarted("8"),
        ExcessReturned(1, "hudson", 2, 2000),
        ExcessReturned(1, "standard", 1, 1000),
        RoundStarted(10, 3),
        PriceRolled("hudson", "blue", 4, 7000, ((6, 5),), 4),
        PriceRolled("jet", "blue", 4, 7000, ((6, 5),), 4),
        PriceRolled("standard", "blue", 4, 7000, ((6, 5),), 4),
        PhaseStarted("2"),
        RedCardRevealed("red-2-3-2-back-5", ((12, 11),)),
        BlackTrainAdvanced(1, 21),
    ]
    state = given(state, *events)
    assert state.phase == Over(("red-2-3-2-back-5",))
    assert next((place.seat, place.score) for place in GIGANTEN.result(state) or ()) == (1, 30000)
    assert GIGANTEN.awaiting(state) == frozenset()
    assert listed(state, 1) == []
    assert refused(state, 1, TakeActionCard("red-2-3-2-back-5")) == "10.1"


def test_rule_2a_3_an_empty_red_deck_is_reshuffled_when_a_card_is_needed():
    state = at_the_first_card()
    discards = holding(state.red, {"red-3-3-4-oil": 1, "red-1-2-8-back-3": 1})
    state = having(state, red=state.red.emptied(), red_discards=discards)
    events = revealed(state, 1, 0, 0, 0, 0)

    assert events[:3] == [
        DeckReshuffled("red", 2),
        RedCardRevealed("red-1-2-8-back-3", ((2, 1),)),
        BlackTrainAdvanced(1, 2),
    ]
    state = given(in_phase(state, Choosing((), 0, (0,))), *events[:3])
    assert state.red.contents() == (("red-3-3-4-oil", 1),)
    assert state.red_discards.total == 0


@pytest.mark.parametrize("seats", [3, 4])
def test_rule_2b_1_as_many_beige_cards_as_players(seats: int):
    state = at_the_first_card(seats)
    events = revealed(state, 11, *[0] * seats)

    assert events[2:] == [BeigeCardRevealed("beige-5-8", ((left, 0),)) for left in (30, 29, 28, 27)[:seats]]


def test_rule_2b_2_an_empty_beige_deck_is_reshuffled_only_when_a_card_is_needed():
    state = at_the_first_card()
    state = having(
        state,
        beige=holding(state.beige, {"beige-8-3": 1, "beige-7-4": 1}),
        beige_discards=holding(state.beige, {"beige-5-8": 6, "beige-3-12": 3}),
    )
    events = revealed(state, 0, 1, 0, 8, 0)

    assert events[2:] == [
        BeigeCardRevealed("beige-8-3", ((2, 1),)),
        BeigeCardRevealed("beige-7-4", ((1, 0),)),
        DeckReshuffled("beige", 9),
        BeigeCardRevealed("beige-3-12", ((9, 8),)),
        BeigeCardRevealed("beige-5-8", ((8, 0),)),
    ]


def test_rule_2b_2_a_deck_that_has_just_run_out_waits():
    state = at_the_first_card(3)
    state = having(
        state,
        beige=holding(state.beige, {"beige-8-3": 1, "beige-7-4": 2}),
        beige_discards=holding(state.beige, {"beige-5-8": 6}),
    )
    events = revealed(state, 0, 0, 0, 0)
    state = given(in_phase(state, Choosing((), 0, (0, 1, 2))), *events)

    assert not any(isinstance(event, DeckReshuffled) for event in events)
    assert (state.beige.total, state.beige_discards.contents()) == (0, (("beige-5-8", 6),))


def test_rule_2c_1_players_choose_from_the_first_player_clockwise():
    state = choosing(having(table(), first_player=2))
    chosen: list[int] = []
    for card in ("beige-8-3", "beige-5-8", "red-3-3-4-oil"):
        (seat,) = GIGANTEN.awaiting(state)
        events = when(state, seat, TakeActionCard(card))
        assert events == [ActionCardTaken(seat, card)]
        state = given(state, *events)
        chosen.append(seat)

    assert chosen == [2, 3, 0]
    assert [one.card for one in state.players] == ["red-3-3-4-oil", None, "beige-8-3", "beige-5-8"]
    assert state.phase == Choosing(("beige-5-8", "beige-4-10"), 5, (1,))


def test_rule_2c_1_choosing_out_of_turn_or_doing_something_else_is_refused():
    state = choosing(table())

    assert refused(state, 1, TakeActionCard("beige-5-8")) == "2c.1"
    assert refused(state, 0, EndMovement()) == "2c.1"
    assert GIGANTEN.question(state, 0) == "2c.1"


def test_rule_2c_2_a_card_that_does_not_lie_open_is_refused():
    state = choosing(table())

    assert refused(state, 0, TakeActionCard("beige-3-12")) == "2c.2"
    assert refused(state, 0, TakeActionCard("trump")) == "2c.2"
    assert refused(given(state, ActionCardTaken(0, "beige-8-3")), 1, TakeActionCard("beige-8-3")) == "2c.2"


def test_rule_2c_2_of_two_equal_cards_the_second_stays_open():
    state = given(choosing(table()), ActionCardTaken(0, "beige-5-8"))

    assert listed(state, 1) == [
        TakeActionCard(card) for card in ("red-3-3-4-oil", "beige-5-8", "beige-8-3", "beige-4-10")
    ]


def test_rule_2c_3_the_card_left_over_is_discarded():
    state = choosing(table())
    taken = ("red-3-3-4-oil", "beige-5-8", "beige-5-8")
    state = given(state, *(ActionCardTaken(seat, card) for seat, card in enumerate(taken)))
    events = when(state, 3, TakeActionCard("beige-8-3"))

    assert events[:3] == [ActionCardTaken(3, "beige-8-3"), ActionCardLeft("beige-4-10"), PhaseStarted("3")]
    assert given(state, *events).beige_discards.contents() == (("beige-4-10", 1),)


def test_rule_2c_3_a_red_card_left_over_loses_its_special_only():
    state = having(choosing(table()), black_train=4)
    taken = ("beige-4-10", "beige-5-8", "beige-5-8")
    state = given(state, *(ActionCardTaken(seat, card) for seat, card in enumerate(taken)))
    events = when(state, 3, TakeActionCard("beige-8-3"))
    after = given(state, *events)

    assert events[1] == ActionCardLeft("red-3-3-4-oil")
    assert after.red_discards.contents() == (("red-3-3-4-oil", 1),)
    assert (after.black_train, after.supply) == (4, 60)
