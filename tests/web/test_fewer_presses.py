"""Fewer presses at a table: tokens placed together, sides of tiles as switches, answers without confirmation."""

import json
import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.replies import ok
from tests.service.server import Server
from tests.waiting import until
from tests.web.browser import PHONE, until_heard
from tests.web.test_table import own_table, own_turn, signed_up, started_game, table_of

RANDOM = {"options": {"exchange_sides": "random"}}


def commands_of(page: Page) -> list[dict[str, Any]]:
    """Return a list to which the page adds the commands that it sends."""
    sent: list[dict[str, Any]] = []
    page.on(
        "request",
        lambda request: (
            sent.append(json.loads(request.post_data or "")["command"]) if request.url.endswith("/commands") else None
        ),
    )
    return sent


def hand_of(client: httpx.Client, game: str) -> dict[str, Any]:
    return ok(client.get(f"/v1/games/{game}/view", params={"as": "seat:0"})).json()["players"][0]["hand"]


def asked_for_sides(client: httpx.Client) -> str:
    """Return a game that asks seat 0 for the sides: chance says who begins, and a bot would choose at once."""
    while True:
        game = started_game(client, "siberia", options={"exchange_sides": "chosen"})
        until(lambda game=game: 0 in ok(client.get(f"/v1/games/{game}")).json()["awaiting"])
        [own] = [one for one in ok(client.get(f"/v1/games/{game}/decisions")).json()["items"] if "choices" in one]
        if own["choices"][0]["command"]["type"] == "siberia.choose_sides":
            return game


def test_six_tokens_are_prepared_and_sent_with_one_press(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Places six", "siberia", **RANDOM) as (page, client, game):
        sent = commands_of(page)
        for number in range(1, 7):
            page.locator(".choice").first.click()
            expect(page.locator(".prepared li")).to_have_count(number)
        assert sent == []
        assert len(hand_of(client, game)["tokens"]) == 6
        expect(page.locator(".choice")).to_have_count(0)
        page.get_by_role("button", name="Place 6 tokens").click()
        # that all of them lie is said with one more press
        expect(page.locator(".chosen-text")).to_have_text("Finish placing")
        assert [command["type"] for command in sent] == ["siberia.place_token"] * 6
        assert hand_of(client, game)["tokens"] == []
        page.locator(".confirm").click()
        until_heard(page, lambda: sent[-1]["type"] == "siberia.end_placing")


def test_on_a_phone_the_list_shows_the_other_tokens_while_some_are_prepared(browser: Browser, site: Server) -> None:
    phone: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    with own_table(browser, site, "Places by touch", "siberia", page=phone, **RANDOM) as (page, client, game):
        sent = commands_of(page)
        for number in range(1, 7):
            page.locator(".choice:visible").first.tap()
            expect(page.locator(".prepared li")).to_have_count(number)
            # what is prepared and the button that sends it stay in sight, too
            expect(page.locator(".prepared li").last).to_be_in_viewport(ratio=1)
            expect(page.get_by_role("button", name=re.compile("^Place [1-6] token"))).to_be_in_viewport(ratio=1)
            if number < 6:
                expect(page.locator(".choice:visible").first).to_be_in_viewport(ratio=1)
        assert sent == []
        page.get_by_role("button", name="Place 6 tokens").tap()
        expect(page.locator(".chosen-text")).to_have_text("Finish placing")
        assert [command["type"] for command in sent] == ["siberia.place_token"] * 6
        assert hand_of(client, game)["tokens"] == []


def test_tokens_are_prepared_by_keys_and_told_to_a_screen_reader(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Places by keys", "siberia", **RANDOM) as (page, _, _):
        sent = commands_of(page)
        for left in range(5, -1, -1):
            text = page.locator(".choice > span").first.inner_text().strip()
            search = page.locator(".search input")
            # after a search, the field keeps the focus and is empty
            if not page.evaluate("document.activeElement.matches('.search input')"):
                page.keyboard.press("/")
            if search.count():
                expect(search).to_have_value("")
                page.keyboard.type(text)
            page.keyboard.press("Enter")
            tokens = "token is" if left == 1 else "tokens are"
            expect(page.locator("#live")).to_contain_text(f"{text}. {left} {tokens} left in your hand.")
        expect(page.get_by_role("button", name="Place 6 tokens")).to_be_focused()
        expect(page.locator(".question")).not_to_contain_text("No choice fits.")
        page.keyboard.press("Enter")
        expect(page.locator(".chosen-text")).to_have_text("Finish placing")
        assert [command["type"] for command in sent] == ["siberia.place_token"] * 6


def test_a_prepared_token_is_taken_back_and_survives_a_reload(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Prepares", "siberia", **RANDOM) as (page, _, _):
        sent = commands_of(page)
        offered = page.locator(".choice").all_inner_texts()
        for _ in range(2):
            page.locator(".choice").first.click()
        texts = page.locator(".prepared li span").all_inner_texts()
        until(lambda: page.evaluate("history.state?.answer?.prepared?.length === 2"))
        page.reload()
        own_turn(page)
        expect(page.locator(".prepared li span")).to_have_text(texts)
        page.get_by_role("button", name=f"Take back: {texts[0]}").first.click()
        expect(page.locator(".prepared li span")).to_have_text(texts[1:])
        page.keyboard.press("Escape")
        expect(page.locator(".prepared")).to_have_count(0)
        expect(page.locator(".choice")).to_have_text(offered)
        assert sent == []


def test_a_full_column_is_offered_no_more(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Fills a column", "siberia", **RANDOM) as (page, client, game):
        hand = sorted(hand_of(client, game)["tokens"])
        for _ in hand:
            spots = page.locator(".choice").all_inner_texts()
            columns = [text for text in spots if not text.endswith("Research")]
            page.locator(".choice").filter(has_text=(columns or spots)[0]).first.click()
        placed = page.locator(".prepared li span").all_inner_texts()
        assert len(placed) == len(hand)
        where = [text.rpartition(" in ")[2] for text in placed]
        assert all(where.count(spot) <= 2 for spot in where if spot != "Research"), placed
        page.get_by_role("button", name=re.compile("Place 6")).click()
        expect(page.locator(".chosen-text")).to_have_text("Finish placing")


def test_the_sides_of_the_exchanges_are_switches_with_prices(browser: Browser, site: Server) -> None:
    token, client = signed_up(site, "Turns tiles")
    game = asked_for_sides(client)
    with table_of(browser, site, game, token) as page:
        own_turn(page)
        sent = commands_of(page)
        rows = page.locator(".switches li")
        expect(rows).to_have_count(5)
        expect(rows.first.locator("button").first).to_contain_text(re.compile(r"Tokyo.*Oil.*3", re.IGNORECASE))
        rows.nth(1).locator("button").nth(1).click()
        rows.nth(4).locator("button").nth(1).click()
        rows.nth(4).locator("button").nth(0).click()
        expect(rows.nth(1).locator("button[aria-pressed=true]")).to_contain_text("Mumbai")
        page.locator(".confirm").click()
        expect(page.locator(".switches")).to_have_count(0)
        assert [command.get("sides") for command in sent] == ["ABAAA"]


def test_what_can_be_taken_back_is_sent_at_once_after_an_offer(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Confirms", "giganten") as (page, _, _):
        sent = commands_of(page)
        offer = page.get_by_role("button", name="from now on send")
        for number in range(1, 4):
            page.locator(".choice").first.click()
            expect(offer).to_have_count(0)
            page.locator(".confirm").click()
            until_heard(page, lambda number=number: len(sent) == number)
            own_turn(page)
        page.locator(".choice").first.click()
        offer.click()
        until_heard(page, lambda: len(sent) == 4)
        own_turn(page)
        # what chance or hidden things follow still waits for the confirmation
        for _ in range(12):
            before = len(sent)
            with page.expect_response("**/previews") as preview:
                page.locator(".choice").first.click()
            assert preview.value.ok
            if preview.value.json()["stopped_by"] == "decision":
                until_heard(page, lambda before=before: len(sent) == before + 1)
            else:
                expect(page.locator(".confirm")).to_be_visible()
                assert len(sent) == before
                page.locator(".confirm").click()
                until_heard(page, lambda before=before: len(sent) == before + 1)
            own_turn(page)


PHONE_BY_TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}

COVERED = """button => {
  const {left, right, top, bottom} = button.getBoundingClientRect();
  return [[left + 8, top + 8], [right - 8, top + 8], [left + 8, bottom - 8], [right - 8, bottom - 8]]
    .some(([x, y]) => !button.contains(document.elementFromPoint(x, y)));
}"""
"""Whether a corner of a button is under something else, or out of sight."""


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_on_a_phone_all_dice_stay_in_sight_while_some_are_released(
    browser: Browser, site: Server, language: str
) -> None:
    phone = {**PHONE_BY_TOUCH, "locale": language}
    with own_table(browser, site, f"Dice {language}", "minos", page=phone, hints=True) as (page, _, _):
        expect(page.locator(".take-hint")).to_be_visible()
        dice = page.locator("button.die")
        expect(dice).to_have_count(6)
        for released in (0, 1, 5):
            dice.nth(released).tap()
            expect(dice.nth(released)).to_have_attribute("aria-pressed", "false")
            expect(page.locator(".foreseen p")).to_be_visible()
            assert [at for at in range(6) if dice.nth(at).evaluate(COVERED)] == []
            for button in (".confirm", ".take-hint"):
                assert not page.locator(button).evaluate(COVERED), button


def test_the_offer_to_leave_confirmations_out_is_not_at_dice_and_does_not_stay(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Is offered", "minos", page=PHONE_BY_TOUCH) as (page, _, _):
        sent = commands_of(page)
        offer = page.get_by_role("button", name="from now on send")
        offered = 0
        while len(sent) < 10:
            own_turn(page)
            number = len(sent)
            has_dice = page.locator("button.die").count() > 0
            if has_dice:
                page.locator("button.die").first.tap()
            else:
                page.locator(".choice:visible").first.tap()
            expect(page.locator(".confirm[aria-disabled=false]")).to_be_visible()
            # dice are never sent at once
            expect(offer).to_have_count(int(3 <= number < 6 and not has_dice))
            offered += offer.count()
            page.locator(".confirm").tap()
            until_heard(page, lambda number=number: len(sent) > number)
        assert offered > 0
