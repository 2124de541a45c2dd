"""After the end of a game, and between games: why it ended, what comes next, which games wait."""

import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.replies import ok
from tests.service.kit import open_game, played_by_bots
from tests.service.server import Server
from tests.waiting import until
from tests.web.accessibility import assert_accessible
from tests.web.browser import PHONE, opened
from tests.web.test_lobby import identity
from tests.web.test_sign_in import with_authenticator
from tests.web.test_table import own_turn, signed_up, started_game

CUP = "0f8fad5b-d9cb-469f-a165-70867728950e"


def over(page: Page) -> None:
    expect(page.get_by_role("heading", name="The game is over")).to_be_visible()


def test_the_end_says_why_it_came_and_who_won_by_what(browser: Browser, site: Server, tmp_path: Path) -> None:
    player = site.player("Opener of bots")
    bots = {"0": "random", "1": "random"}
    game = played_by_bots(player, open_game(player, 2, ruleset="siberia", bots=bots, tags=[CUP.replace("-", "")]))
    result = ok(player.get(f"/v1/games/{game}/result")).json()
    words = ok(player.get("/v1/rulesets/siberia/words")).json()
    with opened(browser, site.base) as page:
        page.goto(f"/games/{game}")
        over(page)
        expect(page.locator(".why").first).to_contain_text(words["ends"][result["reason"]["reason"]])
        rule = page.locator(".why").get_by_role("link").first
        expect(rule).to_have_text(f"Rule {result['reason']['rule']}")
        lead = result["places"][0]["score"] - result["places"][1]["score"]
        if lead:
            expect(page.locator(".asked")).to_contain_text(f": {lead:,} (dollars).")
        back = page.get_by_role("link", name="Back to the tournament")
        expect(back).to_have_attribute("href", f"/tournaments/{CUP}")
        expect(page.get_by_role("link", name="Tournament", exact=True).last).to_be_visible()
        assert_accessible(page)

        rule.click()
        expect(page.get_by_role("dialog")).to_contain_text(result["reason"]["rule"])
        page.keyboard.press("Escape")

        with page.expect_download() as download:
            page.get_by_role("button", name="Share a picture").click()
        assert re.fullmatch(rf"ludolog-{game}\.(png|svg)", download.value.suggested_filename)
        picture = tmp_path / "picture"
        download.value.save_as(picture)
        assert picture.stat().st_size > 10_000

        page.get_by_role("button", name="Analysis", exact=True).click()
        expect(page.locator("dialog.replay-details")).to_be_visible()


def test_the_end_speaks_german_and_italian(browser: Browser, site: Server) -> None:
    player = site.player("Opener of more bots")
    game = played_by_bots(player, open_game(player, 2, ruleset="siberia", bots={"0": "random", "1": "random"}))
    reason = ok(player.get(f"/v1/games/{game}/result")).json()["reason"]
    for language in ("de", "it"):
        words = ok(player.get(f"/v1/rulesets/siberia/words?lang={language}")).json()
        with opened(browser, site.base, locale=language, viewport=PHONE) as page:
            page.goto(f"/games/{game}")
            expect(page.locator(".why").first).to_contain_text(words["ends"][reason["reason"]])
            texts = page.locator("ludo-after-end").inner_text()
            assert not re.search("Share|Analysis|Replay", texts)
            assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_a_player_plays_again_with_bots_in_one_press(browser: Browser, site: Server) -> None:
    token, client = signed_up(site, "Once more")
    other = site.player("Leaves")
    body = {"ruleset": "giganten", "seats": 3, "bots": {"2": "random"}, "profile": "goblins-2006"}
    game = ok(client.post("/v1/games", json=body)).json()["id"]
    ok(client.put(f"/v1/games/{game}/seats/0"))
    ok(other.put(f"/v1/games/{game}/seats/1"))
    ok(client.post(f"/v1/games/{game}/start"))
    ok(other.post(f"/v1/games/{game}/resignations"), 201)
    with opened(browser, site.base, token=token) as page:
        page.goto(f"/games/{game}")
        over(page)
        expect(page.get_by_role("button", name="Rematch", exact=True)).to_be_visible()
        page.get_by_role("button", name="Again with bots").click()
        page.wait_for_url(lambda url: "/games/" in url and game not in url)
        own_turn_or_not = page.locator("ludo-question")
        expect(own_turn_or_not).to_be_visible()
        again = ok(client.get(f"/v1/games/{page.url.rpartition('/')[2]}")).json()
    assert (again["status"], again["ruleset"], again["profile"]) == ("running", "giganten", "goblins-2006")
    # everyone moves to the seat before, and the first to the last
    players = [seat["player"] for seat in again["seats"]]
    assert players[2] == identity(client)["id"]
    assert players[1] == "bot:random"
    assert players[0].startswith("bot:")


def test_a_game_with_a_guest_says_what_there_is_instead_of_a_rematch(browser: Browser, site: Server) -> None:
    """A guest with a link to a seat has no account, and can open no game. Only possible things are offered."""
    token, client = signed_up(site, "Has a guest")
    game = ok(client.post("/v1/games", json={"ruleset": "minos", "seats": 2, "rated": False})).json()["id"]
    ok(client.put(f"/v1/games/{game}/seats/0"))
    ok(client.put(f"/v1/games/{game}/seats/1", json={"guest": "Grandma"}))
    link = ok(client.post(f"/v1/games/{game}/seats/1/tokens", json={"label": "Grandma"}), 201).json()["token"]
    ok(client.post(f"/v1/games/{game}/start"))
    ok(client.post(f"/v1/games/{game}/resignations"), 201)
    with opened(browser, site.base, token=token) as page:
        page.goto(f"/games/{game}")
        over(page)
        expect(page.get_by_text("A game with guests has no rematch")).to_be_visible()
        expect(page.get_by_role("button", name="Rematch", exact=True)).to_have_count(0)
        page.locator("ludo-after-end").get_by_role("link", name="New game").click()
        expect(page).to_have_url(re.compile("/new"))
        expect(page.get_by_role("radio", name="Minos")).to_be_checked()
    # a passkey needs a domain name
    with opened(browser, site.base.replace("127.0.0.1", "localhost"), token=link) as page:
        with_authenticator(page)
        page.goto(f"/games/{game}")
        over(page)
        expect(page.get_by_text("You have played as a guest.")).to_be_visible()
        for name in ("Rematch", "Again with bots"):
            expect(page.get_by_role("button", name=name, exact=True)).to_have_count(0)
        expect(page.get_by_text("A game with guests has no rematch")).to_have_count(0)
        assert_accessible(page, "ludo-after-end")
        page.locator("ludo-after-end").get_by_role("link", name="Sign up").click()
        page.get_by_label("Your name").fill(f"Grandma {game[:6]}")
        page.get_by_role("button", name="Sign up").click()
        expect(page.get_by_role("heading", name="Keep your recovery token")).to_be_visible()
        page.get_by_role("link", name="I have kept it. Continue").click()
        expect(page.get_by_role("link", name=f"Grandma {game[:6]}")).to_be_visible()


@pytest.mark.parametrize(("language", "said"), [("en", "You win."), ("de", "Du gewinnst."), ("it", "Vinci tu.")])
def test_the_end_says_you_to_the_winner(browser: Browser, site: Server, language: str, said: str) -> None:
    token, client = signed_up(site, f"Wins in {language}")
    other = site.player("Gives up")
    game = ok(client.post("/v1/games", json={"ruleset": "minos", "seats": 2})).json()["id"]
    for seat, player in enumerate((client, other)):
        ok(player.put(f"/v1/games/{game}/seats/{seat}"))
    ok(client.post(f"/v1/games/{game}/start"))
    ok(other.post(f"/v1/games/{game}/resignations"), 201)
    with opened(browser, site.base, token=token, locale=language) as page:
        page.goto(f"/games/{game}")
        expect(page.locator(".finished .asked")).to_contain_text(said)


def test_the_focus_goes_from_the_question_to_the_end(browser: Browser, site: Server) -> None:
    token, client = signed_up(site, "Listens to the end")
    other = site.player("Gives up in between")
    game = ok(client.post("/v1/games", json={"ruleset": "minos", "seats": 2})).json()["id"]
    for seat, player in enumerate((client, other)):
        ok(player.put(f"/v1/games/{game}/seats/{seat}"))
    ok(client.post(f"/v1/games/{game}/start"))
    with opened(browser, site.base, token=token) as page:
        page.goto(f"/games/{game}")
        page.locator("ludo-question h2").focus()
        ok(other.post(f"/v1/games/{game}/resignations"), 201)
        expect(page.locator(".finished h2")).to_be_focused()


def icon(page: Page) -> str:
    return unquote(page.locator("link[rel=icon]").get_attribute("href") or "")


def test_the_games_that_wait_are_counted_and_one_press_away(browser: Browser, site: Server) -> None:
    token, client = signed_up(site, "Busy")
    games = [started_game(client, "minos", options={"first_player": "seat_0"}) for _ in range(3)]
    with opened(browser, site.base, token=token) as page:
        page.goto("/rules/minos")
        badge = page.locator(".next-game")
        expect(badge).to_contain_text("3 games wait for you")
        expect(page).to_have_title(re.compile(r"^\(3\) "))
        assert ">3</text>" in icon(page)
        assert_accessible(page)
        badge.click()
        seen = [game for game in games if game in page.url]
        assert len(seen) == 1
        own_turn(page)
        expect(page).to_have_title(re.compile(r"^\(3\) ● Your turn"))
        # the key goes through all that wait
        for _ in range(2):
            before = page.url
            page.keyboard.press("n")
            page.wait_for_url(lambda url, before=before: url != before)
            own_turn(page)
            seen += [game for game in games if game in page.url]
        assert sorted(seen) == sorted(games)
        # this page has read which games wait
        expect(badge).to_contain_text("3 games wait for you")
        page.keyboard.press("?")
        expect(page.get_by_text("the next game that waits for me")).to_be_visible()
        page.keyboard.press("Escape")

        # another person sees nothing of it, and what is over waits no longer
        for game in games:
            ok(client.post(f"/v1/games/{game}/resignations"), 201)
        expect(badge).to_have_count(0)
        expect(page).to_have_title(re.compile(r"^(?!\()"))
        assert "<svg" not in icon(page)
        page.keyboard.press("n")
        expect(page.locator("#live")).to_contain_text("No other game waits for you.")


def test_the_home_page_asks_once_for_the_games_that_wait(browser: Browser, site: Server) -> None:
    token, client = signed_up(site, "At home once")
    address = "/v1/me/games?awaiting=true&limit=50"
    started_game(client, "minos", options={"first_player": "seat_0"})
    until(lambda: ok(client.get(address)).json()["items"])
    with opened(browser, site.base, token=token) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto("/")
        badge = page.locator(".next-game")
        expect(badge).to_contain_text("1 game waits for you")
        expect(page).to_have_title(re.compile(r"^\(1\) "))
        started_game(client, "minos", options={"first_player": "seat_0"})
        expect(badge).to_contain_text("2 games wait for you")
        # the list of the page and the number in its head come of the same answers
        running = address.replace("awaiting=true", "status=running")
        awaited, others = (sum(url.endswith(each) for url in asked) for each in (address, running))
        assert 0 < awaited <= others


def test_the_number_on_a_phone_moves_nothing(browser: Browser, site: Server) -> None:
    token, client = signed_up(site, "On the phone")
    started_game(client, "minos", options={"first_player": "seat_0"})
    with opened(browser, site.base, token=token, viewport=PHONE) as page:
        page.goto("/rules/minos")
        expect(page.locator(".next-game")).to_contain_text("1 game waits for you")
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        top = page.locator("header.top").bounding_box()
        assert top is not None
        assert top["height"] <= 110
