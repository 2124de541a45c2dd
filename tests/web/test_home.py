"""The home page as a host: pictures of the boards, positions in lists, one live game, what to do while one waits."""

import re
import uuid

from playwright.sync_api import Browser, expect

from tests.replies import ok
from tests.service.kit import open_game, played_by_bots
from tests.service.kit import started_game as running_game
from tests.service.server import Server
from tests.web.accessibility import assert_accessible
from tests.web.browser import PHONE, WIDE, opened
from tests.web.test_lobby import token

LOADED = "(images) => images.every((image) => image.complete && image.naturalWidth > 0)"


def test_visitors_see_the_boards_of_the_titles(browser: Browser, site: Server) -> None:
    for viewport in (WIDE, PHONE):
        with opened(browser, site.base, viewport=viewport) as page:
            page.goto("/")
            for title in ("Giganten", "Siberia", "Minos"):
                picture = page.get_by_role("img", name=f"The board of {title}")
                expect(picture).to_be_visible()
                expect(picture).to_have_js_property("complete", value=True)
                assert picture.evaluate("({naturalWidth: width}) => width") > 0
            assert_accessible(page)


def test_players_see_the_boards_where_they_find_others(browser: Browser, site: Server) -> None:
    ada = site.player("Ada of boards")
    for viewport, width in ((WIDE, 300), (PHONE, 120)):
        with opened(browser, site.base, token=token(ada), viewport=viewport) as page:
            page.goto("/")
            for title in ("Giganten", "Siberia", "Minos"):
                pool = page.get_by_role("group", name=title, exact=True)
                picture = pool.locator("img")
                expect(picture).to_be_visible()
                picture.scroll_into_view_if_needed()
                expect(picture).to_have_js_property("complete", value=True)
                assert picture.evaluate("({naturalWidth: width}) => width") > 0
                box = picture.bounding_box()
                assert box is not None
                assert box["width"] >= width
                expect(pool.get_by_role("button")).to_have_count(4)
            # the next button stands apart from those of the pools
            last, challenge = pool.get_by_role("button").last, page.get_by_role("button", name="Challenge a player")
            above, below = last.bounding_box(), challenge.bounding_box()
            assert above is not None
            assert below is not None
            assert below["y"] - above["y"] - above["height"] >= 8
            assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]


def test_lists_show_positions(browser: Browser, site: Server) -> None:
    ada = site.player("Ada of pictures")
    game = running_game(ada, ruleset="minos", name=f"Shown {uuid.uuid4().hex[:6]}")
    private = running_game(ada, ruleset="siberia", visibility="private", name="Hidden position")
    bots = {"0": "random", "1": "random"}
    done = played_by_bots(ada, open_game(ada, 2, ruleset="siberia", bots=bots))
    with opened(browser, site.base, token=token(ada)) as page:
        page.goto("/")
        for each, pictures in ((game, 2), (private, 1), (done, 2)):
            row = page.locator(f"main :is(.card, .row):has(a[href='/games/{each}'])").first
            row.scroll_into_view_if_needed()
            images = row.locator(".thumbnail img")
            expect(images).to_have_count(pictures)
            expect(images.last).to_have_js_property("complete", value=True)
            assert images.evaluate_all(LOADED)
            box = row.locator(".thumbnail").bounding_box()
            assert box is not None
            assert (box["width"], box["height"]) == (100, 60)


def test_one_running_game_plays_on_the_home_page(browser: Browser, site: Server) -> None:
    ada = site.player("Ada live")
    name = f"Live {uuid.uuid4().hex[:6]}"
    game = running_game(ada, ruleset="minos", name=name, clock={"preset": "live"})
    with opened(browser, site.base) as page:
        page.goto("/")
        page.locator(".live").scroll_into_view_if_needed()
        live = page.locator("ludo-live")
        expect(live.locator("ludo-board .piece").first).to_be_visible()
        expect(live.get_by_role("link", name="To the table")).to_have_attribute("href", re.compile("/games/"))
        shown = live.get_by_role("link", name="To the table").get_attribute("href") or ""
        assert ok(ada.get(f"/v1{shown}")).json()["spectators"] == "open"
        assert_accessible(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 1440
    assert game


def test_a_player_who_waits_is_told_what_to_do_meanwhile(browser: Browser, site: Server) -> None:
    ada = site.player("Ada waits")
    with opened(browser, site.base, token=token(ada)) as page:
        page.goto("/")
        page.get_by_role("group", name="Siberia").get_by_role("button", name="Wait for players: Siberia, Live").click()
        meanwhile = page.get_by_role("list", name="Meanwhile")
        expect(meanwhile.get_by_role("link", name="Read the rules of Siberia")).to_have_attribute("target", "_blank")
        expect(meanwhile.get_by_role("link")).to_have_count(3)
        assert_accessible(page)
        page.get_by_role("button", name="Cancel", exact=True).click()
        expect(meanwhile).to_have_count(0)
