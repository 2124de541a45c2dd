"""Talk at the table in the browser: two people write, remove, mute and take notes."""

import uuid

import httpx
from playwright.sync_api import Browser, Page, Route, expect

from tests.replies import ok
from tests.service.kit import identity, open_game
from tests.service.server import Server
from tests.service.tournaments.kit import Cup
from tests.web.accessibility import assert_accessible
from tests.web.browser import PHONE, opened, until_heard

CLOSED = '{"type": "/problems/forbidden", "title": "Forbidden", "status": 403, "detail": "The room is closed to you."}'
"""The problem of a room that may not be read."""


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


def test_messages_at_an_open_game_are_counted_on_a_phone(browser: Browser, site: Server) -> None:
    (_, ada), (token, bea) = (signed_up(site, name) for name in ("Ada", "Bea"))
    game = open_game(ada, 3, bots={})
    for seat, player in enumerate((ada, bea)):
        ok(player.put(f"/v1/games/{game}/seats/{seat}"))
    with opened(browser, site.base, token=token, viewport=PHONE) as phone:
        phone.goto(f"/games/{game}")
        talk = phone.get_by_role("button", name="Talk")
        expect(talk).to_be_visible()
        ok(ada.post(f"/v1/games/{game}/messages", json={"text": "Who else comes?"}), 201)
        expect(talk.locator(".badge")).to_have_text("1")


def test_a_message_from_before_the_stream_begins_is_counted(browser: Browser, site: Server) -> None:
    (_, ada), (token, bea) = (signed_up(site, name) for name in ("Ada", "Bea"))
    game = table_of(ada, bea)
    held: list[Route] = []
    with opened(browser, site.base, token=token) as page:
        # it would load pages past the routes
        page.add_init_script("delete Navigator.prototype.serviceWorker")

        def hold(route: Route) -> None:
            held.append(route)

        page.route(f"**/v1/games/{game}/stream?*", hold)
        page.goto(f"/games/{game}")
        talk = page.get_by_role("button", name="Talk")
        expect(talk).to_be_visible()
        until_heard(page, lambda: held)
        # what the page reads without waiting for the stream is there
        page.wait_for_timeout(500)
        ok(ada.post(f"/v1/games/{game}/messages", json={"text": "Hello!"}), 201)
        held[0].continue_()
        expect(talk.locator(".badge")).to_have_text("1")


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
        page.get_by_text("My notes").click()
        page.get_by_label("Note about version 6").fill("a fair start")
        page.get_by_role("button", name="Save").click()
        expect(page.locator(".notes li")).to_contain_text("a fair start")
        # the replay opens the note of the version that it shows
        page.reload()
        expect(page.get_by_label("Note about version 6")).to_have_value("a fair start")
        assert_accessible(page)
        # what is not saved stays, whatever is shown
        page.get_by_label("Note about version 6").fill("half a thou")
        page.get_by_role("button", name="Next event").click()
        expect(page).to_have_url(f"{site.base}/games/{game}?at=7")
        expect(page.get_by_label("Note about version 6")).to_have_value("half a thou")
    with opened(browser, site.base, token=signed_up(site, "Eve")[0]) as watching:
        watching.goto(f"/games/{game}?at=6")
        watching.get_by_role("button", name="Talk").click()
        expect(watching.get_by_label("Message", exact=True)).to_be_visible()
        expect(watching.locator(".notes")).to_have_count(0)


def test_players_of_a_tournament_talk_on_its_page(browser: Browser, site: Server) -> None:
    cup = Cup(site, 3)
    cup.register_all()
    (name, player), *_ = cup.players.items()
    token = player.headers["Authorization"].removeprefix("Bearer ")
    owner_token = cup.owner.headers["Authorization"].removeprefix("Bearer ")
    ok(player.put("/v1/me/away", json={"until": "2027-03-01T12:00:00Z"}))
    ok(cup.owner.post(f"{cup.url}/messages", json={"text": "Welcome"}), 201)
    with (
        opened(browser, site.base, token=token, viewport=PHONE) as page,
        opened(browser, site.base, token=owner_token) as desk,
    ):
        for each in (page, desk):
            each.goto(cup.url.removeprefix("/v1"))
            expect(each.locator(".entrants .badge", has_text="away until")).to_have_count(1)
        panel = page.locator("ludo-talk summary")
        expect(panel).to_contain_text("1 new")
        panel.click()
        expect(panel).not_to_contain_text("new")
        expect(page.get_by_role("log")).to_contain_text("Welcome")
        field = page.get_by_placeholder("Write to the tournament")
        field.fill("Hello")
        field.press("Enter")
        expect(page.get_by_role("log")).to_contain_text("Hello")
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        assert_accessible(page)
        expect(page.get_by_label("Who may write")).to_have_count(0)
        desk.locator("ludo-talk summary").click()
        desk.get_by_label("Who may write in the games").select_option("players")
        expect(desk.get_by_label("Who may write in the games")).to_have_value("players")
        expect(desk.get_by_role("log")).to_contain_text("Hello")
    assert ok(player.get(f"{cup.url}/talk")).json()["games"] == "players"
    assert [each["player"] for each in ok(player.get(f"{cup.url}/talk")).json()["away"]] == [name]


def test_a_room_that_closes_while_it_is_read_is_no_error(browser: Browser, site: Server) -> None:
    cup = Cup(site, 3)
    cup.register_all()
    _, player = next(iter(cup.players.items()))
    ok(cup.owner.post(f"{cup.url}/messages", json={"text": "Welcome"}), 201)
    token = player.headers["Authorization"].removeprefix("Bearer ")
    closed: list[str] = []

    def close_once(route: Route) -> None:
        closed.append(route.request.url)
        if len(closed) == 1:
            route.fulfill(status=403, content_type="application/problem+json", body=CLOSED)
        else:
            route.continue_()

    with opened(browser, site.base, token=token, refused=("/messages",)) as page:
        page.route("**/messages?room=*", close_once)
        page.goto(cup.url.removeprefix("/v1"))
        page.locator("ludo-talk summary").click()
        expect(page.get_by_role("log")).to_contain_text("Welcome")
        expect(page.locator("ludo-talk [role=alert]")).to_have_count(0)
    assert len(closed) > 1


def test_a_note_about_a_player_is_on_the_profile_for_its_author(browser: Browser, site: Server) -> None:
    (token, _), (other, bea) = (signed_up(site, name) for name in ("Ada", "Bea"))
    path = f"/players/{identity(bea)}"
    with opened(browser, site.base, token=token) as page, opened(browser, site.base, token=other) as own:
        page.goto(path)
        page.get_by_text("My note").click()
        page.get_by_label("Note about this player").fill("bids high\nplays fast")
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_text("Saved", exact=False).first).to_be_visible()
        page.reload()
        expect(page.get_by_label("Note about this player")).to_have_value("bids high\nplays fast")
        assert_accessible(page)
        own.goto(path)
        expect(own.get_by_role("heading", name="Ratings")).to_be_visible()
        expect(own.locator("ludo-player-note")).to_have_count(0)


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
