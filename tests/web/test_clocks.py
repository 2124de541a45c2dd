"""The page of a game whose clock gave the seat of the player to a bot."""

from pathlib import Path

from playwright.sync_api import Browser, Route, expect

from tests.replies import ok
from tests.service.server import Server, serving
from tests.service.test_clocks import HASTY, awaited
from tests.web.accessibility import assert_accessible
from tests.web.test_table import own_table, signed_up, table_of


def test_a_player_returns_to_the_seat_that_the_clock_gave_to_a_bot(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path / "web.db", HASTY) as site:
        token, ada = signed_up(site, "Ada")
        _, bo = signed_up(site, "Bo")
        clock = {"allowance": "PT2S", "strikes": 1, "vacation": "P1D"}
        body = {"ruleset": "giganten", "seats": 3, "bots": {"1": "random"}, "options": {"first_player": "seat_0"}}
        game = ok(ada.post("/v1/games", json={**body, "clock": clock, "others_left": "play_on"})).json()["id"]
        for seat, person in ((0, ada), (2, bo)):
            assert person.put(f"/v1/games/{game}/seats/{seat}").status_code == 200
        assert ada.post(f"/v1/games/{game}/start").status_code == 200
        # the game waits for Bo, while a bot plays for Ada
        assert bo.post(f"/v1/games/{game}/seats/2/vacations", json={"duration": "P1D"}).status_code == 201
        awaited(ada, game, "clock.seat_taken_over")

        with table_of(browser, site, game, token) as page:
            page.get_by_text("Menu", exact=True).click()
            button = page.get_by_role("button", name="Return to my seat")
            with page.expect_response(lambda response: response.url.endswith("/seats/0/returns")) as reply:
                button.click()
            assert reply.value.status == 201, reply.value.text()
            expect(button).to_be_hidden()


def test_a_vacation_begins_after_a_question(browser: Browser, site: Server) -> None:
    token, ada = signed_up(site, "Ada on vacation")
    body = {"ruleset": "minos", "seats": 2, "bots": {"1": "random"}, "options": {"first_player": "seat_0"}}
    clock = {"allowance": "P1D", "vacation": "P2D"}
    game = ok(ada.post("/v1/games", json={**body, "clock": clock})).json()["id"]
    assert ada.put(f"/v1/games/{game}/seats/0").status_code == 200
    assert ada.post(f"/v1/games/{game}/start").status_code == 200
    with table_of(browser, site, game, token) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url) if "/vacations" in request.url else None)
        page.get_by_text("Menu", exact=True).click()
        page.get_by_role("button", name="Vacation…").click()
        dialog = page.get_by_role("dialog", name="Take a vacation?")
        expect(dialog.get_by_role("option")).to_have_text(["12 hours", "1 day", "2 days"])
        assert_accessible(page)
        dialog.get_by_label("Vacation").press("ArrowDown")
        expect(dialog.get_by_label("Vacation")).to_have_value("24")
        assert not asked
        with page.expect_response(lambda response: response.url.endswith("/seats/0/vacations")) as reply:
            dialog.get_by_role("button", name="Take the vacation").click()
        assert reply.value.status == 201, reply.value.text()
        assert reply.value.request.post_data == '{"duration":"PT24H"}'
        expect(dialog).to_be_hidden()


def test_a_vacation_that_is_taken_during_an_answer_follows_it(browser: Browser, site: Server) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    clock = {"allowance": "P1D", "vacation": "P2D"}
    with own_table(browser, site, "Ada leaves at once", "giganten", clock=clock) as (page, _, _):
        page.route("**/commands", hold)
        page.locator(".choice").first.click()
        with page.expect_request("**/commands"):
            page.locator(".confirm").click()
        page.get_by_text("Menu", exact=True).click()
        page.get_by_role("button", name="Vacation…").click()
        page.get_by_role("dialog").get_by_role("button", name="Take the vacation").click()
        expect(page.get_by_role("dialog")).to_be_hidden()
        with page.expect_response(lambda response: response.url.endswith("/seats/0/vacations")) as reply:
            held[0].continue_()
        assert reply.value.status == 201, reply.value.text()
