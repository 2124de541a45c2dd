"""The data sets of Siberia, and the checks that each of them has to pass."""

import re
from collections.abc import Iterator
from itertools import product

from domain.kernel.datafile import Path, Problem, below_one
from domain.kernel.printed import DataSets
from domain.siberia.options import COLUMNS, PERSONS, RESOURCES
from domain.siberia.tables import DataSet, Exchange

_ID = re.compile(r"[a-z]+(?:_[a-z]+)*")
_RESERVED = ("reserve", "research", "siberia", *COLUMNS)
_SEATS = 4
_SPACES = 2
_NOTE = 1000


def problems(data: DataSet) -> Iterator[Problem]:
    """Yield what is wrong with a data set, most basic first."""
    yield from _ids(data)
    yield from _borders(data)
    yield from _ways(data)
    yield from _cubes(data)
    yield from _tokens(data)
    yield from _exchanges(data)
    yield from _pieces(data)


def _ids(data: DataSet) -> Iterator[Problem]:
    named: list[tuple[Path, str]] = [(("map", "start"), data.map.start)]
    named += [(("map", "areas", number), area.id) for number, area in enumerate(data.map.areas)]
    named.append((("exchanges", "always"), data.exchanges.always.id))
    for number, tile in enumerate(data.exchanges.tiles):
        named += [(("exchanges", "tiles", number, "a"), tile.a.id), (("exchanges", "tiles", number, "b"), tile.b.id)]
    seen: set[str] = set()
    for where, name in named:
        if not _ID.fullmatch(name) or name in _RESERVED:
            yield where, f"write the id in small letters and underscores, and not as a word of the rules: {name}"
        if name in seen:
            yield where, f"the id {name} stands twice, change one of them"
        seen.add(name)


def _borders(data: DataSet) -> Iterator[Problem]:
    beside = _neighbours(data)
    for place, others in beside.items():
        where = _place(data, place)
        if place in others or len(set(others)) != len(others):
            yield where, f"{place} must name each neighbour once, and not itself"
        for other in others:
            if other not in beside:
                yield where, f"{other} is no place of the map, name another neighbour of {place}"
            elif place not in beside[other]:
                yield where, f"{place} borders on {other}, so {other} must name {place}, too"


def _ways(data: DataSet) -> Iterator[Problem]:
    beside = _neighbours(data)
    reached = {data.map.start}
    fringe = [data.map.start]
    while fringe:
        new = {other for place in fringe for other in beside[place] if other in beside} - reached
        reached |= new
        fringe = sorted(new)
    for number, area in enumerate(data.map.areas):
        if area.id not in reached:
            yield ("map", "areas", number), f"no way leads from {data.map.start} to {area.id}: add a border"


def _neighbours(data: DataSet) -> dict[str, tuple[str, ...]]:
    return {data.map.start: data.map.start_beside} | {area.id: area.beside for area in data.map.areas}


def _place(data: DataSet, place: str) -> Path:
    if place == data.map.start:
        return ("map", "start_beside")
    return ("map", "areas", next(number for number, area in enumerate(data.map.areas) if area.id == place))


def _cubes(data: DataSet) -> Iterator[Problem]:
    stock, areas = data.cubes.stock, len(data.map.areas)
    where: Path = ("cubes", "stock")
    laid = areas * data.cubes.per_area
    if not 1 <= data.cubes.per_area <= len(RESOURCES):
        yield ("cubes", "per_area"), f"an area holds 1 to {len(RESOURCES)} different cubes at the start"
    if min(stock) < 1:
        yield where, "each resource needs a cube"
    elif sum(sorted(stock)[: data.numbers.end_reserves]) <= laid:
        yield where, f"{laid} cubes are laid out: so few are left that the game could end before it begins"
    elif sum(sorted(stock)[: len(RESOURCES) - data.cubes.per_area + 1]) <= laid:
        yield where, f"{laid} cubes are laid out: different ones for the last area could be missing"


def _tokens(data: DataSet) -> Iterator[Problem]:
    kinds = [(person, getattr(data.tokens, person)) for person in PERSONS if person != "manager"]
    for person, copies in kinds:
        if min(copies) < 1:
            yield ("tokens", person), f"each resource needs a token of {person}"
    if data.tokens.manager < 1:
        yield ("tokens", "manager"), "the Manager needs a token"
    total = data.tokens.manager + sum(sum(copies) for _, copies in kinds)
    need = _SEATS * (data.numbers.draw + data.numbers.keep)
    if total < need:
        yield ("tokens",), f"{_SEATS} players may hold {need} tokens after drawing, here are {total}: add some"


def _exchanges(data: DataSet) -> Iterator[Problem]:
    sides: list[tuple[Path, Exchange]] = [(("exchanges", "always"), data.exchanges.always)]
    for number, tile in enumerate(data.exchanges.tiles):
        sides += [(("exchanges", "tiles", number, "a"), tile.a), (("exchanges", "tiles", number, "b"), tile.b)]
    for where, exchange in sides:
        if any(price < 0 or price % _NOTE for price in exchange.prices) or not any(exchange.prices):
            yield where, f"{exchange.id} buys something, at prices in whole notes of {_NOTE} dollars"
    always = data.exchanges.always
    if not all(always.prices):
        yield ("exchanges", "always"), f"{always.id} buys every resource"
    for number, resource in enumerate(RESOURCES):
        for mixture in product("ab", repeat=len(data.exchanges.tiles)):
            chosen = [getattr(tile, side) for tile, side in zip(data.exchanges.tiles, mixture, strict=True)]
            if max(exchange.prices[number] for exchange in chosen) <= always.prices[number]:
                yield (
                    ("exchanges", "tiles"),
                    f"with the sides {''.join(mixture)} only {always.id} is left for {resource}",
                )
                break


def _pieces(data: DataSet) -> Iterator[Problem]:
    pawns, kinds = data.pawns, len(COLUMNS)
    for key in ("workers", "salesmen"):
        if getattr(pawns, key) < 1:
            yield ("pawns", key), f"a player starts with one of the {key} at least"
    if pawns.workers + pawns.salesmen > pawns.each:
        yield ("pawns", "each"), "a player starts with a worker and a salesman, out of the own pawns"
    tiles = kinds * data.investments.copies
    if not tiles:
        yield ("investments", "copies"), "each kind has an investment tile"
    elif not 1 <= data.investments.open <= tiles:
        yield ("investments", "open"), f"one or more of the {tiles} tiles lie open"
    yield from _numbers(data)


def _numbers(data: DataSet) -> Iterator[Problem]:
    numbers, spaces = data.numbers, len(COLUMNS) * _SPACES
    yield from below_one(data, numbers=("draw", "keep", "moves", "end_areas", "end_reserves"))
    if numbers.end_areas > len(data.map.areas):
        yield ("numbers", "end_areas"), f"the map has only {len(data.map.areas)} areas"
    if numbers.end_reserves > len(RESOURCES):
        yield ("numbers", "end_reserves"), f"there are only {len(RESOURCES)} reserves"
    if numbers.keep > spaces:
        yield ("numbers", "keep"), f"a panel has only {spaces} spaces"


DATA_SETS = DataSets("domain.siberia", DataSet, problems)
