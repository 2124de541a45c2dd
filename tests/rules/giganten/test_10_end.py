"""Rule 10: the end, and the final reckoning."""

import pytest

from domain.giganten import GIGANTEN
from domain.giganten.commands import Bid, DeclineDrilling, SellOil, TakeActionCard
from domain.giganten.events import BlackTrainAdvanced
from domain.giganten.state import Auctions, Choosing, Derrick, Over, State
from domain.kernel.values import Place, ScorePart
from tests.rules.giganten.kit import given, having, in_phase, listed, player, refused, table, trains, when

SITES = ("D3", "C5", "H7", "D9", "B10")


def ended(state: State, *spaces: int) -> State:
    """Return the table when the game is over, with trains on these spaces and one empty derrick for each player."""
    for seat, site in zip(range(len(state.players)), SITES, strict=False):
        state = player(state, seat, derricks=(Derrick(site, 0),), money=0)
    return in_phase(trains(state, *spaces), Over())


def places(state: State) -> tuple[Place, ...]:
    result = GIGANTEN.result(state)
    assert result is not None
    return result


def scores(state: State) -> list[int]:
    """Return the score of each seat, seat 0 first."""
    return [place.score for place in sorted(places(state), key=lambda place: place.seat)]


def ranks(state: State) -> list[tuple[int, int]]:
    """Return seat and rank of each place, best first."""
    return [(place.seat, place.rank) for place in places(state)]


def test_rule_10_1_the_game_ends_at_once_in_phase_2a():
    state = having(in_phase(table(), Choosing((), 0, (0, 1, 2, 3))), black_train=19)
    assert GIGANTEN.result(state) is None
    state = given(state, BlackTrainAdvanced(2, 21))

    assert isinstance(state.phase, Over)
    assert GIGANTEN.awaiting(state) == frozenset()
    assert GIGANTEN.result(state) is not None
    for command in (TakeActionCard("beige-5-8"), DeclineDrilling(), Bid(1)):
        assert refused(state, 0, command) == "10.1"
        assert listed(state, 0) == []


def test_rule_10_1_depots_are_not_checked_again_and_nothing_is_dealt():
    state = player(having(table(), black_train=18, round=8), 1, depots=(2, 2, 3), ones=1)
    state = in_phase(state, Auctions(2, step="selling", live=(1,), bid=1, leader=1))
    after = given(state, *when(state, 1, SellOil(1)))

    assert isinstance(after.phase, Over)
    assert after.players[1].depots == (2, 2, 2)
    assert [one.licence_cards for one in after.players] == [0, 1, 0, 0]
    assert [one.card for one in after.players] == [None, None, None, None]


def test_rule_10_2_derricks_count_by_the_place_of_the_train():
    assert scores(ended(table(), 5, 20, 1, 12)) == [3000, 5000, 2000, 4000]


def test_rule_10_2_each_derrick_on_the_board_counts():
    state = player(ended(table(), 5, 20, 1, 12), 1, derricks=tuple(Derrick(site, 0) for site in SITES))
    state = player(state, 3, derricks=())

    assert scores(state) == [3000, 25000, 2000, 0]


def test_rule_10_3_tied_trains_are_ranked_by_licence_value():
    state = ended(table(), 9, 9, 9, 20)
    # two twos are worth more than three ones
    state = player(player(state, 0, ones=3), 2, twos=2)

    assert scores(state) == [3000, 2000, 4000, 5000]


@pytest.mark.parametrize(
    ("first", "expected"),
    [
        (0, [5000, 4000, 3000, 2000]),
        (2, [3000, 2000, 5000, 4000]),
        (3, [4000, 3000, 2000, 5000]),
    ],
)
def test_rule_10_3_then_by_the_turn_order_of_the_round_broken_off(first: int, expected: list[int]):
    state = having(ended(table(), 9, 9, 9, 9), first_player=first)

    assert scores(state) == expected


def test_rule_10_3_equal_value_in_other_cards_is_a_tie():
    state = having(ended(table(), 9, 9, 1, 1), first_player=1)
    state = player(player(state, 0, ones=4), 1, twos=2)

    assert scores(state)[:2] == [4000, 5000]


@pytest.mark.parametrize(
    ("option", "expected"), [("value", [3000, 2000, 4000, 5000]), ("cards", [4000, 2000, 3000, 5000])]
)
def test_rule_10_3_value_or_number_of_the_licences_ranks_tied_trains(option: str, expected: list[int]):
    # three ones are more cards, two twos more value
    state = ended(table(licence_tie=option), 9, 9, 9, 20)

    assert scores(player(player(state, 0, ones=3), 2, twos=2)) == expected


def test_rule_10_3_equal_numbers_of_licences_are_a_tie_whatever_their_value():
    state = having(ended(table(licence_tie="cards"), 9, 9, 1, 1), first_player=1)
    state = player(player(state, 0, twos=2), 1, ones=2)

    assert scores(state)[:2] == [4000, 5000]


def test_rule_10_3_train_rank_decides_by_the_number_of_licences():
    state = ended(table(3, winner_tie="train_rank", licence_tie="cards"), 9, 9, 1)
    # seat 0 has the better train by its three cards, seat 1 has 1,000 more for the second place
    state = player(player(state, 0, ones=3), 1, twos=2, money=1000)

    assert scores(state) == [5000, 5000, 3000]
    assert ranks(state)[0] == (0, 1)


@pytest.mark.parametrize(("option", "last"), [(3000, 3000), (2000, 2000)])
def test_rule_10_4_with_three_players_the_third_train(option: int, last: int):
    """S0 and S1 name both a "third" and a "last" place; S3 numbers the places 1 to 4."""
    assert scores(ended(table(3, three_player_last=option), 3, 9, 20)) == [last, 4000, 5000]


@pytest.mark.parametrize("option", [3000, 2000])
def test_rule_10_4_with_four_players_the_option_changes_nothing(option: int):
    assert scores(ended(table(three_player_last=option), 20, 9, 5, 3)) == [5000, 4000, 3000, 2000]


@pytest.mark.parametrize(("option", "score"), [(True, 5000 + 7000 + 5000), (False, 5000 + 7000)])
def test_rule_10_5_each_marker_is_worth_1000(option: bool, score: int):
    state = player(ended(table(score_depot_oil=option), 20, 9, 5, 3), 0, derricks=(Derrick("B10", 7),))

    assert scores(player(state, 0, depots=(2, 1, 2))) == [score, 4000, 3000, 2000]


def test_rule_10_6_the_black_train_is_not_ranked():
    state = having(ended(table(), 20, 9, 5, 3), black_train=21)

    assert scores(state) == [5000, 4000, 3000, 2000]


def test_rule_10_7_most_money_wins_and_the_parts_add_up():
    state = ended(table(3), 20, 9, 5)
    state = player(state, 2, money=21500, derricks=(Derrick("D3", 2), Derrick("C5", 1)), depots=(0, 2, 2), twos=9)

    assert places(state)[0] == Place(
        seat=2,
        rank=1,
        score=34500,
        parts=(
            ScorePart("money", "10.7", 21500),
            ScorePart("derricks", "10.2", 6000),
            ScorePart("oil_under_derricks", "10.5", 3000),
            ScorePart("oil_in_depots", "10.5", 4000),
        ),
    )
    assert ranks(state) == [(2, 1), (0, 2), (1, 3)]


def tied(state: State) -> State:
    """Return an end where seats 1 and 3 have most, seat 3 with the better train, and 0 and 2 share the rest."""
    state = ended(state, 1, 5, 2, 20)
    for seat, money in enumerate((8000, 16000, 7000, 15000)):
        state = player(state, seat, money=money)
    return player(state, 1, money=17000)


def test_rule_10_7_players_who_tie_share_the_victory():
    state = tied(table())

    assert scores(state) == [10000, 21000, 10000, 20000]
    state = player(state, 3, money=16000)
    assert scores(state) == [10000, 21000, 10000, 21000]
    assert ranks(state) == [(3, 1), (1, 1), (2, 3), (0, 3)]


def test_rule_10_7_with_train_rank_the_better_train_wins_alone():
    state = player(tied(table(winner_tie="train_rank")), 3, money=16000)

    assert ranks(state)[:2] == [(3, 1), (1, 2)]


def test_rule_10_7_train_rank_decides_by_licences_where_trains_are_level():
    state = ended(table(3, winner_tie="train_rank"), 9, 9, 1)
    # seat 1 has the better train by its licences, and 1,000 for each of its derricks more
    state = player(player(state, 1, ones=1, money=5000), 0, money=6000)

    assert scores(state) == [10000, 10000, 3000]
    assert ranks(state)[0] == (1, 1)
    assert ranks(state)[1] == (0, 2)


def test_rule_10_7_money_that_differs_needs_no_train():
    state = player(tied(table(winner_tie="train_rank")), 1, money=16500)

    assert ranks(state)[0] == (1, 1)


def test_rule_10_7_licences_are_worth_nothing():
    state = player(ended(table(), 20, 9, 5, 3), 3, ones=20, twos=20)

    assert scores(state)[3] == 2000
