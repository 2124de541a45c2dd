"""Talk at the table in the browser: two people write, remove, mute and take notes."""

import uuid

import httpx
from playwright.sync_api import Browser, Page, expect

from tests.replies import ok
from tests.service.kit import open_game
from tests.service.server import Server
from tests.web.accessibility import assert_accessible
from tests.web.browser import PHONE, opened


def signed_up(site: Server, name: str) -> tuple[str, httpx.Client]:
    """Return the token and the client of a new player."""
    client = site.player(f"{name} {uuid.uuid4().hex[:6]}")
    return client.headers["Authorization"].removeprefix("Bearer "), client


def table_of(ada: httpx.Client, bea: httpx.Client) -> str:
    """Return a running game of two players and a bot."""
    game = open_game(ada, 3, bots={"2": "random"}, options={"first_player": "seat_0"})
    for seat, player in enumerate((ada, bea)):
        ok(player.put(f"/v1/games/{game}/seats/{seat}"))
    ok(ada.post(f"/v1/games/{game}/start"))
    return game


def write(page: Page, text: str) -> None:
    """Write a message with the keyboard."""
    page.get_by_role("button", name="Talk").click()
    field = page.get_by_label("Message", exact=True)
    expect(field).to_be_focused()
    field.fill(text)
    field.press("Enter")
    expect(field).to_have_value("")


def test_two_people_talk_and_a_spectator_is_apart(browser: Browser, site: Server) -> None:
    (ada_token, ada), (bea_token, bea), (eve_token, _) = (signed_up(site, name) for name in ("Ada", "Bea", "Eve"))
    game = table_of(ada, bea)
    with (
        opened(browser, site.base, token=ada_token) as page,
        opened(browser, site.base, token=bea_token, viewport=PHONE) as phone,
        opened(browser, site.base, token=eve_token) as watching,
    ):
        for each in (page, phone, watching):
            each.goto(f"/games/{game}")
            expect(each.get_by_role("button", name="Talk")).to_be_visible()
        write(watching, "psst")
        write(page, "Good luck, see https://example.org")
        # an unread message is counted, and the question stays free
        badge = phone.get_by_role("button", name="Talk").locator(".badge")
        expect(badge).to_have_text("1")
        phone.get_by_role("button", name="Talk").click()
        expect(badge).to_have_count(0)
        messages = phone.get_by_role("log")
        expect(messages).to_contain_text("Good luck, see https://example.org")
        expect(messages).not_to_contain_text("psst")
        expect(messages.locator("a")).to_have_count(0)
        field = phone.get_by_label("Message", exact=True)
        field.fill("thanks")
        field.press("Enter")
        expect(page.get_by_role("log")).to_contain_text("thanks")
        expect(watching.get_by_role("log")).to_contain_text("thanks")
        assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        for each in (page, phone):
            assert_accessible(each)
        # what was read is read on other devices
        with phone.expect_response("**/talk"):
            phone.reload()
        expect(phone.get_by_role("button", name="Talk").locator(".badge")).to_have_count(0)
        page.get_by_role("button", name="Remove the message").click()
        expect(watching.get_by_role("log")).to_contain_text("removed")
        expect(watching.get_by_role("log")).not_to_contain_text("Good luck")


def test_talk_is_turned_off_and_muted(browser: Browser, site: Server) -> None:
    (ada_token, ada), (bea_token, bea) = (signed_up(site, name) for name in ("Ada", "Bea"))
    game = table_of(ada, bea)
    with opened(browser, site.base, token=ada_token) as page, opened(browser, site.base, token=bea_token) as other:
        for each in (page, other):
            each.goto(f"/games/{game}")
            each.get_by_role("button", name="Talk").click()
            expect(each.get_by_label("Message", exact=True)).to_be_visible()
        page.get_by_label("Who may write").select_option("off")
        for each in (page, other):
            expect(each.get_by_text("Talk is turned off.")).to_be_visible()
            expect(each.get_by_role("log")).to_contain_text("has turned talk off.")
        other.get_by_label("Who may write").select_option("all")
        expect(page.get_by_label("Message", exact=True)).to_be_visible()
        page.get_by_label("Mute for me").check()
        expect(page.get_by_text("You have muted this talk.")).to_be_visible()
        ok(bea.post(f"/v1/games/{game}/messages", json={"text": "hello?"}), 201)
        expect(other.get_by_role("log")).to_contain_text("hello?")
        with page.expect_response("**/talk"):
            page.reload()
        expect(page.get_by_role("button", name="Talk").locator(".badge")).to_have_count(0)


def test_notes_belong_to_a_version_and_are_there_in_the_replay(browser: Browser, site: Server) -> None:
    (ada_token, ada), (_, bea) = (signed_up(site, name) for name in ("Ada", "Bea"))
    game = table_of(ada, bea)
    with opened(browser, site.base, token=ada_token) as page:
        page.goto(f"/games/{game}?at=6")
        page.get_by_role("button", name="Talk").click()
        page.get_by_text("My notes").click()
        page.get_by_label("Note about version 6").fill("a fair start")
        page.get_by_role("button", name="Save").click()
        expect(page.locator(".notes li")).to_contain_text("a fair start")
        page.reload()
        page.get_by_role("button", name="Talk").click()
        page.get_by_text("My notes (1)").click()
        expect(page.get_by_label("Note about version 6")).to_have_value("a fair start")
        assert_accessible(page)


def test_who_is_away_says_so_on_the_page_of_the_account(browser: Browser, site: Server) -> None:
    (ada_token, ada), (bea_token, bea) = (signed_up(site, name) for name in ("Ada", "Bea"))
    game = table_of(ada, bea)
    with opened(browser, site.base, token=ada_token) as page, opened(browser, site.base, token=bea_token) as other:
        page.goto("/account")
        page.get_by_label("Away until").fill("2027-03-01")
        page.locator("section[aria-labelledby=part-away]").get_by_role("button", name="Save").click()
        expect(page.get_by_text("You are away until")).to_be_visible()
        other.goto(f"/games/{game}")
        expect(other.locator("ludo-players .badge", has_text="away until")).to_be_visible()
        page.get_by_role("button", name="I am back").click()
        expect(page.get_by_text("Your tables and your profile can show")).to_be_visible()
