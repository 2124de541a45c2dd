"""Rule 0: what stands on the table before the first choice."""

from typing import Any

import pytest

from domain.giganten import GIGANTEN
from domain.giganten.commands import AdvanceTrain, PlaceTruck, TakeActionCard
from domain.giganten.events import (
    BeigeCardRevealed,
    BlackTrainAdvanced,
    FirstPlayerDrawn,
    PhaseStarted,
    PriceRolled,
    RedCardRevealed,
    RoundStarted,
    TruckPlaced,
)
from domain.giganten.state import SettingUp
from domain.kernel.ruleset import OptionError
from tests.kit import ScriptedChance, of
from tests.rules.giganten.kit import KIT, given, listed, refused, table, when

MARKED = {"E5", "J6", "D11", "G18", "L14", "A16"}


def test_rule_0_1_three_or_four_play():
    assert list(GIGANTEN.seats) == [3, 4]
    assert [len(table(seats).players) for seats in GIGANTEN.seats] == [3, 4]


def test_rule_0_1_the_order_of_seats_is_clockwise():
    assert given(table(4), FirstPlayerDrawn(2, ())).order == (2, 3, 0, 1)
    assert given(table(3), FirstPlayerDrawn(2, ())).order == (2, 0, 1)


def test_rule_0_2_a_hidden_tile_lies_on_each_site():
    state = table(4)

    assert len(state.tiles) == 36
    assert set(state.tiles.values()) == {None}
    assert [kind.contents() for kind in state.undrawn] == [
        ((2, 4), (3, 4), (4, 4)),
        ((2, 6), (5, 6)),
        ((4, 4), (5, 4), (6, 4)),
    ]


def test_rule_0_3_with_three_players_the_marked_sites_stay_empty():
    state = table(3)

    assert len(state.tiles) == 30
    assert set(table(4).tiles) - set(state.tiles) == MARKED


def test_rule_0_3_which_tiles_leave_the_game_is_settled_by_the_draws_that_never_happen():
    assert [kind.total for kind in table(3).undrawn] == [12, 12, 12]


def test_rule_0_4_prices_start_at_5000():
    assert table().prices == (5000, 5000, 5000)


@pytest.mark.parametrize("supply", ["strict60", "unlimited"])
def test_rule_0_5_the_supply_holds_sixty_oil_markers(supply: str):
    assert table(oil_supply=supply).supply == 60


@pytest.mark.parametrize(("ones", "twos"), [(39, 39), (30, 30), (40, 39)])
def test_rule_0_6_the_licence_deck_has_the_cards_that_its_options_say(ones: int, twos: int):
    state = table(licence_ones=ones, licence_twos=twos)

    assert state.licences.contents() == ((1, ones), (2, twos))
    assert state.licence_discards.total == 0


def test_rule_0_6_twelve_red_and_thirty_beige_cards():
    state = table()

    assert (state.red.total, state.beige.total) == (12, 30)
    assert (state.red_discards.total, state.beige_discards.total) == (0, 0)


@pytest.mark.parametrize("public", [True, False])
def test_rule_0_7_each_player_starts_with_15000_dollars(public: bool):
    assert [player.money for player in table(money_public=public).players] == [15000] * 4


def test_rule_0_8_trucks_and_derricks_start_off_the_board():
    state = table()

    assert [(player.truck, player.derricks) for player in state.players] == [(None, ())] * 4
    assert state.data.pieces.derricks == 5


@pytest.mark.parametrize("space", [1, 6])
def test_rule_0_9_all_trains_start_on_the_same_space(space: int):
    assert [player.train for player in table(train_start=space).players] == [space] * 4


@pytest.mark.parametrize("space", [1, 6])
def test_rule_0_10_the_black_train_starts_on_space_1_whatever_the_others_do(space: int):
    assert table(train_start=space).black_train == 1


def test_rule_0_11_the_first_player_is_drawn():
    events = GIGANTEN.setup(table(), ScriptedChance(2, rest=0))

    assert events[:2] == [FirstPlayerDrawn(2, ((4, 2),)), RoundStarted(1, 2)]
    assert GIGANTEN.awaiting(given(table(), *events)) == {2}


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_rule_0_11_an_option_names_the_first_player(seat: int):
    events = GIGANTEN.setup(table(first_player=f"seat_{seat}"), ScriptedChance(rest=0))

    assert events[:2] == [FirstPlayerDrawn(seat, ()), RoundStarted(1, seat)]


def test_rule_0_11_a_seat_that_the_game_does_not_have_cannot_begin():
    with pytest.raises(OptionError):
        table(3, first_player="seat_3")


def test_the_first_batch_goes_on_to_the_first_choice():
    events = GIGANTEN.setup(table(3), ScriptedChance(1, 0, 4, 5, 11, 0, 28, 6))

    assert events == [
        FirstPlayerDrawn(1, ((3, 1),)),
        RoundStarted(1, 1),
        PriceRolled("hudson", "red", 2, 4000, ((6, 0),), -2),
        PriceRolled("jet", "blue", 3, 6500, ((6, 4),), 3),
        PriceRolled("standard", "blue", 4, 7000, ((6, 5),), 4),
        PhaseStarted("2"),
        RedCardRevealed("red-2-3-2-back-5", ((12, 11),)),
        BlackTrainAdvanced(2, 3),
        BeigeCardRevealed("beige-5-8", ((30, 0),)),
        BeigeCardRevealed("beige-4-5-price-4", ((29, 28),)),
        BeigeCardRevealed("beige-4-10", ((28, 6),)),
    ]


def test_rule_0_8_with_truck_entry_setup_trucks_enter_before_the_first_roll():
    state = table(3, truck_entry="setup")
    events = GIGANTEN.setup(state, ScriptedChance(1))
    assert events == [FirstPlayerDrawn(1, ((3, 1),))]

    state = given(state, *events)
    assert state.phase == SettingUp((1, 2, 0))
    assert when(state, 1, PlaceTruck("A1")) == [TruckPlaced(1, "A1")]
    state = given(state, TruckPlaced(1, "A1"), TruckPlaced(2, "B1"))
    last = when(state, 0, PlaceTruck("L1"))

    assert last[:2] == [TruckPlaced(0, "L1"), RoundStarted(1, 1)]
    assert len(of(last, PriceRolled)) == 3
    assert [player.truck for player in given(state, *last).players] == ["L1", "A1", "B1"]


def test_rule_4a_1_in_set_up_trucks_enter_in_turn_and_on_column_1_or_are_refused():
    state = given(table(3, truck_entry="setup"), FirstPlayerDrawn(1, ((3, 1),)), TruckPlaced(1, "A1"))

    assert refused(state, 1, PlaceTruck("B1")) == "4a.1"
    assert refused(state, 2, PlaceTruck("B2")) == "4a.1"
    assert refused(state, 2, AdvanceTrain(1)) == "4a.1"
    assert refused(state, 2, TakeActionCard("beige-5-8")) == "4a.1"
    assert refused(state, 2, PlaceTruck("A1")) == "4a.2"
    assert listed(state, 2) == [PlaceTruck(f"{row}1") for row in "BCDEFGHIJKL"]


def test_unknown_options_and_values_are_refused():
    for options in ({"weather": "fine"}, {"train_start": 7}, {"inflation": True}, {"min_opening_bid": True}):
        with pytest.raises(OptionError):
            table(**options)


@pytest.mark.parametrize(
    ("profile", "named"),
    [
        ("standard", {}),
        ("goblins-2006", {"specials_optional": False, "own_transport": "mandatory"}),
        ("giochirari-2001", {"price_special": "exact", "licence_ones": 30, "licence_twos": 30}),
    ],
)
def test_a_profile_follows_the_source_whose_name_it_bears(profile: str, named: dict[str, Any]):
    usual = GIGANTEN.resolve_options(None, {})

    assert GIGANTEN.resolve_options(profile, {}) == {**usual, **named}
    assert KIT.fresh(4, profile).licences.total == named.get("licence_ones", 39) * 2


def test_a_profile_sets_its_options_and_a_game_may_change_single_ones():
    options = KIT.fresh(4, "kurz", bluff_pick="random").options

    assert (options.price_special, options.foreign_transport, options.score_depot_oil) == ("exact", "free", False)
    assert (options.opponent_train, options.licence_tie) == ("any_ahead", "cards")
    assert options.bluff_pick == "random"
