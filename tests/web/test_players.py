"""The search for players: on its page, from the leaderboards, and in the field of other forms."""

import uuid

from playwright.sync_api import Browser, expect

from tests.replies import ok
from tests.service.server import Server
from tests.web.accessibility import assert_accessible
from tests.web.browser import PHONE, opened


def test_a_player_is_found_by_the_first_letters(browser: Browser, site: Server) -> None:
    mark = f"Öl{uuid.uuid4().hex[:6]}"
    ids = {name: ok(site.player(f"{mark} {name}").get("/v1/me")).json()["id"] for name in ("Ada", "Bo", "Cora")}
    with opened(browser, site.base, viewport=PHONE) as page:
        page.goto("/leaderboards/minos")
        page.get_by_label("Find a player").fill(mark.lower())
        page.get_by_label("Find a player").press("Enter")
        found = page.locator("ludo-players-page .row")
        expect(found).to_have_count(3)
        assert_accessible(page)
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        field = page.get_by_label("Beginning of the name")
        field.fill(f"{mark} c")
        expect(found).to_have_count(1)
        expect(page.locator("#live")).to_have_text("1 player")
        page.reload()
        expect(found).to_contain_text("Cora")
        page.get_by_role("link", name="Cora").click()
        page.wait_for_url(f"**/players/{ids['Cora']}")
        page.go_back()
        field.fill("no such name at all")
        expect(page.get_by_text("No player has a name that begins like this.")).to_be_visible()


def test_results_are_those_of_a_player_chosen_by_name(browser: Browser, site: Server) -> None:
    ada = ok(site.player(f"Ada {uuid.uuid4().hex[:6]}").get("/v1/me")).json()
    with opened(browser, site.base) as page:
        page.goto("/results")
        field = page.get_by_label("Player")
        field.fill(ada["name"][:9])
        expect(page.locator("datalist option")).to_have_attribute("value", ada["name"])
        field.fill(ada["name"])
        with page.expect_request(lambda request: "/v1/results?" in request.url and "player=" in request.url) as asked:
            field.press("Tab")
        assert ada["id"].replace(":", "%3A") in asked.value.url
        page.reload()
        expect(field).to_have_value(ada["name"])
