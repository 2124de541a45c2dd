"""Blocks, terms of open games and provisional ratings in the browser."""

import uuid

import httpx
from playwright.sync_api import Browser, Dialog, expect

from tests.replies import ok
from tests.service.kit import identity, open_game
from tests.service.server import Server
from tests.web.accessibility import assert_accessible
from tests.web.browser import PHONE, opened
from tests.web.test_talk import signed_up, table_of


def test_a_player_is_blocked_on_the_profile_and_let_go_on_the_account(browser: Browser, site: Server) -> None:
    (ada_token, _), (_, bea) = (signed_up(site, name) for name in ("Ada", "Bea"))
    name, bea_id = ok(bea.get("/v1/me")).json()["name"], identity(bea)
    game = open_game(bea, 2, bots={}, ruleset="siberia", name=f"Of {name}")
    with opened(browser, site.base, token=ada_token, viewport=PHONE, refused=("/seats/0",)) as page:
        page.goto(f"/players/{bea_id}")
        button = page.get_by_role("button", name=f"Block {name}")
        button.focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name=f"Unblock {name}")).to_be_focused()
        expect(page.locator("#live")).to_have_text(f"{name} is blocked.")
        assert_accessible(page)
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        # a warning before one sits down with the blocked player
        asked: list[str] = []

        def dismiss(dialog: Dialog) -> None:
            asked.append(dialog.message)
            dialog.dismiss()

        page.goto(f"/games/{game}")
        page.once("dialog", dismiss)
        page.get_by_role("button", name="Take this seat").first.click()
        expect(page.get_by_role("alert")).to_contain_text("you have blocked")
        page.once("dialog", lambda dialog: dialog.accept())
        page.get_by_role("button", name="Take this seat").first.click()
        expect(page.get_by_role("button", name="Leave")).to_be_visible()
        assert asked == ["You have blocked a player of this game. Join all the same?"]
        page.goto("/account")
        blocks = page.get_by_role("region", name="Blocked players")
        expect(blocks.get_by_role("link", name=name)).to_be_visible()
        assert_accessible(page)
        blocks.get_by_role("button", name=f"Unblock {name}").click()
        expect(blocks).to_contain_text("You have blocked nobody.")


def test_the_messages_of_a_player_vanish_when_the_player_is_blocked_at_the_table(
    browser: Browser, site: Server
) -> None:
    (ada_token, ada), (_, bea) = (signed_up(site, name) for name in ("Ada", "Bea"))
    game, name = table_of(ada, bea), ok(bea.get("/v1/me")).json()["name"]
    ok(bea.post(f"/v1/games/{game}/messages", json={"text": "you fool"}), 201)
    with opened(browser, site.base, token=ada_token) as page:
        page.goto(f"/games/{game}")
        page.get_by_role("button", name="Talk").click()
        expect(page.get_by_role("log")).to_contain_text("you fool")
        page.get_by_text("Block a player").click()
        page.get_by_role("button", name=f"Block {name}").click()
        expect(page.get_by_role("log")).not_to_contain_text("you fool")
        page.get_by_role("button", name=f"Unblock {name}").click()
        expect(page.get_by_role("log")).to_contain_text("you fool")
        assert_accessible(page)


def test_whoever_opens_a_game_says_who_may_join_and_the_lobby_lists_what_one_may(
    browser: Browser, site: Server
) -> None:
    mark = uuid.uuid4().hex[:6]
    (ada_token, _), (bea_token, bea) = (signed_up(site, name) for name in ("Ada", "Bea"))
    with opened(browser, site.base, token=ada_token, refused=("/v1/games",)) as page:
        page.goto("/new?title=siberia")
        page.get_by_text("Name, start, rating, take-back").click()
        page.get_by_label("Name of the game").fill(f"Strong {mark}")
        page.get_by_text("Who may join").click()
        page.get_by_label("Finished games, in per cent, at least").fill("90")
        page.get_by_label("Rating in this title, at least").fill("20")
        page.get_by_label("Rating in this title, at most").fill("10")
        page.get_by_role("button", name="Open the game").click()
        expect(page.locator(".error")).to_contain_text("must not be below")
        page.get_by_label("Rating in this title, at most").fill("30")
        assert_accessible(page)
        page.get_by_role("button", name="Open the game").click()
        page.wait_for_url("**/games/*")
    open_game(bea, 2, bots={}, ruleset="siberia", name=f"Plain {mark}")
    with opened(browser, site.base, token=_new(site), viewport=PHONE) as page:
        page.goto("/")
        games = page.get_by_role("region", name="Open games")
        strong = games.locator(".card").filter(has_text=f"Strong {mark}")
        expect(strong).to_contain_text("finishes 90% of games")
        expect(strong).to_contain_text("rating 20 to 30")
        page.get_by_label("Only those that I may join").check()
        expect(strong).to_have_count(0)
        expect(games.locator(".card").filter(has_text=f"Plain {mark}")).to_be_visible()
        assert_accessible(page)
    assert bea_token


def _new(site: Server) -> str:
    client: httpx.Client = signed_up(site, "Cleo")[1]
    return client.headers["Authorization"].removeprefix("Bearer ")
