"""Rule 4d: the special of the card, after the movement."""

import pytest
from msgspec.structs import replace

from domain.giganten import DEFAULT_DATA_SET, GIGANTEN
from domain.giganten.board import board_of
from domain.giganten.commands import (
    AdvanceTrain,
    DeclineSpecial,
    DriveTruck,
    EndMovement,
    PlaceTruck,
    PushTrainsBack,
    ShiftPrice,
    StoreFreeOil,
)
from domain.giganten.events import (
    ActionCardDiscarded,
    FreeOilStored,
    MovementEnded,
    PriceShifted,
    SpecialDeclined,
    TrainPosition,
    TrainsPushedBack,
)
from domain.giganten.options import COMPANIES
from domain.kernel.values import Command
from tests.rules.giganten.kit import at_special, given, having, listed, moving, player, refused, table, trains, when

OIL = "red-3-3-4-oil"
BACK_5 = "red-2-3-2-back-5"
PRICE_4 = "beige-4-5-price-4"


def test_rule_4d_1_the_special_comes_after_the_movement():
    state = moving(table(), 0, 5, truck="A1", card=PRICE_4)
    assert when(state, 0, EndMovement()) == [MovementEnded(0, 5)]
    state = given(state, MovementEnded(0, 5))

    assert GIGANTEN.awaiting(state) == {0}
    assert GIGANTEN.question(state, 0) == "4d.1"
    assert when(state, 0, ShiftPrice("jet", 1, 2)) == [
        PriceShifted(0, "jet", 2, 6000, 2),
        ActionCardDiscarded(0, PRICE_4),
    ]


@pytest.mark.parametrize("card", [OIL, BACK_5, PRICE_4])
def test_rule_4d_1_a_special_may_be_declined(card: str):
    state = at_special(table(), 0, card)

    assert when(state, 0, DeclineSpecial()) == [SpecialDeclined(0), ActionCardDiscarded(0, card)]


@pytest.mark.parametrize(
    ("card", "command"), [(OIL, StoreFreeOil("jet")), (BACK_5, PushTrainsBack()), (PRICE_4, ShiftPrice("jet", 1, 1))]
)
def test_rule_4d_1_a_special_during_the_movement_is_refused(card: str, command: Command):
    state = moving(table(), 0, 5, truck="A1", card=card)

    assert refused(state, 0, command) == "4d.1"
    assert refused(state, 0, DeclineSpecial()) == "4d.1"


def test_rule_4d_1_movement_after_its_end_is_refused():
    state = at_special(table(), 0, OIL)

    for command in (EndMovement(), AdvanceTrain(1), DriveTruck("A2")):
        assert refused(state, 0, command) == "4d.1"
    assert refused(state, 0, PlaceTruck("B1")) == "4a.3"
    assert refused(state, 1, StoreFreeOil("jet")) == "4d.1"


@pytest.mark.parametrize("card", [OIL, PRICE_4])
def test_rule_4d_1_declining_is_refused_where_specials_are_not_optional(card: str):
    state = at_special(table(specials_optional=False), 0, card)

    assert refused(state, 0, DeclineSpecial()) == "4d.1"
    assert listed(state, 0, DeclineSpecial) == []


def test_rule_4d_1_trains_are_pushed_back_without_asking_where_specials_are_not_optional():
    state = trains(moving(table(3, specials_optional=False), 0, 2, truck="A1", card=BACK_5), 9, 9, 3)

    assert when(state, 0, EndMovement()) == [
        MovementEnded(0, 2),
        TrainsPushedBack(0, 5, (TrainPosition(1, 4), TrainPosition(2, 1))),
        ActionCardDiscarded(0, BACK_5),
    ]


@pytest.mark.parametrize("optional", [True, False])
def test_rule_4d_1_who_could_only_decline_is_not_asked(optional: bool):
    state = having(moving(table(specials_optional=optional), 0, 4, truck="A1", card=OIL), supply=0)

    assert when(state, 0, EndMovement()) == [MovementEnded(0, 4), SpecialDeclined(0), ActionCardDiscarded(0, OIL)]


@pytest.mark.parametrize(
    ("direction", "steps", "price"), [(1, 0, 5000), (1, 1, 5500), (1, 4, 7000), (-1, 0, 5000), (-1, 4, 3000)]
)
def test_rule_4d_2_one_price_moves_up_to_the_number(direction: int, steps: int, price: int):
    state = at_special(table(), 0, PRICE_4)
    events = when(state, 0, ShiftPrice("standard", direction, steps))

    assert events == [
        PriceShifted(0, "standard", direction * steps, price, direction * steps),
        ActionCardDiscarded(0, PRICE_4),
    ]
    assert given(state, *events).prices == (5000, 5000, price)


@pytest.mark.parametrize(("direction", "steps"), [(1, 5), (-1, 5), (1, -1), (0, 0), (0, 1), (2, 1), (-2, 1)])
def test_rule_4d_2_more_steps_or_no_direction_are_refused(direction: int, steps: int):
    assert refused(at_special(table(), 0, PRICE_4), 0, ShiftPrice("jet", direction, steps)) == "4d.2"


def test_rule_4d_2_up_to_the_ends_of_the_table():
    state = having(at_special(table(), 0, PRICE_4), prices=(9000, 8000, 2000))

    assert listed(state, 0, ShiftPrice) == [
        ShiftPrice("hudson", 1, 0),
        *(ShiftPrice("hudson", -1, steps) for steps in range(5)),
        *(ShiftPrice("jet", 1, steps) for steps in range(3)),
        *(ShiftPrice("jet", -1, steps) for steps in range(5)),
        *(ShiftPrice("standard", 1, steps) for steps in range(5)),
        *(ShiftPrice("standard", -1, steps) for steps in range(2)),
    ]


def test_rule_4d_2_beyond_the_ends_of_the_table_is_refused():
    state = having(at_special(table(), 0, PRICE_4), prices=(9000, 1500, 8500))

    assert refused(state, 0, ShiftPrice("hudson", 1, 1)) == "4d.2"
    assert refused(state, 0, ShiftPrice("jet", -1, 1)) == "4d.2"
    assert refused(state, 0, ShiftPrice("standard", 1, 2)) == "4d.2"


def test_rule_4d_2_exactly_the_number_under_its_option():
    state = at_special(table(price_special="exact"), 0, "beige-3-8-price-3")
    events = when(state, 0, ShiftPrice("hudson", -1, 3))

    assert events[0] == PriceShifted(0, "hudson", -3, 3500, -3)
    assert listed(state, 0, ShiftPrice) == [
        ShiftPrice(company, direction, 3) for company in COMPANIES for direction in (1, -1)
    ]


@pytest.mark.parametrize("steps", [0, 1, 2, 4])
def test_rule_4d_2_another_number_is_refused_under_the_option_exact(steps: int):
    state = at_special(table(price_special="exact"), 0, "beige-3-8-price-3")

    assert refused(state, 0, ShiftPrice("hudson", -1, steps)) == "4d.2"


def test_rule_4d_2_an_exact_change_stops_at_the_ends_of_the_table():
    state = having(at_special(table(price_special="exact"), 0, PRICE_4), prices=(9000, 8500, 2000))

    assert when(state, 0, ShiftPrice("hudson", 1, 4))[0] == PriceShifted(0, "hudson", 4, 9000, 0)
    assert when(state, 0, ShiftPrice("jet", 1, 4))[0] == PriceShifted(0, "jet", 4, 9000, 1)
    assert when(state, 0, ShiftPrice("standard", -1, 4))[0] == PriceShifted(0, "standard", -4, 1500, -1)


def shifts(prices: tuple[int, int, int], **options: int | str | bool) -> list[Command]:
    """Return the price changes that a player with a card for three steps may choose."""
    state = having(at_special(table(specials_optional=False, **options), 0, "beige-3-8-price-3"), prices=prices)
    commands = listed(state, 0)
    for company in COMPANIES:
        for direction in (1, -1):
            for steps in range(5):
                if (command := ShiftPrice(company, direction, steps)) not in commands:
                    assert refused(state, 0, command) == "4d.2"
    return commands


def test_rule_4d_2_a_mandatory_special_moves_a_price_by_at_least_one_step():
    assert shifts((9000, 8500, 1500)) == [
        *(ShiftPrice("hudson", -1, steps) for steps in (1, 2, 3)),
        ShiftPrice("jet", 1, 1),
        *(ShiftPrice("jet", -1, steps) for steps in (1, 2, 3)),
        *(ShiftPrice("standard", 1, steps) for steps in (1, 2, 3)),
    ]


def test_rule_4d_2_a_mandatory_exact_special_moves_a_price_too():
    assert shifts((9000, 8500, 1500), price_special="exact") == [
        ShiftPrice("hudson", -1, 3),
        ShiftPrice("jet", 1, 3),
        ShiftPrice("jet", -1, 3),
        ShiftPrice("standard", 1, 3),
    ]


def test_rule_4d_2_no_step_is_offered_where_no_price_can_move(monkeypatch: pytest.MonkeyPatch):
    data = table().data
    short = replace(data, prices=replace(data.prices, ladder=(5000,)))
    monkeypatch.setattr(board_of(DEFAULT_DATA_SET), "data", short)

    assert shifts((5000, 5000, 5000)) == [
        ShiftPrice(company, direction, 0) for company in COMPANIES for direction in (1, -1)
    ]


@pytest.mark.parametrize("special", ["up_to", "exact"])
def test_rule_4d_2_with_a_minimum_of_0_a_mandatory_special_may_leave_all_prices(special: str):
    steps = (0, 1, 2, 3) if special == "up_to" else (3,)
    commands = shifts((5000, 9000, 1500), price_special=special, special_minimum=0)

    assert [command for command in commands if command in {ShiftPrice("hudson", 1, step) for step in steps}]
    assert ShiftPrice("jet", 1, steps[0]) in commands
    assert ShiftPrice("standard", -1, steps[0]) in commands


def test_rule_4d_2_a_special_that_may_be_declined_may_move_a_price_by_0():
    assert ShiftPrice("jet", 1, 0) in listed(at_special(table(), 0, PRICE_4), 0)


@pytest.mark.parametrize(("direction", "steps", "actual"), [(1, 4, 1), (-1, 4, -4), (1, 0, 0)])
def test_rule_1_6_a_special_records_chosen_and_actual_steps(direction: int, steps: int, actual: int):
    option = "exact" if steps else "up_to"
    state = having(at_special(table(price_special=option), 0, PRICE_4), prices=(8500, 5000, 5000))
    event = when(state, 0, ShiftPrice("hudson", direction, steps))[0]

    assert isinstance(event, PriceShifted)
    assert (event.steps, event.actual_steps) == (direction * steps, actual)


def test_rule_1_6_no_special_moves_a_price_beyond_an_end():
    state = having(at_special(table(price_special="exact"), 0, PRICE_4), prices=(9000, 1500, 5000))

    assert given(state, *when(state, 0, ShiftPrice("hudson", 1, 4))).prices == (9000, 1500, 5000)
    assert given(state, *when(state, 0, ShiftPrice("jet", -1, 4))).prices == (9000, 1500, 5000)


def test_rule_4d_3_one_marker_into_an_own_depot():
    state = player(at_special(table(), 0, OIL), 0, depots=(2, 2, 2))
    events = when(state, 0, StoreFreeOil("jet"))
    after = given(state, *events)

    assert events == [FreeOilStored(0, "jet"), ActionCardDiscarded(0, OIL)]
    assert (after.players[0].depots, after.supply) == ((2, 3, 2), 59)


def test_rule_4d_3_the_choice_of_depot_is_free():
    state = at_special(table(), 0, OIL)

    assert listed(state, 0) == [*(StoreFreeOil(company) for company in COMPANIES), DeclineSpecial()]


def test_rule_4d_3_with_an_empty_supply_the_special_is_skipped():
    state = having(moving(table(), 0, 4, truck="A1", card=OIL), supply=0)

    assert when(state, 0, EndMovement())[1] == SpecialDeclined(0)


def test_rule_4d_3_an_unlimited_supply_never_runs_out():
    state = having(at_special(table(oil_supply="unlimited"), 0, OIL), supply=0)
    events = when(state, 0, StoreFreeOil("hudson"))

    assert events[0] == FreeOilStored(0, "hudson")
    assert given(state, *events).players[0].depots == (1, 0, 0)


def test_rule_4d_4_all_opponents_trains_go_back_by_the_full_number():
    state = having(trains(at_special(table(), 0, BACK_5), 18, 20, 7, 12), black_train=9)
    events = when(state, 0, PushTrainsBack())
    after = given(state, *events)

    assert events == [
        TrainsPushedBack(0, 5, (TrainPosition(1, 15), TrainPosition(2, 2), TrainPosition(3, 7))),
        ActionCardDiscarded(0, BACK_5),
    ]
    assert [one.train for one in after.players] == [18, 15, 2, 7]
    assert after.black_train == 9


@pytest.mark.parametrize("start", [1, 6])
def test_rule_4d_4_trains_pushed_back_below_the_start_stop_on_space_1(start: int):
    state = trains(at_special(table(train_start=start), 0, BACK_5), 3, 1, 5, 6)

    assert when(state, 0, PushTrainsBack())[0] == TrainsPushedBack(
        0, 5, (TrainPosition(1, 1), TrainPosition(2, 1), TrainPosition(3, 1))
    )


@pytest.mark.parametrize(
    ("card", "command"),
    [
        (OIL, PushTrainsBack()),
        (OIL, ShiftPrice("jet", 1, 0)),
        (BACK_5, StoreFreeOil("jet")),
        (BACK_5, ShiftPrice("jet", 1, 1)),
        (PRICE_4, StoreFreeOil("jet")),
        (PRICE_4, PushTrainsBack()),
    ],
)
def test_rule_4d_5_the_special_of_another_card_is_refused(card: str, command: Command):
    assert refused(at_special(table(), 0, card), 0, command) == "4d.5"


def test_rule_4d_5_a_card_without_special_asks_for_none():
    state = moving(table(), 0, 8, truck="A1", card="beige-5-8")

    assert when(state, 0, EndMovement()) == [MovementEnded(0, 8), ActionCardDiscarded(0, "beige-5-8")]


def test_rule_4e_1_a_card_is_discarded_to_the_pile_of_its_colour():
    state = at_special(table(), 0, OIL)
    after = given(state, *when(state, 0, DeclineSpecial()))

    assert after.red_discards.contents() == ((OIL, 1),)
    assert after.beige_discards.total == 0
    assert GIGANTEN.awaiting(after) == {1}


def test_rule_4d_5_the_card_of_another_player_does_not_help():
    state = player(at_special(table(), 0, PRICE_4), 1, card=OIL)

    assert refused(state, 0, StoreFreeOil("jet")) == "4d.5"
