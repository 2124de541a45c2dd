"""Hints at a table and in the form of a new game; what the marks of lists mean."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.replies import ok
from tests.service.server import Server
from tests.web.accessibility import assert_accessible
from tests.web.browser import PHONE, opened
from tests.web.test_table import TITLES, own_table, own_turn, signed_up, started_game, table_of


def hinted(page: Page) -> None:
    """Take a hint."""
    own_turn(page)
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator(".hinted").first).to_be_visible()


def chosen_in(page: Page) -> object:
    """Return the command that the player has chosen."""
    return page.evaluate("document.querySelector('ludo-table').answer.command")


@pytest.mark.parametrize("title", TITLES)
def test_a_hint_shows_the_best_choices_and_all_see_that_it_was_taken(
    browser: Browser, site: Server, title: str
) -> None:
    with own_table(browser, site, f"Hint {title}", title, hints=True) as (page, client, game):
        hinted(page)

        choices = page.locator(".hinted")
        assert 1 <= choices.count() <= 3
        for choice in choices.all():
            expect(choice).to_contain_text(re.compile(r"\d%"))
            # a command that no choice lists would be shown by its name
            expect(choice).not_to_contain_text(f"{title}.")
        assert_accessible(page, "ludo-question")
        events = ok(client.get(f"/v1/games/{game}/events", params={"limit": 1000})).json()["items"]
        (taken,) = [event for event in events if event["record"]["type"] == "game.hint_taken"]
        assert len(taken["secret"]["choices"]) == choices.count()
        # the hint survives a reload
        page.reload()
        own_turn(page)
        expect(choices).to_have_count(len(taken["secret"]["choices"]))
        # a press chooses, and nothing is sent before it is confirmed
        if not page.locator("button.die").count():
            choices.first.click()
            # tokens are prepared, and switches show the choice themselves
            expect(page.locator(".chosen-text, .prepared li, .switches").first).to_be_visible()
            if page.locator(".switches").count():
                assert chosen_in(page) == taken["secret"]["choices"][0]["command"]
            assert ok(client.get(f"/v1/games/{game}")).json()["version"] == taken["record"]["version"]
            page.locator(".confirm").click()
            own_turn(page)
            expect(page.get_by_role("button", name="Hint", exact=True)).to_be_visible()
        with table_of(browser, site, game, None) as watching:
            expect(watching.get_by_text("takes a hint of the engine.").first).to_be_attached()
            expect(watching.get_by_role("button", name="Hint", exact=True)).to_have_count(0)


def test_a_game_without_hints_has_no_button(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "No hints", "minos") as (page, _, _):
        expect(page.locator(".choice, button.die").first).to_be_visible()
        expect(page.get_by_role("button", name="Hint", exact=True)).to_have_count(0)


def test_a_hint_on_a_phone_leaves_the_choices_in_reach(browser: Browser, site: Server) -> None:
    token, client = signed_up(site, "Phone hint")
    game = started_game(client, "giganten", hints=True)
    with table_of(browser, site, game, token, viewport=PHONE) as page:
        hinted(page)

        page.locator(".hinted").first.click()
        confirm = page.get_by_role("button", name="Confirm")
        expect(confirm).to_be_in_viewport()
        assert_accessible(page, "ludo-question")


def test_the_button_against_bots_opens_a_game_with_hints(browser: Browser, site: Server) -> None:
    with opened(browser, site.base, locale="en") as page:
        page.goto("/")
        page.get_by_role("button", name="Play against bots: Minos").first.click()
        page.wait_for_url("**/games/*")
        own_turn(page)
        expect(page.get_by_role("button", name="Hint", exact=True)).to_be_visible()


def test_the_form_of_a_new_game_has_hints_and_shows_why_a_rated_game_has_none(browser: Browser, site: Server) -> None:
    token, _ = signed_up(site, "Form hints")
    with opened(browser, site.base, token=token, refused=("/v1/games",), locale="en") as page:
        page.goto("/new?title=minos")
        page.get_by_text("Name, start, rating, take-back, hints").click()
        page.get_by_label("Hints of the engine").select_option("yes")
        page.get_by_label("Rated").select_option("yes")
        page.get_by_role("button", name="Open the game").click()
        expect(page.locator("[data-pointer='/hints']")).to_contain_text("a rated game has no hints")
        page.get_by_label("Rated").select_option("auto")
        page.get_by_role("button", name="Open the game").click()
        page.wait_for_url("**/games/*")


def test_the_marks_of_a_game_in_a_list_say_what_they_mean(browser: Browser, site: Server) -> None:
    _, client = signed_up(site, "Marks")
    body = {"ruleset": "minos", "seats": 3, "profile": "advanced", "hints": True, "clock": None, "name": "Marked"}
    ok(client.post("/v1/games", json=body), 201)
    with opened(browser, site.base, locale="en") as page:
        page.goto("/")
        card = page.locator(".card", has_text="Marked")
        marks = card.locator(".marks")
        expect(marks).to_contain_text("Advanced rules")
        marks.click()
        for meaning in (
            "The usual rules, and ships carry soldiers.",
            "Players take the time they need.",
            "The result changes no rating.",
            "A player may ask the engine for its three best choices, and all see it.",
        ):
            expect(card.get_by_text(meaning)).to_be_visible()
        assert_accessible(page)
