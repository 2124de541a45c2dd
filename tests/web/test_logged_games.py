"""The page of a finished game says where the log of the site has it, and leads to the page that checks it."""

import pytest
from playwright.sync_api import Browser, expect

from tests.replies import ok
from tests.service.kit import open_game, played_by_bots
from tests.service.server import Server
from tests.web.browser import PHONE, WIDE, opened

LINES = {
    "en": "In the log of the site, position {}",
    "de": "Im Register der Website, Position {}",
    "it": "Nel registro del sito, posizione {}",
}


@pytest.fixture(scope="module")
def over(site: Server) -> str:
    """A game of this site that is over."""
    player = site.player()
    return played_by_bots(player, open_game(player, 2, ruleset="siberia", bots={"0": "random", "1": "random"}))


@pytest.mark.parametrize("language", LINES)
def test_the_page_of_a_finished_game_names_its_position_in_the_log(
    browser: Browser, site: Server, over: str, language: str
) -> None:
    position = ok(site.client().get(f"/v1/games/{over}/result")).json()["log"]["ended"]["index"]
    line = LINES[language].format(position)
    with opened(browser, site.base, locale=language, viewport=PHONE if language == "de" else WIDE) as page:
        page.goto(f"/games/{over}")
        link = page.get_by_role("link", name=line, exact=True)
        expect(link).to_have_count(1)
        link.click()
        page.wait_for_url(f"**/verify?game={over}")
        # the page has checked the proofs itself
        expect(page.locator(".report.valid").get_by_text(line, exact=True)).to_be_visible()


def test_the_page_of_a_running_game_names_no_position(browser: Browser, site: Server) -> None:
    player = site.player()
    game = open_game(player, 2, ruleset="siberia", bots={"1": "random"})
    with opened(browser, site.base) as page:
        page.goto(f"/games/{game}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.get_by_text("In the log of the site")).to_have_count(0)
