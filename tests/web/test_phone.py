"""What a phone shows beside the question, and in it: nothing is cut, and nothing lies behind something else."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.service.server import Server
from tests.web.browser import until_heard
from tests.web.test_fewer_presses import COVERED, PHONE_BY_TOUCH, commands_of
from tests.web.test_table import own_table, own_turn

LANGUAGES = ("en", "de", "it")


def phone_in(language: str) -> dict[str, Any]:
    """Return the options of a page on a phone."""
    return {**PHONE_BY_TOUCH, "locale": language}


BEHIND = """() => {
  const buttons = document.querySelector('.chosen-choice .buttons').getBoundingClientRect();
  const preview = document.querySelector('.foreseen').getBoundingClientRect();
  return preview.bottom - buttons.top;
}"""
"""How many pixels of the preview lie behind the buttons or below them."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", ["giganten", "minos"])
def test_the_preview_is_above_the_buttons(browser: Browser, site: Server, title: str, language: str) -> None:
    with own_table(browser, site, f"Previews {title} {language}", title, page=phone_in(language)) as (page, _, _):
        sent = commands_of(page)
        previews = 0
        for number in range(1, 6):
            own_turn(page)
            if not page.locator("button.die").count():
                page.locator(".choice:visible").first.tap()
                expect(page.locator(".foreseen > *").first).to_be_in_viewport()
                # a line of it at least, and the rest by scrolling
                assert (page.locator(".foreseen").bounding_box() or {"height": 0})["height"] >= 20
                assert page.evaluate(BEHIND) <= 0
                previews += 1
            # with the offer to leave confirmations out, too
            for button in page.locator(".chosen-choice .buttons button").all():
                assert not button.evaluate(COVERED), button.inner_text()
            page.locator(".confirm").tap()
            until_heard(page, lambda number=number: len(sent) >= number)
        assert previews > 0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", ["giganten", "minos"])
def test_three_choices_are_in_sight_with_the_ways_to_take_back_and_to_a_hint(
    browser: Browser, site: Server, title: str, language: str
) -> None:
    terms: dict[str, Any] = {"hints": True, "clock": {"bank": "PT1H", "allowance": "PT5M"}}
    with own_table(browser, site, f"Sees three {title} {language}", title, page=phone_in(language), **terms) as (
        page,
        _,
        _,
    ):
        for _ in range(2):
            if not page.locator("button.die").count():
                page.locator(".choice:visible").nth(1).tap()
            with page.expect_response(lambda response: response.url.endswith("/commands")):
                page.locator(".confirm").tap()
            own_turn(page)
        expect(page.locator(".take-back, .take-hint")).to_have_count(2)
        choices = page.locator(".choice:visible")
        expect(choices.nth(1)).to_be_visible()
        # a roll may leave so few choices that all of them are shown, without a button for the others
        has_more = page.locator(".all").count()
        assert choices.count() == 3 or not has_more
        assert not [choice.inner_text() for choice in choices.all() if choice.evaluate(COVERED)]
        tops = page.locator(".heading > :is(h2, .all), .heading .clock").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect()).map(({top, bottom}) => (top + bottom) / 2)"
        )
        assert len(tops) == 2 + has_more
        assert max(tops) - min(tops) < 12, tops


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_way_to_take_back_keeps_its_height_while_a_hint_is_computed(
    browser: Browser, site: Server, language: str
) -> None:
    with own_table(browser, site, f"Waits {language}", "giganten", page=phone_in(language), hints=True) as (page, _, _):
        for _ in range(2):
            page.locator(".choice:visible").first.tap()
            page.locator(".confirm").tap()
            expect(page.locator(".confirm")).to_have_count(0)
            own_turn(page)
        expect(page.locator(".take-back, .take-hint")).to_have_count(2)
        parts = (".take-back", ".choices")
        before = [page.locator(part).bounding_box() for part in parts]
        # a request without an answer
        page.route("**/hints", lambda _: None)
        page.locator(".take-hint").tap()
        expect(page.locator(".take-hint[aria-disabled=true]")).to_be_visible()
        after = [page.locator(part).bounding_box() for part in parts]
        assert [box and (box["y"], box["height"]) for box in after] == [
            box and (box["y"], box["height"]) for box in before
        ]
        for button in (".take-back", ".take-hint"):
            # the text is in its button
            assert page.locator(button).evaluate(
                "one => one.scrollHeight <= one.clientHeight && one.scrollWidth <= one.clientWidth"
            ), button
            assert not page.locator(button).evaluate(COVERED), button


def test_the_menu_is_above_the_question(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Opens the menu", "minos", page=phone_in("en")) as (page, _, _):
        page.locator("ludo-menu summary").tap()
        items = page.locator(".menu-items > *")
        expect(items.last).to_be_attached()
        expect(page.get_by_role("link", name="Rules").last).to_be_visible()
        for item in items.all():
            # within the menu, not with the page under it
            item.evaluate("one => { one.parentElement.scrollTop = one.offsetTop - 16; }")
            assert page.evaluate("scrollY") == 0
            assert not item.evaluate(COVERED), item.inner_text()


def test_points_beside_the_board_of_minos_are_called_movement_points(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Has points", "minos", page=phone_in("en")) as (page, _, _):
        points = page.locator(".board-rack .item", has_text="movement points")
        expect(points).to_have_text(re.compile(r"^\s*0 movement points\s*$"))
        expect(points).to_be_in_viewport(ratio=1)
