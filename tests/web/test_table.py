"""The table: playing by mouse, watching, lost connections, refusals, the first page of a phone."""

import json
import re
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.replies import ok
from tests.service.server import Server, serving
from tests.waiting import until
from tests.web.accessibility import assert_accessible
from tests.web.browser import PHONE, opened

TITLES = ("giganten", "siberia", "minos")
ANSWERS = 6
"""How many decisions a test answers by mouse."""


def signed_up(site: Server, name: str) -> tuple[str, httpx.Client]:
    """Return the token and a client of a new player."""
    client = site.player(name)
    return client.headers["Authorization"].removeprefix("Bearer "), client


def opened_game(client: httpx.Client, title: str, **terms: Any) -> str:
    """Return the id of a new game with the client's player on seat 0."""
    game = ok(client.post("/v1/games", json={"ruleset": title, "seats": 3, **terms})).json()["id"]
    assert client.put(f"/v1/games/{game}/seats/0").status_code == 200
    return game


def started_game(client: httpx.Client, title: str, **terms: Any) -> str:
    """Return the id of a running game with the client's player on seat 0, against bots."""
    game = opened_game(client, title, bots={"1": "careful", "2": "careful"}, **terms)
    assert client.post(f"/v1/games/{game}/start").status_code == 200
    return game


@contextmanager
def table_of(browser: Browser, site: Server, game: str, token: str | None, **options: Any) -> Generator[Page]:
    """Yield the page of a game."""
    with opened(browser, site.base, token=token, **options) as page:
        page.goto(f"/games/{game}")
        expect(page.locator("ludo-board svg").first).to_be_visible()
        yield page


OWN_TURN = re.compile("Your turn|Du bist am Zug|Tocca a te")
"""The heading of an own decision in each language."""


def own_turn(page: Page) -> None:
    """Wait for an own decision. Until the state after an answer is known, the question is busy."""
    question = page.locator("ludo-question[aria-busy=false]")
    expect(question.get_by_role("heading", name=OWN_TURN)).to_be_visible()


@contextmanager
def own_table(
    browser: Browser, site: Server, name: str, title: str, *, page: Mapping[str, Any] = {}, **terms: Any
) -> Generator[tuple[Page, httpx.Client, str]]:
    """Yield the page of a new player in a running game at the first own turn, a client of the player, and the game."""
    token, client = signed_up(site, name)
    game = started_game(client, title, **terms)
    with table_of(browser, site, game, token, **page) as shown:
        own_turn(shown)
        yield shown, client, game


def version_of(client: httpx.Client, game: str) -> int:
    return ok(client.get(f"/v1/games/{game}")).json()["version"]


def answered(page: Page) -> None:
    """Answer the open decision by mouse: with the first choice, or with the dice as they are."""
    own_turn(page)
    if not page.locator("button.die").count():
        page.locator(".choice").first.click()
    with page.expect_response(lambda response: response.url.endswith("/commands")) as reply:
        page.locator(".confirm").click()
    assert reply.value.status == 201
    expect(page.locator("ludo-question[aria-busy=false]")).to_be_visible()


def test_a_person_plays_the_first_turns_of_minos_by_mouse(browser: Browser, site: Server) -> None:
    """Whole games of the other titles are played by mouse: `test_whole_games.py`."""
    with own_table(browser, site, "Mouse", "minos") as (page, client, game):
        for _ in range(ANSWERS):
            answered(page)
        own_turn(page)
        expect(page).to_have_title(re.compile(r"^\(\d+\) ● Your turn"))
        version = version_of(client, game)
        expect(page.locator(".event .version").last).to_have_text(str(version))
        page.reload()
        own_turn(page)
        expect(page.locator(".event .version").last).to_have_text(str(version))
    owns = [event["record"]["seat"] for event in ok(client.get(f"/v1/games/{game}/events")).json()["items"]]
    assert owns.count(0) >= ANSWERS


def test_presses_narrow_the_choices_and_escape_undoes_them(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Presses", "siberia") as (page, client, game):
        while not (own := ok(client.get(f"/v1/games/{game}/decisions")).json()["items"][0])["rule"].endswith("/2.2"):
            answered(page)
        choices = [choice for choice in own["choices"] if choice.get("anchors")]
        token_id, column = choices[0]["anchors"][:2]
        same = [choice for choice in own["choices"] if choice.get("anchors", [None])[0] == token_id]
        # the same by mouse: a second press releases
        page.locator(".board-rack button.target").first.click()
        expect(page.locator(".pressed .chip")).to_have_count(1)
        page.locator(".board-rack button[aria-pressed=true]").first.click()
        expect(page.locator(".choice")).to_have_count(len(own["choices"]))
        press(page, token_id)
        expect(page.locator(".choice")).to_have_count(len(same))
        press(page, column)
        # the token is prepared, and not sent before it is confirmed
        expect(page.locator(".prepared li")).to_have_count(1)
        expect(page.locator(".confirm")).to_be_visible()
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        expect(page.locator(".choice")).to_have_count(len(own["choices"]))
        expect(page.locator(".confirm")).to_have_count(0)


def press(page: Page, place: str) -> None:
    """Press a place or piece as the board says that it was pressed."""
    page.locator("ludo-board").evaluate(
        "(board, id) => board.dispatchEvent(new CustomEvent('pick', {detail: {id}, bubbles: true}))", place
    )


def test_a_player_of_minos_decides_whether_all_see_the_talents(browser: Browser, site: Server) -> None:
    token, client = signed_up(site, "Ada")
    game = started_game(client, "minos", options={"money_public": "own_choice", "first_player": "seat_0"})
    with table_of(browser, site, game, token, locale="en") as page:
        own_turn(page)
        expect(page.get_by_role("button", name="Hide the talents")).to_be_visible()
        page.get_by_role("button", name="Show the talents").click()
        expect(page.get_by_text("You show 25 talents").first).to_be_visible()
        page.get_by_role("button", name="Confirm").click()
        expect(page.get_by_text("talents open to all")).to_be_visible()
    seen = ok(client.get(f"/v1/games/{game}/view", params={"as": "public"})).json()["players"]
    assert [player["talents_shown"] for player in seen] == [True, False, False]
    assert [player["money"] for player in seen] == [25, None, None]


def test_dice_are_kept_or_released(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Dice", "minos") as (page, _, _):
        page.locator("button.die[aria-pressed=true]").first.click()
        page.locator("button.die[aria-pressed=true]").first.click()
        with page.expect_request(lambda request: request.url.endswith("/commands")) as sent:
            page.get_by_role("button", name="Roll 2 dice again").click()
        command: dict[str, Any] = json.loads(sent.value.post_data or "")["command"]
        assert command["type"] == "minos.roll_again"
        assert sum(command["dice"].values()) == 2
        expect(page.locator("button.die[aria-pressed=false]")).to_have_count(0)


def test_a_move_whose_answer_is_lost_happens_once(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Lost answers", "giganten", page={"lost": True}) as (page, client, game):
        requests: list[str] = []

        def lose_answer(route: Route) -> None:
            requests.append(route.request.headers["idempotency-key"])
            if len(requests) == 1:
                route.fetch()
                route.abort("connectionreset")
            else:
                route.continue_()

        page.route("**/commands", lose_answer)
        page.locator(".choice").first.click()
        page.locator(".confirm").click()
        own = page.locator(".event", has_text="You take the")
        expect(own).to_have_count(1)
        expect(page.get_by_text("Sending…")).to_have_count(0)
    assert len(set(requests)) == 1
    events = ok(client.get(f"/v1/games/{game}/events")).json()["items"]
    taken = [event for event in events if event["record"]["type"] == "giganten.action_card_taken"]
    assert [event["record"]["data"]["seat"] for event in taken].count(0) == 1


def test_a_lost_connection_is_shown_and_recovers(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Offline", "giganten", page={"lost": True}) as (page, _, _):
        page.context.set_offline(True)
        # an open stream outlives the emulated loss; the next request does not
        page.locator(".choice").first.click()
        page.locator(".confirm").click()
        expect(page.get_by_role("button", name="Waiting for the connection…")).to_be_visible()
        expect(page.locator(".strip.lost")).to_contain_text("Not connected, not up to date since")
        page.context.set_offline(False)
        expect(page.locator(".event", has_text="You take the")).to_have_count(1)
        expect(page.locator(".strip.lost")).to_have_count(0)


def test_an_answer_that_cannot_be_sent_says_that_it_waits(browser: Browser, site: Server) -> None:
    token, client = signed_up(site, "Unsent")
    game = started_game(client, "giganten")
    with table_of(browser, site, game, token, lost=True) as page:
        own_turn(page)
        page.route("**/commands", lambda route: route.abort("connectionreset"))
        page.locator(".choice").first.click()
        page.locator(".confirm").click()
        waiting = page.get_by_role("button", name="Waiting for the connection…")
        expect(waiting).to_be_visible()
        assert_accessible(page)
        expect(page.locator(".strip.lost")).to_contain_text("Not connected, not up to date since")
        page.unroute("**/commands")
        expect(page.locator(".event", has_text="You take the")).to_have_count(1)
        expect(page.locator(".strip.lost")).to_have_count(0)


def test_a_stopped_server_is_shown_and_a_new_one_takes_over(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path / "web.db") as server:
        token, client = signed_up(server, "Stopped")
        game = started_game(client, "giganten")
        with table_of(browser, server, game, token, lost=True) as page:
            own_turn(page)
            server.kill()
            expect(page.locator(".strip.lost")).to_be_visible(timeout=5_000)
            server.restart()
            expect(page.locator(".strip.lost")).to_have_count(0)


def test_a_lost_stream_is_shown_and_resumes(browser: Browser, site: Server) -> None:
    token, client = signed_up(site, "Lost stream")
    game = started_game(client, "giganten")
    with opened(browser, site.base, token=token, lost=True) as page:
        page.route(re.compile(r"/stream\?"), lambda route: route.abort("connectionreset"))
        page.goto(f"/games/{game}")
        expect(page.locator(".strip.lost")).to_contain_text("Not connected, not up to date since")
        [own] = ok(client.get(f"/v1/games/{game}/decisions")).json()["items"]
        body = {"decision": own["id"], "command": own["choices"][0]["command"]}
        assert client.post(f"/v1/games/{game}/commands", json=body).status_code == 201
        page.unroute(re.compile(r"/stream\?"))
        expect(page.locator(".strip.lost")).to_have_count(0, timeout=15_000)
        expect(page.locator(".event", has_text="You take the")).to_have_count(1)
        own_turn(page)


def test_a_refusal_shows_its_rule_and_what_is_legal(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Refused", "giganten", page={"refused": ("/commands", "/previews")}) as (
        page,
        client,
        game,
    ):
        offered = ok(client.get(f"/v1/games/{game}/decisions")).json()["items"][0]["choices"]
        open_cards = {choice["command"].get("card") for choice in offered}
        # more cards than can lie open at once
        cards = ("beige-8-3", "beige-5-8", "beige-4-10", "beige-6-6", "beige-3-12", "beige-7-4")
        hidden = next(card for card in cards if card not in open_cards)

        def change(route: Route) -> None:
            body = json.loads(route.request.post_data or "")
            body["command"]["card"] = hidden
            route.continue_(post_data=body)

        page.route("**/commands", change)
        page.locator(".choice").first.click()
        page.locator(".confirm").click()
        refusal = page.locator(".asking .problem")
        expect(refusal).to_contain_text("does not lie open")
        rule = refusal.get_by_role("link")
        expect(rule).to_have_attribute("href", re.compile(r"^/rules/giganten#2c\.\d$"))
        legal = ok(client.get(f"/v1/games/{game}/decisions")).json()["items"][0]["choices"]
        expect(page.locator(".choice")).to_have_count(len(legal))
        page.unroute("**/commands")
        answered(page)
        expect(refusal).to_have_count(0)


def test_a_version_has_an_address(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Past", "giganten") as (page, client, game):
        version = version_of(client, game)
        page.locator(f'.version[href*="at={version - 3}"]').click()
        expect(page).to_have_url(re.compile(rf"at={version - 3}$"))
        expect(page.locator(".board-past")).to_have_text(f"Version {version - 3} of {version}")
        page.reload()
        expect(page.locator(".board-past")).to_have_text(f"Version {version - 3} of {version}")
        page.get_by_role("button", name="Back to the present").click()
        own_turn(page)
        page.go_back()
        expect(page.locator(".board-past")).to_have_text(f"Version {version - 3} of {version}")


def test_the_end_of_the_turn_comes_before_many_choices(browser: Browser, site: Server) -> None:
    token, client = signed_up(site, "Ender")
    game = started_game(client, "minos")
    while not (own := own_decision(client, game))["rule"].endswith("/3.12") or len(own["choices"]) <= 3:
        body = {"decision": own["id"], "command": own["choices"][0]["command"]}
        assert client.post(f"/v1/games/{game}/commands", json=body).status_code == 201
    with table_of(browser, site, game, token) as page:
        own_turn(page)
        expect(page.locator(".choice").first).to_contain_text("End the turn")
        expect(page.locator(".choice")).to_have_count(len(own["choices"]))


def own_decision(client: httpx.Client, game: str) -> Any:
    """Return the decision of the client's seat, once the bots have answered theirs."""
    while True:
        for item in ok(client.get(f"/v1/games/{game}/decisions")).json()["items"]:
            if "choices" in item:
                return item
        time.sleep(0.05)


def test_a_decision_is_taken_back(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Back", "siberia", take_back=True) as (page, _, _):
        for _ in range(3):
            answered(page)
        # next to the question: below many choices it would be out of sight
        expect(page.locator(".asked + .helps > .take-back")).to_be_visible()
        page.locator(".take-back").click()
        expect(page.locator(".event").last).to_contain_text("You take back")
        own_turn(page)


@pytest.mark.parametrize("title", TITLES)
def test_a_phone_shows_board_and_question_together(browser: Browser, site: Server, title: str) -> None:
    with own_table(browser, site, f"Phone {title}", title, page={"viewport": PHONE}) as (page, _, _):
        board = page.locator("ludo-board").bounding_box()
        question = page.locator(".asking").bounding_box()
        button = page.locator(".choice, button.die").first.bounding_box()
        assert board is not None
        assert question is not None
        assert button is not None
        assert board["y"] + board["height"] <= question["y"]
        assert board["height"] >= 0.4 * PHONE["height"]
        assert button["y"] + button["height"] <= PHONE["height"]
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_keys_say_what_a_person_asks_for(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Keys", "minos", clock={"bank": "PT1H", "allowance": "PT5M"}) as (page, _, _):
        live = page.locator("#live")
        # it is announced once, and would replace the answer to a key; the turn of a bot may come before it
        expect(live).to_have_text(re.compile(r"It is your turn\.$"))
        page.keyboard.press("i")
        expect(live).to_have_text("talents: 25. income: 0")
        page.keyboard.press("t")
        expect(live).to_contain_text("To act: You, until")
        page.keyboard.press("e")
        expect(live).to_contain_text("You roll")
        page.keyboard.press("?")
        expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()


def test_a_link_invites_to_a_private_game(browser: Browser, site: Server) -> None:
    owner_token, owner = signed_up(site, "Inviting")
    guest_token, guest = signed_up(site, "Invited")
    game = opened_game(owner, "minos", visibility="private")
    with table_of(browser, site, game, owner_token) as page:
        page.get_by_role("button", name="Create a link").click()
        link = page.get_by_label("Invitation link").input_value()
        assert "#invitation=" in link
    with opened(browser, site.base, token=guest_token) as page:
        page.goto(link)
        page.get_by_role("button", name="Take this seat").first.click()
        expect(page.get_by_role("button", name="Leave")).to_be_visible()
        expect(page).to_have_url(f"{site.base}/games/{game}")
    seat = ok(guest.get(f"/v1/games/{game}")).json()["seats"][1]
    assert (seat["name"], seat["entropy_from"]) == ("Invited", "player")


def test_an_organiser_who_does_not_sit_seats_bots_and_starts(browser: Browser, site: Server) -> None:
    token, organiser = signed_up(site, "Organiser of bots")
    games = [
        ok(organiser.post("/v1/games", json={"ruleset": "minos", "seats": 2, "rated": rated})).json()["id"]
        for rated in (False, True)
    ]
    with opened(browser, site.base, token=token, viewport=PHONE, locale="en") as page:
        page.goto(f"/games/{games[0]}")
        for seat in range(2):
            page.get_by_label(f"Bot for seat {seat}").select_option("random")
            page.get_by_role("button", name="Add the bot").first.click()
            expect(page.get_by_label(f"Bot for seat {seat}")).to_have_count(0)
        page.get_by_role("button", name="Start the game").click()
        expect(page.locator("ludo-opening")).to_have_count(0)
        # no bot may play a rated game
        page.goto(f"/games/{games[1]}")
        expect(page.get_by_role("button", name="Take this seat").first).to_be_visible()
        expect(page.get_by_label("Bot for seat 0")).to_have_count(0)
    assert [seat["player"] for seat in ok(organiser.get(f"/v1/games/{games[0]}")).json()["seats"]] == ["bot:random"] * 2


def test_an_invited_visitor_signs_in_and_is_back_at_the_invitation(browser: Browser, site: Server) -> None:
    _, owner = signed_up(site, "Host of visitors")
    game = opened_game(owner, "minos", visibility="private")
    invitation = ok(owner.post(f"/v1/games/{game}/invitations", json={"label": "link"})).json()["invitation"]
    link = f"{site.base}/games/{game}#invitation={invitation}"
    with opened(browser, site.base) as page:
        page.goto(link)
        both = page.get_by_role("link", name=re.compile("^Sign in"))
        expect(both).to_have_count(2)
        addresses = both.evaluate_all("(links) => links.map((each) => each.href)")
        assert addresses == [f"{site.base}/sign-in?next=%2Fgames%2F{game}#invitation={invitation}"] * 2
        both.first.click()
        page.get_by_role("button", name="Play as a guest").click()
        page.wait_for_url(link)
        page.get_by_role("button", name="Take this seat").first.click()
        expect(page.get_by_role("button", name="Leave")).to_be_visible()
        expect(page).to_have_url(f"{site.base}/games/{game}")


def test_the_link_to_the_content_keeps_an_invitation(browser: Browser, site: Server) -> None:
    _, owner = signed_up(site, "Host of a skipper")
    game = opened_game(owner, "minos", visibility="private")
    invitation = ok(owner.post(f"/v1/games/{game}/invitations", json={"label": "link"})).json()["invitation"]
    with opened(browser, site.base, token=signed_up(site, "Skips to the content")[0]) as page:
        page.goto(f"/games/{game}#invitation={invitation}")
        expect(page.get_by_role("button", name="Take this seat").first).to_be_visible()
        page.get_by_role("link", name="Skip to the content").press("Enter")
        expect(page.locator("#main")).to_be_focused()
        expect(page).to_have_url(f"{site.base}/games/{game}#invitation={invitation}")
        page.get_by_role("button", name="Take this seat").first.click()
        expect(page.get_by_role("button", name="Leave")).to_be_visible()


def test_another_fragment_opens_no_replay(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Follows a fragment", "giganten") as (page, _, _game):
        page.evaluate(
            "new Promise((done) => { addEventListener('hashchange', done, {once: true}); location.hash = 'main'; })"
            ".then(() => {})"
        )
        assert page.evaluate("document.querySelector('ludo-replay').isOpen") is False
        expect(page.get_by_role("button", name="Replay", exact=True)).to_be_visible()


def numbered(client: httpx.Client, game: str) -> Any:
    """Answer with the first choices until a choice has a number; returns this choice."""
    while True:
        until(lambda: ok(client.get(f"/v1/games/{game}")).json()["awaiting"] == [0])
        [own] = ok(client.get(f"/v1/games/{game}/decisions", headers={"Accept-Language": "en"})).json()["items"]
        for choice in own["choices"]:
            if "range" in choice and choice["range"]["min"] < choice["range"]["max"]:
                return choice
        body = {"decision": own["id"], "command": own["choices"][0]["command"]}
        assert client.post(f"/v1/games/{game}/commands", json=body).status_code == 201


def test_the_field_of_a_number_keeps_what_is_typed(browser: Browser, site: Server) -> None:
    token, client = signed_up(site, "Types numbers of choices")
    game = started_game(client, "giganten")
    choice = numbered(client, game)
    with table_of(browser, site, game, token) as page:
        own_turn(page)
        page.locator(".choice", has_text=choice["text"]).first.click()
        field = page.locator(".range input")
        # what is out of range is refused at the field: a number that nobody has typed is never sent
        for entry in ("999", "998", "", "1.5", str(choice["range"]["max"])):
            field.fill(entry)
            # a preview or an event of another player may arrive at any time
            page.evaluate("document.querySelector('ludo-question').update()")
            field.press("Tab")
            expect(field).to_have_value(entry)


def test_a_player_resigns_after_a_question(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Resigning", "minos") as (page, client, game):
        page.locator(".menu summary").click()
        page.get_by_role("button", name="Resign…").click()
        page.get_by_role("dialog").get_by_role("button", name="Resign", exact=True).click()
        # bots play the game to its end at once
        expect(page.get_by_role("heading", name="The game is over")).to_be_visible(timeout=30_000)
        expect(page.locator(".result tbody tr")).to_have_count(3)
        name = ok(client.get("/v1/me")).json()["name"]
        gone = page.locator(".result tbody tr").last
        expect(gone).to_contain_text(name)
        expect(gone).to_contain_text("resigned, played on by Bot careful")
        # only bots have finished the game
        expect(page.locator(".asked")).to_have_text("All players have resigned. No player wins.")
        last = page.locator("ludo-history li").last
        expect(last).to_contain_text(re.compile(rf"The game is over: .* and 3\. {name} \([\d,]+, resigned\)\."))
        # with the last step of the others, which the board shows one by one
        places = {place["seat"]: place["rank"] for place in ok(client.get(f"/v1/games/{game}/result")).json()["places"]}
        expect(page.locator(".player .badge.accent")).to_have_text([f"Rank {places[seat]}" for seat in range(3)])
        own = page.locator(".player").first
        expect(own.get_by_role("link", name=name)).to_be_visible()
        expect(own).to_contain_text("resigned, played on by Bot careful")
    assert ok(client.get(f"/v1/games/{game}")).json()["seats"][0]["resigned"]


GAP = "(list) => list.scrollHeight - list.scrollTop - list.clientHeight"
"""The distance of the history from its end, in pixels."""


def test_the_history_stays_at_its_end_until_a_person_scrolls_up(browser: Browser, site: Server) -> None:
    token, client = signed_up(site, "Follower")
    game = started_game(client, "siberia", options={"exchange_sides": "random"})
    with table_of(browser, site, game, token) as page:
        for _ in range(ANSWERS):
            answered(page)
        page.reload()
        own_turn(page)
        history = page.locator(".scroller")
        page.wait_for_timeout(500)
        assert history.evaluate(GAP) <= 1
        # the panel of the question grows by what was chosen, and the window shrinks
        page.locator(".choice").first.click()
        expect(page.locator(".chosen-choice")).to_be_visible()
        page.set_viewport_size({"width": 1200, "height": 700})
        page.wait_for_timeout(500)
        assert history.evaluate(GAP) <= 1
        history.hover()
        page.mouse.wheel(0, -150)
        page.wait_for_timeout(500)
        page.set_viewport_size({"width": 1200, "height": 650})
        page.wait_for_timeout(500)
        assert history.evaluate(GAP) > 100


def test_the_focus_stays_at_the_question_after_an_answer_by_keyboard(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Focused", "giganten") as (page, _, _game):
        page.keyboard.press("/")
        page.keyboard.press("Enter")
        confirm = page.locator(".confirm")
        expect(confirm).to_be_focused()
        page.keyboard.press("Enter")
        expect(confirm).to_have_count(0)
        expect(page.locator("ludo-question h2")).to_be_focused()
        own_turn(page)
        # the board may still show what others have done
        expect(page.locator("[role=gridcell]", has_text="legal target").first).to_be_attached()
        page.keyboard.press("l")
        expect(page.locator("[role=gridcell]:focus")).to_contain_text("legal target")


def test_an_invited_viewer_saves_the_record_of_a_private_game(browser: Browser, site: Server) -> None:
    _, owner = signed_up(site, "Host of a record")
    game = started_game(owner, "minos", visibility="private")
    invitation = ok(owner.post(f"/v1/games/{game}/invitations", json={"label": "link"})).json()["invitation"]
    with opened(browser, site.base, permissions=["clipboard-read", "clipboard-write"]) as page:
        page.goto(f"/games/{game}#invitation={invitation}")
        page.get_by_text("Menu", exact=True).click()
        with page.expect_download() as saved:
            page.get_by_role("link", name="Download the record").click()
        assert saved.value.suggested_filename == f"{game}.jsonl"
        first, *events = saved.value.path().read_text().splitlines()
        assert (json.loads(first)["game"], json.loads(first)["viewer"]) == (game, "public")
        assert len(events) > 1
        page.goto(f"/games/{game}?at=5#invitation={invitation}")
        page.get_by_role("button", name="Copy link").click()
        expect(page.get_by_role("button", name="Link copied")).to_be_visible()
        assert page.evaluate("navigator.clipboard.readText()") == f"{site.base}/games/{game}?at=5"
