"""axe finds no violation on any page, in both themes: signed out, at an own turn, and with a dialog open."""

import pytest
from playwright.sync_api import Browser, expect

from tests.service.server import Server
from tests.web.accessibility import assert_accessible
from tests.web.browser import opened
from tests.web.test_table import answered, own_table, own_turn

PAGES = (
    *("/", "/new", "/sign-in", "/account", "/account/notifications", "/email", "/leaderboards/minos", "/players"),
    "/results",
    *("/rules", "/rules/siberia", "/verify", "/about", "/bots", "/tournaments", "/tournaments/new"),
)
TITLES = ("giganten", "siberia", "minos")


def test_every_page_of_a_visitor(browser: Browser, site: Server) -> None:
    with opened(browser, site.base) as page:
        for path in PAGES:
            page.goto(path)
            page.wait_for_load_state("networkidle")
            assert_accessible(page)


def test_an_error_page(browser: Browser, site: Server) -> None:
    with opened(browser, site.base, refused=("/leaderboards/none",)) as page:
        page.goto("/leaderboards/none")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert_accessible(page)


@pytest.mark.parametrize("title", TITLES)
def test_a_table_at_an_own_turn_and_with_a_dialog(browser: Browser, site: Server, title: str) -> None:
    with own_table(browser, site, f"Axe {title}", title) as (page, _, _):
        answered(page)
        own_turn(page)
        assert_accessible(page)
        page.keyboard.press("?")
        expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
        assert_accessible(page, "dialog[open]")
