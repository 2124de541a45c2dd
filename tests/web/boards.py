"""A page with a board alone: the element, its style sheets, and real views of golden games."""

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
from playwright.sync_api import Page, Route

from projections.boards.pieces import placing, with_pieces
from projections.history import AnyViewer
from projections.views import VIEWS
from projections.views.pieces import Pieces
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
    """Return the views of a golden game after each decision, with what stands on the board."""
    view = import_module(f"projections.views.{title}").view
    games = [batch.after for batch in batches_of(GOLDEN / f"{GAMES[title]}.jsonl.gz")]
    started = [game for game in games if game.state is not None]
    place = placing(title, started[0].opened.data_set)
    return [msgspec.json.decode(msgspec.json.encode(with_pieces(view(game, viewer), place))) for game in started]


def pieces_of(view: dict[str, Any]) -> Pieces:
    """Return what stands on the board by a view of `views_of`."""
    return msgspec.convert(view["pieces"], Pieces)


def placed(view: dict[str, Any]) -> dict[str, Any]:
    """Return a view, which a test may have changed, with what stands on the board by it."""
    if "pieces" not in view:
        return view
    title: str = view["type"].partition(".")[0]
    plain = {name: view[name] for name in view if name != "pieces"}
    struct = msgspec.convert(plain, get_type_hints(VIEWS[title])["return"])
    shown = with_pieces(struct, placing(title, "kosmos-1999" if title == "giganten" else "reconstruction-1"))
    return msgspec.json.decode(msgspec.json.encode(shown))


def show_board(page: Page, title: str, view: dict[str, Any], height: int = 640, **fields: Any) -> None:
    """Open a page that shows a view of a title, and wait until the board is there. `height` is in pixels."""
    page.route("**/board-alone", _answer)
    page.goto("/board-alone")
    data_set = "kosmos-1999" if title == "giganten" else "reconstruction-1"
    seats = [{"seat": seat, "player": f"player:{seat}", "name": NAMES[seat]} for seat in range(len(view["players"]))]
    game = {"ruleset": title, "data_set": data_set, "seats": seats}
    page.evaluate(_SHOW, [{"view": placed(view), "animate": False, **fields}, game, height])


def set_board(page: Page, **fields: Any) -> None:
    """Set properties of the board, and wait until it has rendered."""
    page.evaluate(_SET, {name: placed(value) if name == "view" else value for name, value in fields.items()})


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
