"""The page of one's own notifications: each act on pings and webhooks once, and the same on a phone."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.notifications.mailbox import mailbox
from tests.notifications.receiver import Answer, Receiver
from tests.replies import ok
from tests.service.server import Server, running
from tests.web.accessibility import assert_accessible
from tests.web.browser import PHONE, WIDE, opened
from tests.web.test_table import signed_up


def widthless(page: Page) -> None:
    """Fail if the page is wider than its window."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_ping_is_made_tested_disabled_and_deleted(
    browser: Browser, near: Server, found: Receiver, viewport: object
) -> None:
    token, _ = signed_up(near, "Pina")
    size = PHONE if viewport is PHONE else WIDE
    with opened(browser, near.base, token=token, viewport=size, refused=("/v1/me/pings",)) as page:
        page.goto("/account")
        page.get_by_role("link", name="Set up notifications").click()
        part = page.get_by_role("region", name="Pings")
        part.get_by_text("New ping").click()
        part.get_by_role("radio", name=re.compile("^JSON")).check()
        part.get_by_role("textbox", name="URL").fill("https://name:word@example.org/hook")
        part.get_by_role("button", name="Create the ping").click()
        expect(part.get_by_role("textbox", name="URL")).to_have_attribute("aria-invalid", "true")
        expect(part.get_by_text("must not contain a user name")).to_be_visible()
        assert_accessible(page)
        part.get_by_role("textbox", name="URL").fill(found.url("/ping"))
        part.get_by_label("When").select_option("after 15 minutes")
        part.get_by_role("button", name="Create the ping").click()
        row = part.get_by_role("listitem", name=f"127.0.0.1:{found.port}")
        expect(
            row.get_by_text("JSON · after 15 minutes · with messages · with challenges · with standing orders")
        ).to_be_visible()

        row.get_by_role("button", name="Test").click()
        expect(row.get_by_text("Delivered: status 204")).to_be_visible()
        assert found.received[0].path == "/ping"
        found.answer = lambda _: Answer(500)
        row.get_by_role("button", name="Test").click()
        expect(row.get_by_text("Failed: status 500")).to_be_visible()
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        page.route("**/deliveries", hold, times=1)
        with page.expect_request("**/deliveries"):
            row.get_by_role("button", name="Deliveries").click()
        expect(row.get_by_role("status")).to_have_text("Loading")
        for route in held:
            route.continue_()
        expect(row.get_by_role("list").get_by_role("listitem")).to_have_count(2)
        assert_accessible(page)
        widthless(page)

        row.get_by_role("button", name="Disable").click()
        expect(row.get_by_text("disabled", exact=True)).to_be_visible()
        expect(row.get_by_role("button", name="Test")).to_be_disabled()
        row.get_by_role("button", name="Enable").click()
        expect(row.get_by_text("enabled", exact=True)).to_be_visible()
        row.get_by_role("button", name="Delete").click()
        expect(part.get_by_role("listitem")).to_have_count(0)


@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_webhook_is_made_with_a_secret_and_its_deliveries_are_sent_again(
    browser: Browser, near: Server, found: Receiver, viewport: object
) -> None:
    token, _ = signed_up(near, "Wanda")
    size = PHONE if viewport is PHONE else WIDE
    with opened(browser, near.base, token=token, viewport=size) as page:
        page.goto("/account/notifications")
        part = page.get_by_role("region", name="Webhooks")
        part.get_by_text("New webhook").click()
        part.get_by_label("What it is for").fill("My league")
        part.get_by_role("textbox", name="URL").fill(found.url())
        part.get_by_role("button", name="Create the webhook").click()
        assert page.evaluate("document.querySelector('input[name=types]').validationMessage") == (
            "Choose at least one event."
        )
        part.get_by_role("checkbox", name=re.compile("a round is finished")).check()
        part.get_by_role("checkbox", name=re.compile("a game is over")).check()
        part.get_by_role("radio", name="games and tournaments that you organise").check()
        part.get_by_role("button", name="Create the webhook").click()
        secret = part.get_by_label("Secret of My league").input_value()
        assert secret.startswith("whsec_")
        row = part.get_by_role("listitem", name="My league")
        expect(row.get_by_text("game.ended, round.ended")).to_be_visible()
        widthless(page)

        found.answer = lambda _: Answer(503)
        row.get_by_role("button", name="Test").click()
        expect(row.get_by_text("Failed: status 503")).to_be_visible()
        row.get_by_role("button", name="Deliveries").click()
        found.answer = lambda _: Answer()
        row.get_by_role("button", name="Send again", exact=True).click()
        found.wait(2)
        page.reload()
        expect(part.get_by_role("listitem", name="My league")).to_be_visible()
        assert secret not in page.content()
        row.get_by_role("button", name="Deliveries").click()
        expect(row.get_by_text("Delivered: status 204")).to_be_visible()
        assert_accessible(page)
        widthless(page)

        row.get_by_role("button", name="New secret").click()
        expect(part.get_by_label("Secret of My league")).not_to_have_value(secret)
        row.get_by_role("button", name="Disable").click()
        expect(row.get_by_text("disabled", exact=True)).to_be_visible()
        row.get_by_role("button", name="Delete").click()
        expect(part.get_by_role("listitem", name="My league")).to_have_count(0)


def test_a_visitor_is_sent_to_sign_in(browser: Browser, near: Server) -> None:
    with opened(browser, near.base) as page:
        page.goto("/account/notifications")
        # the head of the page has another one
        page.get_by_role("main").get_by_role("link", name="Sign in").click()
        page.wait_for_url("**/sign-in?next=/account/notifications")


class SiteServer(Server):
    """A service whose origin is its own address, as e-mails require."""

    @property
    def environment(self) -> dict[str, str]:
        """The variables under which it runs."""
        return {**super().environment, "LUDOLOG_ORIGIN": self.base}


def test_the_daily_e_mail_is_confirmed_and_ended(browser: Browser, tmp_path: Path) -> None:
    with mailbox() as box:
        settings = {
            "LUDOLOG_SMTP_HOST": "127.0.0.1",
            "LUDOLOG_SMTP_PORT": str(box.port),
            "LUDOLOG_SMTP_TLS": "none",
            "LUDOLOG_SMTP_SENDER": "games@b.example",
        }
        with running(SiteServer(tmp_path / "mail.db", **settings)) as server:
            token, client = signed_up(server, "Mailo")
            with opened(browser, server.base, token=token, viewport=PHONE) as page:
                page.goto("/account/notifications")
                part = page.get_by_role("region", name="Daily e-mail")
                part.get_by_label("E-mail address").fill("mailo@example.org")
                part.get_by_label("At which hour").select_option("07:00")
                part.get_by_role("button", name="Ask for the daily e-mail").click()
                expect(part.get_by_text("An e-mail was sent to mailo@example.org")).to_be_visible()
                assert_accessible(page)
                widthless(page)
                box.wait(1)
                plain = box.mails[0].get_body(("plain",))
                assert plain is not None
                (path,) = re.findall(r"http://[^/\s]+(/email#confirm=\w+)", plain.get_content())
                page.goto(path)
                page.get_by_role("button", name="Confirm the address").click()
                expect(page.get_by_text("Your address is confirmed.")).to_be_visible()
                assert_accessible(page)
                assert ok(client.get("/v1/me/digest")).json()["state"] == "confirmed"
                page.goto("/account/notifications")
                expect(part.get_by_text("The next e-mail is due")).to_be_visible()
                part.get_by_role("button", name="End the daily e-mail").click()
                expect(part.get_by_role("button", name="Ask for the daily e-mail")).to_be_visible()


def test_the_address_can_be_deleted_after_the_end_of_e_mails(browser: Browser, tmp_path: Path) -> None:
    settings = {"LUDOLOG_SMTP_HOST": "127.0.0.1", "LUDOLOG_SMTP_PORT": "9", "LUDOLOG_SMTP_SENDER": "games@b.example"}
    with running(SiteServer(tmp_path / "mail.db", **settings)) as server:
        token, client = signed_up(server, "Mailo")
        asked = {"address": "mailo@example.org", "hour": 7, "time_zone": "UTC"}
        assert client.put("/v1/me/digest", json=asked).status_code == 200
        server.stop()
        server.settings.pop("LUDOLOG_SMTP_HOST")
        server.restart()
        with opened(browser, server.base, token=token) as page:
            page.goto("/account/notifications")
            part = page.get_by_role("region", name="Daily e-mail")
            expect(part.get_by_text("This server sends no e-mails now.")).to_be_visible()
            expect(part.get_by_label("E-mail address")).to_have_count(0)
            part.get_by_role("button", name="End the daily e-mail").click()
            expect(part).to_have_count(0)
        assert ok(client.get("/v1/me/digest")).json()["state"] == "off"
