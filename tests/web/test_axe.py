"""axe finds no violation on any page, in both themes: signed out, at an own turn, and with a dialog open.

A control that has the focus is not covered (2.4.11 of WCAG 2.2), which axe does not check.
"""

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.service.server import Server
from tests.web.accessibility import assert_accessible
from tests.web.browser import opened
from tests.web.test_lobby import token
from tests.web.test_table import answered, own_table, own_turn

PAGES = (
    *(
        "/",
        "/new",
        "/sign-in",
        "/account",
        "/account/notifications",
        "/account/reports",
        "/account/tokens/new",
        "/desk/fair-play",
        "/desk/reports",
        "/desk/site",
        "/email",
        "/leaderboards/minos",
        "/players",
        "/offline",
        "/transparency",
    ),
    "/results",
    *("/desk", "/recover"),
    *("/rules", "/rules/siberia", "/verify", "/about", "/bots", "/tournaments", "/tournaments/new"),
)
TITLES = ("giganten", "siberia", "minos")

OF_A_BOOK = 12
"""How many rules of a book axe sees: one template writes all of them, and a whole book takes a third of this file."""

CUT_BOOK = "(most) => document.querySelectorAll('.book section').forEach((each, at) => at >= most && each.remove())"

SMALL: ViewportSize = {"width": 400, "height": 740}
MANY = 20
"""Fewer controls than any page has that is longer than a phone."""


def test_every_page_of_a_visitor(browser: Browser, site: Server) -> None:
    with opened(browser, site.base) as page:
        for path in PAGES:
            page.goto(path)
            page.wait_for_load_state("networkidle")
            page.evaluate(CUT_BOOK, OF_A_BOOK)
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


COVERED = """(panel) => {
  const shown = document.querySelector(panel), focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  const [box, cover] = [focused.getBoundingClientRect(), shown.getBoundingClientRect()];
  const name = `${focused.localName}.${focused.className} ${focused.textContent.trim().slice(0, 40)}`;
  // a list can be longer than the space over the panel
  const edge = box.height < cover.top / 2 ? box.bottom : box.top;
  const isUnder = !shown.contains(focused) && edge > cover.top + 1 && box.top < cover.bottom;
  return {name, isUnder, isWithin: shown.contains(focused)};
}"""


def covered(page: Page, panel: str) -> tuple[int, list[str]]:
    """Press the Tab key through a page; return the number of controls outside a panel, and which ones it covers."""
    expect(page.locator(panel)).to_be_visible()
    count, under = 0, list[str]()
    for _ in range(300):
        page.keyboard.press("Tab")
        found = page.evaluate(COVERED, panel)
        if found is None:
            return count, under
        count += not found["isWithin"]
        under += [found["name"]] * found["isUnder"]
    pytest.fail("the Tab key does not leave the page")


def test_the_open_question_and_the_replay_cover_no_focused_control(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Tabs", "minos", page={"viewport": SMALL}) as (page, _, game):
        answered(page)
        own_turn(page)
        # the Tab key begins at the top
        page.reload()
        own_turn(page)
        # what the page shows at first leaves when the board is there, after the question
        expect(page.locator(".first")).to_have_count(0)
        count, under = covered(page, ".asking")
        assert (count > MANY, under) == (True, [])
        page.goto(f"/games/{game}?at=5")
        count, under = covered(page, "ludo-replay.open")
        assert (count > MANY, under) == (True, [])


@pytest.mark.parametrize("path", ["/new", "/tournaments/new"])
def test_the_button_of_a_form_covers_no_focused_control(browser: Browser, site: Server, path: str) -> None:
    ada = site.player("Tabs through forms")
    with opened(browser, site.base, token=token(ada), viewport=SMALL) as page:
        page.goto(path)
        expect(page.locator(".submit")).to_be_visible()
        page.locator("main details > summary").evaluate_all("all => all.forEach((each) => each.click())")
        count, under = covered(page, ".submit")
        assert (count > MANY, under) == (True, [])
