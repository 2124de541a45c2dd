"""Apps of others in a browser: a page of another origin lets a person sign in and play; the consent, and its end."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlencode

import httpx
import pytest
from playwright.sync_api import Browser, Page, Response, expect

from tests.replies import ok
from tests.service.apps.kit import READ, asking, device_begun, polled
from tests.service.kit import holder, started_game
from tests.service.server import Server
from tests.web.accessibility import assert_accessible
from tests.web.browser import opened, sign_in

APP = Path(__file__).resolve().parents[2] / "openapi"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as the base class names it
        pass


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[str]:
    """The address of the example app, on another origin and another site than the service."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(APP))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/app.html"
        server.shutdown()


def token_of(player: httpx.Client) -> str:
    return player.headers["Authorization"].removeprefix("Bearer ")


def test_the_example_app_has_sixty_lines() -> None:
    assert len((APP / "app.html").read_text().splitlines()) <= 60


def is_answered(response: Response) -> bool:
    """Whether it is that of an answer to a decision. A page of another origin asks before whether it may send one."""
    return response.url.endswith("/commands") and response.request.method == "POST"


def test_an_app_on_another_origin_signs_a_person_in_lists_the_games_and_plays(
    browser: Browser, site: Server, elsewhere: str
) -> None:
    player = site.player("Anna")
    game = started_game(player)
    with opened(browser, site.base, token=token_of(player)) as page:
        page.goto(f"{elsewhere}?site={site.base}")
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_url(f"{site.base}/oauth/authorize?**")
        expect(page.get_by_role("heading", name="localhost:")).to_be_visible()
        expect(page.get_by_text("take seats and decide for you in games")).to_be_visible()
        assert_accessible(page)
        page.get_by_label("30 days").check()
        page.get_by_role("button", name="Allow").click()

        page.wait_for_url(elsewhere)
        expect(page.get_by_role("heading", name="Games of Anna")).to_be_visible()
        page.get_by_role("button", name=game).click()
        before = ok(player.get(f"/v1/games/{game}")).json()["version"]
        with page.expect_response(is_answered) as reply:
            page.locator("#question button").first.click()
        assert reply.value.status == 201
        expect(page.locator("#question button").first).to_be_visible()
        assert ok(player.get(f"/v1/games/{game}")).json()["version"] > before

        page.goto("/account")
        apps = page.get_by_role("region", name="Apps")
        expect(apps.get_by_text("localhost:")).to_be_visible()
        apps.get_by_role("button", name="Revoke My games").click()
        expect(apps.get_by_text("You have let no app in.")).to_be_visible()
    assert ok(player.get("/v1/me/grants")).json() == {"items": []}


def test_a_person_who_is_not_signed_in_comes_back_to_the_question_and_refuses_by_keyboard(
    browser: Browser, site: Server, elsewhere: str
) -> None:
    player = site.player()
    with opened(browser, site.base) as page:
        page.goto(f"{elsewhere}?site={site.base}")
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("main").get_by_role("link", name="Sign in").click()
        page.wait_for_url("**/sign-in?next=*")
        page.get_by_role("textbox", name="Token").fill(token_of(player))
        page.get_by_role("button", name="Sign in with the token").click()
        page.wait_for_url("**/oauth/authorize?**")
        refuse = page.get_by_role("button", name="Refuse")
        expect(refuse).to_be_visible()
        refuse.focus()
        page.keyboard.press("Tab")
        expect(page.get_by_role("button", name="Allow")).to_be_focused()
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Enter")
        page.wait_for_url(elsewhere)
        expect(page.get_by_role("heading", name="the person has refused the request")).to_be_visible()
    assert ok(player.get("/v1/me/grants")).json() == {"items": []}


def test_a_session_that_may_do_less_can_only_refuse(browser: Browser, site: Server) -> None:
    player = site.player()
    made = ok(player.post("/v1/me/tokens", json={"label": "x", "scopes": [READ, "account"]}), 201).json()
    # nor may the session read what moderators have decided, for which each page asks
    with opened(browser, site.base, token=made["token"], refused=("/v1/me/standing",)) as page:
        page.goto(f"/oauth/authorize?{urlencode(asking(scope='games:play'))}")
        expect(page.get_by_text("You are signed in in a way that may not allow this: games:play.")).to_be_visible()
        expect(page.get_by_role("button", name="Refuse")).to_be_visible()
        expect(page.get_by_role("button", name="Allow")).to_have_count(0)


def test_no_page_shows_the_question_in_a_frame(browser: Browser, site: Server, elsewhere: str) -> None:
    address = f"{site.base}/oauth/authorize?{urlencode(asking())}"
    foreign = elsewhere.replace("app.html", "README.md")
    context = browser.new_context(base_url=site.base)
    try:
        sign_in(context, site.base, token_of(site.player()))
        page = context.new_page()
        reported: list[str] = []
        page.on("console", lambda message: reported.append(message.text))
        page.goto(foreign)
        framed(page, address)
        expect(page.frame_locator("#frame").get_by_role("button", name="Allow")).to_have_count(0)
        assert any("frame-ancestors" in text for text in reported), reported
    finally:
        context.close()


def framed(page: Page, address: str) -> None:
    script = """(address) => {
      const frame = document.createElement('iframe');
      frame.id = 'frame';
      frame.src = address;
      document.body.append(frame);
      return new Promise((resolve) => frame.addEventListener('load', resolve));
    }"""
    page.evaluate(script, address)


@pytest.mark.parametrize("decision", ["Allow", "Refuse"])
def test_a_person_types_the_code_of_a_device(browser: Browser, site: Server, decision: str) -> None:
    player = site.player()
    device = device_begun(site, client_id="ludolog terminal")
    with opened(browser, site.base, token=token_of(player), refused=("/v1/me/consents",)) as page:
        page.goto("/device")
        field = page.get_by_label("The code that the device shows")
        field.fill("BCDF-BCDF")
        field.press("Enter")
        expect(page.get_by_text("no device waits for this code", exact=False)).to_be_visible()
        field.fill(device["user_code"].lower().replace("-", " "))
        page.get_by_role("button", name="Continue").click()
        expect(page.get_by_role("heading", name="ludolog terminal")).to_be_focused()
        assert_accessible(page)
        page.get_by_role("button", name=decision).click()
        expect(page.get_by_role("main").get_by_text("You can close this page.")).to_be_visible()
    reply = polled(site, device["device_code"], client_id="ludolog terminal")
    if decision == "Refuse":
        assert reply.json()["error"] == "access_denied"
        return
    assert holder(site, ok(reply).json()["access_token"]).get("/v1/me/games").status_code == 200


def test_the_address_of_a_device_fills_the_code_in(browser: Browser, site: Server) -> None:
    device = device_begun(site)
    with opened(browser, site.base, token=token_of(site.player())) as page:
        page.goto(device["verification_uri_complete"])
        expect(page.get_by_label("The code that the device shows")).to_have_value(device["user_code"])
