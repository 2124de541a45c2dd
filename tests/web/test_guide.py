"""What a table teaches: the goal, the course of a round, the legend, and that every symbol explains itself."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.replies import ok
from tests.service.server import Server
from tests.web.accessibility import assert_accessible
from tests.web.browser import PHONE, WIDE, opened
from tests.web.test_table import TITLES, answered, own_table, signed_up, started_game, table_of

GOALS = {
    "giganten": {"en": "The black train at the harbour ends", "de": "Die schwarze Lok", "it": "il Treno Nero"},
    "siberia": {"en": "8 exhausted areas", "de": "8 erschöpfte Gebiete", "it": "8 aree esaurite"},
    "minos": {"en": "two cities end the game", "de": "zwei Städte", "it": "due città"},
}
FIRST = {"giganten": "Cards", "siberia": "Actions", "minos": "Roll dice"}
"""The part of the course in which the first question of a game is."""

TALL: ViewportSize = {"width": 1440, "height": 2000}
"""A window that shows a whole board."""

NO_MOVE = {"options": {"first_player": "seat_0"}}


FREE = """(node) => {
    const {left, top, width, height} = node.getBoundingClientRect();
    for (let row = 1; row < 20; row++) for (let column = 1; column < 20; column++) {
        const [x, y] = [left + width * column / 20, top + height * row / 20];
        if (document.elementFromPoint(x, y) === node) return [x, y];
    }
    throw new Error('nothing of it is in sight');
}"""
"""Returns a point of an element that nothing covers."""


def explanation(page: Page) -> Locator:
    return page.locator(".explanation")


def hovered(page: Page, spot: Locator) -> None:
    """Rest with the mouse on the middle of an element, wherever the pointer was."""
    spot.scroll_into_view_if_needed()
    box = spot.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2 - 1, box["y"] + box["height"] / 2)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def place(page: Page, id_: str) -> Locator:
    """Return a place of the board by its id."""
    return page.locator(f'ludo-board .board-frame [id="{id_}"]')


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_a_table_shows_the_goal_and_the_course_before_its_modules_have_come(
    browser: Browser, site: Server, title: str, language: str
) -> None:
    game = started_game(signed_up(site, "Shows the goal")[1], title, **NO_MOVE)
    with opened(browser, site.base, locale=language, java_script_enabled=False) as page:
        page.goto(f"/games/{game}")
        expect(page.locator(".goal")).to_contain_text(GOALS[title][language])
        expect(page.locator(".course li").nth(2)).to_be_visible()


@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "desktop"])
@pytest.mark.parametrize("title", TITLES)
def test_goal_and_course_stay_where_the_page_has_drawn_them(
    browser: Browser, site: Server, title: str, viewport: Any
) -> None:
    options: dict[str, Any] = {"exchange_sides": "random"} if title == "siberia" else {}
    token, client = signed_up(site, "Sees the course")
    game = started_game(client, title, options={"first_player": "seat_0", **options})
    parts = (".guide", ".goal", ".to-legend", ".course li:first-child a", ".board-box")
    with opened(browser, site.base, locale="en", viewport=viewport, java_script_enabled=False) as page:
        page.goto(f"/games/{game}")
        drawn = [page.locator(f".first {part}").bounding_box() for part in parts]
    with table_of(browser, site, game, token, locale="en", viewport=viewport) as page:
        expect(page.locator(".first")).to_have_count(0)
        shown = [page.locator(part).bounding_box() for part in parts]
        assert shown == drawn
        # the board has the rest of the room
        guide = page.locator(".guide").bounding_box()
        assert guide is not None
        assert guide["height"] <= (64 if viewport == PHONE else 38)


@pytest.mark.parametrize("title", TITLES)
def test_the_course_shows_where_the_game_is_and_opens_the_rule(browser: Browser, site: Server, title: str) -> None:
    with own_table(browser, site, "Follows the course", title, page={"locale": "en"}, **NO_MOVE) as (
        page,
        client,
        game,
    ):
        view = ok(client.get(f"/v1/games/{game}/view")).json()
        words = ok(client.get(f"/v1/rulesets/{title}/words")).json()
        wanted = [part["name"] for part in words["course"] if view["phase_name"] in part["phases"]]
        now = page.locator(".course [aria-current=step]")
        # the set-up of a game is in no part of a round
        assert bool(wanted) == (view["phase_name"] != "set_up")
        expect(now).to_have_text(wanted)
        if title == "minos":
            expect(now).to_have_text(FIRST[title])
            answered(page)
            expect(page.locator(".course [aria-current=step]")).to_have_text("Use the dice")
        page.locator(".course a").last.click()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text(words["course"][-1]["rule"])
        expect(page).to_have_url(re.compile(rf"/games/{game}"))
        dialog.get_by_role("button", name="Close").click()


def test_a_symbol_on_the_board_explains_itself_under_the_pointer(browser: Browser, site: Server) -> None:
    options = {"locale": "en", "viewport": TALL}
    with own_table(browser, site, "Points at symbols", "minos", page=options, **NO_MOVE) as (page, _, _):
        shown = explanation(page)
        hovered(page, place(page, "die:gull"))
        expect(shown).to_be_visible()
        expect(shown).to_contain_text("Gull")
        expect(shown).to_contain_text("five movement points")
        # the browser does not show the name a second time
        assert place(page, "die:gull").locator("title").text_content() == ""
        page.keyboard.press("Escape")
        expect(shown).to_be_hidden()
        # a piece in front of a place explains the piece
        hovered(page, page.locator("ludo-board .kind-ship").first)
        expect(shown).to_be_visible()
        expect(shown).to_contain_text("Ship of ")
        expect(shown).to_contain_text("present on the field")
        assert place(page, "die:gull").locator("title").text_content() == "Gull"
        # the pointer can go to the window, whose rule opens over the table
        link = shown.get_by_role("link", name="Rule 4.4: Ships sail over edges")
        link.hover()
        page.wait_for_timeout(400)
        link.click()
        expect(page.get_by_role("dialog")).to_contain_text("Ships sail over edges")
        page.get_by_role("dialog").get_by_role("button", name="Close").click()
        hovered(page, page.locator("h1"))
        expect(shown).to_be_hidden()


@pytest.mark.parametrize(
    ("title", "spot", "text"),
    [
        ("giganten", "site:", "A derrick costs 4,000"),
        ("giganten", "price:jet:5500", "What the company pays for a marker"),
        ("siberia", "exchange:frankfurt", "Prices never change"),
        ("siberia", "column:0:gas", "Has two spaces"),
        ("siberia", "place:yamal", "Here lie cubes"),
        ("minos", "income:12", "highest one wins"),
    ],
)
def test_places_of_every_title_explain_themselves(
    browser: Browser, site: Server, title: str, spot: str, text: str
) -> None:
    game = started_game(signed_up(site, "Explains places")[1], title)
    # a spectator has no targets
    with table_of(browser, site, game, None, locale="en", viewport=TALL) as page:
        expect(page.locator(".first")).to_have_count(0)
        x, y = page.locator(f'ludo-board .board-frame [id^="{spot}"]').first.evaluate(FREE)
        page.mouse.move(x - 1, y)
        page.mouse.move(x, y)
        expect(explanation(page)).to_contain_text(text)


def test_dice_figures_and_choices_explain_themselves_by_pointer_and_focus(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Reads figures", "minos", page={"locale": "en"}, **NO_MOVE) as (page, _, _):
        shown = explanation(page)
        die = page.locator("button.die").first
        die.hover()
        expect(shown).to_contain_text(re.compile("Each die|Adds 1|Stands for"))
        page.locator('[data-explain="fact:income"]').first.hover()
        expect(shown).to_contain_text("What each Scales pays you")
        # a figure is no button: a press explains it at once
        page.locator('[data-explain="fact:money"]').first.click()
        expect(shown).to_contain_text("Pay for buildings")
        answered(page)
        page.locator('.choice[data-explain="choice:minos.end_turn"]').hover()
        expect(shown).to_contain_text("What is left of dice, points and rights is lost")
        page.mouse.move(5, 5)
        expect(shown).to_be_hidden()
        # with the keyboard
        page.locator(".choice").first.focus()
        page.keyboard.press("Tab")
        page.keyboard.press("Shift+Tab")
        expect(shown).to_be_visible()
        page.keyboard.press("x")
        expect(page.locator("#live")).to_contain_text(re.compile(r"Rule \d"))
        # figures have no focus of their own: their list says them
        page.get_by_role("list", name="Players").focus()
        page.keyboard.press("x")
        expect(page.locator("#live")).to_contain_text(re.compile("talents.*Pay for .*income.*What each Scales"))
        assert_accessible(page)


def test_a_cell_of_the_grid_explains_its_place_by_focus_and_key(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Explores by ear", "siberia", page={"locale": "en"}, **NO_MOVE) as (page, _, _):
        page.locator("[role=gridcell][tabindex='0']").focus()
        page.keyboard.press("ArrowDown")
        expect(explanation(page)).to_be_visible()
        page.keyboard.press("x")
        expect(page.locator("#live")).to_contain_text(re.compile(r"Rule \d+\.\d+: "))
        page.keyboard.press("?")
        expect(page.get_by_role("dialog")).to_contain_text("explain what has the focus")


def test_a_tap_explains_what_chooses_nothing_and_chooses_what_it_may(browser: Browser, site: Server) -> None:
    options = {"viewport": PHONE, "has_touch": True, "locale": "en"}
    with own_table(browser, site, "Taps symbols", "minos", page=options, **NO_MOVE) as (page, client, game):
        shown = explanation(page)
        # the first tap on the page, before its module has come
        page.locator(".players [data-explain='fact:money']").first.tap()
        expect(shown).to_contain_text("Pay for buildings")
        page.locator(".goal").tap()
        expect(shown).to_be_hidden()
        fish = ok(client.get(f"/v1/games/{game}/view")).json()["players"][0]["ships"][0]
        box = place(page, f"place:{fish}").bounding_box()
        assert box is not None
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(shown).to_contain_text("Ship of")
        # a choice is a choice
        answered(page)
        choice = page.locator(".choice").first
        choice.tap()
        expect(page.locator(".confirm")).to_be_visible()
        expect(shown).to_be_hidden()


def test_a_long_press_explains_a_choice_without_choosing_it(browser: Browser, site: Server) -> None:
    options = {"viewport": PHONE, "has_touch": True, "locale": "en"}
    with own_table(browser, site, "Presses long", "giganten", page=options, **NO_MOVE) as (page, _, _):
        page.locator(".goal").tap()
        box = page.locator(".choice").first.bounding_box()
        assert box is not None
        touch: Any = page.context.new_cdp_session(page)
        point = {"x": box["x"] + 20, "y": box["y"] + 20}
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        expect(explanation(page)).to_contain_text("movement points for the round")
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        expect(page.locator(".confirm")).to_have_count(0)
        expect(explanation(page)).to_be_visible()


@pytest.mark.parametrize("language", ["en", "de", "it"])
@pytest.mark.parametrize("width", [320, 360, 768])
def test_the_legend_and_the_talk_can_be_pressed_on_a_narrow_page(
    browser: Browser, site: Server, width: int, language: str
) -> None:
    options: dict[str, Any] = {"viewport": {"width": width, "height": 740}, "has_touch": True, "locale": language}
    token, client = signed_up(site, "Wants to know and to talk")
    game = started_game(client, "giganten", **NO_MOVE)
    with table_of(browser, site, game, token, **options) as page:
        legend, talk = page.locator(".to-legend:visible"), page.locator(".to-talk:visible")
        expect(legend).to_have_count(1)
        expect(talk).to_have_count(1)
        expect(page.locator(".course [aria-current]")).to_be_in_viewport(ratio=1)
        # a tap that another control would receive fails
        legend.tap()
        dialog = page.locator("dialog.legend")
        expect(dialog).to_be_visible()
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        talk.tap()
        expect(page.locator("ludo-talk")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "de", "it"])
@pytest.mark.parametrize("title", TITLES)
def test_the_legend_explains_every_symbol(browser: Browser, site: Server, title: str, language: str) -> None:
    token, client = signed_up(site, "Opens the legend")
    game = started_game(client, title)
    guide = ok(client.get(f"/v1/rulesets/{title}/guide", params={"lang": language})).json()
    with table_of(browser, site, game, token, locale=language) as page:
        page.locator("ludo-course .to-legend").click()
        legend = page.locator("dialog.legend")
        expect(legend).to_contain_text(GOALS[title][language])
        for part in (guide["symbols"], guide["facts"]):
            for what in part.values():
                expect(legend).to_contain_text(what["effect"])
        assert legend.locator("dt svg.symbol").count() >= 6
        if language == "en":
            assert_accessible(page)
        # a rule opens over the legend
        legend.locator("a.rule").first.click()
        expect(page.locator("dialog.rule-over")).to_be_visible()
        page.keyboard.press("Escape")
        expect(legend).to_be_visible()
        page.keyboard.press("Escape")
        expect(legend).to_be_hidden()


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_a_rules_page_begins_with_the_goal_and_the_course(
    browser: Browser, site: Server, title: str, language: str
) -> None:
    with opened(browser, site.base, locale=language, viewport=PHONE) as page:
        page.goto(f"/rules/{title}")
        goal = page.locator(".goal-first")
        expect(goal).to_contain_text(GOALS[title][language])
        boxes = [page.locator(part).first.bounding_box() for part in (".goal-first", ".introduction", ".contents")]
        tops = [box["y"] for box in boxes if box is not None]
        assert len(tops) == 3
        assert tops == sorted(tops)
        expect(page.locator("ludo-first-game button")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "de", "it"])
@pytest.mark.parametrize("title", TITLES)
def test_a_phone_shows_the_whole_goal(browser: Browser, site: Server, title: str, language: str) -> None:
    game = started_game(signed_up(site, "Reads the goal")[1], title, **NO_MOVE)
    with opened(browser, site.base, locale=language, viewport=PHONE) as page:
        page.goto(f"/games/{game}")
        goal = page.locator("ludo-course .goal")
        expect(goal).to_contain_text(GOALS[title][language])
        # a line more is cut
        assert goal.evaluate("element => element.scrollHeight <= element.clientHeight")
