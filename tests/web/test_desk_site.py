"""The page of the desk on which an operator switches the site, and what visitors see of it."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.replies import ok
from tests.service.kit import problem
from tests.service.moderation.kit import acts, with_role
from tests.service.moderation.test_suspensions import token_in
from tests.service.server import Server, serving
from tests.web.accessibility import assert_accessible
from tests.web.browser import PHONE, opened


@pytest.fixture(name="own", scope="module")
def _own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A site of its own: what is switched concerns all its visitors."""
    with serving(tmp_path_factory.mktemp("desk") / "web.db") as server:
        yield server


def form(page: Page, button: str) -> None:
    """Give a reason in the form of a button, and press it with the keyboard."""
    field = page.locator("form", has=page.get_by_role("button", name=button, exact=True)).get_by_label("Reason")
    field.fill("a test of the desk")
    field.press("Enter")


def test_an_operator_switches_sign_up_makes_codes_and_tells_all(browser: Browser, own: Server) -> None:
    operator = with_role(own, "operator")
    with opened(browser, own.base, token=token_in(operator), viewport=PHONE) as page:
        page.goto("/desk")
        page.get_by_role("navigation", name="Desk").get_by_role("link", name="Site", exact=True).click()
        expect(page.get_by_label("Who may sign up")).to_have_value("open")
        assert_accessible(page)
        page.get_by_label("Who may sign up").select_option(label="Only with a code")
        form(page, "Switch")
        expect(page.locator("main .done")).to_have_text("Done. It is in the log of moderation.")
        expect(page.get_by_label("Who may sign up")).to_have_value("invitation")
        assert ok(own.client().get("/v1/site")).json()["sign_ups"] == "invitation"

        for label in ("the chess club", "nobody yet"):
            page.get_by_label("For whom or what").fill(label)
            page.get_by_label("Valid for").select_option(label="7 days")
            page.get_by_role("button", name="Make a code").click()
            expect(page.get_by_role("listitem").filter(has_text=label)).to_have_count(1)
            # the form is emptied when all is done
            expect(page.get_by_label("For whom or what")).to_have_value("")
        code = page.get_by_label("Code", exact=True).input_value()
        assert re.fullmatch(r"[A-Z2-9]{4}(-[A-Z2-9]{4}){3}", code)
        ok(own.client().post("/v1/players", json={"name": "Cora", "invitation": code}), 201)
        page.get_by_role("button", name="Withdraw the code the chess club").click()
        expect(page.get_by_text("The code is withdrawn.").first).to_be_visible()
        used = page.get_by_role("listitem").filter(has_text="nobody yet")
        expect(used).to_contain_text("used on")
        expect(used.get_by_role("button")).to_have_count(0)
        expect(page.get_by_role("listitem").filter(has_text="the chess club")).to_have_count(0)
        # the code was shown when it was made, and is nowhere afterwards
        page.reload()
        expect(used).to_be_visible()
        assert code not in page.content()

        page.get_by_label("Text", exact=True).fill("Cup on Sunday")
        page.get_by_label("In German").fill("Turnier am Sonntag")
        form(page, "Show the notice")
        expect(page.locator("main .notice", has_text="Cup on Sunday")).to_be_visible()
        assert_accessible(page)
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        page.goto("/about?lang=de")
        expect(page.get_by_text("Turnier am Sonntag")).to_be_visible()
        page.goto("/desk/site")
        form(page, "End the notice")
        expect(page.get_by_text("No page shows a notice.").first).to_be_visible()

        page.get_by_label("Who may sign up").select_option(label="Everyone")
        form(page, "Switch")
        expect(page.locator("main .done")).to_have_text("Done. It is in the log of moderation.")
        assert ok(own.client().get("/v1/site")).json()["sign_ups"] == "open"

        page.get_by_role("link", name="Log of moderation").click()
        for what in ("Sign-up switched: Only with a code", "Code to sign up with made", "Notice shown", "Notice ended"):
            expect(page.get_by_text(what).first).to_be_visible()
        assert "site." not in page.locator("main").inner_text()
    assert {each["action"] for each in acts(operator)} >= {"site.code_withdrawn", "site.notice_ended"}


def test_maintenance_begins_and_ends_on_the_page(browser: Browser, own: Server) -> None:
    operator, player = with_role(own, "operator"), own.player("Plain")
    with opened(browser, own.base, token=token_in(operator)) as page:
        page.goto("/desk/site")
        page.get_by_label("Text for all").fill("A new disk")
        page.get_by_label("It probably takes").select_option(label="1 hour")
        form(page, "Begin maintenance")
        expect(page.get_by_role("button", name="End maintenance")).to_be_visible()
        assert_accessible(page)
        assert problem(player.put("/v1/me/name", json={"name": "Plainer"})) == (503, "maintenance")
        page.goto("/")
        expect(page.get_by_text("A new disk")).to_be_visible()
        page.goto("/desk/site")
        form(page, "End maintenance")
        expect(page.get_by_text("Maintenance is over.").first).to_be_visible()
        expect(page.get_by_role("button", name="Begin maintenance")).to_be_visible()
    assert ok(player.put("/v1/me/name", json={"name": "Plainer"})).json()["name"] == "Plainer"


@pytest.mark.parametrize(("language", "heading"), [("de", "Website"), ("it", "Sito")])
def test_the_page_is_translated(browser: Browser, own: Server, language: str, heading: str) -> None:
    operator = with_role(own, "operator")
    with opened(browser, own.base, token=token_in(operator), viewport=PHONE, locale=language) as page:
        page.goto("/desk/site")
        expect(page.get_by_role("heading", level=1)).to_have_text(heading)
        assert_accessible(page)
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        text = page.locator("main").inner_text()
        assert [english for english in ("Sign-up", "Notice", "Reason", "Valid for") if english in text] == []


def test_only_operators_switch_the_site(browser: Browser, own: Server) -> None:
    with opened(browser, own.base, token=token_in(with_role(own, "moderator"))) as page:
        page.goto("/desk/site")
        expect(page.get_by_text("Only operators switch the site.")).to_be_visible()
    with opened(browser, own.base) as page:
        page.goto("/desk/site")
        expect(page.get_by_text("Only operators and moderators of this site work at the desk.")).to_be_visible()
