"""The data sets of Giganten, and the checks that each of them has to pass."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise

from msgspec.structs import replace

from domain.giganten.options import OPTIONS
from domain.giganten.tables import THIRD, Card, DataSet, printed_options
from domain.kernel.datafile import Path, Problem, below_one
from domain.kernel.printed import DataSets

TERRAIN = {"p": "plain", "h": "hill", "m": "mountain"}
_CELL = re.compile(r"([phm])([123]?)(\*?)")
_MAX_ROWS = 26
_COLUMNS = range(6, 100)
"""Trains may start on space 6 (0.9)."""
_MARKED = 2
_FACES = 6
_PLAYERS = 4
NOTE = 500
"""The smallest note, in dollars (6.6)."""


_PRINTED: Mapping[str, Path] = {
    "licence_ones": ("licences", "ones"),
    "licence_twos": ("licences", "twos"),
    "train_start": ("tracks", "start"),
    "three_player_last": ("fees", "train_ranks", THIRD),
}
"""The position of the printed default of an option."""


def cells(row: str) -> Iterator[tuple[str, int, bool] | None]:
    """Return for each cell of a row its terrain, the derricks of its site (0: none) and its mark; None: no cell."""
    for word in row.split():
        match = _CELL.fullmatch(word)
        yield None if match is None else (TERRAIN[match[1]], int(match[2] or 0), bool(match[3]))


def problems(data: DataSet) -> Iterator[Problem]:
    """Yield what is wrong with a data set, most basic first."""
    yield from _map_rows(data.map.rows)
    yield from _map_sites(data)
    yield from _tracks(data)
    yield from _prices(data)
    yield from _die(data)
    yield from _amounts(data)
    yield from _tiles(data)
    yield from _decks(data)


def _map_rows(rows: tuple[str, ...]) -> Iterator[Problem]:
    if not 1 <= len(rows) <= _MAX_ROWS:
        yield ("map", "rows"), f"the map needs 1 to {_MAX_ROWS} rows, named A to Z"
        return
    widths = Counter(len(row.split()) for row in rows)
    # where the first row is the wrong one, it is not the measure of the others
    usual = widths.most_common(1)[0][0]
    if usual not in _COLUMNS:
        problem = f"write rows of {_COLUMNS.start} to {_COLUMNS.stop - 1} cells, not {usual}"
        yield ("map", "rows"), problem
    for number, row in enumerate(rows):
        found = list(cells(row))
        if len(found) != usual:
            problem = f"row {chr(65 + number)} has {len(found)} cells, the others have {usual}: add or remove cells"
            yield ("map", "rows", number), problem
        for column, cell in enumerate(found, 1):
            if cell is None:
                problem = f"cell {chr(65 + number)}{column} must be p, h or m, then 1 to 3 for a site, then * if marked"
                yield ("map", "rows", number), problem
            elif cell[2] and not cell[1]:
                yield ("map", "rows", number), f"cell {chr(65 + number)}{column} is marked * but has no site"


def _map_sites(data: DataSet) -> Iterator[Problem]:
    every = [cell for row in data.map.rows for cell in cells(row) if cell is not None]
    for number, kind in enumerate(data.tiles.kinds):
        sites = sum(cell[1] == number + 1 for cell in every)
        marked = sum(cell[1] == number + 1 and cell[2] for cell in every)
        if sites != sum(kind.copies):
            problem = f"{sum(kind.copies)} tiles with {number + 1} derricks, but the map has {sites} such sites"
            yield ("tiles", "kinds", number), problem
        if marked != _MARKED:
            problem = f"mark {_MARKED} sites of each kind with * (0.3); of kind {number + 1} there are {marked}"
            yield ("map", "rows"), problem
        if marked >= sites:
            yield ("map", "rows"), f"with three players no site for {number + 1} derricks would be left"
    free = sum(1 for row in data.map.rows for cell in list(cells(row))[:1] if cell is not None and not cell[1])
    if free < _PLAYERS:
        yield ("map", "rows", 0), f"column 1 needs {_PLAYERS} squares without a site, where trucks enter"
    names = {f"{chr(65 + row)}{column}" for row, text in enumerate(data.map.rows) for column in _site_columns(text)}
    for name in data.map.reconstructed_sites:
        if name not in names:
            yield ("map", "reconstructed_sites"), f"{name} is no site of the map"


def _site_columns(row: str) -> Iterator[int]:
    return (column for column, cell in enumerate(cells(row), 1) if cell is not None and cell[1])


def _tracks(data: DataSet) -> Iterator[Problem]:
    columns = len(data.map.rows[0].split())
    tracks = data.tracks
    if len(tracks.costs) != columns - 1:
        problem = (
            f"a track has a space under each of the {columns} columns: {columns - 1} costs, not {len(tracks.costs)}"
        )
        yield ("tracks", "costs"), problem
    if min(tracks.costs) < 1:
        yield ("tracks", "costs"), "entering a space costs at least 1 point"
    for key, space in (("start", tracks.start), ("black_start", tracks.black_start)):
        if not 1 <= space <= columns:
            yield ("tracks", key), f"trains start on a space from 1 to {columns}"


def _prices(data: DataSet) -> Iterator[Problem]:
    prices = data.prices
    ladder = prices.ladder
    steps = {later - earlier for earlier, later in pairwise(ladder)}
    if len(steps) != 1 or min(steps) < 1 or ladder[0] < 1:
        yield ("prices", "ladder"), "prices rise in equal steps, from the lowest to the highest"
    for key, price in (
        ("start", prices.start),
        ("white_from", prices.white_from),
        ("blue_from", prices.blue_from),
    ):
        if price not in ladder:
            yield ("prices", key), f"{price} is not a price of the ladder"
    if prices.white_from <= ladder[0]:
        yield ("prices", "white_from"), "the lowest price lies in the red band: white begins above it"
    if prices.blue_from <= prices.white_from:
        yield ("prices", "blue_from"), "the blue band lies above the white one, and neither is empty"


def _die(data: DataSet) -> Iterator[Problem]:
    red, blue = data.die.red, data.die.blue
    for key, faces in (("red", red), ("blue", blue)):
        if not faces or min(faces) < 1:
            yield ("die", key), "each colour of the die needs faces of 1 step or more"
    missing = _FACES - len(red) - len(blue)
    if missing > 0:
        key = "red" if len(red) <= len(blue) else "blue"
        yield ("die", key), f"a die has {_FACES} faces or more, red and blue together: add {missing}"


def _amounts(data: DataSet) -> Iterator[Problem]:
    yield from below_one(
        data,
        terrain=("plain", "hill", "mountain"),
        licences=("ones", "twos"),
        pieces=("oil_markers", "derricks", "money"),
        fees=("depot_limit", "transport", "refund", "marker"),
    )
    if data.fees.transport % (6 * NOTE):
        problem = f"two or three share the fee in whole notes of {NOTE}: it must divide by {6 * NOTE}"
        yield ("fees", "transport"), problem
    ranks = data.fees.train_ranks
    if list(ranks) != sorted(ranks, reverse=True):
        problem = "a better train earns no less: write the values from high to low"
        yield ("fees", "train_ranks"), problem
    known = {option.name: option.values for option in OPTIONS}
    for option, printed in printed_options(data).items():
        if printed not in known[option]:
            values = ", ".join(map(str, known[option]))
            yield _PRINTED[option], f"{printed} cannot be played: the values of the option {option} are {values}"


def _tiles(data: DataSet) -> Iterator[Problem]:
    for number, kind in enumerate(data.tiles.kinds):
        where = ("tiles", "kinds", number)
        if kind.derricks != number + 1:
            yield where, f"kind {number + 1} is for sites of {number + 1} derricks"
        if len(kind.values) != len(kind.copies) or min((*kind.values, *kind.copies, kind.cost)) < 1:
            yield where, "each value from 1 up needs its number of copies from 1 up, and the cost is 1 or more"
        if len(set(kind.values)) != len(kind.values):
            yield where, "each value stands once, with its number of copies"


def _decks(data: DataSet) -> Iterator[Problem]:
    seen: set[str] = set()
    for deck, cards in (("red_cards", data.red_cards.cards), ("beige_cards", data.beige_cards.cards)):
        for number, card in enumerate(cards):
            problem = _card_problem(card, deck == "red_cards") or (
                f"the id {card.id} stands twice" if card.id in seen else ""
            )
            if problem:
                yield (deck, "cards", number), problem
            seen.add(card.id)
        if sum(card.copies for card in cards) < (1 if deck == "red_cards" else _PLAYERS):
            yield (deck, "cards"), f"a round needs a red card and {_PLAYERS} beige ones"


def _card_problem(card: Card, red: bool) -> str:
    if min(card.copies, card.licences) < 1:
        return "there is at least one copy of each card, and each deals at least one licence"
    if min(card.points, card.black_steps, card.price, card.oil, card.back) < 0:
        return "no number of a card is below 0"
    if sum(map(bool, (card.price, card.oil, card.back))) > 1 or card.oil > 1:
        return "a card has one special at the most, and free oil is one marker"
    if red != bool(card.black_steps):
        return "red cards, and only they, advance the black train"
    return ""


def _normalised(data: DataSet) -> DataSet:
    """Return the data set with single spaces between the cells of the map: the digest does not depend on layout."""
    rows = tuple(" ".join(row.split()) for row in data.map.rows)
    return replace(data, map=replace(data.map, rows=rows))


DATA_SETS = DataSets("domain.giganten", DataSet, problems, _normalised)
