"""The pieces on the map of each title, from its public view: as `static/js/board/titles/<title>.js` places them."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from service.web.sharing.pieces.piece import Piece, stacked

View: TypeAlias = Mapping[str, Any]
"""A public view as JSON has it."""

_QUARTERS = ((-1, -1), (1, -1), (-1, 1), (1, 1))
_SLOT = 10.5
"""Units from the middle of a field of Minos to its slots."""

_CUBES, _WORKERS, _WORKER_COLUMNS, _BELOW, _START = 31, 27, 5, 34, -12
"""Siberia: the distances of cubes and of workers, and where the rows of workers begin."""

_ROOM, _STEP = 31, 14
"""Minos: units from the middle of a field to the first soldier next to it, and to the next."""


def _giganten(view: View) -> Iterator[Piece]:
    for site in view["sites"]:
        if site["status"] == "tile":
            text = "?" if site["value"] is None else str(site["value"])
            yield Piece("tile", f"site:{site['square']}", None, text, 14, -14, 22)
    for player in view["players"]:
        for derrick in player["derricks"]:
            yield Piece("derrick", f"site:{derrick['site']}", player["seat"], str(derrick["markers"]), 0, 0, 50)
        if player["truck"]:
            yield Piece("truck", f"square:{player['truck']}", player["seat"], size=44)


def _siberia(view: View) -> Iterator[Piece]:
    for area in view["areas"]:
        at, cubes = f"place:{area['area']}", area["cubes"]
        if area["exhausted"]:
            yield Piece("exhausted", at, None, "", 0, 0, 30)
            continue
        for number, cube in enumerate(cubes):
            yield Piece(cube, at, None, "", (number - (len(cubes) - 1) / 2) * _CUBES, 0, 29)
    workers: defaultdict[str, list[tuple[Piece, int]]] = defaultdict(list)
    for player in view["players"]:
        for space, count in _counted(player["workers"]):
            at = f"place:{space}"
            workers[at].append((Piece("worker", at, player["seat"], size=32), count))
    for at, stacks in workers.items():
        yield from _in_rows(stacks, _START if at == f"place:{view['start']}" else None)


def _counted(spaces: Sequence[str]) -> Iterable[tuple[str, int]]:
    return Counter(spaces).items()


def _in_rows(stacks: list[tuple[Piece, int]], first: float | None) -> Iterator[Piece]:
    """Yield stacks one by one, or as figures where they are crowded. `first` is the first column; None: centred."""
    shown = [piece for stack in stacks for piece in stacked(*stack)]
    if len(shown) > _WORKER_COLUMNS:
        shown = [
            Piece(piece.kind, piece.at, piece.seat, str(count) if count > 1 else "", size=piece.size)
            for piece, count in stacks
        ]
    in_row = min(_WORKER_COLUMNS, len(shown))
    left = -(in_row - 1) / 2 * _WORKERS if first is None else first
    for number, piece in enumerate(shown):
        row, column = divmod(number, _WORKER_COLUMNS)
        dx, dy = left + column * _WORKERS, _BELOW + row * _WORKERS
        yield Piece(piece.kind, piece.at, piece.seat, piece.text, dx, dy, piece.size)


def _minos(view: View) -> Iterator[Piece]:
    fields = {field["field"] for field in view["fields"]}
    for field in view["fields"]:
        yield from _settlement(field)
    for player in view["players"]:
        for kind, size, spaces in (("ship", 30, player["ships"]), ("soldier", 26, player["soldiers"])):
            for space, count in _counted(spaces):
                standing = stacked(Piece(kind, f"place:{space}", player["seat"], size=size), count)
                for number, piece in enumerate(standing):
                    dx = _ROOM + number * _STEP if space in fields else None
                    yield Piece(kind, piece.at, piece.seat, piece.text, dx, 0, size, space in fields)


def _settlement(field: View) -> Iterator[Piece]:
    at, owner = f"place:{field['field']}", field["owner"]
    if field["covered"]:
        yield Piece("covered", at, None, "", 0, 0, 34)
        return
    for (dx, dy), building in zip(_QUARTERS, field["buildings"], strict=False):
        yield Piece(building, at, owner, "", dx * _SLOT, dy * _SLOT, 20)
    if owner is not None:
        yield Piece(f"seat{owner}", at, owner, str(owner), 0, 0, 15)
    elif field["left_by"] is not None and field["buildings"]:
        yield Piece("badge", at, None, "–", 0, 0, 22)  # noqa: RUF001 - the dash of the boards


PIECES: Mapping[str, Callable[[View], Iterator[Piece]]] = {"giganten": _giganten, "siberia": _siberia, "minos": _minos}
"""The pieces on the map by title. Pictures of other titles have none."""
