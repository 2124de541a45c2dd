"""The inset of a board: the own panel of Siberia, while tokens are placed on it."""

from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.service.server import Server
from tests.web.boards import picks, set_board, show_board, views_of
from tests.web.browser import PHONE, WIDE, opened

INSET = ".board-inset"
MAIN = "ludo-board svg.ludolog-board:not(.board-inset)"
COLUMNS = ["column:0:manager", "column:0:diamonds"]


def placing() -> dict[str, Any]:
    """Return a view of a seat that places tokens on a panel where tokens lie."""
    return next(view for view in views_of("siberia") if view["players"][0]["hand"] and view["round"] > 1)


def top_of(page: Page) -> float:
    """Return the top of the part of the board that is shown."""
    return float((page.locator(MAIN).get_attribute("viewBox") or "").split()[1])


def test_the_own_panel_stays_next_to_the_map_while_tokens_are_placed(browser: Browser, site: Server) -> None:
    view = placing()
    with opened(browser, site.base, viewport=WIDE) as page:
        show_board(page, "siberia", view)
        top = top_of(page)
        expect(page.locator(INSET)).to_be_visible()
        # its module comes when it is needed
        lying = page.locator('[data-at^="column:0:"], [data-at="research:0"], [data-at="reserve:0"]').count()
        assert page.locator(f"{INSET} .piece").count() == lying > 0
        expect(page.locator(f"{INSET} .ring")).to_have_count(0)

        set_board(page, targets=COLUMNS)
        expect(page.locator(f"{INSET} .ring")).to_have_count(2)
        assert top_of(page) == top, "the map stays"
        for ring in page.locator(f"{INSET} .ring").all():
            box = ring.bounding_box()
            assert box is not None
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        assert picks(page) == COLUMNS

        other = {**view, "players": [{**view["players"][0], "hand": None}, *view["players"][1:]]}
        set_board(page, view=other, targets=[])
        expect(page.locator(INSET)).to_have_count(0)


def test_a_small_board_shows_the_own_panel_in_place_of_the_map(browser: Browser, site: Server) -> None:
    with opened(browser, site.base, viewport=PHONE) as page:
        show_board(page, "siberia", placing(), height=300)
        expect(page.locator(INSET)).to_be_hidden()
        set_board(page, targets=COLUMNS)
        first = page.locator('[id="column:0:manager"]').bounding_box()
        assert first is not None
        assert first["width"] > 20
        assert first["x"] >= 0


def test_a_first_question_about_the_own_panel_moves_no_map(browser: Browser, site: Server) -> None:
    with opened(browser, site.base, viewport=WIDE) as page:
        show_board(page, "siberia", placing(), targets=COLUMNS)
        expect(page.locator(f"{INSET} .ring")).to_have_count(2)
        assert top_of(page) == 0


def test_a_section_ends_with_the_panels_of_the_seats(browser: Browser, site: Server) -> None:
    view = placing()
    two = {**view, "players": [{**view["players"][0], "hand": None}, view["players"][1]]}
    with opened(browser, site.base, viewport=WIDE) as page:
        show_board(page, "siberia", two)
        page.get_by_role("button", name="Panels").click()
        boxes = [page.locator(f'[id="section:{name}"]').bounding_box() for name in ("panel-1", "panel-2")]
        frame = page.locator(".board-frame").bounding_box()
        assert frame is not None
        last, absent = boxes
        assert last is not None
        assert absent is None, "it is not drawn"
        gap = frame["y"] + frame["height"] - last["y"] - last["height"]
        assert 0 <= gap < last["height"] / 2


def test_the_last_of_three_seats_sees_its_whole_panel(browser: Browser, site: Server) -> None:
    view = next(view for view in views_of("siberia", 2) if view["players"][2]["hand"] and view["round"] > 1)
    with opened(browser, site.base, viewport=WIDE) as page:
        show_board(page, "siberia", {**view, "players": view["players"][:3]})
        expect(page.locator(INSET)).to_be_visible()
        shown = page.locator(INSET).get_attribute("viewBox")
        assert shown == page.locator('[id="section:panel-2"]').get_attribute("data-box")
