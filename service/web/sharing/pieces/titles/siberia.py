"""The pieces on the map of Siberia, as `static/js/board/titles/siberia.js` places them."""

from collections import Counter, defaultdict
from collections.abc import Iterator

from service.web.sharing.pieces.piece import Piece, View, stacked

_CUBES, _WORKERS, _WORKER_COLUMNS, _BELOW, _START = 31, 27, 5, 34, -12
"""The distances of cubes and of workers, and where the rows of workers begin."""


def pieces(view: View) -> Iterator[Piece]:
    """Yield the pieces of a public view."""
    for area in view["areas"]:
        at, cubes = f"place:{area['area']}", area["cubes"]
        if area["exhausted"]:
            yield Piece("exhausted", at, None, "", 0, 0, 30)
            continue
        for number, cube in enumerate(cubes):
            yield Piece(cube, at, None, "", (number - (len(cubes) - 1) / 2) * _CUBES, 0, 29)
    workers: defaultdict[str, list[tuple[Piece, int]]] = defaultdict(list)
    for player in view["players"]:
        for space, count in Counter[str](player["workers"]).items():
            at = f"place:{space}"
            workers[at].append((Piece("worker", at, player["seat"], size=32), count))
    for at, stacks in workers.items():
        yield from _in_rows(stacks, _START if at == f"place:{view['start']}" else None)


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
