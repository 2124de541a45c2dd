"""The data sets of Minos, and the checks that each of them has to pass."""

import re
from collections.abc import Iterator

from domain.kernel.datafile import Problem, below_one
from domain.kernel.printed import DataSets
from domain.minos.dice import SYMBOLS
from domain.minos.options import BUILDINGS
from domain.minos.tables import DataSet

_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_RESERVED = ("harbour-", "dot-")
"""Prefixes of the names of harbours and dots, which derive from the names of fields."""

_MOST_COVERED = 8
_CITIES = 2
_CITY = 4
"""Buildings that make a city, one of them walls."""


def problems(data: DataSet) -> Iterator[Problem]:
    """Yield what is wrong with a data set, most basic first."""
    yield from _fields(data)
    yield from _seas(data)
    yield from _sea_is_whole(data)
    yield from _paths(data)
    yield from _regions(data)
    yield from _buildings(data)
    yield from _dice(data)
    yield from _amounts(data)


def _fields(data: DataSet) -> Iterator[Problem]:
    seen: set[str] = set()
    for number, field in enumerate(data.fields.fields):
        where = ("fields", "fields", number)
        if not _is_name(field.id):
            yield where, f"the id {field.id} must be small letters, digits and hyphens, and no harbour's or dot's"
        if field.id in seen:
            yield where, f"the field {field.id} stands twice"
        seen.add(field.id)
    if len(seen) < _MOST_COVERED + _CITIES:
        yield ("fields", "fields"), f"{_MOST_COVERED} fields can be covered, and there must be room for two cities"


def _is_name(name: str) -> bool:
    return bool(_ID.fullmatch(name)) and not name.startswith(_RESERVED)


def _seas(data: DataSet) -> Iterator[Problem]:
    fields = {field.id for field in data.fields.fields}
    beside = {space.id: space.beside for space in data.seas.spaces}
    harbours: set[str] = set()
    seen: set[str] = set()
    for number, space in enumerate(data.seas.spaces):
        where = ("seas", "spaces", number)
        if space.id in seen or space.id in fields or not _is_name(space.id):
            yield where, f"the id {space.id} must be small letters, digits and hyphens, and stand once"
        seen.add(space.id)
        for other in space.beside:
            if other == space.id or space.id not in beside.get(other, ()) or space.beside.count(other) > 1:
                yield where, f"{other} must be another sea space, named once, that names {space.id} in turn"
        if space.harbour is not None and (space.harbour not in fields or space.harbour in harbours):
            yield where, f"{space.harbour} must be a field, and its harbour opens into one sea space only"
        harbours |= {space.harbour} if space.harbour else set()
    if data.seas.fish not in beside:
        yield ("seas", "fish"), f"the fish must be in a sea space, not in {data.seas.fish}"
    for number, field in enumerate(data.fields.fields):
        if field.id not in harbours:
            yield ("fields", "fields", number), f"no sea space has the harbour of {field.id}"


def _sea_is_whole(data: DataSet) -> Iterator[Problem]:
    beside = {space.id: space.beside for space in data.seas.spaces}
    reached: set[str] = set()
    waiting = [data.seas.fish]
    while waiting:
        space = waiting.pop()
        if space not in reached:
            reached.add(space)
            waiting += beside.get(space, ())
    for number, space in enumerate(data.seas.spaces):
        if space.id not in reached:
            yield ("seas", "spaces", number), f"no ship can get from the fish to {space.id}"


def _paths(data: DataSet) -> Iterator[Problem]:
    fields = {field.id for field in data.fields.fields}
    seen: set[frozenset[str]] = set()
    for number, link in enumerate(data.paths.links):
        where = ("paths", "links", number)
        if len(set(link.between) & fields) != 2:  # noqa: PLR2004 - a path has two ends
            yield where, "a path lies between two different fields"
        if frozenset(link.between) in seen:
            yield where, "this path stands twice"
        if link.dots < 0:
            yield where, "a path has 0 dots or more"
        seen.add(frozenset(link.between))


def _regions(data: DataSet) -> Iterator[Problem]:
    fields = {field.id for field in data.fields.fields}
    seen: set[str] = set()
    for number, region in enumerate(data.regions.regions):
        for field in region:
            if field not in fields or field in seen:
                yield ("regions", "regions", number), f"{field} must be a field, in one region only"
            seen.add(field)
        if not region:
            yield ("regions", "regions", number), "a region has fields"
    if seen != fields:
        problem = f"these fields are in no region: {', '.join(sorted(fields - seen))}"
        yield ("regions", "regions"), problem
    if len(data.regions.regions) < _MOST_COVERED:
        problem = f"up to {_MOST_COVERED} fields are covered, each in a region of its own: add regions"
        yield ("regions", "regions"), problem


def _buildings(data: DataSet) -> Iterator[Problem]:
    table = data.buildings
    if tuple(kind.kind for kind in table.kinds) != BUILDINGS:
        yield ("buildings", "kinds"), f"the kinds are, in this order: {', '.join(BUILDINGS)}"
    for number, kind in enumerate(table.kinds):
        if kind.income < 0 or kind.pieces < 1:
            yield ("buildings", "kinds", number), "an income is 0 or more, and there is at least one piece"
    first = sum(kind.pieces for kind in table.kinds if kind.kind != "walls")
    walls = sum(kind.pieces for kind in table.kinds if kind.kind == "walls")
    # every field needs a first building, and two of them two more before or after their walls
    if first < len(data.fields.fields) + _CITIES * (_CITY - 2) or walls < _CITIES:
        yield ("buildings", "kinds"), "the pieces must suffice for a building on each field and for two cities"
    for key, costs in (("rights", table.rights), ("talents", table.talents)):
        if min(costs) < 1 or list(costs) != sorted(costs):
            yield ("buildings", key), "costs are 1 or more, and a later building costs no less"
    if not 1 <= table.walls_rights <= data.dice.dice:
        yield ("buildings", "walls_rights"), "walls need 1 right or more, and no more than there are dice"


def _dice(data: DataSet) -> Iterator[Problem]:
    if set(data.dice.faces) != set(SYMBOLS):
        yield ("dice", "faces"), f"each of these is on a face: {', '.join(SYMBOLS)}"
    conflict = data.conflict
    if conflict.combination < conflict.arrow + conflict.joker + conflict.star:
        yield ("conflict", "combination"), "the combination is worth no less than its dice"


def _amounts(data: DataSet) -> Iterator[Problem]:
    yield from below_one(
        data,
        dice=("dice", "rolls", "gull_points"),
        conflict=("arrow", "joker", "star"),
        stock=("ships", "soldiers", "rings", "start_talents", "start_ships", "ring_price", "recruit_price"),
    )
    if data.stock.start_ships > data.stock.ships:
        yield ("stock", "start_ships"), "no more ships at the start than a player has"


DATA_SETS = DataSets("domain.minos", DataSet, problems)
