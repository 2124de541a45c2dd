"""What a data set of Minos must fulfil, and the line of the file where it does not."""

import re
from collections.abc import Iterator

from domain.kernel.values import Value
from domain.minos.dice import SYMBOLS
from domain.minos.options import BUILDINGS
from domain.minos.tables import DataSet

_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_MOST_COVERED = 8


class Fault(Value, frozen=True):
    """What is wrong, and where: table, key, and the number of the item in its list, from 0."""

    where: tuple[str, str, int | None]
    problem: str


class LineFinder:
    """Finds the line of a table, a key or an item of a list; each item of a list stands on a line of its own."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()

    def of(self, table: str, key: str = "", item: int | None = None) -> int:
        """Return the line, from 1, of the item, or of the key or table where there is no such item."""
        start = self._find(rf"\[{re.escape(table)}\]|{re.escape(table)}\s*=", 0) if table else 0
        if not key:
            return start + 1
        line = self._find(rf"{re.escape(key)}\s*=", start)
        if item is None:
            return line + 1
        entries = [
            number for number in range(line + 1, len(self._lines)) if re.match(r'\s+[{\["]', self._lines[number])
        ]
        return (entries[item] if item < len(entries) else line) + 1

    def of_message(self, message: str) -> int:
        """Return the line that an error of the TOML or msgspec parser speaks of, the last one if it names none."""
        line = re.search(r"at line (\d+)", message)
        if line:
            return int(line[1])
        if "end of document" in message:
            return max(1, len(self._lines))
        place = re.search(r"`\$((?:\.\w+|\[[^\]]*\])*)`", message)
        steps = re.findall(r"\.(\w+)|\[(\d+)\]", place[1]) if place else []
        unknown = re.search(r"unknown field `(\w+)`", message)
        if unknown and len(steps) < 2:  # noqa: PLR2004 - inside an item of a list, the item's line says it
            steps.append((unknown[1], ""))
        names = [name for name, _ in steps if name]
        items = [int(number) for _, number in steps if number]
        return self.of(*names[:2], **({"item": items[0]} if items else {})) if names else 1

    def _find(self, pattern: str, start: int) -> int:
        for number in range(start, len(self._lines)):
            if re.match(rf"\s*(?:{pattern})", self._lines[number]):
                return number
        return min(start, max(0, len(self._lines) - 1))


def faults(data: DataSet) -> Iterator[Fault]:
    """Return what is wrong with a data set, most basic first."""
    yield from _fields(data)
    yield from _seas(data)
    yield from _sea_is_whole(data)
    yield from _paths(data)
    yield from _regions(data)
    yield from _buildings(data)
    yield from _dice(data)
    yield from _amounts(data)


def _fields(data: DataSet) -> Iterator[Fault]:
    seen: set[str] = set()
    for number, field in enumerate(data.fields.fields):
        where = ("fields", "fields", number)
        if not _NAME.fullmatch(field.id):
            yield Fault(where, f"the id {field.id} must be small letters, digits and hyphens")
        if field.id in seen:
            yield Fault(where, f"the field {field.id} stands twice")
        seen.add(field.id)
    if not seen:
        yield Fault(("fields", "fields", None), "a board needs fields")


def _seas(data: DataSet) -> Iterator[Fault]:
    fields = {field.id for field in data.fields.fields}
    beside = {space.id: space.beside for space in data.seas.spaces}
    harbours: set[str] = set()
    seen: set[str] = set()
    for number, space in enumerate(data.seas.spaces):
        where = ("seas", "spaces", number)
        if space.id in seen or space.id in fields or not _NAME.fullmatch(space.id):
            yield Fault(where, f"the id {space.id} must be small letters, digits and hyphens, and stand once")
        seen.add(space.id)
        for other in space.beside:
            if other == space.id or space.id not in beside.get(other, ()) or space.beside.count(other) > 1:
                yield Fault(where, f"{other} must be another sea space, named once, that names {space.id} in turn")
        if space.harbour is not None and (space.harbour not in fields or space.harbour in harbours):
            yield Fault(where, f"{space.harbour} must be a field, and its harbour opens into one sea space only")
        harbours |= {space.harbour} if space.harbour else set()
    if data.seas.fish not in beside:
        yield Fault(("seas", "fish", None), f"the fish must be in a sea space, not in {data.seas.fish}")
    for number, field in enumerate(data.fields.fields):
        if field.id not in harbours:
            yield Fault(("fields", "fields", number), f"no sea space has the harbour of {field.id}")


def _sea_is_whole(data: DataSet) -> Iterator[Fault]:
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
            yield Fault(("seas", "spaces", number), f"no ship can get from the fish to {space.id}")


def _paths(data: DataSet) -> Iterator[Fault]:
    fields = {field.id for field in data.fields.fields}
    seen: set[frozenset[str]] = set()
    for number, link in enumerate(data.paths.links):
        where = ("paths", "links", number)
        if len(set(link.between) & fields) != 2:  # noqa: PLR2004 - a path has two ends
            yield Fault(where, "a path lies between two different fields")
        if frozenset(link.between) in seen:
            yield Fault(where, "this path stands twice")
        if link.dots < 0:
            yield Fault(where, "a path has 0 dots or more")
        seen.add(frozenset(link.between))


def _regions(data: DataSet) -> Iterator[Fault]:
    fields = {field.id for field in data.fields.fields}
    seen: set[str] = set()
    for number, region in enumerate(data.regions.regions):
        for field in region:
            if field not in fields or field in seen:
                yield Fault(("regions", "regions", number), f"{field} must be a field, in one region only")
            seen.add(field)
        if not region:
            yield Fault(("regions", "regions", number), "a region has fields")
    if seen != fields:
        problem = f"these fields are in no region: {', '.join(sorted(fields - seen))}"
        yield Fault(("regions", "regions", None), problem)
    if len(data.regions.regions) < _MOST_COVERED:
        problem = f"up to {_MOST_COVERED} fields are covered, each in a region of its own: add regions"
        yield Fault(("regions", "regions", None), problem)


def _buildings(data: DataSet) -> Iterator[Fault]:
    table = data.buildings
    if tuple(kind.kind for kind in table.kinds) != BUILDINGS:
        yield Fault(("buildings", "kinds", None), f"the kinds are, in this order: {', '.join(BUILDINGS)}")
    for number, kind in enumerate(table.kinds):
        if kind.income < 0 or kind.pieces < 1:
            yield Fault(("buildings", "kinds", number), "an income is 0 or more, and there is at least one piece")
    for key, costs in (("rights", table.rights), ("talents", table.talents)):
        if min(costs) < 1 or list(costs) != sorted(costs):
            yield Fault(("buildings", key, None), "costs are 1 or more, and a later building costs no less")
    if not 1 <= table.walls_rights <= data.dice.dice:
        yield Fault(("buildings", "walls_rights", None), "walls need 1 right or more, and no more than there are dice")


def _dice(data: DataSet) -> Iterator[Fault]:
    if set(data.dice.faces) != set(SYMBOLS):
        yield Fault(("dice", "faces", None), f"each of these is on a face: {', '.join(SYMBOLS)}")
    conflict = data.conflict
    if conflict.combination < conflict.arrow + conflict.joker + conflict.star:
        yield Fault(("conflict", "combination", None), "the combination is worth no less than its dice")


def _amounts(data: DataSet) -> Iterator[Fault]:
    for table, key, amount in (
        ("dice", "dice", data.dice.dice),
        ("dice", "rolls", data.dice.rolls),
        ("dice", "gull_points", data.dice.gull_points),
        ("conflict", "arrow", data.conflict.arrow),
        ("conflict", "joker", data.conflict.joker),
        ("conflict", "star", data.conflict.star),
        ("stock", "ships", data.stock.ships),
        ("stock", "soldiers", data.stock.soldiers),
        ("stock", "rings", data.stock.rings),
        ("stock", "start_talents", data.stock.start_talents),
        ("stock", "start_ships", data.stock.start_ships),
        ("stock", "ring_price", data.stock.ring_price),
        ("stock", "recruit_price", data.stock.recruit_price),
    ):
        if amount < 1:
            yield Fault((table, key, None), f"{key} must be 1 or more")
    if data.stock.start_ships > data.stock.ships:
        yield Fault(("stock", "start_ships", None), "no more ships at the start than a player has")
