"""A plan of places without a layout: linked places near each other, by a fixed number of equal steps."""

from collections.abc import Iterable, Sequence

from projections.boards.canvas import Box, Point

_STEPS = 120
_COOLING = 0.97
_MARGIN = 60
_ROUNDS = 30


def planned(places: Sequence[str], links: Iterable[tuple[str, str]], box: Box, gap: float) -> dict[str, Point]:
    """Return a point in the box for each place (Fruchterman and Reingold 1991), mostly `gap` units or more apart.

    Only sums, products, quotients and square roots are used, which IEEE 754 rounds alike on every platform.
    """
    columns = max(1, round((len(places) * box.width / box.height) ** 0.5))
    # odd rows run backwards, so that places that follow each other in the data set begin near each other
    at = [list(_cell(number, columns)) for number in range(len(places))]
    index = {place: number for number, place in enumerate(places)}
    pairs = [(index[a], index[b]) for a, b in links]
    step = 1.0
    for _ in range(_STEPS):
        forces = _forces(at, pairs)
        for point, (x, y) in zip(at, forces, strict=True):
            length = (x * x + y * y) ** 0.5 or 1.0
            part = min(length, step) / length
            point[0] += part * x
            point[1] += part * y
        step *= _COOLING
    return dict(zip(places, _apart(_fitted(at, box), box, gap), strict=True))


def _cell(number: int, columns: int) -> Point:
    row, column = divmod(number, columns)
    return (columns - 1 - column if row % 2 else column) + 0.1 * (row % 3), float(row)


def _forces(at: list[list[float]], pairs: list[tuple[int, int]]) -> list[list[float]]:
    """Return the force on each place: away from all, towards linked ones. The natural distance is 1."""
    forces = [[0.0, 0.0] for _ in at]
    for i, (x, y) in enumerate(at):
        for j in range(i):
            dx, dy = x - at[j][0], y - at[j][1]
            square = dx * dx + dy * dy or 0.0001
            _push(forces, i, j, dx / square, dy / square)
    for i, j in pairs:
        dx, dy = at[j][0] - at[i][0], at[j][1] - at[i][1]
        length = (dx * dx + dy * dy) ** 0.5
        _push(forces, i, j, dx * length, dy * length)
    return forces


def _push(forces: list[list[float]], i: int, j: int, x: float, y: float) -> None:
    forces[i][0] += x
    forces[i][1] += y
    forces[j][0] -= x
    forces[j][1] -= y


def _fitted(at: list[list[float]], box: Box) -> list[list[float]]:
    """Return the points stretched over the box."""
    found: list[list[float]] = []
    for axis, start, length in ((0, box.x, box.width), (1, box.y, box.height)):
        values = [point[axis] for point in at]
        low, high = min(values), max(values)
        scale = (length - 2 * _MARGIN) / ((high - low) or 1.0)
        found.append([start + _MARGIN + (value - low) * scale for value in values])
    return [list(point) for point in zip(*found, strict=True)]


def _apart(at: list[list[float]], box: Box, gap: float) -> list[Point]:
    """Return the points after those that are nearer than `gap` have pushed each other away, within the box."""
    for _ in range(_ROUNDS):
        for i, here in enumerate(at):
            for there in at[:i]:
                dx, dy = here[0] - there[0], here[1] - there[1]
                length = (dx * dx + dy * dy) ** 0.5 or 1.0
                if length < gap:
                    part = (gap - length) / length / 2
                    here[0], here[1] = here[0] + part * dx, here[1] + part * dy
                    there[0], there[1] = there[0] - part * dx, there[1] - part * dy
        for point in at:
            point[0] = min(max(point[0], box.x + _MARGIN), box.x + box.width - _MARGIN)
            point[1] = min(max(point[1], box.y + _MARGIN), box.y + box.height - _MARGIN)
    return [(x, y) for x, y in at]
