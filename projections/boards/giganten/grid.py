"""The map of Giganten: squares with their terrain, and the sites of the derricks."""

from domain.giganten.board import Board, Site
from domain.giganten.options import Square
from projections.boards.canvas import WIDTH, Box, Canvas, Node, Place, Point, path_of

LEFT = 46
"""The width of the margin with the letters of the rows, in units."""

TRACKS_TOP = 44
TRACK = 36
"""The height of a track in units."""

SEATS = 4
_COSTS, _NUMBERS = 32, 40
_MOST = 54
_SITE = 0.64
"""The side of a site as a part of the side of its square."""

_HILL = ((-0.3, 0.12), (-0.2, -0.08), (-0.1, -0.14), (0, -0.08), (0.1, 0.12))
_PEAK = ((-0.3, 0.24), (0, -0.26), (0.3, 0.24))
_SNOW = ((-0.13, -0.04), (-0.03, 0.03), (0.05, -0.05), (0.13, -0.04))


class Grid:
    """Where the squares of a map lie, and the spaces of tracks above them."""

    def __init__(self, board: Board) -> None:
        # a column more than the map has: the black train ends beyond it
        self.side = min(_MOST, (WIDTH - LEFT - 6) / (max(board.columns, len(board.data.tracks.costs) + 1) + 1))
        self.top = TRACKS_TOP + _COSTS + (SEATS + 1) * TRACK + _NUMBERS
        self.bottom = self.top + board.rows * self.side
        self.rows, self.columns = board.rows, board.columns

    def square(self, square: Square) -> Box:
        """Return the box of a square."""
        row, column = ord(square[0]) - ord("A"), int(square[1:]) - 1
        return Box(LEFT + column * self.side, self.top + row * self.side, self.side, self.side)

    def space(self, row: int, number: int) -> Box:
        """Return the box of a space of a track, numbered from 1. Row 0 has the costs."""
        y = TRACKS_TOP if row == 0 else TRACKS_TOP + _COSTS + (row - 1) * TRACK
        return Box(LEFT + (number - 1) * self.side, y, self.side, TRACK if row else _COSTS)


def draw_grid(canvas: Canvas, board: Board, grid: Grid) -> None:
    """Draw the map."""
    box = Box(0, grid.top - _NUMBERS, LEFT + grid.columns * grid.side + 8, _NUMBERS + grid.rows * grid.side + 4)
    section = canvas.section("map", box)
    for column in range(grid.columns):
        canvas.text(section, (LEFT + (column + 0.5) * grid.side, grid.top - 10), str(column + 1), "heading")
    for row in range(grid.rows):
        at = (LEFT / 2, grid.top + (row + 0.5) * grid.side + 8)
        canvas.text(section, at, chr(ord("A") + row), "heading")
    squares = canvas.group(section, "squares")
    for square, terrain in board.terrain.items():
        box = grid.square(square)
        place = Place(f"square:{square}", "square", f"{square}, {terrain}", box.centre)
        canvas.place(squares, place, "rect", terrain, x=box.x, y=box.y, width=box.width, height=box.height)
    _draw_terrain(canvas, section, board, grid)
    sites = canvas.group(section, "sites")
    for site in board.sites.values():
        _draw_site(canvas, sites, site, grid.square(site.square))


def _draw_terrain(canvas: Canvas, parent: Node, board: Board, grid: Grid) -> None:
    """Draw hills as two humps and mountains as a peak: terrain does not rest on tints alone."""
    for terrain in ("hill", "mountain"):
        shapes: list[str] = []
        for square, found in board.terrain.items():
            if found == terrain and square not in board.sites:
                centre, side = grid.square(square).centre, grid.side
                if terrain == "hill":
                    shapes += [_scaled(_HILL, (centre[0] + shift * side, centre[1]), side) for shift in (-0.06, 0.24)]
                else:
                    shapes += [_scaled(line, centre, side) for line in (_PEAK, _SNOW)]
        canvas.draw(parent, "path", f"grain {terrain}s", d="".join(shapes))


def _scaled(line: tuple[Point, ...], centre: Point, side: float) -> str:
    return path_of((centre[0] + x * side, centre[1] + y * side) for x, y in line)


def _draw_site(canvas: Canvas, parent: Node, site: Site, square: Box) -> None:
    side = square.width * _SITE
    x, y = square.centre
    box = Box(x - side / 2, y - side / 2, side, side)
    derricks = "1 derrick" if site.kind == 1 else f"{site.kind} derricks"
    words = f"{site.square}, site for {derricks}"
    if site.marked:
        words += ", empty with three players"
    style = "site marked" if site.marked else "site"
    canvas.box(parent, Place(f"site:{site.square}", "site", words, (x, y)), style, box)
    canvas.text(parent, (x, y + 9), str(site.kind), "figure count")
