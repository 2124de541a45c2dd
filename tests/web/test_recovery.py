"""Pages whose requests fail or come late: what they show, and how they go on."""

import re
import time

import httpx
from playwright.sync_api import Browser, Page, Route, expect

from tests.replies import ok
from tests.service.kit import started_game
from tests.service.server import Server
from tests.web.browser import opened
from tests.web.cutter import cutter
from tests.web.test_lobby import token
from tests.web.test_table import own_table, own_turn, version_of

BUSY = '{"type": "about:blank", "title": "Too many requests", "status": 429, "code": "rate-limited", "detail": "Wait."}'


def busy(route: Route) -> None:
    """Answer like a service that got too many requests."""
    route.fulfill(status=429, content_type="application/problem+json", body=BUSY, headers={"Retry-After": "1"})


def asked_again(client: httpx.Client, game: str) -> int:
    """Return the last version once the game waits for the player on seat 0."""
    while ok(client.get(f"/v1/games/{game}")).json()["awaiting"] != [0]:
        time.sleep(0.05)
    return version_of(client, game)


def shown_version(page: Page) -> int:
    return page.evaluate("document.querySelector('ludo-table').state.live.version")


def test_a_table_reads_again_what_it_could_not_read_after_an_event(browser: Browser, site: Server) -> None:
    options = {"refused": ["/view", "/decisions"]}
    with own_table(browser, site, "Read again", "giganten", page=options) as (page, client, game):
        before, question = shown_version(page), page.locator(".asked").inner_text()
        page.route(re.compile(r"/(view|decisions)$"), busy)
        [own] = ok(client.get(f"/v1/games/{game}/decisions")).json()["items"]
        body = {"decision": own["id"], "command": own["choices"][0]["command"]}
        assert client.post(f"/v1/games/{game}/commands", json=body).status_code == 201
        expect(page.locator(".event", has_text="You take the")).to_have_count(1)
        # the bots have answered, and no further event comes
        expect(page.locator(".event .version").last).to_have_text(re.compile(rf"^{asked_again(client, game)}$"))
        assert shown_version(page) == before
        page.unroute(re.compile(r"/(view|decisions)$"))
        expect(page.locator(".asked")).not_to_have_text(question, timeout=15_000)
        own_turn(page)
        assert shown_version(page) == version_of(client, game)


def test_a_list_that_could_not_be_read_again_is_read_on_request(browser: Browser, site: Server) -> None:
    ada = site.player("Ada of a lost list")
    started_game(ada, name="Still running")
    with opened(browser, site.base, token=token(ada), refused=["/v1/games"]) as page:
        # a stream that never begins: what it tells would read the list again before the press
        page.route("**/v1/games/stream*", lambda _: None)
        page.goto("/")
        own = page.get_by_role("region", name="Your games")
        expect(own.get_by_text("Still running")).to_be_visible()
        # the lists that were missing are read without it
        expect(page.locator("ludo-lobby[aria-busy=false]")).to_be_visible()
        page.route("**/v1/games?status=open*", busy)
        page.evaluate("document.querySelector('ludo-lobby').open.load()")
        lost = page.get_by_role("region", name="Open games")
        expect(lost.get_by_role("alert")).to_contain_text("Wait.")
        page.unroute("**/v1/games?status=open*")
        lost.get_by_role("button", name="Try again").click()
        expect(lost.get_by_role("alert")).to_have_count(0)


def test_tokens_that_cannot_be_read_are_read_on_request(browser: Browser, site: Server) -> None:
    ada = site.player("Ada of lost tokens")
    with opened(browser, site.base, token=token(ada), refused=["/v1/me/tokens"]) as page:
        page.route("**/v1/me/tokens*", busy)
        page.goto("/account")
        expect(page.get_by_role("alert")).to_contain_text("Wait.")
        page.unroute("**/v1/me/tokens*")
        page.get_by_role("button", name="Try again").click()
        expect(page.get_by_role("alert")).to_have_count(0)
        expect(page.get_by_role("button", name=re.compile("^Revoke")).first).to_be_visible()


def test_an_embed_that_could_not_be_read_is_read_and_followed_on_request(browser: Browser, site: Server) -> None:
    ada = site.player("Ada of a lost embed")
    game = started_game(ada)
    with opened(browser, site.base, refused=["/views"]) as page:
        page.route("**/views?*", busy)
        page.goto(f"/embed/games/{game}")
        expect(page.get_by_role("alert")).to_contain_text("Wait.")
        page.unroute("**/views?*")
        with page.expect_request("**/stream?*"):
            page.get_by_role("button", name="Try again").click()
        expect(page.get_by_role("alert")).to_have_count(0)
        expect(page.get_by_role("list", name="Players")).to_contain_text("$15,000")


def test_a_replay_whose_body_is_cut_is_read_on_request(browser: Browser, site: Server) -> None:
    game = started_game(site.player("Ada of a cut replay"))
    with cutter(site.base) as proxy, opened(browser, proxy.base, lost=True) as page:
        page.goto(f"/games/{game}")
        proxy.cut("/views")
        page.get_by_role("button", name="Replay", exact=True).click()
        replay = page.locator("ludo-replay")
        expect(replay.get_by_role("alert")).to_contain_text("Check the connection, and try again.")
        replay.get_by_role("button", name="Try again").click()
        expect(replay.get_by_label("Version", exact=True)).to_be_visible()


def test_a_decision_whose_answer_is_cut_is_sent_again_with_its_key(browser: Browser, site: Server) -> None:
    ada = site.player("Ada of a cut answer")
    game = started_game(ada)
    with cutter(site.base) as proxy, opened(browser, proxy.base, token=token(ada), lost=True) as page:
        page.goto(f"/games/{game}")
        own_turn(page)
        proxy.cut("/commands")
        page.locator(".choice").first.click()
        page.locator(".confirm").click()
        expect(page.locator(".event", has_text="You take the")).to_have_count(1)
        expect(page.locator("ludo-question[aria-busy=false]")).to_be_visible()
    first, second = proxy.keys
    assert first == second is not None
    events = ok(ada.get(f"/v1/games/{game}/events")).json()["items"]
    taken = [event for event in events if event["record"]["type"] == "giganten.action_card_taken"]
    assert [event["record"]["data"]["seat"] for event in taken].count(0) == 1


def test_a_second_enter_after_a_deletion_deletes_nothing_more(browser: Browser, site: Server) -> None:
    ada = site.player("Ada of three links")
    for label in ("one", "two", "three"):
        assert ada.post("/v1/me/calendar-links", json={"label": label}).status_code == 201
    with opened(browser, site.base, token=token(ada)) as page:
        page.goto("/account")
        part = page.get_by_role("region", name="Calendar")
        expect(part.get_by_role("listitem")).to_have_count(3)
        first = part.get_by_role("listitem").first
        first.get_by_role("button").focus()
        with page.expect_response(lambda response: response.request.method == "DELETE"):
            page.keyboard.press("Enter")
            page.keyboard.press("Enter")
        expect(part.get_by_role("listitem")).to_have_count(2)
        expect(part.get_by_role("heading", name="Calendar")).to_be_focused()
        page.keyboard.press("Enter")
        page.reload()
        expect(part.get_by_role("listitem")).to_have_count(2)
