"""The printed tables of Giganten: what they hold, and faults of files that only a rule explains."""

import heapq
import random
import re
from collections import Counter

import pytest

from domain.giganten.board import Board, board_of, way_to
from domain.giganten.data_sets import DATA_SETS
from domain.giganten.tables import Card
from domain.kernel.datafile import DataSetError
from tests.rules.data_files import text_of

NAME = "kosmos-1999"
FILE = f"{NAME}.toml"
TEXT = text_of("giganten")

PRINTED = DATA_SETS.data_set(NAME)
BOARD = board_of(NAME)


def sites(kind: int, *, seats: int = 4) -> list[str]:
    return [site.square for site in BOARD.sites.values() if site.kind == kind and (seats > 3 or not site.marked)]


def test_rule_4a_4_the_map_has_183_plains_25_hills_and_32_mountains():
    assert (BOARD.rows, BOARD.columns) == (12, 20)
    assert Counter(BOARD.terrain.values()) == {"plain": 183, "hill": 25, "mountain": 32}
    assert all(BOARD.column[square] == int(square[1:]) for square in BOARD.terrain)


def test_rule_4a_1_column_1_is_all_plain_and_without_sites():
    assert BOARD.entry == tuple(f"{row}1" for row in "ABCDEFGHIJKL")
    assert {BOARD.terrain[square] for square in BOARD.entry} == {"plain"}
    assert not set(BOARD.entry) & set(BOARD.sites)


def test_rules_0_2_and_0_3_twelve_sites_of_each_kind_and_ten_with_three_players():
    assert [len(sites(kind)) for kind in (1, 2, 3)] == [12, 12, 12]
    assert [len(sites(kind, seats=3)) for kind in (1, 2, 3)] == [10, 10, 10]
    assert {name for name, site in BOARD.sites.items() if site.marked} == {"E5", "J6", "D11", "G18", "L14", "A16"}


def test_the_sites_lie_where_they_are_printed():
    assert sites(1) == ["A4", "A6", "C5", "D3", "E5", "F7", "G3", "H7", "I4", "J6", "K3", "L5"]
    assert sites(2) == ["A18", "C13", "D9", "D11", "D17", "E14", "G16", "G18", "H9", "J14", "L9", "L18"]
    assert sites(3) == ["A12", "A16", "B10", "C15", "C19", "E19", "H11", "H14", "I17", "J19", "L11", "L14"]
    # the twelfth one-derrick site is our reconstruction
    assert PRINTED.map.reconstructed_sites == ("I4",)
    assert (BOARD.sites["I4"].kind, BOARD.terrain["I4"]) == (1, "mountain")


def test_no_two_sites_are_adjacent_and_thirteen_squares_touch_two():
    assert not [square for square in BOARD.sites if BOARD.sites_beside[square]]
    assert min(len(BOARD.neighbours[square]) for square in BOARD.sites) >= 3
    assert Counter(map(len, BOARD.sites_beside.values()))[2] == 13
    assert BOARD.neighbours["D11"] == ("C11", "D10", "D12", "E11")


def test_rule_4c_1_a_track_costs_32_points():
    assert PRINTED.tracks.costs == (1,) * 9 + (2,) * 7 + (3,) * 3
    assert sum(PRINTED.tracks.costs) == 32
    assert (PRINTED.tracks.start, PRINTED.tracks.black_start) == (1, 1)


def test_rule_1_prices_and_bands():
    prices = PRINTED.prices
    assert prices.ladder == tuple(range(1500, 9001, 500))
    assert (prices.white_from, prices.blue_from, prices.start) == (4000, 7000, 5000)
    assert (PRINTED.die.red, PRINTED.die.blue) == ((2, 3, 4), (2, 3, 4))


def test_rule_0_2_tiles_hold_138_markers():
    kinds = PRINTED.tiles.kinds
    sums = [sum(v * n for v, n in zip(kind.values, kind.copies, strict=True)) for kind in kinds]
    assert sums == [36, 42, 60]
    assert [kind.cost for kind in kinds] == [4000, 6000, 8000]


def test_amounts_and_names():
    pieces, fees, licences, companies = PRINTED.pieces, PRINTED.fees, PRINTED.licences, PRINTED.companies
    assert (licences.ones, licences.twos) == (39, 39)
    assert (pieces.oil_markers, pieces.derricks, pieces.money) == (60, 5, 15000)
    assert (fees.transport, fees.depot_limit, fees.refund, fees.marker) == (3000, 2, 1000, 1000)
    assert fees.train_ranks == (5000, 4000, 3000, 2000)
    names = ("Hudson Oil Industries", "Jet Oil Inc.", "US Standard Oil Trust")
    assert (companies.hudson, companies.jet, companies.standard) == names


def test_rule_2a_1_twelve_red_cards_with_26_black_steps_and_one_special_each():
    cards = PRINTED.red_cards.cards
    assert sum(card.copies for card in cards) == 12
    assert sum(card.copies * card.black_steps for card in cards) == 26
    assert all([bool(card.oil), bool(card.back), bool(card.price)].count(True) == 1 for card in cards)
    assert sum(card.copies for card in cards if card.oil) == 5
    assert sum(card.copies for card in cards if card.back) == 7


def test_rule_2b_1_thirty_beige_cards():
    cards = PRINTED.beige_cards.cards
    assert sum(card.copies for card in cards) == 30
    assert sum(card.copies * card.licences for card in cards) == 139
    assert sum(card.copies * card.points for card in cards) == 227
    assert sum(card.copies for card in cards if card.price) == 9
    assert not any(card.oil or card.back or card.black_steps for card in cards)


def named(card: Card) -> str:
    deck = f"red-{card.black_steps}" if card.black_steps else "beige"
    specials = ("-oil" * card.oil, f"-back-{card.back}" * bool(card.back), f"-price-{card.price}" * bool(card.price))
    return f"{deck}-{card.licences}-{card.points}{''.join(specials)}"


def test_the_id_of_a_card_names_its_content():
    cards = (*PRINTED.red_cards.cards, *PRINTED.beige_cards.cards)

    assert [card.id for card in cards] == [named(card) for card in cards]


def test_rule_4a_1_column_1_without_room_for_four_trucks_is_refused():
    # in each row the first square and the first site without a mark change places
    broken = re.sub(r'(?m)^    " +p (.*?)([pmh][123])(?=[ "])', r'    "\2 \1 p', TEXT)
    with pytest.raises(DataSetError, match="column 1 needs 4 squares") as caught:
        DATA_SETS.load(broken, FILE)

    assert broken.splitlines()[caught.value.line - 1].startswith('    "p1 ')


def test_rule_0_3_a_kind_of_which_three_players_would_have_no_site_is_refused():
    broken = re.sub(r"([phm])1(?=[ \"])", r" \1", TEXT).replace('"I4"', '"E5"')
    broken = broken.replace("values = [2, 3, 4], copies = [4, 4, 4] },", "values = [2], copies = [2] },", 1)
    with pytest.raises(DataSetError, match="no site for 1 derricks") as caught:
        DATA_SETS.load(broken, FILE)

    assert broken.splitlines()[caught.value.line - 1] == "rows = ["


def slow_costs(board: Board, start: str, points: int, blocked: set[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    heap = [(0, start)]
    while heap:
        cost, square = heapq.heappop(heap)
        if square not in found and cost <= points:
            found[square] = cost
            for other in set(board.neighbours[square]) - blocked:
                heapq.heappush(heap, (cost + board.cost[other], other))
    return found


@pytest.mark.parametrize("start", ["A1", "F10", "I4", "L20"])
@pytest.mark.parametrize("points", [0, 1, 2, 3, 8, 12, 60])
def test_rule_4a_4_ways_are_the_cheapest_within_the_points(start: str, points: int):
    blocked = {"F9", "G10", "B1", "D3", "L19", "H4"}
    ways = BOARD.ways(start, points, blocked)

    assert {square: cost for square, (cost, _) in ways.items()} == slow_costs(BOARD, start, points, blocked)
    for square, (cost, _) in ways.items():
        way = way_to(ways, square)
        assert sum(BOARD.cost[step] for step in way) == cost
        assert all(step in BOARD.neighbours[before] for before, step in zip((start, *way), way, strict=False))
        assert not blocked & {*way}


def test_of_equally_cheap_ways_always_the_same_is_taken():
    assert way_to(BOARD.ways("A1", 4, ()), "B2") == ("A2", "B2")
    assert way_to(BOARD.ways("A1", 4, {"A2"}), "B2") == ("B1", "B2")
    assert BOARD.ways("A1", 12, {"A2", "B1"}) == {"A1": (0, "A1")}


def searched(board: Board, start: str, points: int, blocked: set[str]) -> list[tuple[str, tuple[int, str]]]:
    """Return the ways in the order of a plain search: by cost, then from each square up, left, right, down."""
    found = {start: (0, start)}
    reached = {cost: list[str]() for cost in range(points + 1)}
    reached[0] = [start]
    for spent in range(points):
        for square in reached[spent]:
            for other in sorted(board.neighbours[square], key=board.cost.__getitem__):
                total = spent + board.cost[other]
                if total <= points and other not in found and other not in blocked:
                    found[other] = (total, square)
                    reached[total].append(other)
    return list(found.items())


def test_ways_past_blocked_squares_have_the_order_of_a_plain_search():
    rng = random.Random(1)
    for _ in range(400):
        start, points = rng.choice(list(BOARD.terrain)), rng.randrange(13)
        blocked = {*rng.sample(list(BOARD.sites), rng.randrange(12))} - {start}

        assert list(BOARD.ways(start, points, blocked).items()) == searched(BOARD, start, points, blocked)


def test_the_cheapest_way_across_the_map_costs_23_points():
    across = [BOARD.ways(start, 40, ())[f"{row}20"][0] for start in BOARD.entry for row in "ABCDEFGHIJKL"]

    assert min(across) == 23
