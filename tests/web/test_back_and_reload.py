"""Back and reload: every page is as it was, with its place, its moment and its fields."""

import contextlib
import re

from playwright.sync_api import Browser, Page, Route, expect

from tests.replies import ok
from tests.service.server import Server
from tests.waiting import until
from tests.web.browser import PHONE, opened
from tests.web.test_table import signed_up, started_game

PATHS = (
    "/",
    "/new?title=siberia",
    "/results",
    "/leaderboards/minos",
    "/players/{player}",
    "/account",
    "/rules",
    "/rules/minos",
    "/verify",
    "/sign-in?next=/account",
    "/games/{game}?at=5",
)
LONG = ("/", "/new?title=siberia", "/account", "/rules/minos", "/games/{game}?at=5")
"""Pages that are longer than a phone."""

SCROLLED = 150

CLOCK_TIME = re.compile(r"\d+:\d\d\s[AP]M")
"""A time of day: the account lists when its session was last used, which a reload in the next minute changes."""


def text_of(page: Page) -> str:
    """Return the text of a page whose parts have come: of a game, that of its moment; of the account, without times."""
    expect(page.locator("main")).not_to_be_empty()
    expect(page.locator(".skeleton, .loading")).to_have_count(0)
    if "at=" in page.url:
        expect(page.locator(".board-past")).to_contain_text("Version 5 of")
        # the board that the server has drawn has no menu
        expect(page.locator(".menu")).to_be_visible()
    text = page.locator("main").inner_text()
    return CLOCK_TIME.sub("TIME", text) if page.url.endswith("/account") else text


def settled_text_of(page: Page) -> str:
    """Return the text of a page once it stays: some parts, such as lists, come after the head."""
    text, before = text_of(page), ""
    while text != before:
        before = text
        page.wait_for_timeout(500)
        text = text_of(page)
    return text


def assert_shows(page: Page, text: str) -> None:
    """Wait until a page shows a text again, which then stays."""
    # the assertion below shows what differs
    with contextlib.suppress(AssertionError):
        until(lambda: text_of(page) == text)
        page.wait_for_timeout(100)
    assert text_of(page) == text, page.url


def scrolled(page: Page) -> int:
    """Return how far a page is scrolled, after two frames."""
    return page.evaluate(
        "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(Math.round(scrollY)))))"
    )


def test_every_page_is_the_same_after_back_and_reload(browser: Browser, site: Server) -> None:
    token, client = signed_up(site, "Back and reload")
    # the own turn: what a page says of a game does not change
    game = started_game(client, "minos", options={"first_player": "seat_0"})
    player = ok(client.get("/v1/me")).json()["id"]
    with opened(browser, site.base, token=token, viewport=PHONE) as page:
        for path in PATHS:
            address = path.format(player=player, game=game)
            page.goto(address)
            text = settled_text_of(page)
            page.evaluate("(y) => scrollTo(0, y)", SCROLLED)
            place = scrolled(page)
            assert place == SCROLLED or path not in LONG
            page.locator("footer").get_by_role("link", name="About").evaluate("(link) => link.click()")
            page.wait_for_url("**/about")
            page.go_back()
            for again in (False, True):
                if again:
                    page.reload()
                assert page.url == site.base + address
                assert_shows(page, text)
                assert abs(scrolled(page) - place) <= 1, path


def test_a_form_that_is_half_filled_is_not_lost_on_back(browser: Browser, site: Server) -> None:
    token, _ = signed_up(site, "Half filled")
    with opened(browser, site.base, token=token) as page:
        page.goto("/new")
        page.get_by_role("radio", name="Minos").check()
        page.get_by_role("radio", name="4", exact=True).check()
        page.get_by_label("Seat 2").select_option("bot:careful")
        page.get_by_text("Options of Minos").click()
        page.get_by_label("Covered fields", exact=True).select_option("3")
        page.locator("footer").get_by_role("link", name="About").click()
        page.wait_for_url("**/about")
        page.go_back()
        expect(page.get_by_role("radio", name="Minos")).to_be_checked()
        expect(page.get_by_role("radio", name="4", exact=True)).to_be_checked()
        expect(page.get_by_label("Seat 2")).to_have_value("bot:careful")
        expect(page.get_by_text("1 changed")).to_be_visible()


def test_a_form_that_the_browser_has_kept_opens_something_new(browser: Browser, site: Server) -> None:
    token, _ = signed_up(site, "Opens two")
    with opened(browser, site.base, token=token, locale="en") as page:
        # a service worker, which comes after some seconds, would load pages past the route
        page.add_init_script("delete Navigator.prototype.serviceWorker")
        # a reply without content leaves the page as it is, as a browser keeps one that is left
        page.route(re.compile("/(games|tournaments)/[0-9a-f-]{36}$"), kept)
        for path, button in (("/new", "Open the game"), ("/tournaments/new", "Open the tournament")):
            page.goto(path)
            if path != "/new":
                page.get_by_label("Name of the tournament").fill("Twice")
            first, again = opened_by(page, button), opened_by(page, button)
            assert first == again, "a repeated press opens nothing more"
            page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
            assert opened_by(page, button) != first


def kept(route: Route) -> None:
    if route.request.is_navigation_request():
        route.fulfill(status=204)
    else:
        route.fallback()


def opened_by(page: Page, button: str) -> str:
    """Press the button of a form, and return the address that the page would go to."""
    with page.expect_request(lambda request: request.is_navigation_request()) as request:
        page.get_by_role("button", name=button).click()
    expect(page.get_by_role("button", name=button)).to_be_enabled()
    return request.value.url
