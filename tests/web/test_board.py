"""The board: pieces at their places, targets by mouse, finger and keyboard, pan and zoom, titles without a picture."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from axe_playwright_python.sync_playwright import Axe  # pyright: ignore[reportMissingTypeStubs] - it has none
from playwright.sync_api import Browser, Page, expect

from tests.projections.standing import standing
from tests.service.server import Server
from tests.web.boards import GAMES, devtools, picks, set_board, show_board, shown, until, views_of
from tests.web.browser import PHONE, opened
from tests.web.test_recovery import busy

STEP = 37
"""Of the views of a game, every so many are compared."""

_IN_FRAME = """
(node) => {
  const [name, frame] = [node, node.closest('.board-frame')].map((each) => each.getBoundingClientRect());
  return name.top >= frame.top && name.bottom <= frame.bottom && name.left >= frame.left && name.right <= frame.right;
}
"""
"""Whether a name is in the part of the board that is shown."""


def view_where(title: str, wanted: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    """Return the first view of a game that satisfies a condition."""
    return next(view for view in views_of(title) if wanted(view))


def middle(title: str) -> dict[str, Any]:
    """Return a view of the middle of a game."""
    views = views_of(title)
    return views[len(views) // 2]


def view_box(page: Page) -> list[float]:
    """Return what part of the board is shown."""
    return [
        float(number)
        for number in (page.locator("ludo-board svg.ludolog-board").get_attribute("viewBox") or "").split()
    ]


def centre(page: Page, ring: str) -> tuple[float, float]:
    """Return the middle of a ring on the screen."""
    box = page.locator(f'[data-ring="{ring}"] .ring').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("title", GAMES)
def test_every_piece_of_a_view_stands_once_at_its_place(browser: Browser, site: Server, title: str) -> None:
    views = views_of(title)
    with opened(browser, site.base) as page:
        show_board(page, title, views[0])
        for view in (*views[::STEP], views[-1]):
            set_board(page, view=view)
            found: Counter[tuple[str, int | None, str]] = Counter()
            for kind, seat, at, count in shown(page):
                found[kind, seat, at] += count
            # figures are also written where nothing is left
            assert {piece: count for piece, count in found.items() if count} == standing(title, view), view["version"]
        names = page.evaluate("[...document.querySelectorAll('[data-piece]')].map((node) => node.dataset.piece)")
        assert len(names) == len(set(names))


@pytest.mark.parametrize("title", GAMES)
def test_places_of_absent_seats_are_hidden(browser: Browser, site: Server, title: str) -> None:
    view = middle(title)
    with opened(browser, site.base) as page:
        show_board(page, title, {**view, "players": view["players"][:3]})
        hidden, seen = ('[data-seat="3"]:visible', '[data-seat="2"]:visible')
        assert page.locator(seen).count() > 0
        assert page.locator(hidden).count() == 0
        assert page.get_by_role("gridcell", name="Dmitri").count() == 0


def test_a_moved_piece_keeps_its_element_and_moves(browser: Browser, site: Server) -> None:
    view = view_where("giganten", lambda view: view["players"][0]["truck"] == "E11")
    moved = {**view, "players": [{**view["players"][0], "truck": "A1"}, *view["players"][1:]]}
    with opened(browser, site.base) as page:
        show_board(page, "giganten", view)
        page.evaluate("""(() => {
            document.querySelector('[data-piece="truck:0"]').mine = true;
            // counted where they begin: on a busy machine they may be over before the next question
            window.begun = [];
            const animate = Element.prototype.animate;
            Element.prototype.animate = function (...all) {
                window.begun.push(this);
                return animate.apply(this, all);
            };
        })()""")
        set_board(page, view=moved, animate=True)
        state = page.evaluate("""(() => {
            const node = document.querySelector('[data-piece="truck:0"]');
            return [node.mine, node.dataset.at, window.begun.filter((each) => node.contains(each)).length];
        })()""")
        assert state == [True, "square:A1", 1]
        set_board(page, view=view, animate=False)
        until(page, "document.getAnimations().length === 0")


def test_a_piece_glides_longer_over_a_longer_way(browser: Browser, site: Server) -> None:
    view = view_where("giganten", lambda view: view["players"][0]["truck"] == "E11")
    lasting: list[float] = []
    with opened(browser, site.base) as page:
        show_board(page, "giganten", view)
        page.evaluate("""(() => {
            window.lasting = [];
            const animate = Element.prototype.animate;
            Element.prototype.animate = function (frames, timing) {
                if (frames.transform) lasting.push(timing.duration);
                return animate.call(this, frames, timing);
            };
        })()""")
        for square in ("E12", "A20"):
            set_board(
                page,
                view={**view, "players": [{**view["players"][0], "truck": square}, *view["players"][1:]]},
                animate=True,
            )
        lasting = page.evaluate("lasting")
    assert lasting[0] == 200
    assert 200 < max(lasting) <= 450


def test_a_ship_is_the_same_element_in_its_next_space(browser: Browser, site: Server) -> None:
    view = view_where("minos", lambda view: view["players"][1]["ships"])
    there = {**view["players"][1], "ships": ["mare-ionium"]}
    moved = {**view, "players": [view["players"][0], there, *view["players"][2:]]}
    before = {**view, "players": [view["players"][0], {**there, "ships": ["mare-medium"]}, *view["players"][2:]]}
    with opened(browser, site.base) as page:
        show_board(page, "minos", before)
        page.evaluate("""document.querySelector('[data-piece="ship:1:mare-medium"]').mine = true""")
        set_board(page, view=moved)
        assert page.evaluate("""document.querySelector('[data-piece="ship:1:mare-ionium"]').mine""") is True


def test_nothing_moves_under_reduced_motion(browser: Browser, site: Server) -> None:
    views = views_of("giganten")
    with opened(browser, site.base, reduced_motion="reduce") as page:
        show_board(page, "giganten", views[100], changed=[["square:A1", 2]])
        set_board(page, view=views[200], animate=True)
        assert page.evaluate("document.getAnimations().length") == 0
        expect(page.locator('[data-ring="square:A1"]')).to_have_class("mark kept on-rect of-2")


def test_a_click_picks_a_target_and_nothing_else(browser: Browser, site: Server) -> None:
    pressed = {"targets": ["square:A1", "truck:0", "site:A4"], "chosen": ["train:0"]}
    view = view_where("giganten", lambda view: view["players"][0]["truck"] == "E11")
    # the board is so high that it is shown with the line of the trains: its figures have 12 pixels
    with opened(browser, site.base, viewport={"width": 1100, "height": 1000}) as page:
        show_board(page, "giganten", view, height=930, **pressed)
        for target in ("square:A1", "truck:0", "site:A4", "train:0"):
            page.mouse.click(*centre(page, target))
        assert picks(page) == ["square:A1", "truck:0", "site:A4", "train:0"]
        page.locator('[id="square:L20"]').click()
        assert len(picks(page)) == 4
        expect(page.locator(".mark.target")).to_have_count(3)
        expect(page.locator(".mark.chosen")).to_have_count(1)


def test_a_target_that_a_piece_covers_can_be_pressed(browser: Browser, site: Server) -> None:
    view = view_where("minos", lambda view: view["players"][0]["ships"])
    there = {**view["players"][0], "ships": ["harbour-roma"]}
    view = {**view, "players": [there, *view["players"][1:]]}
    ship, sea, harbour = "ship:0:harbour-roma", "place:sea-roma", "place:harbour-roma"
    with opened(browser, site.base) as page:
        show_board(page, "minos", view, targets=[ship, sea])
        for target in (sea, ship):
            page.mouse.click(*centre(page, target))
        # a ship that is chosen does not hide the place where it lies
        set_board(page, targets=[harbour], chosen=[ship])
        page.mouse.click(*centre(page, harbour))
        set_board(page, targets=[], chosen=[ship])
        page.mouse.click(*centre(page, ship))
        assert picks(page) == [sea, ship, harbour, ship]


def test_the_dot_of_an_area_lies_in_it(browser: Browser, site: Server) -> None:
    with opened(browser, site.base) as page:
        show_board(page, "siberia", middle("siberia"))
        areas = page.evaluate(
            "[...document.querySelectorAll('svg.ludolog-board path[id^=\"place:\"]')].map(({id}) => id)"
        )
        assert areas
        set_board(page, targets=areas)
        expect(page.locator(".mark.target.on-path")).to_have_count(len(areas))
        outside = page.evaluate("""() => [...document.querySelectorAll('.mark.on-path')].filter((mark) => {
          const {x, y} = mark.querySelector('.point').getPointAtLength(0);
          const at = new DOMPoint(x, y).matrixTransform(mark.getScreenCTM());
          const hits = document.elementsFromPoint(at.x, at.y).map(({id}) => id);
          return hits.find((id) => id.startsWith('place:')) !== mark.dataset.ring;
        }).map((mark) => mark.dataset.ring)""")
        assert outside == []


def test_no_name_of_a_place_is_cut_on_a_phone(browser: Browser, site: Server) -> None:
    with opened(browser, site.base, viewport=PHONE) as page:
        for title in GAMES:
            show_board(page, title, middle(title))
            cut = page.evaluate("""() => {
              const {x, y, width, height} = document.querySelector('svg.ludolog-board').viewBox.baseVal;
              const names = [...document.querySelectorAll('[id="section:map"] text.name')];
              return names.filter((name) => {
                const box = name.getBBox();
                return box.x < x || box.x + box.width > x + width || box.y < y || box.y + box.height > y + height;
              }).map((name) => name.textContent);
            }""")
            assert cut == [], title


def test_cards_in_the_rack_are_pressed_when_they_are_targets(browser: Browser, site: Server) -> None:
    view = view_where("giganten", lambda view: len(view["open_cards"]) > 2)
    card = view["open_cards"][0]["id"]
    with opened(browser, site.base) as page:
        show_board(page, "giganten", view, targets=[f"card:{card}"])
        buttons = page.get_by_role("group", name="Near the board").get_by_role("button")
        expect(buttons).to_have_count(1)
        buttons.click()
        assert picks(page) == [f"card:{card}"]


def test_a_long_rack_fades_and_keeps_its_height_after_a_press(browser: Browser, site: Server) -> None:
    view = view_where("siberia", lambda view: len((view["players"][0]["hand"] or {"tokens": ()})["tokens"]) == 6)
    hand = view["players"][0]["hand"]["tokens"]
    tokens = [f"token:0:{token}" for token in hand]
    with opened(browser, site.base, viewport={"width": 700, "height": 800}) as page:
        show_board(page, "siberia", view, targets=tokens)
        rack = page.locator(".board-rack")
        assert rack.evaluate("(node) => node.scrollWidth > node.clientWidth")
        assert rack.evaluate("(node) => getComputedStyle(node, '::after').position") == "sticky"
        before = rack.bounding_box()
        set_board(page, targets=["column:0:manager"], chosen=tokens[:1])
        assert rack.bounding_box() == before


def test_a_finger_hits_a_small_target_nearby(browser: Browser, site: Server) -> None:
    with opened(browser, site.base, viewport=PHONE, has_touch=True) as page:
        show_board(page, "minos", middle("minos"), targets=["place:mare-ionium"])
        x, y = centre(page, "place:mare-ionium")
        page.touchscreen.tap(x + 15, y + 10)
        assert picks(page) == ["place:mare-ionium"]
        page.touchscreen.tap(x + 60, y + 60)
        assert len(picks(page)) == 1


def test_the_board_is_a_grid_for_the_keyboard(browser: Browser, site: Server) -> None:
    view = view_where("giganten", lambda view: view["players"][0]["truck"] == "E11")
    with opened(browser, site.base) as page:
        show_board(page, "giganten", view, targets=["square:A2", "truck:0"])
        page.evaluate("document.querySelector('ludo-board').focusGrid()")
        focused = page.locator("[role=gridcell]:focus")
        expect(focused).to_have_text("A1, plain")
        page.keyboard.press("ArrowRight")
        expect(focused).to_have_text("A2, plain, legal target")
        expect(page.locator(".mark.focus")).to_have_attribute("data-ring", "square:A2")
        page.keyboard.press("Enter")
        for key in ("End", "ArrowDown", "Home"):
            page.keyboard.press(key)
        expect(focused).to_have_text("B1, plain")
        page.evaluate("document.querySelector('ludo-board').nextTarget(-1)")
        expect(focused).to_have_text("A2, plain, legal target")
        page.evaluate("document.querySelector('ludo-board').nextTarget(-1)")
        expect(focused).to_have_text("Truck of Ada, E11, plain, legal target")
        page.keyboard.press("Space")
        assert picks(page) == ["square:A2", "truck:0"]
        page.evaluate("document.querySelector('ludo-board').ownPieces(1)")
        expect(focused).to_contain_text("of Ada")
        assert page.locator('[role=gridcell][tabindex="0"]').count() == 1


def test_the_board_of_a_past_version_is_accessible(browser: Browser, site: Server) -> None:
    """The boards of all titles at present: `test_axe.py`."""
    with opened(browser, site.base, color_scheme="dark") as page:
        show_board(page, "minos", middle("minos"), past={"version": 214, "last": 861})
        expect(page.get_by_text("Version 214 of 861")).to_be_visible()
        result = Axe().run(page)  # pyright: ignore[reportUnknownMemberType] - its parameters are bare lists
        assert result.violations_count == 0, result.generate_report()


def test_wheel_keys_and_buttons_zoom(browser: Browser, site: Server) -> None:
    with opened(browser, site.base) as page:
        show_board(page, "siberia", middle("siberia"), targets=["place:amur"])
        start = view_box(page)
        x, y = centre(page, "place:amur")
        page.mouse.move(x, y)
        page.mouse.wheel(0, -400)
        until(page, "document.querySelector('ludo-board svg').style.transform === ''")
        near = view_box(page)
        assert near[2] < start[2]
        after = centre(page, "place:amur")
        assert abs(after[0] - x) < 3
        assert abs(after[1] - y) < 3
        page.evaluate("document.querySelector('ludo-board').focusGrid()")
        page.keyboard.press("0")
        assert view_box(page) == start
        page.keyboard.press("+")
        page.get_by_role("button", name="Zoom out").click()
        assert view_box(page) == pytest.approx(start)
        page.get_by_role("button", name="Exchanges").click()
        assert view_box(page)[1] > start[1]
        page.get_by_role("button", name="All").click()
        assert view_box(page)[3] > 1.5 * start[3]


def test_a_drag_moves_a_zoomed_board_and_picks_nothing(browser: Browser, site: Server) -> None:
    with opened(browser, site.base) as page:
        show_board(page, "minos", middle("minos"), targets=["place:mare-medium"])
        for _ in range(3):
            page.get_by_role("button", name="Zoom in").click()
        before = view_box(page)
        x, y = centre(page, "place:mare-medium")
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x - 80, y - 20, steps=4)
        page.mouse.up()
        after = view_box(page)
        assert after[0] > before[0]
        assert after[2] == pytest.approx(before[2])
        assert picks(page) == []


def test_one_finger_scrolls_the_page_and_two_zoom(browser: Browser, site: Server) -> None:
    with opened(browser, site.base, viewport=PHONE, has_touch=True, is_mobile=True) as page:
        show_board(page, "minos", middle("minos"))
        page.evaluate("document.querySelector('.long').style.paddingTop = '2000px'")
        send = devtools(page)

        def touch(kind: str, *points: tuple[float, float]) -> None:
            send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

        box = page.locator(".board-frame").bounding_box()
        assert box is not None
        x, y = box["x"] + 180, box["y"] + 150
        whole = view_box(page)
        touch("touchStart", (x - 30, y), (x + 30, y))
        for step in range(1, 6):
            touch("touchMove", (x - 30 - 10 * step, y), (x + 30 + 10 * step, y))
        touch("touchEnd")
        until(page, "document.querySelector('ludo-board svg').style.transform === ''")
        assert view_box(page)[2] < whole[2] * 0.8
        assert page.evaluate("scrollY") == 0
        page.get_by_role("button", name="All").click()
        assert view_box(page) == whole
        touch("touchStart", (x, y))
        for step in range(1, 9):
            touch("touchMove", (x, y - 15 * step))
        touch("touchEnd")
        until(page, "scrollY > 40")
        assert view_box(page) == whole


def test_targets_that_are_not_shown_are_brought_into_view(browser: Browser, site: Server) -> None:
    with opened(browser, site.base, viewport=PHONE) as page:
        show_board(page, "siberia", middle("siberia"), height=330)
        page.get_by_role("button", name="Map").click()
        set_board(page, targets=["column:0:worker"])
        x, y = centre(page, "column:0:worker")
        frame = page.locator(".board-frame").bounding_box()
        assert frame is not None
        assert frame["y"] < y < frame["y"] + frame["height"]
        assert 0 < x < PHONE["width"]


def test_a_question_about_dice_leaves_the_map_of_minos_in_view(browser: Browser, site: Server) -> None:
    with opened(browser, site.base, viewport=PHONE) as page:
        show_board(page, "minos", middle("minos"), height=260)
        before = view_box(page)
        set_board(page, targets=["die:gull", "die:star"])
        assert view_box(page) == before
        for name in ("Massilia", "Memphis"):
            assert page.locator(f'.board-frame text:text-is("{name}")').evaluate(_IN_FRAME), name


def test_targets_of_the_map_are_shown_before_those_beside_it(browser: Browser, site: Server) -> None:
    view = view_where("minos", lambda view: view["players"][0]["ships"])
    with opened(browser, site.base, viewport=PHONE) as page:
        show_board(page, "minos", view, height=330)
        ship = f"ship:0:{view['players'][0]['ships'][0]}"
        # the choice of rings comes first in the list
        set_board(page, targets=["rings", "rings:0", ship])
        frame = page.locator(".board-frame").bounding_box()
        assert frame is not None
        x, y = centre(page, ship)
        assert 0 < x < PHONE["width"]
        assert frame["y"] < y < frame["y"] + frame["height"]


def test_counts_lie_over_the_rings_of_targets(browser: Browser, site: Server) -> None:
    view = view_where("minos", lambda view: view["turn"] and view["turn"]["dice"])
    with opened(browser, site.base, viewport=PHONE) as page:
        show_board(page, "minos", view, targets=["rings", "building:port"], chosen=["building:house"])
        expect(page.locator('[data-ring="rings"]')).to_be_attached()
        over = page.evaluate("""[...document.querySelectorAll('.kind-badge')].map((badge) =>
            [...document.querySelectorAll('.mark')].every((ring) =>
                ring.compareDocumentPosition(badge) & Node.DOCUMENT_POSITION_FOLLOWING))""")
        assert len(over) > 4
        assert all(over)


def test_seats_of_bots_have_their_names_near_the_board_and_in_the_grid(browser: Browser, site: Server) -> None:
    view = view_where("minos", lambda view: view["turn"] and view["turn"]["seat"] == 1 and view["players"][1]["ships"])
    with opened(browser, site.base, locale="en") as page:
        show_board(page, "minos", view)
        bots = [{"seat": seat, "player": "bot:careful", "name": None} for seat in range(len(view["players"]))]
        page.evaluate(
            """(seats) => {
            const board = document.querySelector('ludo-board');
            board.game = {...board.game, seats};
        }""",
            bots,
        )
        expect(page.locator(".board-rack")).to_contain_text("Bot careful (1)")
        expect(page.get_by_role("gridcell", name="Ship of Bot careful (1)").first).to_be_attached()


COLUMNS: dict[str, Any] = {
    "coal": {"tokens": ["oil", "oil"], "tile": False},
    "gas": {"tokens": [], "tile": True},
    "gold": {"tokens": ["gas"], "tile": True},
    "oil": {"tokens": [], "tile": False},
}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"ones": 1, "twos": 3}, "licences of value 1: 1 · licences of value 2: 3"),
        (COLUMNS, "coal: tokens 2 \u00d7 oil · gas: tile · gold: tokens gas, tile"),
    ],
)
def test_the_parts_of_a_value_are_set_apart_from_their_names(
    browser: Browser, site: Server, value: dict[str, Any], text: str
) -> None:
    fields = {"ones": "licences of value 1", "twos": "licences of value 2"}
    with opened(browser, site.base, locale="en") as page:
        show_board(page, "minos", middle("minos"))
        shown = page.evaluate(
            """(value) => import('/assets/0/js/table/names.js').then(({valueText}) => valueText(...value))""",
            [{"fields": fields, "pieces": {}, "places": {}, "phases": {}}, value],
        )
    assert shown == text


def test_a_title_without_a_picture_shows_its_view_as_lists(browser: Browser, site: Server) -> None:
    from tests.titles.nim.view import NimPlayerView, NimView  # noqa: PLC0415 - only this test needs the title

    players = (NimPlayerView(0, 1, (2, 0, 1)), NimPlayerView(1, None, (0, 3, 0)))
    nim = NimView("0" * 8, 9, "seat:0", (1,), (1, 2, 5), players, ())
    view: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(nim))
    with opened(browser, site.base, refused=("/nim/board.svg", "/nim/words")) as page:
        show_board(page, "nim", view)
        rack = page.get_by_role("group", name="Near the board")
        assert [part.get_attribute("aria-label") for part in rack.get_by_role("list").all()] == [
            "heaps",
            "Ada",
            "Bruno",
        ]
        expect(rack).to_contain_text("taken 2, 0, 1")
        assert page.locator("ludo-board svg.ludolog-board").count() == 0


def test_sea_routes_are_faint_except_where_a_ship_may_sail_or_on_demand(browser: Browser, site: Server) -> None:
    view = view_where("minos", lambda view: view["players"][0]["ships"])
    there = {**view["players"][0], "ships": ["harbour-roma"]}
    view = {**view, "players": [there, *view["players"][1:]]}
    faint = "[...document.querySelectorAll('.route')].filter((line) => getComputedStyle(line).opacity < .3).length"
    with opened(browser, site.base) as page:
        show_board(page, "minos", view)
        routes = page.locator(".route").count()
        assert page.evaluate(faint) == routes > 50
        set_board(page, targets=["ship:0:harbour-roma"])
        near = page.locator(".route.near").count()
        assert 0 < near < 6
        assert page.evaluate(faint) == routes - near
        set_board(page, targets=["place:sea-roma"], chosen=["ship:0:harbour-roma"])
        assert page.locator(".route.near").count() == near
        set_board(page, targets=["place:roma"], chosen=[])
        assert page.evaluate(faint) == routes
        button = page.get_by_role("button", name="Sea routes")
        button.press("Enter")
        expect(button).to_have_attribute("aria-pressed", "true")
        assert page.evaluate(faint) == 0
        set_board(page, view={**view})
        expect(button).to_have_attribute("aria-pressed", "true")
        button.press("Enter")
        assert page.evaluate(faint) == routes


SEATED = """async ([seat, name]) => {
  const board = document.querySelector('ludo-board');
  const seats = board.game.seats.map((one) => one.seat === seat ? {...one, player: `player:${name}`, name} : one);
  board.game = {...board.game, seats};
}"""
"""Gives a seat of the game another player."""

PREVENTED = """(node) => {
  const moved = new TouchEvent('touchmove', {
    cancelable: true, bubbles: true, touches: [new Touch({identifier: 1, target: node, clientX: 9, clientY: 9})],
  });
  node.dispatchEvent(moved);
  return moved.defaultPrevented;
}"""
"""Whether a finger on the board does not scroll the page."""


def test_a_player_who_comes_has_a_name_and_moves_no_map(browser: Browser, site: Server) -> None:
    with opened(browser, site.base, viewport=PHONE, has_touch=True) as page:
        show_board(page, "siberia", middle("siberia"))
        page.get_by_role("button", name="Zoom in").click()
        zoomed, frame = view_box(page), page.locator(".board-frame")
        assert frame.evaluate(PREVENTED)
        for name in ("Emil", "Fritz"):
            page.evaluate(SEATED, [1, name])
            expect(page.get_by_role("gridcell", name=name).first).to_be_attached()
        assert page.get_by_role("gridcell", name="Bruno").count() == 0
        assert view_box(page) == zoomed
        page.get_by_role("button", name="All").click()
        assert not frame.evaluate(PREVENTED)


def test_a_board_that_could_not_be_read_is_read_again(browser: Browser, site: Server) -> None:
    with opened(browser, site.base, refused=["/board.svg"]) as page:
        page.route("**/board.svg?*", busy, times=1)
        show_board(page, "minos", middle("minos"))
        expect(page.locator("ludo-board svg.ludolog-board")).to_be_visible()
        assert page.locator("ludo-board [data-piece]").count() > 0


def test_a_target_near_the_board_is_marked_when_its_cell_has_the_focus(browser: Browser, site: Server) -> None:
    view = view_where("giganten", lambda view: len(view["open_cards"]) > 2)
    cards = [f"card:{card['id']}" for card in view["open_cards"]]
    with opened(browser, site.base) as page:
        show_board(page, "giganten", view, targets=cards)
        marked = page.get_by_role("group", name="Near the board").locator("button.focused")
        expect(marked).to_have_count(0)
        for number in (0, 1):
            page.evaluate("document.querySelector('ludo-board').nextTarget(1)")
            expect(marked).to_have_count(1)
            expect(page.get_by_role("group", name="Near the board").get_by_role("button").nth(number)).to_have_class(
                "item target focused"
            )


def test_a_mouse_that_is_released_outside_of_the_board_holds_it_no_longer(browser: Browser, site: Server) -> None:
    with opened(browser, site.base) as page:
        show_board(page, "minos", middle("minos"))
        for _ in range(3):
            page.get_by_role("button", name="Zoom in").click()
        box = page.locator(".board-frame").bounding_box()
        assert box is not None
        right, y = box["x"] + box["width"], box["y"] + box["height"] / 2
        before = view_box(page)
        page.mouse.move(right - 3, y)
        page.mouse.down()
        page.mouse.move(right + 20, y)
        page.mouse.up()
        page.mouse.move(right - 300, y, steps=5)
        assert view_box(page) == before
        assert page.locator("ludo-board svg.ludolog-board").evaluate("(node) => node.style.transform") in {"", "none"}
