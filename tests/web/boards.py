"""A page with a board alone: the element, its style sheets, and real views of golden games."""

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Page, Route

from domain.kernel.values import Seat
from projections.history import AnyViewer
from service.web.pages import policy
from tests.games.folded import batches_of

GOLDEN = Path("tests/games/golden")

GAMES = {
    "giganten": "giganten-1-giochirari-2001-4-careful",
    "siberia": "siberia-1-booklet-4-careful",
    "minos": "minos-1-advanced-4-careful",
}
"""A whole game of each title with four players."""

NAMES = ("Ada", "Bruno", "Clara", "Dmitri")

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Board</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="/assets/0/css/base.css">
  <link rel="stylesheet" href="/assets/0/css/board.css">
  <script type="module" src="/assets/0/js/board/board.js"></script>
</head>
<body><main><h1>Board</h1><ludo-board></ludo-board><p class="long">.</p></main></body>
</html>"""

_SHOW = """
([fields, game, height]) => new Promise((done) => {
  const board = document.querySelector('ludo-board');
  board.style.height = `${height}px`;
  window.picks = [];
  board.addEventListener('pick', (event) => picks.push(event.detail.id));
  board.addEventListener('ready', () => requestAnimationFrame(done), {once: true});
  Object.assign(board, fields, {changed: new Map(fields.changed ?? [])});
  board.game = game;
})
"""

_SET = """
(fields) => {
  const board = document.querySelector('ludo-board');
  if (fields.changed) fields.changed = new Map(fields.changed);
  Object.assign(board, fields);
  return new Promise((done) => requestAnimationFrame(() => done()));
}
"""


_UNTIL = """
new Promise((done, fail) => {
  let frames = 300;
  const look = () => {
    if (CONDITION) done();
    else if (--frames < 0) fail(new Error('it never held'));
    else requestAnimationFrame(look);
  };
  look();
})
"""


@cache
def views_of(title: str, viewer: AnyViewer = 0) -> Sequence[dict[str, Any]]:
    """Return the views of a golden game after each decision."""
    view = import_module(f"projections.views.{title}").view
    games = [batch.after for batch in batches_of(GOLDEN / f"{GAMES[title]}.jsonl.gz")]
    started = [game for game in games if game.state is not None]
    return [msgspec.json.decode(msgspec.json.encode(view(game, viewer))) for game in started]


def show_board(page: Page, title: str, view: dict[str, Any], height: int = 640, **fields: Any) -> None:
    """Open a page that shows a view of a title, and wait until the board is there. `height` is in pixels."""
    page.route("**/board-alone", _answer)
    page.goto("/board-alone")
    data_set = "kosmos-1999" if title == "giganten" else "reconstruction-1"
    seats = [{"seat": seat, "player": f"player:{seat}", "name": NAMES[seat]} for seat in range(len(view["players"]))]
    game = {"ruleset": title, "data_set": data_set, "seats": seats}
    page.evaluate(_SHOW, [{"view": view, "animate": False, **fields}, game, height])


def set_board(page: Page, **fields: Any) -> None:
    """Set properties of the board, and wait until it has rendered."""
    page.evaluate(_SET, fields)


def until(page: Page, condition: str) -> None:
    """Wait until an expression holds, for at most 300 frames. The policy of the page forbids `wait_for_function`."""
    page.evaluate(_UNTIL.replace("CONDITION", condition))


def devtools(page: Page) -> Callable[..., dict[str, Any]]:
    """Return what sends commands of the DevTools protocol to a page."""
    session = page.context.new_cdp_session(page)
    return session.send  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType] - a bare Dict


def picks(page: Page) -> list[str]:
    """Return what was picked so far."""
    return page.evaluate("picks")


def shown(page: Page) -> list[tuple[str, int | None, str, int]]:
    """Return kind, seat, place and number of all pieces on the board."""
    found = page.evaluate("""
        [...document.querySelectorAll('[data-piece]')].map((node) => [
          /kind-(\\S+)/.exec(node.getAttribute('class'))[1],
          /of-(\\d)/.exec(node.getAttribute('class'))?.[1] ?? null, node.dataset.at, Number(node.dataset.count)])
    """)
    return [(kind, None if seat is None else int(seat), at, count) for kind, seat, at, count in found]


def _answer(route: Route) -> None:
    route.fulfill(body=_PAGE, content_type="text/html", headers={"Content-Security-Policy": policy()})


def standing(title: str, view: dict[str, Any]) -> dict[tuple[str, Seat | None, str], int]:
    """Return how many pieces of each kind and seat stand at each place, read from a view independently."""
    found: dict[tuple[str, Seat | None, str], int] = {}

    def add(kind: str, seat: Seat | None, at: str, count: int = 1) -> None:
        if count:
            found[kind, seat, at] = found.get((kind, seat, at), 0) + count

    _READERS[title](view, add)
    return found


def _giganten(view: dict[str, Any], add: Any) -> None:
    add("train", None, f"track:black:{view['black_train']}")
    for company, price in view["prices"].items():
        add("price", None, f"price:{company}:{price}")
    for site in view["sites"]:
        if site["status"] == "tile":
            add("tile", None, f"site:{site['square']}")
    for player in view["players"]:
        seat = player["seat"]
        add("train", seat, f"track:{seat}:{player['train']}")
        if player["truck"]:
            add("truck", seat, f"square:{player['truck']}")
        for derrick in player["derricks"]:
            add("derrick", seat, f"site:{derrick['site']}")
        for company, oil in player["depots"].items():
            add("barrel", seat, f"depot:{seat}:{company}", oil)


def _siberia(view: dict[str, Any], add: Any) -> None:
    for area in view["areas"]:
        for cube in area["cubes"]:
            add(cube, None, f"place:{area['area']}")
        add("exhausted", None, f"place:{area['area']}", int(area["exhausted"]))
    for resource, left in view["reserves"].items():
        add("figure", None, f"cubes:{resource}", left)
    for tile in view["investments"]:
        add("open", None, f"tile:{tile}")
    for player in view["players"]:
        seat = player["seat"]
        add("pawn", seat, f"reserve:{seat}", player["reserve"])
        for place in player["workers"]:
            add("worker", seat, f"place:{place}")
        for exchange in player["salesmen"]:
            add("salesman", seat, f"exchange:{exchange}")
        for column, content in player["columns"].items():
            add("token", None, f"column:{seat}:{column}", len(content["tokens"]))
            add("tile", None, f"column:{seat}:{column}", int(content["tile"]))
        add("token", None, f"research:{seat}", len(player["research"]))


def _minos(view: dict[str, Any], add: Any) -> None:
    for field in view["fields"]:
        at = f"place:{field['field']}"
        add("covered", None, at, int(field["covered"]))
        for building in field["buildings"]:
            add(building, field["owner"], at)
        if field["owner"] is not None:
            add(f"seat{field['owner']}", field["owner"], at)
    for player in view["players"]:
        seat = player["seat"]
        add(f"seat{seat}", seat, f"income:{player['income'] % 50}")
        add("badge", None, f"rings:{seat}", player["rings"])
        for place in player["ships"]:
            add("ship", seat, f"place:{place}")
        for place in player["soldiers"]:
            add("soldier", seat, f"place:{place}")
    _minos_supply(view, add)


def _minos_supply(view: dict[str, Any], add: Any) -> None:
    add("badge", None, "rings", view["rings_left"])
    for building, left in view["stock"].items():
        add("badge", None, f"building:{building}", left)
    turn: dict[str, Any] = view["turn"] or {"dice": {}, "jokered": (), "starred": ()}
    for symbol, dice in turn["dice"].items():
        add("badge", None, f"die:{symbol}", dice)
    for kind, symbols in (("joker", turn["jokered"]), ("star", turn["starred"])):
        for symbol in symbols:
            add(kind, None, f"die:{symbol}")


_READERS = {"giganten": _giganten, "siberia": _siberia, "minos": _minos}
