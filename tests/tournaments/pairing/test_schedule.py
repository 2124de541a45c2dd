"""Schedules: the goals for numbers of players and rounds, and what holds for any."""

import os
import random
from collections import Counter
from fractions import Fraction
from itertools import chain, pairwise, product

import msgspec
import pytest

from domain.tournaments.pairing import PairingError, after, divide, pair, schedule
from domain.tournaments.pairing.problem import problem_of
from domain.tournaments.pairing.search.allowed import allowed_tables
from domain.tournaments.pairing.search.many_rounds import ManyRounds
from tests.tournaments.pairing.kit import (
    check_pairing,
    histories,
    newcomers,
    repeated_pairs,
    round_of,
    seat_counts,
)

SEEDS = int(os.environ.get("LUDOLOG_SCHEDULES", "1"))
GOALS = ((16, 5), (24, 5), (32, 6), (40, 8), (60, 8))
VALUES = {4: (Fraction(6, 10), Fraction(5, 10), Fraction(1, 2), Fraction(4, 10))}


@pytest.mark.parametrize(("players", "rounds", "seed"), [(*goal, seed) for goal, seed in product(GOALS, range(SEEDS))])
def test_the_goals_at_tables_of_four(players: int, rounds: int, seed: int):
    given = round_of(players, rounds_left=rounds, seat_values=VALUES)
    pairings = schedule(given, bytes([seed] * 32))
    assert len(pairings) == rounds
    assert repeated_pairs(pairings) == 0
    for pairing in pairings:
        check_pairing(given, pairing)
        # every player has the seat least had, in each round and not just at the end
        assert pairing.cost.amount("seats") == 0
    for entrant in histories(given, pairings).values():
        assert {*seat_counts(entrant, 4)} <= {rounds // 4, -(-rounds // 4)}


def test_sixteen_players_meet_everybody_in_five_rounds():
    # the affine plane of order 4: 20 tables, in which each of the 120 pairs meets once
    given = round_of(16, rounds_left=5)
    entrants = histories(given, schedule(given, bytes(32)))
    assert all(len(entrant.met) == 15 for entrant in entrants.values())


@pytest.mark.parametrize(("players", "rounds", "sizes"), [(9, 4, (3,)), (25, 6, (5,)), (8, 7, (2,)), (6, 5, (2,))])
def test_other_perfect_designs(players: int, rounds: int, sizes: tuple[int, ...]):
    # the affine planes of orders 3 and 5, and round robins: every pair meets once
    given = round_of(players, sizes, rounds_left=rounds)
    pairings = schedule(given, bytes(32))
    assert repeated_pairs(pairings) == 0
    assert all(len(entrant.met) == players - 1 for entrant in histories(given, pairings).values())


@pytest.mark.parametrize(("players", "rounds"), [(23, 4), (14, 4)])
def test_tables_of_four_and_three(players: int, rounds: int):
    given = round_of(players, rounds_left=rounds)
    pairings = schedule(given, bytes(32))
    assert repeated_pairs(pairings) == 0
    entrants = histories(given, pairings).values()
    tables = Counter(divide(players, (4, 3)))
    assert max(entrant.short_tables for entrant in entrants) == -(-3 * tables[3] * rounds // players)
    # the fourth seat exists at tables of four only, so some players cannot have it
    uneven = [entrant for entrant in entrants if max(counts := seat_counts(entrant, 4)) - min(counts) > 1]
    assert len(uneven) == max(0, players - tables[4] * rounds)


def test_seats_that_are_over_are_shared_out_by_their_worth():
    given = round_of(8, rounds_left=6, seat_values=VALUES)
    entrants = histories(given, schedule(given, bytes(32)))
    problem = problem_of(msgspec.structs.replace(given, entrants=tuple(entrants.values())))
    # in two further rounds after four, the best seat does not go with itself, nor the worst
    assert max(map(abs, problem.luck)) <= 100


@pytest.mark.parametrize("number", range(4 * SEEDS))
def test_any_schedule_is_correct(number: int):
    rng = random.Random(number)
    sizes = rng.choice(((4, 3), (4, 3, 2), (4,), (3,), (5, 4, 3)))
    players = rng.randint(sizes[0], 14)
    names = [entrant.player for entrant in newcomers(players)]
    forbidden = tuple(frozenset(rng.sample(names, 2)) for _ in range(rng.randint(0, players // 8)))
    given = round_of(players, sizes, rounds_left=rng.randint(1, 4), forbidden=forbidden)
    if number % 2:
        # one round has been played
        given = after(given, pair(msgspec.structs.replace(given, forbidden=()), bytes(32)))
    try:
        pairings = schedule(given, number.to_bytes(32, "big"))
    except PairingError:
        assert forbidden
        return
    rng.shuffle(names)
    assert schedule(msgspec.structs.replace(given, entrants=given.entrants[::-1]), number.to_bytes(32, "big")) == (
        pairings
    )
    for pairing in pairings:
        check_pairing(given, pairing)
        given = after(given, pairing)
    byes = [entrant.byes for entrant in given.entrants]
    assert max(byes) - min(byes) <= 1


def test_a_schedule_goes_on_after_a_player_has_left():
    given = round_of(24, rounds_left=5)
    first, *_ = schedule(given, bytes(32))
    rest = after(given, first)
    rest = msgspec.structs.replace(rest, entrants=rest.entrants[1:])
    pairings = schedule(rest, bytes(32))
    assert len(pairings) == 4
    assert repeated_pairs([first, *pairings]) == 0


def test_the_search_adds_up_what_repeats_cost():
    given = round_of(11, rounds_left=4, forbidden=(frozenset({"player-001", "player-004"}),))
    rng = random.Random(3)
    rounds: list[list[list[int]]] = []
    for _ in range(4):
        order = rng.sample(range(11), 11)
        rounds.append([order[:4], order[4:8], order[8:]])
    problem = problem_of(given)
    search = ManyRounds(problem, rounds)
    search.anneal((rng.getrandbits(64) for _ in iter(int, 1)), 2000)
    assert search.total == ManyRounds(problem, search.rounds).total >= search.least_total()
    search.descend()
    assert search.total == ManyRounds(problem, search.rounds).total
    for one, other in pairwise(search.rounds):
        assert sorted(chain(*one)) == sorted(chain(*other))


@pytest.mark.parametrize("rounds", [0, 101])
def test_a_schedule_has_rounds(rounds: int):
    with pytest.raises(PairingError, match="1 to 100 rounds"):
        schedule(round_of(8, rounds_left=rounds), bytes(32))


@pytest.mark.parametrize("number", range(20))
def test_an_error_says_that_forbidden_pairs_allow_nothing_exactly_if_so(number: int):
    rng = random.Random(number)
    names = [entrant.player for entrant in newcomers(rng.randint(4, 7))]
    forbidden = tuple(frozenset(rng.sample(names, 2)) for _ in range(rng.randint(2, 6)))
    given = round_of(len(names), (3, 2), forbidden=forbidden)
    possible = any(is_possible(names, sizes, forbidden) for sizes in product((1, 2, 3), repeat=4))
    if not possible:
        with pytest.raises(PairingError, match="forbidden pairs"):
            pair(given, bytes(32))
        with pytest.raises(PairingError, match="forbidden pairs"):
            schedule(given, bytes(32))
    else:
        check_pairing(given, pair(given, bytes(32)))
        assert len(schedule(given, bytes(32))) == 1


def is_possible(names: list[str], sizes: tuple[int, ...], forbidden: tuple[frozenset[str], ...]) -> bool:
    """Return whether players fit at tables of these sizes; 1 stands for no table, not for a bye."""
    sizes = tuple(size for size in sizes if size > 1)
    if sum(sizes) != len(names):
        return False
    if not names:
        return True
    first, *others = names
    for companions in product((False, True), repeat=len(others)):
        table = {first, *(name for name, sits in zip(others, companions, strict=True) if sits)}
        if len(table) == sizes[0] and all(len(pair & table) < 2 for pair in forbidden):
            rest = [name for name in others if name not in table]
            if is_possible_without_tables(rest, sizes[1:], forbidden):
                return True
    return False


def is_possible_without_tables(names: list[str], sizes: tuple[int, ...], forbidden: tuple[frozenset[str], ...]) -> bool:
    return not names if not sizes else is_possible(names, sizes, forbidden)


def test_tables_without_forbidden_pairs_are_found_where_they_are_rare():
    # four groups of four whose members may not meet: every table needs one of each
    names = [entrant.player for entrant in newcomers(16)]
    forbidden = tuple(frozenset(names[first : first + 4]) for first in range(0, 16, 4))
    given = round_of(16, (4,), forbidden=forbidden, rounds_left=3)
    tables = allowed_tables(problem_of(given), (4, 4, 4, 4))
    assert tables is not None
    assert all({player // 4 for player in table} == {0, 1, 2, 3} for table in tables)
    for pairing in schedule(given, bytes(32)):
        check_pairing(given, pairing)
