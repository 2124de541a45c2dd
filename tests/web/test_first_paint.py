"""What the page of a game shows before its modules have come: as they draw it, in the same place, and public."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from projections.boards import board_svg
from service.web.assets import files
from service.web.first.board import first_board
from tests.replies import ok
from tests.service.imported import import_golden
from tests.service.kit import started_game
from tests.service.server import Server, serving
from tests.web.boards import GAMES, pieces_of, show_board, views_of
from tests.web.browser import PHONE, WIDE, opened
from tests.web.test_first_visit import LONG

DATA_SETS = {"giganten": "kosmos-1999", "siberia": "reconstruction-1", "minos": "reconstruction-1"}

_NUMBERS = ("transform", "x", "y", "width", "height", "font-size")
_DRAWN = """
(numbers) => [...document.querySelectorAll(':is(#board-pieces, .badges) .piece')].map((piece) =>
  [piece, ...piece.querySelectorAll('*')].map((node) => [
    node.localName, node.getAttribute('class') ?? '', node.getAttribute('href') ?? '', node.getAttribute('d') ?? '',
    node.children.length ? '' : node.textContent,
    numbers.flatMap((name) => (node.getAttribute(name) ?? '').match(/-?[\\d.]+(e-\\d+)?/g) ?? []).map(Number),
  ]))
"""
_MARKED = """
(name) => [...document.querySelectorAll(`ludo-board [data-kind].${name}`)].map(({id}) => id).sort()
"""
_PLACE = """
(part) => {
  const {a, e, f} = document.querySelector(`${part} svg.ludolog-board`).getScreenCTM();
  const {x, y, width, height} = document.querySelector(`${part} .board-frame`).getBoundingClientRect();
  return [a * 1000, e, f, x, y, width, height];
}
"""


def drawn_in(svg: str) -> list[list[list[Any]]]:
    """Return the elements of the pieces on a board, as `_DRAWN` does in the browser."""
    layer = next(node for node in ET.fromstring(svg).iter("g") if node.get("id") == "board-pieces")
    # the modules have a layer for counts, which lies over the rings
    pieces = sorted(
        (piece for piece in layer if piece.tag == "g"), key=lambda piece: "kind-badge" in piece.attrib["class"]
    )
    return [[_described(node) for node in piece.iter()] for piece in pieces]


def _described(node: ET.Element) -> list[Any]:
    names = [node.get(name, "") for name in ("class", "href", "d")]
    numbers = [each for name in _NUMBERS for each in re.findall(r"-?[\d.]+(?:e-\d+)?", node.get(name, ""))]
    return [node.tag, *names, "" if len(node) else node.text or "", [*map(float, numbers)]]


def marked_in(svg: str, name: str) -> list[str]:
    """Return the places of a class."""
    nodes = [node for node in ET.fromstring(svg).iter() if node.get("data-kind")]
    return sorted(node.attrib["id"] for node in nodes if name in node.get("class", "").split())


@pytest.mark.parametrize("title", GAMES)
def test_the_board_at_first_has_the_pieces_that_the_modules_draw(browser: Browser, site: Server, title: str) -> None:
    views = views_of(title, None)
    with opened(browser, site.base) as page:
        for view in (views[0], views[len(views) // 3], views[-1]):
            show_board(page, title, view)
            found = page.evaluate(_DRAWN, _NUMBERS)
            svg = str(first_board((title, DATA_SETS[title], len(view["players"]), "en"), pieces_of(view)))
            assert [[node[:5] for node in piece] for piece in drawn_in(svg)] == [
                [node[:5] for node in piece] for piece in found
            ]
            for ours, theirs in zip(drawn_in(svg), found, strict=True):
                assert [node[5] for node in ours] == [pytest.approx(node[5], abs=0.01) for node in theirs]
            assert len(found) > 20
            assert marked_in(svg, "closed") == page.evaluate(_MARKED, "closed")


def test_a_board_at_first_speaks_the_language_of_the_page() -> None:
    view = views_of("giganten", None)[-1]
    german, english = (str(first_board(("giganten", "kosmos-1999", 4, each), pieces_of(view))) for each in ("de", "en"))
    assert re.search(r'<text [^>]*data-en="1\.5"[^>]*>1,5</text>', german)
    assert ">1.5</text>" in english
    assert "data-en" not in english


def test_the_style_sheet_knows_the_boxes_of_the_boards() -> None:
    sheet = files()["css/first.css"].decode()
    for title, data_set in DATA_SETS.items():
        root = ET.fromstring(board_svg(title, data_set))
        chart = next(node for node in root.iter() if node.get("id") == "section:map")
        _, _, width, height = root.attrib["viewBox"].split()
        left, *box = chart.attrib["data-box"].split()
        assert (width, left) == ("1200", "0")
        rule = f'.first [data-title="{title}"] {{ --height: {height}; --map-top: {box[0]}; --map-width: {box[1]};'
        assert f"{rule} --map-height: {box[2]}; }}" in sheet
        legible, ratio = round(int(height) * 0.65), round(int(height) * 0.9)
        large = f"(min-height: {legible}px) and (max-aspect-ratio: 2000/{height})"
        assert f'{large}) or (max-aspect-ratio: 1200/{ratio}) {{ .first [data-title="{title}"]' in sheet


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, dict[str, str]]]:
    folder: Path = tmp_path_factory.mktemp("first")
    ended = import_golden(folder, [LONG])[LONG]
    with serving(folder / "games.db") as server:
        ada = server.player("Ada paints")
        made = {title: f"/games/{started_game(ada, ruleset=title)}" for title in GAMES}
        yield server, {**made, "past": f"/games/{ended}?at=200", "ended": f"/games/{ended}"}


@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "wide"])
@pytest.mark.parametrize("name", [*GAMES, "past"])
def test_the_modules_take_over_without_a_jump(
    browser: Browser, games: tuple[Server, dict[str, str]], name: str, viewport: ViewportSize
) -> None:
    server, addresses = games
    held: list[Route] = []
    with opened(browser, server.base, viewport=viewport) as page:
        page.route("**/table/table.js", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks its handlers
        page.goto(addresses[name])
        expect(page.locator(".first .piece").first).to_be_visible()
        before = page.evaluate(_PLACE, ".first")
        sentence = page.locator(".first .replay-text").text_content()
        _until(page, held)
        held[0].continue_()
        expect(page.locator(".first")).to_have_count(0)
        expect(page.locator("ludo-board .piece").first).to_be_visible()
        assert page.evaluate(_PLACE, "ludo-board") == pytest.approx(before, abs=3)
        assert (sentence or "").split()[-1] in (page.locator("ludo-table").text_content() or "")


def _until(page: Page, held: list[Route]) -> None:
    """Wait until a request is held."""
    while not held:
        page.evaluate("new Promise((done) => requestAnimationFrame(done))")


def test_without_scripts_the_page_shows_the_version_asked_for(
    browser: Browser, games: tuple[Server, dict[str, str]]
) -> None:
    server, addresses = games
    with opened(browser, server.base, java_script_enabled=False) as page:
        page.goto(addresses["past"])
        expect(page.locator(".board-past")).to_have_text(re.compile("Version 200 of"))
        expect(page.locator(".first .player")).to_have_count(2)
        expect(page.locator(".last-event, .badge.turn")).to_have_count(0)
        past = page.locator("#board-pieces .piece").count()
        page.goto(addresses["ended"])
        assert page.locator("#board-pieces .piece").count() != past > 20


def test_a_seat_has_the_name_of_the_player_who_resigned(browser: Browser, games: tuple[Server, dict[str, str]]) -> None:
    server, _ = games
    dora = server.player("Dora paints")
    game = started_game(dora, ruleset="minos")
    assert dora.post(f"/v1/games/{game}/resignations").status_code in {200, 201}
    with opened(browser, server.base, java_script_enabled=False, locale="en") as page:
        page.goto(f"/games/{game}")
        heads = page.locator(".first .player-head")
        expect(heads.first).to_contain_text("Dora paints")
        expect(heads.first.locator(".badge:not(.turn)")).to_have_text("resigned, played on by Bot careful")
        expect(heads.nth(1)).to_contain_text("Bot random")
        expect(heads.nth(1).locator(".badge:not(.turn)")).to_have_count(0)


def test_every_visitor_gets_the_board_of_the_public_view(games: tuple[Server, dict[str, str]]) -> None:
    server, addresses = games
    client, player = server.client(), server.player("Bea paints")
    path = addresses["past"].split("?")[0]
    view = ok(client.get(f"/v1{path}/view", params={"at": 200, "pieces": "true"})).json()
    board = str(first_board(("siberia", DATA_SETS["siberia"], 2, "en"), pieces_of(view)))
    for each in (client, player):
        assert board in each.get(addresses["past"]).text
    last = ok(client.get(f"/v1{path}")).json()["version"]
    present = client.get(path).text
    for at in (last, last + 7):
        assert board_in(client.get(path, params={"at": at}).text) == board_in(present)
    assert board_in(client.get(path, params={"at": "x"}).text) == board_in(present)
    assert board_in(client.get(path, params={"at": 0}).text) not in {board, board_in(present)}


def test_the_page_of_a_game_that_visitors_may_not_watch_has_no_board(games: tuple[Server, dict[str, str]]) -> None:
    server, _ = games
    owner = server.player("Cleo paints")
    hidden, private = started_game(owner, spectators="none"), started_game(owner, visibility="private")
    for client in (owner, server.client()):
        for game in (hidden, private):
            for at in ({}, {"at": 9}):
                page = client.get(f"/games/{game}", params=at).text
                assert "<ludo-table" in page
                assert "ludolog-board" not in page
                assert 'class="first"' not in page


def board_in(page: str) -> str:
    """Return the board in a page."""
    return page[page.index('<svg class="ludolog-board"') : page.index('id="board-targets"')]
