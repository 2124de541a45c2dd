"""Draws against their expectation, computed by hand."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from msgspec.structs import replace

from domain.analysis.luck import LuckBook
from domain.giganten import events as giganten
from domain.giganten.analysis.luck import Luck
from domain.kernel.analysis import Measured, MeasureInfo, Moment, Spread, without_replacement
from domain.minos import events as minos
from domain.minos.analysis.luck import luck as luck_of_minos
from domain.minos.analysis.luck import worth_expected
from domain.minos.board import board_of
from domain.minos.dice import Dice, dice_of
from domain.minos.state import Acting, Fighting, Rolling, worth_of
from domain.rulesets import RULESETS
from domain.siberia import events as siberia
from domain.siberia.analysis.luck import luck as luck_of_siberia

F = Fraction


def table(title: str, seats: int) -> Any:
    """Return the table of a title before its first draw."""
    ruleset = RULESETS[title]
    return ruleset.initial(seats, ruleset.resolve_options(None, {}), ruleset.default_data_set)


def at(state: Any, event: Any) -> Moment[Any]:
    """Return an event at a table."""
    return Moment(1, event, state, state)


def with_depots(state: Any, *depots: tuple[int, int, int]) -> Any:
    """Return the table with the markers of each seat at each company."""
    players = tuple(replace(player, depots=each) for player, each in zip(state.players, depots, strict=True))
    return replace(state, players=players)


def after_phase_2a(state: Any, event: Any, black_train: int = 5) -> Sequence[Measured]:
    """Return what a price roll at version 1 changed, when the black train has advanced to a space."""
    luck = Luck()
    assert not luck(at(state, event))
    return luck(Moment(2, giganten.BlackTrainAdvanced(2, black_train), state, state))


def test_a_first_player_is_a_third_of_three() -> None:
    found = Luck()(at(table("giganten", 3), giganten.FirstPlayerDrawn(1, ((3, 1),))))

    assert [(each.seat, each.actual, each.expected.mean) for each in found] == [
        (0, 0, F(1, 3)), (1, 1, F(1, 3)), (2, 0, F(1, 3)),
    ]  # fmt: skip
    assert found[0].expected.variance == F(2, 9)


def test_a_first_player_whom_the_options_name_is_no_luck() -> None:
    assert not Luck()(at(table("giganten", 3), giganten.FirstPlayerDrawn(1, ())))


def test_giganten_1_1_a_roll_in_the_white_band_is_expected_to_change_nothing() -> None:
    state = with_depots(table("giganten", 3), (0, 2, 0), (1, 0, 0), (0, 1, 0))
    event = giganten.PriceRolled("jet", "blue", 3, 6500, ((6, 4),))

    # two markers and one marker at Jet: 5,000 -> 6,500. Faces: -4 -3 -2 +2 +3 +4 steps of 500
    assert after_phase_2a(state, event) == [
        Measured(0, "stored_oil", 3000, Spread(F(0), F(4 * 250_000 * 58, 6)), 1),
        Measured(2, "stored_oil", 1500, Spread(F(0), F(250_000 * 58, 6)), 1),
    ]


def test_giganten_1_3_a_roll_in_the_blue_band_is_expected_to_lower_the_price() -> None:
    state = replace(with_depots(table("giganten", 3), (1, 0, 0), (0, 0, 0), (0, 0, 0)), prices=(7000, 5000, 5000))
    event = giganten.PriceRolled("hudson", "red", 2, 6000, ((6, 0),))

    # the price falls by 2, 3 or 4 steps of 500, in either colour
    assert after_phase_2a(state, event) == [Measured(0, "stored_oil", -1000, Spread(F(-1500), F(500_000, 3)), 1)]


def test_giganten_10_1_price_rolls_of_the_round_that_is_broken_off_are_no_luck() -> None:
    state = with_depots(table("giganten", 3), (0, 2, 0), (1, 0, 0), (0, 1, 0))
    event = giganten.PriceRolled("jet", "blue", 3, 6500, ((6, 4),))

    assert after_phase_2a(state, event, state.black_end - 1)
    assert not after_phase_2a(state, event, state.black_end)


def test_giganten_3_1_licences_are_expected_from_the_deck_before_the_deal() -> None:
    event = giganten.LicencesDealt(2, 4, giganten.DealtLicences((2, 2, 1, 2)))

    # 39 ones and 39 twos: 3/2 a card; four of 78 without replacement
    assert Luck()(at(table("giganten", 3), event)) == [Measured(2, "licences", 7, Spread(F(6), F(74, 77)))]


def test_giganten_7a_9_the_licences_of_a_bluffer_are_expected_from_the_hand() -> None:
    state = table("giganten", 3)
    state = replace(state, players=(replace(state.players[0], ones=1, twos=2), *state.players[1:]))
    drawn = giganten.LicencesForfeited(0, 0, 2, giganten.Drawn(((3, 1), (2, 1))))

    assert Luck()(at(state, drawn)) == [Measured(0, "licences_forfeited", 4, Spread(F(10, 3), F(2, 9)))]
    # a bluffer who chooses the cards (7a.9, `owner`) has no luck
    assert not Luck()(at(state, replace(drawn, secret=giganten.Drawn(()))))


def test_giganten_5_5_a_tile_is_expected_by_what_the_seat_has_seen() -> None:
    """One-derrick tiles: 2, 3 and 4, four of each."""
    luck, state = Luck(), table("giganten", 4)
    one, other = [square for square, site in state.board.sites.items() if site.kind == 1][:2]

    def tile(event: Any) -> Measured:
        (found,) = luck(at(state, event))
        return found

    inspected = giganten.SiteInspected(0, one, giganten.InspectedTile(4))
    assert tile(inspected) == Measured(0, "tiles_inspected", 4, Spread(F(3), F(2, 3)))
    state = RULESETS["giganten"].evolve(state, inspected)

    # seat 1 has not seen the 4: for it, both tiles are like all twelve
    drilled = giganten.DerrickBuilt(1, other, 4000, 2, 2, giganten.Drawn(()))
    assert tile(drilled).expected.mean == F(3)
    assert tile(replace(drilled, site=one, value=4)).expected.mean == F(3)
    # seat 0 knows that one of the fours is gone
    assert tile(replace(drilled, seat=0)).expected.mean == F(4 * 2 + 4 * 3 + 3 * 4, 11)
    # and a derrick on the tile that it has inspected is no luck
    assert not luck(at(state, replace(drilled, seat=0, site=one, value=4)))


def test_siberia_2_1_a_hand_is_expected_from_the_bag() -> None:
    state = table("siberia", 3)
    hand = ("manager", "manager", "worker_gas", "worker_oil", "investor_gas", "logistics_gold")
    found = luck_of_siberia(at(state, siberia.TokensDrawn(1, 6, siberia.Hand(hand))))

    by_column = {each.measure: each for each in found}
    # 14 of 70 tokens are Managers; six are drawn without replacement
    assert by_column["manager"] == Measured(1, "manager", 2, Spread(F(6, 5), F(6 * 14 * 56 * 64, 70 * 70 * 69)))
    assert (by_column["gas"].actual, by_column["worker"].actual, by_column["diamonds"].actual) == (2, 2, 0)
    # each token but the Managers has a person and a resource
    resources = ("gas", "coal", "oil", "gold", "diamonds")
    assert sum(by_column[name].expected.mean for name in resources) == F(24, 5)
    assert sum(by_column[name].actual for name in resources) == 4


def test_minos_3_1_each_symbol_is_expected_once_on_six_dice() -> None:
    event = minos.DiceRolled(2, dice_of("gull", "gull", "gull", "star", "star", "scales"), ())

    found = luck_of_minos(at(table("minos", 3), event))
    assert {each.measure: (each.actual, each.expected.mean) for each in found} == {
        "scales": (1, 1), "arrow": (0, 1), "gull": (3, 1), "building": (0, 1), "joker": (0, 1), "star": (2, 1),
    }  # fmt: skip
    assert found[0].expected.variance == F(5, 6)


def test_minos_3_2_only_the_dice_that_are_rolled_again_count() -> None:
    before = dice_of("gull", "gull", "scales", "star", "star", "arrow")
    state = replace(table("minos", 3), phase=Rolling(0, before, 1))
    event = minos.DiceRolledAgain(
        0, dice_of("star", "star"), dice_of("gull", "gull", "scales", "arrow", "gull", "building"), ()
    )

    found = luck_of_minos(at(state, event))
    assert {each.measure: each.actual for each in found if each.actual} == {"gull": 1, "building": 1}
    assert {each.expected.mean for each in found} == {F(1, 3)}


def test_minos_8_5_one_die_may_make_a_set_worth_ten() -> None:
    kept = dice_of("arrow", "joker", "scales", "scales", "scales")
    fighting = Fighting(Acting(0, Dice()), (), "gades", 1, dice=kept.plus(dice_of("gull")))
    state = replace(table("minos", 3), phase=fighting)
    event = minos.ConflictDiceRerolled(0, dice_of("gull"), kept.plus(dice_of("star")), 10, ())

    # Star 10, Arrow 8, Joker 7, and Scales, Gull, Building 5
    mean, square = F(10 + 8 + 7 + 3 * 5, 6), F(100 + 64 + 49 + 3 * 25, 6)
    assert luck_of_minos(at(state, event)) == [Measured(0, "conflict", 10, Spread(mean, square - mean**2))]


def test_minos_8_4_the_worth_of_dice_is_expected_over_all_outcomes() -> None:
    name = RULESETS["minos"].default_data_set
    data = board_of(name).data
    for kept in (dice_of("arrow", "scales", "star"), dice_of("joker", "joker", "gull")):
        outcomes = list(product(data.dice.faces, repeat=3))
        values = [worth_of(data, kept.plus(dice_of(*faces))) for faces in outcomes]
        mean = F(sum(values), len(values))
        square = F(sum(value * value for value in values), len(values))
        assert worth_expected(name, kept) == Spread(mean, square - mean * mean)


def sums(*drawn: Sequence[tuple[int, int, Spread]]) -> Any:
    """Return the sums of draws of one measure: seat, what was drawn, and its spread."""
    book = LuckBook()
    for version, events in enumerate(drawn, 1):
        book.take(version, [Measured(seat, "licences", actual, spread) for seat, actual, spread in events])
    return book.end(2, [MeasureInfo("licences", "Licences", "3.1")])


def test_sums_are_exact_and_variances_add_up() -> None:
    third = Spread(F(1, 3), F(2, 9))
    found = sums([(0, 1, third), (1, 0, third)], [(0, 1, Spread(F(1, 7), F(6, 49)))])

    first, second = found.totals
    assert (first.seat, first.events, first.actual, first.expected) == (0, 2, 2, "10/21")
    assert (first.excess, first.deviation) == (1.524, round(float(F(2, 9) + F(6, 49)) ** 0.5, 3))
    assert (second.seat, second.expected, second.excess) == (1, "1/3", -0.333)
    assert [(event.version, event.seat, event.expected) for event in found.events] == [
        (1, 0, "1/3"), (1, 1, "1/3"), (2, 0, "1/7"),
    ]  # fmt: skip


def test_a_draw_that_was_held_back_keeps_its_version() -> None:
    book = LuckBook()
    book.take(4, [Measured(0, "stored_oil", 500, Spread(F(0), F(1)), 2)])

    assert [event.version for event in book.end(2, [MeasureInfo("stored_oil", "Oil", "1.1")]).events] == [2]


def test_the_last_item_of_a_bag_is_certain() -> None:
    assert without_replacement([(5, 1)], 1) == Spread(F(5), F(0))
    assert without_replacement([(1, 2), (2, 1)], 3) == Spread(F(4), F(0))
