"""Pairings of one round: what holds for any input, and what the methods promise."""

import os
import random
from fractions import Fraction
from itertools import combinations

import msgspec
import pytest

from domain.tournaments.pairing import Entrant, PairingError, PairingInput, SeatCount, cost_of, divide, pair
from domain.tournaments.pairing.costs import cost_of_tables
from domain.tournaments.pairing.problem import problem_of
from domain.tournaments.pairing.search.one_round import OneRound
from tests.tournaments.pairing.kit import (
    check_pairing,
    newcomers,
    random_round,
    repeated_pairs,
    round_of,
    with_results,
)

ROUNDS = int(os.environ.get("LUDOLOG_PAIRINGS", "5"))

SEED = bytes(range(32))


@pytest.mark.parametrize("number", range(ROUNDS))
def test_a_random_round_is_paired_correctly(number: int, monkeypatch: pytest.MonkeyPatch):
    # more plans of the rounds that are left make a pairing better, and no more correct
    monkeypatch.setattr("domain.tournaments.pairing.search.outlook.ATTEMPTS", 6)
    rng = random.Random(number)
    given = random_round(rng, 60 if number % 10 == 7 else 18)
    try:
        pairing = pair(given, SEED)
    except PairingError:
        assert given.forbidden
        pair(msgspec.structs.replace(given, forbidden=()), SEED)
        return
    check_pairing(given, pairing)
    # the same for every order of the input, and for sets whose hashes differ
    entrants = [*given.entrants]
    rng.shuffle(entrants)
    turned = msgspec.structs.replace(given, entrants=tuple(entrants), forbidden=given.forbidden[::-1])
    assert pair(turned, SEED) == pairing
    assert cost_of(given, [table.players for table in pairing.tables], pairing.byes) == pairing.cost


@pytest.mark.parametrize("number", range(ROUNDS))
def test_no_exchange_of_two_players_lowers_the_cost(number: int):
    given = msgspec.structs.replace(random_round(random.Random(1000 + number), 16), rounds_left=1, seat_values={})
    if given.method == "snake":
        given = msgspec.structs.replace(given, method="swiss")
    try:
        pairing = pair(given, SEED)
    except PairingError:
        assert given.forbidden
        return
    problem = problem_of(given)
    index = {name: number for number, name in enumerate(problem.names)}
    tables = [[index[player] for player in table.players] for table in pairing.tables]
    tables += [[index[player]] for player in pairing.byes]
    least = OneRound(problem, tables).total
    assert least == sum(part.amount * part.weight for part in pairing.cost.parts if part.name != "seat_values")
    for here, there in combinations(range(len(tables)), 2):
        for mine in range(len(tables[here])):
            for theirs in range(len(tables[there])):
                other = [[*table] for table in tables]
                other[here][mine], other[there][theirs] = other[there][theirs], other[here][mine]
                assert OneRound(problem, other).total >= least


@pytest.mark.parametrize("number", range(ROUNDS))
def test_the_search_adds_up_what_the_cost_is_from_scratch(number: int):
    rng = random.Random(2000 + number)
    given = msgspec.structs.replace(random_round(rng, 20), seat_values={})
    problem = problem_of(given)
    players = [*range(problem.count)]
    rng.shuffle(players)
    tables = [[players.pop() for _ in range(size)] for size in divide(problem.count, problem.sizes)]
    search = OneRound(problem, tables)
    search.anneal((rng.getrandbits(64) for _ in iter(int, 1)), 400)
    assert search.total == OneRound(problem, search.tables).total
    # the seats of a table cost at least what the search counts, which is their best order
    cost = cost_of_tables(problem, search.tables)
    luck = cost.amount("seat_values")
    assert cost.total - luck >= search.total


def test_the_golden_pairing_of_a_seed():
    given = round_of(15, forbidden=(frozenset({"player-000", "player-001"}),), rounds_left=4)
    rng = random.Random(7)
    texts: list[str] = []
    for number in range(4):
        pairing = pair(given, SEED + bytes([number]))
        texts.append(" / ".join(" ".join(player[-2:] for player in table.players) for table in pairing.tables))
        given = with_results(given, pairing, rng)
    assert texts == GOLDEN


GOLDEN = [
    "03 07 10 00 / 04 12 06 14 / 11 09 13 01 / 05 02 08",
    "01 03 05 04 / 09 00 12 02 / 06 08 10 13 / 07 14 11",
    "02 06 03 11 / 00 13 14 05 / 12 01 07 08 / 10 04 09",
    "14 10 01 02 / 07 05 06 09 / 13 03 12 / 08 11 00 04",
]


@pytest.mark.parametrize(("players", "rounds"), [(16, 5), (23, 4), (24, 5)])
def test_swiss_rounds_repeat_no_pair(players: int, rounds: int):
    given = round_of(players, rounds_left=rounds)
    rng = random.Random(players)
    pairings = [pair(given, SEED)]
    for number in range(1, rounds):
        given = with_results(given, pairings[-1], rng)
        pairings.append(pair(given, SEED + bytes([number])))
    assert repeated_pairs(pairings) == 0


def test_power_cuts_tables_from_the_ranking():
    pairing = pair(round_of(11, method="power"), SEED)
    tables = [sorted(int(player[-3:]) + 1 for player in table.players) for table in pairing.tables]
    assert tables == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11]]


def test_snake_makes_tables_of_equal_strength():
    pairing = pair(round_of(16, method="snake"), SEED)
    tables = [sorted(int(player[-3:]) + 1 for player in table.players) for table in pairing.tables]
    assert tables == [[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]]


@pytest.mark.parametrize("method", ["power", "snake"])
def test_a_forbidden_pair_is_separated_where_the_ranking_joins_it(method: str):
    pairs = tuple(frozenset({f"player-{one:03}", f"player-{other:03}"}) for one, other in ((0, 1), (0, 7)))
    given = round_of(16, method=method, forbidden=pairs)
    check_pairing(given, pair(given, SEED))


def test_swiss_prefers_players_with_equal_points():
    entrants = tuple(Entrant(f"p{number:02}", number + 1, points=10 * (3 - number // 4)) for number in range(16))
    pairing = pair(PairingInput(entrants, (4, 3)), SEED)
    assert pairing.cost.amount("spread") == 0


def test_a_player_gets_the_seat_that_the_player_had_least():
    entrants = tuple(
        Entrant(f"p{number}", 1, seats=tuple(SeatCount(4, seat, 1) for seat in range(4) if seat != number))
        for number in range(4)
    )
    pairing = pair(PairingInput(entrants, (4,)), SEED)
    assert pairing.tables[0].players == ("p0", "p1", "p2", "p3")
    assert pairing.cost.amount("seats") == 0


def test_seats_of_equal_count_go_by_their_worth():
    # both had each of the two seats once, but p0 had the first one where it is worth most
    values = {
        4: (Fraction(9, 10), Fraction(6, 10), Fraction(4, 10), Fraction(1, 10)),
        2: (Fraction(6, 10), Fraction(4, 10)),
    }
    entrants = (
        Entrant("p0", 1, seats=(SeatCount(3, 1, 1), SeatCount(4, 0, 1))),
        Entrant("p1", 2, seats=(SeatCount(3, 0, 1), SeatCount(4, 1, 1))),
    )
    pairing = pair(PairingInput(entrants, (2,), seat_values=values), SEED)
    assert pairing.tables[0].players == ("p1", "p0")
    # luck in thousandths: 400 - 100 and 100 + 100
    assert pairing.cost.amount("seat_values") == 300**2 + 200**2


def test_short_tables_and_byes_rotate():
    given = round_of(15, (4, 3), rounds_left=3)
    rng = random.Random(1)
    for number in range(3):
        given = with_results(given, pair(given, SEED + bytes([number])), rng)
    assert sum(entrant.short_tables for entrant in given.entrants) == 9
    assert max(entrant.short_tables for entrant in given.entrants) == 1
    given = round_of(9, (4,), rounds_left=9, method="random")
    for number in range(9):
        given = with_results(given, pair(given, SEED + bytes([number])), rng)
    assert {entrant.byes for entrant in given.entrants} == {1}


def test_a_swiss_bye_goes_to_the_last_without_one():
    entrants = tuple(Entrant(f"p{number}", number + 1, points=20 - number, byes=number > 6) for number in range(9))
    assert pair(PairingInput(entrants, (4,)), SEED).byes == ("p6",)


def test_the_seed_decides_who_meets_and_who_begins_in_the_first_round():
    given = round_of(8, method="random")
    firsts: set[str] = set()
    opponents: set[str] = set()
    for seed in range(40):
        for table in pair(given, bytes([seed] * 32)).tables:
            firsts.add(table.players[0])
            opponents |= {*table.players} if "player-000" in table.players else set()
    assert firsts == opponents == {entrant.player for entrant in given.entrants}


def test_input_that_contradicts_itself_is_refused():
    two = newcomers(2)
    for given, message in (
        (PairingInput((*two, two[0]), (3,)), "twice"),
        (PairingInput(two, (4, 3)), "fewer than the smallest table"),
        (PairingInput(two, ()), "at least one table size"),
        (PairingInput(two, (2, 2)), "each one once"),
        (PairingInput(two, (6, 2)), "2 to 5 seats"),
        (PairingInput(two, (2,), seat_values={2: (Fraction(1),)}), "2 seat values"),
        (PairingInput((two[0], Entrant("x", 1, seats=(SeatCount(3, 3, 1),))), (2,)), "seat that the table"),
    ):
        with pytest.raises(PairingError, match=message):
            pair(given, SEED)


def test_an_edited_pairing_is_checked_and_costed():
    given = round_of(8, method="power")
    pairing = pair(given, SEED)
    one, other = ([*table.players] for table in pairing.tables)
    one[0], other[0] = other[0], one[0]
    assert cost_of(given, [one, other], []).amount("spread") > pairing.cost.amount("spread")
    with pytest.raises(PairingError, match="once"):
        cost_of(given, [one], [])
    with pytest.raises(PairingError, match="not allowed"):
        cost_of(given, [one[:2], one[2:], other], [])
