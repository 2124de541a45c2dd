"""The rulings of the owner on the page of a game: pause, resume, a substitute, adjudication, cancellation."""

import re

from playwright.sync_api import Browser, Page, Route, expect

from tests.replies import ok
from tests.service.server import Server
from tests.web.accessibility import assert_accessible
from tests.web.browser import PHONE, opened
from tests.web.test_table import signed_up, table_of

LATE = "The player does not answer."


def managed(page: Page) -> None:
    """Open the dialog of the owner."""
    page.get_by_text("Menu", exact=True).click()
    page.get_by_role("button", name="Manage the game…").click()
    expect(page.get_by_role("dialog", name="Manage the game")).to_be_visible()


def ruled(page: Page, name: str, status: int = 201) -> None:
    """Give the reason and make the ruling."""
    page.get_by_label("Reason").fill(LATE)
    with page.expect_response(lambda response: response.url.endswith("/rulings")) as reply:
        page.get_by_role("dialog").get_by_role("button", name=name).click()
    assert reply.value.status == status, reply.value.text()


def organised(site: Server, **terms: object) -> tuple[str, str]:
    """Return the token of an owner who does not play, and the id of the owner's running game."""
    token, owner = signed_up(site, "Owner")
    body = {"ruleset": "siberia", "seats": 2, "bots": {"1": "random"}, **terms}
    game = ok(owner.post("/v1/games", json=body)).json()["id"]
    assert signed_up(site, "Late player")[1].put(f"/v1/games/{game}/seats/0").status_code == 200
    assert owner.post(f"/v1/games/{game}/start").status_code == 200
    return token, game


def test_the_owner_pauses_resumes_and_adjudicates(browser: Browser, site: Server) -> None:
    token, game = organised(site)
    with table_of(browser, site, game, token, refused=["/rulings"]) as page:
        managed(page)
        page.get_by_label("For at most").select_option("P2D")
        ruled(page, "Pause")
        expect(page.get_by_role("dialog", name="Manage the game")).to_be_hidden()
        expect(page.locator("#live")).to_contain_text("the game pauses until")
        expect(page.locator(".asking")).to_contain_text("The game is paused until")
        expect(page.locator("ludo-history")).to_contain_text(LATE)

        page.get_by_role("button", name="Manage the game…").click()
        assert_accessible(page)
        ruled(page, "Resume the game")
        expect(page.locator(".asking")).not_to_contain_text("paused")

        page.get_by_role("button", name="Manage the game…").click()
        page.get_by_label("Ruling").select_option("End the game")
        # the names of players name rows of the board, too
        ranks = page.get_by_role("dialog").get_by_label(re.compile("Late player|random"))
        for select, rank in zip(ranks.all(), ("2", "2"), strict=True):
            select.select_option(rank)
        ruled(page, "End the game", 422)
        expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("one rank for each seat")
        page.get_by_role("dialog").get_by_label(re.compile("random")).select_option("1")
        ruled(page, "End the game")
        expect(page.get_by_role("heading", name="The game is over")).to_be_visible()
        expect(page.get_by_role("button", name="Manage the game…")).to_have_count(0)
        expect(page.locator(".bar .phase")).to_have_text("The game is over")
        expect(page.locator(".course [aria-current]")).to_have_count(0)
        # what the service draws says the same
        drawn = ok(site.client().get(f"/games/{game}", headers={"Accept": "text/html"})).text
        assert '<span class="muted phase">The game is over</span>' in drawn
        assert 'aria-current="step"' not in drawn


def test_a_ruling_that_is_sent_twice_is_one_request_whose_refusal_stays(browser: Browser, site: Server) -> None:
    token, game = organised(site)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    with table_of(browser, site, game, token, refused=["/rulings"]) as page:
        managed(page)
        page.route("**/rulings", hold)
        page.get_by_label("Reason").fill(LATE)
        with page.expect_request("**/rulings"):
            page.locator(".rulings form").evaluate("form => (form.requestSubmit(), form.requestSubmit())")
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_role("button", name="Pause")).to_be_disabled()
        held[0].fulfill(status=409, json={"code": "not-running", "title": "Not running", "detail": "It is over."})
        expect(dialog.get_by_role("alert")).to_contain_text("It is over.")
        expect(dialog.get_by_role("button", name="Pause")).to_be_enabled()
        assert len(held) == 1


def test_the_owner_offers_a_seat_to_a_player_found_by_name(browser: Browser, site: Server) -> None:
    token, game = organised(site)
    substitute = ok(signed_up(site, "Quick substitute")[1].get("/v1/me")).json()
    with table_of(browser, site, game, token, viewport=PHONE) as page:
        managed(page)
        page.get_by_label("Ruling").select_option("Replace a player")
        with page.expect_response(lambda response: "name=" in response.url):
            page.get_by_label("New player").fill(substitute["name"])
        page.get_by_label("New player").press("Tab")
        ruled(page, "Replace a player")
        expect(page.locator("#live")).to_contain_text(LATE)


def test_only_the_owner_loads_the_module_and_cancels_an_open_game(browser: Browser, site: Server) -> None:
    token, owner = signed_up(site, "Owner of an open game")
    game = ok(owner.post("/v1/games", json={"ruleset": "minos", "seats": 2})).json()["id"]
    with opened(browser, site.base, token=signed_up(site, "A visitor")[0]) as page:
        page.goto(f"/games/{game}")
        page.get_by_text("Menu", exact=True).click()
        expect(page.get_by_role("link", name="Download the record")).to_be_visible()
        expect(page.get_by_role("button", name="Manage the game…")).to_have_count(0)
    with opened(browser, site.base, token=token) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"/games/{game}")
        expect(page.get_by_role("heading", name="The game has not started")).to_be_visible()
        assert not [url for url in asked if url.endswith("rulings.js")]
        managed(page)
        page.get_by_role("button", name="Cancel the game").click()
        expect(page.get_by_role("heading", name="The game was cancelled before its start.")).to_be_visible()
