"""Embeds on pages of another site, in a browser."""

import json
import re
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Frame, Page, Request, Route, expect

from tests.replies import ok
from tests.service.kit import open_game, player_in_game, started_game
from tests.service.moderation.kit import with_role
from tests.service.moderation.test_games import act
from tests.service.server import Server, serving
from tests.service.tournaments.kit import Cup
from tests.waiting import until, until_over
from tests.web.accessibility import assert_accessible
from tests.web.browser import opened
from tests.web.test_profile import played

OTHER = "http://other.example/"
"""The page of another site."""

LISTEN = "<script>heights = []; onmessage = ({data, origin}) => heights.push({...data, origin})</script>"


@contextmanager
def hosted(browser: Browser, site: Server, body: str, refused: Sequence[str] = ()) -> Generator[Page]:
    """Yield a page of another site with this body. The person has cookies of the service."""

    def fulfil(route: Route) -> None:
        route.fulfill(body=f"<!DOCTYPE html><html lang=de><title>Blog</title>{body}", content_type="text/html")

    with opened(browser, site.base, refused=refused) as page:
        for name, strictness in (("session", "Strict"), ("theme", "Lax")):
            page.context.add_cookies([{"name": name, "value": "light", "url": site.base, "sameSite": strictness}])  # type: ignore[list-item, typeddict-item] - literals
        page.route(f"{OTHER}**", fulfil)
        page.goto(OTHER)
        yield page


def frame_of(page: Page, path: str) -> Frame:
    """Return the frame with an embed, once it is there."""
    page.wait_for_function("() => document.readyState === 'complete'")
    page.locator(
        ":is(iframe, ludolog-game, ludolog-leaderboard, ludolog-results, ludolog-tournament)"
    ).first.scroll_into_view_if_needed()
    expect(page.frame_locator(f"iframe[src*='{path}']").locator("main")).to_be_visible()
    return next(frame for frame in page.frames if path in frame.url)


def test_the_script_shows_a_live_game_on_another_site(browser: Browser, site: Server) -> None:
    ada = site.player("Ada of the embed")
    game = open_game(ada, options={"first_player": "seat_0"})
    cookies: list[str] = []

    def note(request: Request) -> None:
        if request.url.startswith(site.base) and "cookie" in request.all_headers():
            cookies.append(request.url)

    script = f'<script src="{site.base}/ludolog.js" async></script>'
    with hosted(browser, site, f'{script}<ludolog-game game="{game}"></ludolog-game>') as page:
        page.on("requestfinished", note)
        page.reload()
        frame = frame_of(page, f"/embed/games/{game}")
        assert frame.locator("html").get_attribute("lang") == "de"
        seats = frame.locator(".scores li")
        expect(seats).to_have_count(3)
        expect(seats.nth(0)).not_to_contain_text("Ada of the embed")

        assert ada.put(f"/v1/games/{game}/seats/0").status_code == 200
        expect(seats.nth(0)).to_contain_text("Ada of the embed")
        assert ada.post(f"/v1/games/{game}/start").status_code == 200
        expect(seats.nth(0)).to_have_class("turn")

        element = page.locator("ludolog-game")
        page.wait_for_function(
            "height => document.querySelector('ludolog-game').getBoundingClientRect().height === height",
            arg=frame.evaluate("Math.ceil(document.body.getBoundingClientRect().height)"),
        )
        assert element.locator("iframe").get_attribute("part") == "frame"
        assert "Bot random" in (element.locator("iframe").get_attribute("title") or "")
    assert cookies == []


def test_a_frame_tells_its_height_after_each_change(browser: Browser, site: Server) -> None:
    game = started_game(site.player())
    frame_code = f'{LISTEN}<iframe src="{site.base}/embed/games/{game}?follow=0" width=640 height=300></iframe>'
    with hosted(browser, site, frame_code) as page:
        frame = frame_of(page, "/embed/games")
        expect(frame.locator(".scores li")).to_have_count(3)
        # its module may come after the scores
        expect(frame.locator(".board-frame svg")).to_be_visible()
        wide = _last_height(page, frame, site)
        page.locator("iframe").evaluate("frame => frame.width = 280")
        narrow = _last_height(page, frame, site)
        assert 200 < narrow < wide
        assert frame.evaluate("document.documentElement.scrollWidth") == 280


def _last_height(page: Page, frame: Frame, site: Server) -> float:
    """Return the height of the embed, once its page has been told."""
    # the frame is a page of another process: its size changes later, and it tells its height after that
    frame.wait_for_function("width => innerWidth === Number(width)", arg=page.locator("iframe").get_attribute("width"))
    height = "Math.ceil(document.body.getBoundingClientRect().height)"
    until(lambda: page.evaluate("heights.at(-1)?.height") == frame.evaluate(height))
    told: dict[str, Any] = page.evaluate("heights.at(-1)")
    assert told.keys() == {"type", "height", "title", "origin"}
    assert (told["type"], told["origin"]) == ("ludolog:resize", site.base)
    return told["height"]


def test_an_embed_at_a_version_stays_there_in_theme_and_language(browser: Browser, site: Server) -> None:
    player, game = player_in_game(site)
    last = ok(player.get(f"/v1/games/{game}")).json()["version"]
    streams: list[str] = []
    with opened(browser, site.base) as page:
        page.on("request", lambda request: streams.append(request.url) if "/stream?" in request.url else None)
        page.goto(f"/embed/games/{game}?at={last - 1}&theme=dark&lang=it")
        expect(page.locator(".board-past")).to_contain_text(str(last - 1))
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        expect(page.locator("html")).to_have_attribute("lang", "it")
        assert page.locator("h1 a").get_attribute("href") == f"/games/{game}?at={last - 1}"
        page.wait_for_load_state("networkidle")
    assert streams == []


COUNTED_INTERVALS = """() => {
  const [start, stop] = [window.setInterval, window.clearInterval];
  window.intervals = new Set();
  window.setInterval = (...all) => { const id = start(...all); window.intervals.add(id); return id; };
  window.clearInterval = (id) => { window.intervals.delete(id); stop(id); };
}"""


def test_a_finished_game_is_replayed_in_its_embed_by_keyboard(browser: Browser, site: Server) -> None:
    players = [site.player("Replayed one"), site.player("Replayed two")]
    game = played(site.player("Organiser of the replay"), players, "minos", [1, 2])
    client = site.client()
    last = ok(client.get(f"/v1/games/{game}")).json()["version"]
    first = next(iter(client.get(f"/v1/games/{game}/views").iter_lines()))
    start = json.loads(first)["version"]
    views: list[str] = []
    with opened(browser, site.base, viewport={"width": 280, "height": 600}) as page:
        page.on("request", lambda request: views.append(request.url) if "/views?" in request.url else None)
        page.goto(f"/embed/games/{game}")
        slider = page.get_by_role("slider", name="Version")
        expect(slider).to_have_value(str(last))
        expect(page.locator(".board-past")).to_have_count(0)
        assert len(views) == 1, "the versions are read when they are needed"
        assert_accessible(page)
        assert page.evaluate("document.documentElement.scrollWidth") == 280

        # a second press while the versions are read starts no second timer
        page.evaluate(COUNTED_INTERVALS)
        page.get_by_role("button", name="Play").evaluate("(button) => { button.click(); button.click(); }")
        page.get_by_role("button", name="Pause").press("Enter")
        expect(page.get_by_role("button", name="Play")).to_be_visible()
        assert page.evaluate("window.intervals.size") == 0

        page.get_by_role("button", name="First version").press("Enter")
        expect(page.locator(".board-past")).to_have_text(f"Version {start} of {last}")
        expect(page.get_by_role("button", name="Previous event")).to_have_attribute("aria-disabled", "true")
        page.get_by_role("button", name="Next event").press("Enter")
        expect(slider).to_have_value(str(start + 1))
        slider.press("ArrowRight")
        expect(page.locator(".board-past")).to_have_text(f"Version {start + 2} of {last}")
        slider.press("End")
        expect(page.locator(".board-past")).to_have_count(0)
        page.get_by_role("button", name="Play").press("Enter")
        expect(page.locator(".board-past")).to_have_text(re.compile(rf"Version \d+ of {last}"))
        page.get_by_role("button", name="Pause").press("Enter")
        expect(page.get_by_role("button", name="Play")).to_be_focused()
        page.get_by_role("button", name="Last version").press("Enter")
        expect(page.locator(".board-past")).to_have_count(0)
        assert all("as=public" in url for url in views)


def test_an_embed_shows_the_ranks_of_the_result_after_a_resignation(browser: Browser, site: Server) -> None:
    ada = site.player("Ada resigns")
    ada_name = ok(ada.get("/v1/me")).json()["name"]
    by_rules: list[int] = []
    ranks: list[int] = []
    game = ""
    # the careful bot that plays on for the player mostly wins against random ones
    for _ in range(20):
        game = started_game(ada, ruleset="minos")
        assert ada.post(f"/v1/games/{game}/resignations").status_code in {200, 201}
        until_over(ada, game)
        by_rules = ranks_in(ok(ada.get(f"/v1/games/{game}/view")).json())
        ranks = ranks_in(ok(ada.get(f"/v1/games/{game}/result")).json())
        if by_rules != ranks:
            break
    else:
        pytest.fail("the bot that played on never came first")
    last = ok(ada.get(f"/v1/games/{game}")).json()["version"]
    with opened(browser, site.base, locale="en") as page:
        for path in (f"/embed/games/{game}", f"/embed/games/{game}?at={last}"):
            page.goto(path)
            seats = page.locator(".scores li")
            expect(seats.first).to_contain_text(re.compile(rf"{ada_name}.*resigned\s*Rank 3", re.DOTALL))
            assert page.locator(".scores .badge:last-child").all_inner_texts() == [f"Rank {rank}" for rank in ranks]
        page.get_by_role("button", name="First version").click()
        expect(page.get_by_text("Rank")).to_have_count(0)
        page.get_by_role("button", name="Last version").click()
        expect(seats.first).to_contain_text("Rank 3")


def ranks_in(found: Any) -> list[int]:
    """Return the ranks of a view or result, by seat."""
    return [place["rank"] for place in sorted(found["places"], key=lambda place: place["seat"])]


@pytest.fixture(scope="module")
def shown(site: Server) -> dict[str, str]:
    """The pages of everything that has an embed, by kind."""
    players = [site.player(name) for name in ("Höhe", "Breite", "A player with a name of many letters")]
    pages = {
        # a browser has few connections to one host
        f"{title} {status}": f"/games/{game}?follow=0"
        for title in ("giganten", "minos", "siberia")
        for status, game in (
            ("open", open_game(site.player(), ruleset=title)),
            ("running", started_game(site.player(), ruleset=title)),
            ("ended", played(site.player(), players, title, [1, 2, 3])),
        )
    }
    cups = [Cup(site, number, name="Cup of heights", sizes=[4, 3], pause="P1D") for number in (3, 8, 17)]
    for cup in cups[1:]:
        cup.publish_first()
    pages |= {f"cup {len(cup.players)}": f"/tournaments/{cup.id}" for cup in cups}
    return pages | {"board": "/leaderboards/minos", "results": "/results"}


NATURAL = """(frame) => {
  const [width, height] = frame.style.aspectRatio.split('/').map(Number);
  return frame.clientHeight * width / (frame.clientWidth * height);
}"""
"""The height of a board divided by the one at which the whole board is as wide as its frame."""

ONE_OF_EACH = {"giganten running", "minos running", "siberia running", "cup 8", "board", "results"}

SPARE = "(e) => e.getBoundingClientRect().bottom - e.lastElementChild.getBoundingClientRect().bottom"


@pytest.mark.parametrize("room", [{}, {"maxwidth": 320}, {"maxheight": 400}], ids=str)
def test_the_embed_has_the_size_that_oembed_gives(
    browser: Browser, site: Server, shown: dict[str, str], room: dict[str, int]
) -> None:
    # the status of a game and the number of players matter where the content sets the size
    pages = {kind: path for kind, path in shown.items() if not room or kind in ONE_OF_EACH}
    found: dict[str, Any] = {}
    for kind, path in pages.items():
        reply = site.client().get("/oembed", params={"url": site.base + path, **room})
        assert reply.status_code == 200, reply.text
        found[kind] = reply.json()
    code = "".join(each["html"].replace('loading="lazy"', "") for each in found.values())
    with hosted(browser, site, code) as page:
        for (kind, path), document, frame in zip(pages.items(), found.values(), page.frames[1:], strict=True):
            expect(frame.locator(".scores li, table, p.muted").first).to_be_visible()
            size = [document["width"], document["height"]]
            root = "document.documentElement"
            assert frame.evaluate(f"[innerWidth, innerHeight, {root}.scrollWidth, {root}.scrollHeight]") == size * 2, (
                kind
            )
            if "maxheight" in room:
                continue
            if "maxwidth" in room and not path.startswith("/games"):
                # long names break there, and the table scrolls
                continue
            # nothing scrolls inside it, and the rest is less than two rows
            main = frame.locator("main > :nth-child(2)")
            assert main.evaluate("(e) => e.scrollHeight - e.clientHeight") == 0, kind
            if path.startswith("/games"):
                expect(frame.locator(".board-frame svg").first).to_be_visible()
                assert 0.9 < frame.locator(".board-frame").evaluate(NATURAL) < 1.2, kind
            else:
                assert 0 <= main.evaluate(SPARE) < 82, kind


def test_the_embedded_leaderboard_of_a_site_without_rated_games_says_so(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server, opened(browser, server.base) as page:
        page.goto("/embed/leaderboards/minos")
        expect(page.get_by_text("No rated game yet.")).to_be_visible()
        page.goto("/embed/results")
        expect(page.get_by_text("There is no finished game yet.")).to_be_visible()


def test_embedded_results_with_long_names_and_a_void_one_have_the_size_that_oembed_gives(
    browser: Browser, tmp_path: Path
) -> None:
    with serving(tmp_path / "games.db") as server:
        # 36 letters fit beside a day that breaks, 40 in no case
        players = [server.player(name) for name in ("Ada", "A player with a name of many letters", "W" * 40)]
        organiser, operator = server.player("Organiser"), with_role(server, "operator")
        pairs = [(0, 1), (0, 1), (0, 2), (1, 2)]
        games = [played(organiser, [players[seat] for seat in pair], "minos", [1, 2]) for pair in pairs]
        assert act(operator, games[0], "void_result")["voided"]
        found = ok(server.client().get("/oembed", params={"url": f"{server.base}/results"})).json()
        with hosted(browser, server, found["html"]) as page:
            main = frame_of(page, "/embed/results").locator("main > :nth-child(2)")
            expect(main.locator("tbody tr")).to_have_count(len(games))
            expect(main.get_by_text("void", exact=True)).to_have_count(1)
            assert main.evaluate("(e) => e.scrollHeight - e.clientHeight") == 0
            assert 0 <= main.evaluate(SPARE) < 82


def test_an_embed_without_scripts_shows_the_picture(browser: Browser, site: Server) -> None:
    game = started_game(site.player("Ada without scripts"))
    found = ok(site.client().get("/oembed", params={"url": f"{site.base}/games/{game}"})).json()
    code = found["html"].replace("<iframe", '<iframe sandbox=""')
    # without the checks of `opened`: the browser reports each blocked script
    context = browser.new_context()
    try:
        page = context.new_page()
        page.route(OTHER, lambda route: route.fulfill(body=code, content_type="text/html"))
        with page.expect_response(lambda reply: "picture.svg" in reply.url) as drawn:
            page.goto(OTHER)
        assert drawn.value.status == 200
        box = page.frames[1].locator(".embed-picture").bounding_box()
        assert box is not None
        assert box["width"] == found["width"]
        assert box["height"] > found["height"] / 3
    finally:
        context.close()


def test_an_embed_at_a_version_has_controls_and_a_live_one_has_none(browser: Browser, site: Server) -> None:
    game = started_game(site.player())
    with opened(browser, site.base) as page:
        page.goto(f"/embed/games/{game}?at=9&lang=de")
        page.get_by_role("button", name="Nächstes Ereignis").click()
        expect(page.get_by_role("slider", name="Version")).to_have_value("10")
        expect(page.locator(".board-past")).to_contain_text("Version 10")
        page.goto(f"/embed/games/{game}?follow=0")
        expect(page.locator(".scores li")).to_have_count(3)
        page.wait_for_load_state("networkidle")
        expect(page.get_by_role("slider")).to_have_count(0)


def test_an_embed_shows_what_every_visitor_sees_also_to_a_player(browser: Browser, site: Server) -> None:
    player, game = player_in_game(site)
    with opened(browser, site.base, token=player.headers["Authorization"].removeprefix("Bearer ")) as page:
        with page.expect_response(lambda response: "/views?" in response.url) as views:
            page.goto(f"/embed/games/{game}")
        assert views.value.json()["view"]["viewer"] == "public"


def test_only_embeds_may_be_framed(browser: Browser, site: Server) -> None:
    game = started_game(site.player())
    client = site.client()
    page_headers = {"Accept": "text/html"}
    for path in ("/", f"/games/{game}", "/leaderboards/minos", "/account", "/about", "/nowhere"):
        policy = client.get(path, headers=page_headers).headers["content-security-policy"]
        assert "frame-ancestors 'none'" in policy, path
    for path in (f"/embed/games/{game}", "/embed/leaderboards/minos", "/embed/results", "/embed/games/none"):
        reply = client.get(path, headers=page_headers)
        assert "frame-ancestors *" in reply.headers["content-security-policy"], path
        assert "set-cookie" not in reply.headers
    # a frame with a page is a console message: the page is not opened by `opened`
    context = browser.new_context()
    page = context.new_page()
    page.route(f"{OTHER}**", lambda route: route.fulfill(body=f"<iframe src='{site.base}/'></iframe>"))
    with page.expect_console_message(lambda message: "frame-ancestors" in message.text):
        page.goto(OTHER)
    context.close()


@pytest.mark.parametrize("path", ["/embed/games/{game}", "/embed/leaderboards/giganten", "/embed/results?title=minos"])
def test_an_embed_is_accessible(browser: Browser, site: Server, path: str) -> None:
    game = started_game(site.player())
    with opened(browser, site.base) as page:
        page.goto(path.format(game=game))
        expect(
            page.locator(".scores, :is(ludo-embed-leaderboard, ludo-embed-results) :is(p, table)").first
        ).to_be_visible()
        assert_accessible(page)


def test_other_sites_show_leaderboards_and_results(browser: Browser, site: Server) -> None:
    winner, loser, organiser = (site.player(name) for name in ("Wanda", "Ludo", "Organiser of embeds"))
    game = played(organiser, [winner, loser], "minos", [1, 2])
    names = [ok(client.get("/v1/me")).json()["name"] for client in (winner, loser)]
    body = f"""<script src="{site.base}/ludolog.js" async></script>
        <ludolog-leaderboard title="minos"></ludolog-leaderboard>
        <ludolog-results title="minos" lang="en"></ludolog-results>"""
    with hosted(browser, site, body) as page:
        leaderboard = frame_of(page, "/embed/leaderboards/minos")
        row = leaderboard.locator("tr").filter(has_text=names[0])
        expect(row.locator("a")).to_have_attribute("href", re.compile("^/players/player:"))
        assert leaderboard.locator("html").get_attribute("lang") == "de"
        page.locator("ludolog-results").scroll_into_view_if_needed()
        results = page.frame_locator("iframe[src*='/embed/results?title=minos&lang=en']")
        expect(results.locator(f"a[href='/games/{game}']")).to_have_text("Minos")
        expect(results.locator("tbody tr").first).to_contain_text(re.compile(rf"1\.\s+{names[0]}\s+2\.\s+{names[1]}"))
    description = site.client().get(f"/games/{game}").text
    assert f'content="Finished: {names[0]}, {names[1]}."' in description


def test_an_error_in_a_frame_is_a_small_page(browser: Browser, site: Server) -> None:
    game = open_game(site.player(), visibility="private", name="Geheim")
    for path in (f"/embed/games/{game}", "/embed/games/00000000-0000-4000-8000-000000000000"):
        with hosted(browser, site, f'{LISTEN}<iframe src="{site.base}{path}" width=320></iframe>', [path]) as page:
            frame = frame_of(page, path)
            expect(frame.locator("main")).to_contain_text("there is no such game")
            assert "Geheim" not in frame.content()
            page.wait_for_function("() => heights.length")


def test_the_code_of_an_embed_is_copied_at_the_table(browser: Browser, site: Server) -> None:
    game = started_game(site.player())
    with opened(browser, site.base) as page:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.goto(f"/games/{game}")
        page.get_by_text("Menu", exact=True).click()
        page.get_by_role("button", name="Copy embed code").click()
        expect(page.locator("#live")).to_have_text("Copied")
        code = page.evaluate("navigator.clipboard.readText()")
    assert f'<iframe src="{site.base}/embed/games/{game}?fit=1"' in code
    with hosted(browser, site, code) as page:
        frame = frame_of(page, game)
        expect(frame.locator(".scores li")).to_have_count(3)
        assert frame.evaluate("document.documentElement.scrollHeight") == 640
