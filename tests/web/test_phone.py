"""What a phone shows beside the question, and in it: nothing is cut, and nothing lies behind something else."""

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.service.server import Server
from tests.waiting import until
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
        for number in range(1, 6):
            own_turn(page)
            if not page.locator("button.die").count():
                page.locator(".choice:visible").first.tap()
                expect(page.locator(".foreseen > *").first).to_be_in_viewport()
                # a line of it at least, and the rest by scrolling
                assert (page.locator(".foreseen").bounding_box() or {"height": 0})["height"] >= 20
                assert page.evaluate(BEHIND) <= 0
            # with the offer to leave confirmations out, too
            for button in page.locator(".chosen-choice .buttons button").all():
                assert not button.evaluate(COVERED), button.inner_text()
            page.locator(".confirm").tap()
            until(lambda number=number: len(sent) >= number)
