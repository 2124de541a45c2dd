"""Rule 6: derricks yield, trains carry."""

import pytest

from domain.giganten import GIGANTEN
from domain.giganten.commands import BuildDerrick, DeclineDrilling, DiscardOil, EndMovement, ShipOil
from domain.giganten.events import (
    AuctionOpened,
    Carrier,
    DerrickBuilt,
    DerrickExhausted,
    Drawn,
    DrillingDeclined,
    OilDiscarded,
    OilShipped,
    Payment,
    PhaseStarted,
)
from domain.giganten.options import COMPANIES
from domain.giganten.state import Derrick, Drilling, State, Transport
from domain.kernel.values import Event
from tests.kit import ScriptedChance, before
from tests.rules.giganten.kit import KIT, given, having, in_phase, listed, player, refused, table, trains, when

NEXT = PhaseStarted("7")


def transport(state: State, *derricks: Derrick) -> State:
    """Return the table in phase 6 while seat 0 extracts from these derricks, and nobody after it."""
    derricks = derricks or (Derrick("H7", 3),)
    state = player(state, 0, derricks=derricks)
    return in_phase(state, Transport((0,), tuple(derrick.site for derrick in derricks)))


def carriers(state: State, site: str = "H7") -> set[Carrier]:
    """Return the trains by which the marker from a derrick may go."""
    shipping = (command for command in listed(state, 0) if isinstance(command, ShipOil))
    return {command.carrier for command in shipping if command.site == site}


def carried(state: State, carrier: Carrier, site: str = "H7") -> list[Event]:
    """Return what happens when seat 0 ships a marker to Jet, up to the next phase."""
    return before(when(state, 0, ShipOil(site, "jet", carrier)), NEXT)


def test_rule_6_1_each_derrick_yields_one_marker_also_one_just_built():
    state = in_phase(player(table(), 0, truck="D4", train=5, derricks=(Derrick("C5", 4),)), Drilling((0,)))
    events = when(state, 0, BuildDerrick("D3"), ScriptedChance(4))
    after = given(state, *events)

    assert events == [DerrickBuilt(0, "D3", 4000, 3, 3, Drawn(((12, 4),))), PhaseStarted("6")]
    assert after.phase == Transport((0, 1, 2, 3), ("C5", "D3"))
    events = when(after, 0, ShipOil("C5", "hudson", "own"))
    after = given(after, *events)
    assert events == [OilShipped(0, "C5", "hudson", "own", 0, ())]
    assert refused(after, 0, ShipOil("C5", "hudson", "own")) == "6.1"
    events = before(when(after, 0, DiscardOil("D3")), NEXT)
    assert [derrick.markers for derrick in given(after, *events).players[0].derricks] == [3, 2]


def test_rule_6_1_players_extract_from_the_first_player_clockwise():
    state = having(trains(table(), 20, 20, 20, 20), first_player=3)
    for seat, site in ((0, "D3"), (1, "C5"), (3, "H7")):
        state = player(state, seat, derricks=(Derrick(site, 2),))
    asked: list[int] = []
    state = given(state, PhaseStarted("6"))
    while isinstance(state.phase, Transport):
        (seat,) = GIGANTEN.awaiting(state)
        state = given(state, *when(state, seat, ShipOil(state.phase.sites[0], "jet", "own")))
        asked.append(seat)

    assert asked == [3, 0, 1]


def test_rule_6_1_a_derrick_cannot_be_left_out_nor_another_players_be_used():
    state = player(transport(trains(table(), 20)), 1, derricks=(Derrick("D3", 2),))

    assert refused(state, 0, EndMovement()) == "6.1"
    assert refused(state, 0, DeclineDrilling()) == "6.1"
    assert refused(state, 0, ShipOil("D3", "jet", "own")) == "6.1"
    assert refused(state, 0, DiscardOil("D3")) == "6.1"
    assert refused(state, 0, DiscardOil("nowhere")) == "6.1"


def test_rule_6_2_each_marker_goes_to_any_company_or_back():
    state = transport(trains(table(), 20), Derrick("H7", 3), Derrick("D3", 1))

    assert set(listed(state, 0)) == {
        ShipOil("H7", "hudson", "own"),
        ShipOil("H7", "jet", "own"),
        ShipOil("H7", "standard", "own"),
        DiscardOil("H7"),
        ShipOil("D3", "hudson", "own"),
        ShipOil("D3", "jet", "own"),
        ShipOil("D3", "standard", "own"),
        DiscardOil("D3"),
    }


@pytest.mark.parametrize(("place", "depots"), [(0, (8, 0, 2)), (1, (7, 1, 2)), (2, (7, 0, 3))])
def test_rule_6_2_a_depot_takes_any_number(place: int, depots: tuple[int, int, int]):
    state = player(transport(trains(table(), 20)), 0, depots=(7, 0, 2))
    event = OilShipped(0, "H7", COMPANIES[place], "own", 0, ())

    assert before(when(state, 0, ShipOil("H7", COMPANIES[place], "own")), NEXT) == [event]
    assert given(state, event).players[0].depots == depots


def test_rule_6_2_a_marker_is_discarded_though_it_could_go_for_free():
    state = having(transport(trains(table(), 20)), supply=50)
    events = before(when(state, 0, DiscardOil("H7")), NEXT)

    assert events == [OilDiscarded(0, "H7", "waived")]
    assert given(state, *events).supply == 51
    assert given(state, *events).players[0].derricks == (Derrick("H7", 2),)


@pytest.mark.parametrize("train", [7, 20])
def test_rule_6_2_oil_that_the_own_train_reaches_may_have_to_be_shipped(train: int):
    state = transport(trains(table(own_transport="mandatory"), train), Derrick("H7", 3))

    assert refused(state, 0, DiscardOil("H7")) == "6.2"
    assert set(listed(state, 0)) == {ShipOil("H7", company, "own") for company in COMPANIES}


def test_rule_6_2_oil_that_only_foreign_trains_reach_may_be_discarded_under_either_option():
    for option in ("optional", "mandatory"):
        state = transport(trains(having(table(own_transport=option), black_train=9), 6, 9), Derrick("H7", 3))

        assert before(when(state, 0, DiscardOil("H7")), NEXT) == [OilDiscarded(0, "H7", "waived")]


def test_rule_6_2_each_derrick_is_judged_on_its_own_where_shipping_is_mandatory():
    state = transport(trains(table(own_transport="mandatory"), 6, 20), Derrick("H7", 3), Derrick("C5", 2))

    assert refused(state, 0, DiscardOil("C5")) == "6.2"
    assert DiscardOil("H7") in listed(state, 0)


def test_rule_6_2_it_is_not_another_players_turn():
    assert refused(transport(trains(table(), 20)), 1, DiscardOil("H7")) == "6.2"


@pytest.mark.parametrize("train", [7, 8, 20])
def test_rule_6_3_the_own_train_carries_for_free(train: int):
    state = player(transport(trains(table(), train)), 0, money=0)

    assert carried(state, "own") == [OilShipped(0, "H7", "jet", "own", 0, ())]


def test_rule_6_3_the_own_train_must_have_reached_the_column_of_each_derrick():
    state = transport(trains(table(), 6, 20), Derrick("H7", 3), Derrick("C5", 2))

    assert refused(state, 0, ShipOil("H7", "jet", "own")) == "6.3"
    assert carriers(state, "H7") == {"opponent"}
    assert carriers(state, "C5") == {"own"}


@pytest.mark.parametrize("black", [7, 21])
def test_rule_6_4_the_black_train_carries_for_3000_to_the_bank(black: int):
    state = player(transport(having(table(), black_train=black)), 0, money=3000)
    events = carried(state, "black")

    assert events == [OilShipped(0, "H7", "jet", "black", 3000, ())]
    assert [one.money for one in given(state, *events).players] == [0, 15000, 15000, 15000]


def test_rule_6_4_a_black_train_that_is_not_there_is_refused():
    state = transport(trains(having(table(), black_train=6), 1, 7))

    assert refused(state, 0, ShipOil("H7", "jet", "black")) == "6.4"


def test_rule_6_5_the_front_most_opponent_carries_for_3000():
    state = transport(trains(table(), 1, 8, 12, 7))
    events = carried(state, "opponent")

    assert events == [OilShipped(0, "H7", "jet", "opponent", 0, (Payment(2, 3000),))]
    assert [one.money for one in given(state, *events).players] == [12000, 15000, 18000, 15000]


def test_rule_6_5_an_opponent_that_is_not_there_is_refused():
    state = transport(trains(having(table(), black_train=7), 1, 6, 6, 6))

    assert refused(state, 0, ShipOil("H7", "jet", "opponent")) == "6.5"


def chosen(state: State, opponent: int | None, site: str = "H7") -> list[Event]:
    """Return what happens when seat 0 ships a marker to Jet by the train of an opponent of its choice."""
    return before(when(state, 0, ShipOil(site, "jet", "opponent", opponent)), NEXT)


def any_ahead(*spaces: int, foreign_transport: str = "free", black: int = 1) -> State:
    """Return the table in phase 6 while seat 0 chooses which opponent carries its marker from H7."""
    state = table(opponent_train="any_ahead", foreign_transport=foreign_transport)
    return transport(trains(having(state, black_train=black), *spaces))


@pytest.mark.parametrize("opponent", [1, 2])
def test_rule_6_5_any_opponent_level_or_ahead_may_carry_and_alone_is_paid(opponent: int):
    state = any_ahead(1, 7, 12, 6)
    events = chosen(state, opponent)
    money = [15000] * 4
    money[0], money[opponent] = 12000, 18000

    assert events == [OilShipped(0, "H7", "jet", "opponent", 0, (Payment(opponent, 3000),), opponent)]
    assert [one.money for one in given(state, *events).players] == money


def test_rule_6_5_each_opponent_that_has_reached_the_derrick_is_listed():
    shipping = [command for command in listed(any_ahead(1, 7, 12, 6), 0) if isinstance(command, ShipOil)]

    assert [(command.carrier, command.opponent) for command in shipping if command.company == "jet"] == [
        ("opponent", 1),
        ("opponent", 2),
    ]


@pytest.mark.parametrize("opponent", [None, 0, 3, 4, -1])
def test_rule_6_5_another_seat_than_that_of_an_opponent_ahead_is_refused(opponent: int | None):
    assert refused(any_ahead(1, 7, 12, 6), 0, ShipOil("H7", "jet", "opponent", opponent)) == "6.5"


@pytest.mark.parametrize("foreign", ["free", "front_most", "black_first"])
def test_rule_6_5_where_the_front_most_opponent_carries_none_is_named(foreign: str):
    state = transport(trains(table(foreign_transport=foreign), 1, 8, 12, 7))

    assert refused(state, 0, ShipOil("H7", "jet", "opponent", 2)) == "6.5"
    assert chosen(state, None) == [OilShipped(0, "H7", "jet", "opponent", 0, (Payment(2, 3000),))]


@pytest.mark.parametrize(("carrier", "train"), [("own", 20), ("black", 1)])
def test_rule_6_5_no_opponent_is_named_for_another_train(carrier: Carrier, train: int):
    state = any_ahead(train, 9, 12, 6, black=9)

    command = ShipOil("H7", "jet", carrier, 1)
    assert refused(state, 0, command) == "6.5"
    assert carrier in carriers(state)
    # in words: other languages have no names of carriers
    words = {"own": "your own train", "black": "the black train"}[carrier]
    assert KIT.reason(state, 0, command) == f"{words} carries the marker: leave out the opponent"


def test_rule_6_5_with_no_opponent_there_none_can_be_chosen():
    assert refused(any_ahead(1, 6, 6, 6, black=7), 0, ShipOil("H7", "jet", "opponent", 1)) == "6.5"


def test_rule_6_5_the_profile_kurz_lets_the_owner_choose_among_black_train_and_all_opponents_ahead():
    """S3 6: all four rows of its table hold (X1, X3)."""
    state = transport(trains(having(KIT.fresh(4, "kurz"), black_train=7), 1, 12, 9, 7))
    shipping = [command for command in listed(state, 0) if isinstance(command, ShipOil)]

    assert [(command.carrier, command.opponent) for command in shipping if command.company == "jet"] == [
        ("black", None),
        ("opponent", 1),
        ("opponent", 2),
        ("opponent", 3),
    ]


def test_rule_6_6_the_chosen_one_of_level_opponents_is_paid_alone():
    assert chosen(any_ahead(1, 9, 9, 9), 2) == [OilShipped(0, "H7", "jet", "opponent", 0, (Payment(2, 3000),), 2)]


@pytest.mark.parametrize(
    ("spaces", "payments"),
    [
        ((1, 9, 9, 8), (Payment(1, 1500), Payment(2, 1500))),
        ((1, 9, 1, 9), (Payment(1, 1500), Payment(3, 1500))),
        ((1, 9, 9, 9), (Payment(1, 1000), Payment(2, 1000), Payment(3, 1000))),
    ],
)
def test_rule_6_6_tied_owners_share_the_fare(spaces: tuple[int, ...], payments: tuple[Payment, ...]):
    state = transport(trains(table(), *spaces))

    assert carried(state, "opponent") == [OilShipped(0, "H7", "jet", "opponent", 0, payments)]


def test_rule_6_6_with_three_players_two_share():
    state = transport(trains(table(3), 1, 9, 9))

    assert carried(state, "opponent") == [
        OilShipped(0, "H7", "jet", "opponent", 0, (Payment(1, 1500), Payment(2, 1500)))
    ]


@pytest.mark.parametrize("black", [7, 9])
@pytest.mark.parametrize(
    ("opponents", "to_bank", "payments"),
    [
        (1, 1500, (Payment(1, 1500),)),
        (2, 1000, (Payment(1, 1000), Payment(2, 1000))),
        (3, 1500, (Payment(1, 500), Payment(2, 500), Payment(3, 500))),
    ],
)
def test_rule_6_6_under_front_most_the_bank_shares(
    black: int, opponents: int, to_bank: int, payments: tuple[Payment, ...]
):
    """N1: the black train is level with the front opponents, in the derrick's own column too."""
    spaces = [1, *[black] * opponents, *[2] * (3 - opponents)]
    state = transport(trains(having(table(foreign_transport="front_most"), black_train=black), *spaces))

    assert carriers(state) == {"opponent"}
    assert carried(state, "opponent") == [OilShipped(0, "H7", "jet", "opponent", to_bank, payments)]
    assert refused(state, 0, ShipOil("H7", "jet", "black")) == "6.7"


def test_rule_6_6_by_default_a_black_train_that_is_level_does_not_share():
    state = transport(trains(having(table(), black_train=9), 1, 9, 9, 2))

    assert carried(state, "opponent")[0] == OilShipped(
        0, "H7", "jet", "opponent", 0, (Payment(1, 1500), Payment(2, 1500))
    )
    assert carried(state, "black")[0] == OilShipped(0, "H7", "jet", "black", 3000, ())


# black train, front-most opponent, and who may carry from column 7: by choice, front-most, black first
FOREIGN = [
    (7, 12, {"black", "opponent"}, {"black", "opponent"}, {"black"}),
    (8, 12, {"black", "opponent"}, {"opponent"}, {"black"}),
    (12, 8, {"black", "opponent"}, {"black"}, {"black"}),
    (12, 7, {"black", "opponent"}, {"black"}, {"black"}),
    (7, 7, {"black", "opponent"}, {"opponent"}, {"black"}),
    (6, 12, {"opponent"}, {"opponent"}, {"opponent"}),
    (12, 6, {"black"}, {"black"}, {"black"}),
]


@pytest.mark.parametrize(("black", "opponent", "free", "front_most", "black_first"), FOREIGN)
def test_rule_6_7_which_foreign_train_may_be_chosen(
    black: int, opponent: int, free: set[Carrier], front_most: set[Carrier], black_first: set[Carrier]
):
    for option, expected in (("free", free), ("front_most", front_most), ("black_first", black_first)):
        state = trains(having(table(foreign_transport=option), black_train=black), 1, opponent, 2, 2)

        assert carriers(transport(state)) == expected, option


@pytest.mark.parametrize(
    ("option", "black", "opponent", "carrier"),
    [("front_most", 8, 12, "black"), ("front_most", 12, 8, "opponent"), ("black_first", 7, 12, "opponent")],
)
def test_rule_6_7_another_foreign_train_is_refused(option: str, black: int, opponent: int, carrier: Carrier):
    state = trains(having(table(foreign_transport=option), black_train=black), 1, opponent)

    assert refused(transport(state), 0, ShipOil("H7", "jet", carrier)) == "6.7"


def test_rule_6_7_the_black_train_in_the_derricks_own_column_is_paid_alone():
    """S0 6, third item: it can be used "even if there are opponents' trains further ahead"."""
    state = trains(having(table(foreign_transport="front_most"), black_train=7), 1, 12)

    assert carried(transport(state), "black") == [OilShipped(0, "H7", "jet", "black", 3000, ())]
    assert carried(transport(state), "opponent") == [OilShipped(0, "H7", "jet", "opponent", 0, (Payment(1, 3000),))]


def test_rule_6_7_black_first_goes_before_any_opponent_ahead():
    state = any_ahead(1, 12, 9, 7, foreign_transport="black_first", black=7)

    assert carriers(state) == {"black"}
    assert refused(state, 0, ShipOil("H7", "jet", "opponent", 1)) == "6.7"
    assert carriers(any_ahead(1, 12, 9, 7, foreign_transport="black_first", black=6)) == {"opponent"}


@pytest.mark.parametrize("option", ["free", "front_most", "black_first"])
def test_rule_6_8_no_foreign_train_while_the_own_is_available(option: str):
    state = transport(trains(having(table(foreign_transport=option), black_train=20), 7, 20))

    assert carriers(state) == {"own"}
    assert refused(state, 0, ShipOil("H7", "jet", "black")) == "6.8"
    assert refused(state, 0, ShipOil("H7", "jet", "opponent")) == "6.8"


def test_rule_6_9_there_is_no_credit():
    state = trains(having(table(), black_train=9), 1, 9)
    state = player(transport(state), 0, money=2500)

    assert refused(state, 0, ShipOil("H7", "jet", "black")) == "6.9"
    assert refused(state, 0, ShipOil("H7", "jet", "opponent")) == "6.9"


def test_rule_6_9_fares_of_this_phase_may_be_used():
    state = trains(having(table(), first_player=1), 9, 1, 1, 1)
    state = player(state, 1, derricks=(Derrick("H7", 3),))
    state = player(state, 0, derricks=(Derrick("G16", 3),), money=0)
    state = given(having(state, black_train=16), PhaseStarted("6"))
    events = when(state, 1, ShipOil("H7", "jet", "opponent"))
    after = given(state, *events)

    assert events == [OilShipped(1, "H7", "jet", "opponent", 0, (Payment(0, 3000),))]
    assert before(when(after, 0, ShipOil("G16", "jet", "black")), NEXT) == [
        OilShipped(0, "G16", "jet", "black", 3000, ())
    ]


def test_rule_6_10_a_marker_whose_fare_cannot_be_paid_is_discarded_without_asking():
    state = trains(having(table(), black_train=9), 1)
    state = player(transport(state, Derrick("H7", 3), Derrick("D9", 2)), 0, money=5500)

    assert carried(state, "black", "D9") == [
        OilShipped(0, "D9", "jet", "black", 3000, ()),
        OilDiscarded(0, "H7", "no_money"),
    ]


def test_rule_6_9_a_fare_to_a_chosen_opponent_needs_the_money():
    state = player(any_ahead(1, 9, 12, 6, black=9), 0, money=2500)

    assert refused(state, 0, ShipOil("H7", "jet", "opponent", 1)) == "6.9"


def test_rule_6_10_a_marker_is_lost_only_if_no_opponent_has_reached_the_derrick():
    state = player(any_ahead(1, 7, 6, 6), 0, derricks=(Derrick("H7", 3), Derrick("B10", 2)))
    state = in_phase(player(player(state, 0, truck="D4"), 3, truck="D5"), Drilling((0,)))

    assert when(state, 0, DeclineDrilling()) == [
        DrillingDeclined(0),
        PhaseStarted("6"),
        OilDiscarded(0, "B10", "no_train"),
    ]


def test_rule_6_10_without_a_train_the_marker_is_lost():
    state = trains(having(table(), black_train=9), 2, 3, 4, 1)
    for seat, derricks in ((0, (Derrick("B10", 4), Derrick("H7", 2))), (1, (Derrick("A12", 1),))):
        state = player(state, seat, derricks=derricks)
    state = in_phase(player(state, 3, truck="D4"), Drilling((3,)))
    events = when(state, 3, DeclineDrilling())

    assert events == [DrillingDeclined(3), PhaseStarted("6"), OilDiscarded(0, "B10", "no_train")]
    events = when(given(state, *events), 0, ShipOil("H7", "jet", "black"))
    assert events[:4] == [
        OilShipped(0, "H7", "jet", "black", 3000, ()),
        OilDiscarded(1, "A12", "no_train"),
        DerrickExhausted(1, "A12"),
        NEXT,
    ]


@pytest.mark.parametrize("discarded", [False, True])
def test_rule_6_11_an_exhausted_derrick_returns_to_its_owner(discarded: bool):
    state = transport(trains(table(), 20), Derrick("C5", 1), Derrick("H7", 2))
    state = having(state, tiles={site: value for site, value in state.tiles.items() if site != "C5"})
    events = when(state, 0, DiscardOil("C5") if discarded else ShipOil("C5", "jet", "own"))
    after = given(state, *events)

    assert events[1:] == [DerrickExhausted(0, "C5")]
    assert after.players[0].derricks == (Derrick("H7", 2),)
    assert "C5" not in after.tiles


def test_rule_6_11_with_more_markers_the_derrick_stays():
    state = transport(trains(table(), 20), Derrick("C5", 2))

    assert carried(state, "own", "C5") == [OilShipped(0, "C5", "jet", "own", 0, ())]


def test_rule_6_11_the_derrick_can_be_built_again():
    five = tuple(Derrick(site, 1) for site in ("D9", "H7", "K3", "B10", "C5"))
    state = in_phase(player(trains(table(), 20), 0, truck="D4", derricks=five), Drilling((0,)))
    assert refused(state, 0, BuildDerrick("D3")) == "5.4"

    state = in_phase(given(in_phase(state, Transport((0,), ("C5",))), OilDiscarded(0, "C5", "waived"),
                           DerrickExhausted(0, "C5")), Drilling((0,)))  # fmt: skip
    assert BuildDerrick("D3") in listed(state, 0)


def test_rule_6_12_stored_oil_is_never_moved():
    state = player(transport(trains(table(), 20)), 0, depots=(3, 0, 0))

    assert refused(state, 0, ShipOil("hudson", "jet", "own")) == "6.1"
    assert refused(state, 0, DiscardOil("hudson")) == "6.1"
    events = when(state, 0, ShipOil("H7", "jet", "own"))
    assert events[-1] == AuctionOpened("hudson", 1, (0,))
    assert given(state, *events).players[0].depots == (3, 1, 0)
