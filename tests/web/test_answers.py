"""Answers in preparation: what is lost, restored, typed, shown over the table, and pressed on the board."""

import contextlib
import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from playwright.sync_api import TimeoutError as UnmarkedTimeout

from tests.replies import ok
from tests.service.server import Server
from tests.waiting import until
from tests.web.browser import PHONE, opened, until_heard
from tests.web.test_decisions import FAST, bid_of
from tests.web.test_table import own_table, own_turn, press, signed_up, started_game, table_of

WAITING = "Waiting for the connection…"

RANDOM = {"options": {"exchange_sides": "random"}}
"""Siberia without the question for the sides of the exchanges, which is answered by switches."""

TITLES: list[tuple[str, dict[str, Any]]] = [("giganten", {}), ("siberia", RANDOM)]
"""A choice that is sent by itself, and a token that is prepared."""


class Lost:
    """The commands of a page whose answers are lost while the service is `away`."""

    def __init__(self, page: Page, *, arrives: bool = False) -> None:
        self.sent: list[tuple[str, dict[str, Any]]] = []
        """The idempotency key and the body of each request."""
        self.away, self._arrives = True, arrives
        page.evaluate(FAST)
        page.route("**/commands", self._handle)

    def _handle(self, route: Route) -> None:
        request = route.request
        self.sent.append((request.headers["idempotency-key"], json.loads(request.post_data or "")))
        if self.away and self._arrives and len(self.sent) == 1:
            route.fetch()
        if self.away:
            route.abort("connectionreset")
        else:
            route.continue_()

    @property
    def answers(self) -> set[str]:
        return {json.dumps(body, sort_keys=True) for _, body in self.sent}


def test_an_answer_whose_reply_is_lost_leaves_the_next_decision_alone(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Rolls once", "minos", page={"lost": True}) as (page, client, game):
        lost = Lost(page, arrives=True)
        page.locator("button.die[aria-pressed=true]").first.click()
        page.get_by_role("button", name="Roll 1 die again").click()
        until_heard(page, lambda: len(lost.sent) >= 6)
        # the dice were rolled: the question of what to keep is open again, and nobody has answered it
        expect(page.locator("button.die[aria-pressed=true]").first).to_be_visible()
        expect(page.get_by_role("button", name=WAITING)).to_have_count(0)
        page.wait_for_timeout(1_500)
        assert len(lost.answers) == 1
        [own] = ok(client.get(f"/v1/games/{game}/decisions")).json()["items"]
        lost.away = False
        page.wait_for_timeout(500)
        [same] = ok(client.get(f"/v1/games/{game}/decisions")).json()["items"]
        assert same["id"] == own["id"]


def test_tokens_stay_prepared_when_the_reply_to_the_first_is_lost(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Places blindly", "siberia", page={"lost": True}, **RANDOM) as (page, client, game):

        def hand() -> dict[str, Any]:
            return ok(client.get(f"/v1/games/{game}/view", params={"as": "seat:0"})).json()["players"][0]["hand"]

        prepared = page.locator(".prepared li span")
        for number in range(1, 4):
            page.locator(".choice").first.click()
            expect(prepared).to_have_count(number)
        texts = prepared.all_inner_texts()
        lost = Lost(page, arrives=True)
        # neither can the page read what has become of it
        page.route("**/view?*", lambda route: route.abort("connectionreset"))
        page.get_by_role("button", name="Place 3 tokens").click()
        until_heard(page, lambda: len(lost.sent) >= 6)
        expect(page.get_by_role("button", name=WAITING)).to_be_visible()
        assert len(hand()["placed"]) == 1
        # without the time after which it is sent again: the stream is there before
        page.evaluate(CLEAR)
        page.unroute("**/view?*")
        page.evaluate("document.querySelector('ludo-table').state.refresh()")
        place = page.get_by_role("button", name="Place 2 tokens")
        expect(place).to_be_visible()
        expect(prepared).to_have_text(texts[1:])
        assert len(lost.answers) == 1
        lost.away = False
        place.click()
        expect(prepared).to_have_count(0)
        until(lambda: len(hand()["placed"]) == 3)
        assert len(lost.answers) == 3
        assert len(hand()["tokens"]) == 3


def test_no_token_is_sent_after_one_whose_state_cannot_be_read(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Reads nothing", "siberia", page={"lost": True}, **RANDOM) as (page, _, _):
        prepared = page.locator(".prepared li span")
        for number in range(1, 4):
            page.locator(".choice").first.click()
            expect(prepared).to_have_count(number)
        texts = prepared.all_inner_texts()
        passed = Lost(page)
        passed.away = False
        page.route("**/view?*", lambda route: route.abort("connectionreset"))
        page.get_by_role("button", name="Place 3 tokens").click()
        until_heard(page, lambda: passed.sent)
        expect(page.locator("ludo-question[aria-busy=false]")).to_be_visible()
        page.unroute("**/view?*")
        page.evaluate("document.querySelector('ludo-table').state.refresh()")
        expect(page.get_by_role("button", name="Place 2 tokens")).to_be_visible()
        expect(prepared).to_have_text(texts[1:])
        assert len(passed.answers) == 1


def test_a_refresh_during_a_read_that_fails_reads_once_more(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Reads once more", "minos", page={"lost": True}) as (page, _, _):
        held: list[Route] = []
        page.route("**/view?*", lambda route: route.continue_() if held else held.append(route))
        refresh = "document.querySelector('ludo-table').state.refresh()"
        page.evaluate(f"window.reads = [{refresh}]; void 0")
        until_heard(page, lambda: held)
        page.evaluate(f"reads.push({refresh}); void 0")
        held[0].abort("connectionreset")
        assert page.evaluate("Promise.all(reads).then(() => true)")


CLEAR = """
async () => {
  // a repetition that waits would wait for ever
  const {state} = document.querySelector('ludo-table');
  while (state.isSending) await new Promise((drawn) => requestAnimationFrame(drawn));
  for (let id = setTimeout(() => {}); id > 0; id--) clearTimeout(id);
}
"""


@pytest.mark.parametrize(("title", "terms"), TITLES, ids=lambda value: value if isinstance(value, str) else "")
def test_an_answer_is_sent_as_soon_as_the_stream_is_back(
    browser: Browser, site: Server, title: str, terms: dict[str, Any]
) -> None:
    with own_table(browser, site, f"Streams {title}", title, page={"lost": True}, **terms) as (page, _, _):
        lost = Lost(page)
        page.locator(".choice").first.click()
        page.locator(".confirm").click()
        until_heard(page, lambda: len(lost.sent) >= 6)
        expect(page.get_by_role("button", name=WAITING)).to_be_visible()
        # without the time after which it is sent again
        page.evaluate(CLEAR)
        lost.away = False
        sent = len(lost.sent)
        with page.expect_response("**/commands") as reply:
            page.evaluate("document.querySelector('ludo-table').state.dispatchEvent(new Event('connected'))")
        assert reply.value.status == 201
        assert len(lost.sent) == sent + 1
        assert len({key for key, _ in lost.sent}) == 1


@pytest.mark.parametrize(("title", "terms"), TITLES, ids=lambda value: value if isinstance(value, str) else "")
def test_an_answer_to_a_decision_that_is_closed_is_never_sent(
    browser: Browser, site: Server, title: str, terms: dict[str, Any]
) -> None:
    with own_table(browser, site, f"Answers {title}", title, page={"lost": True}, **terms) as (page, client, game):
        lost = Lost(page)
        page.locator(".choice").first.click()
        page.locator(".confirm").click()
        expect(page.get_by_role("button", name=WAITING)).to_be_visible()
        until_heard(page, lambda: len(lost.sent) >= 6)
        [own] = ok(client.get(f"/v1/games/{game}/decisions")).json()["items"]
        body = {"decision": own["id"], "command": own["choices"][-1]["command"]}
        assert client.post(f"/v1/games/{game}/commands", json=body).status_code == 201
        expect(page.get_by_role("button", name=WAITING)).to_have_count(0)
        lost.away = False
        sent = len(lost.sent)
        page.evaluate("document.querySelector('ludo-table').state.dispatchEvent(new Event('connected'))")
        page.wait_for_timeout(1_500)
        assert len(lost.sent) == sent


def test_presses_without_a_choice_survive_each_reload(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Presses once", "siberia", **RANDOM) as (page, client, game):
        while True:
            own_turn(page)
            [own] = ok(client.get(f"/v1/games/{game}/decisions")).json()["items"]
            firsts = [choice["anchors"][0] for choice in own["choices"] if choice.get("anchors")]
            found = next((each for each in firsts if firsts.count(each) > 1), None)
            if found:
                break
            page.locator(".choice").first.click()
            with page.expect_response("**/commands"):
                page.locator(".confirm").click()
        press(page, found)
        chip = page.locator(".pressed .chip")
        expect(chip).to_have_count(1)
        until(lambda: page.evaluate("history.state?.answer?.pressed?.length === 1"))
        for _ in range(2):
            page.reload()
            own_turn(page)
            expect(chip).to_have_count(1)


def test_a_choice_survives_a_look_at_the_past_and_a_reload(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Looks at the past", "giganten") as (page, _, _):
        chosen = page.locator(".choice").nth(1)
        text = chosen.locator("span").first.text_content() or ""
        chosen.click()
        expect(page.locator(".chosen-text")).to_contain_text(text)
        until(lambda: page.evaluate("Boolean(history.state?.answer?.command)"))
        page.evaluate("document.querySelector('ludo-table').visit(1)")
        expect(page.locator("ludo-decision")).to_be_attached()
        # the first version that is shown; an address that changes during a reload loses its state in Chromium
        page.wait_for_url("**?at=5")
        page.reload()
        expect(page.locator("ludo-decision")).to_be_attached()
        page.evaluate("document.querySelector('ludo-table').visit(null)")
        own_turn(page)
        expect(page.locator(".chosen-text")).to_contain_text(text)
        page.reload()
        own_turn(page)
        expect(page.locator(".chosen-text")).to_contain_text(text)


def test_an_answer_that_was_accepted_is_kept_no_more(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Keeps nothing", "giganten") as (page, client, game):
        [own] = ok(client.get(f"/v1/games/{game}/decisions")).json()["items"]
        page.locator(".choice").first.click()
        until(lambda: page.evaluate("history.state?.answer?.decision") == own["id"])
        with page.expect_response("**/commands"):
            page.locator(".confirm").click()
        until(lambda: page.evaluate("history.state?.answer?.decision") != own["id"])


def test_a_browser_that_keeps_no_more_is_no_fault(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Clicks fast", "giganten") as (page, _, _):
        page.evaluate(
            "() => { history.replaceState = () => { throw new DOMException('too many', 'SecurityError'); }; }"
        )
        page.locator(".choice").first.click()
        expect(page.locator(".chosen-text")).to_be_visible()
        page.wait_for_timeout(300)


def test_what_is_no_number_is_not_taken_for_an_empty_field(browser: Browser, site: Server) -> None:
    token, _ = signed_up(site, "Types a hyphen")
    with opened(browser, site.base, token=token) as page:
        page.goto("/new")
        page.get_by_text("Who may join").click()
        field = page.locator("#minRating")
        field.fill("50")
        field.press("ControlOrMeta+a")
        page.keyboard.press("-")
        page.wait_for_timeout(200)
        assert field.evaluate("input => input.validity.badInput")
        expect(field).to_have_attribute("aria-invalid", "true")
        page.keyboard.type("7")
        expect(field).to_have_value("-7")
        expect(field).not_to_have_attribute("aria-invalid", "true")


def test_a_number_out_of_range_says_beside_its_field_what_fits(browser: Browser, site: Server) -> None:
    token, _ = signed_up(site, "Types too much")
    with opened(browser, site.base, token=token) as page:
        page.goto("/new")
        page.get_by_text("Who may join").click()
        page.get_by_text("Custom clock").click()
        days = page.locator("fieldset.time").first.get_by_label("Days")
        for field, wrong, right, text in (
            (page.locator("#minCompletion"), "101", "90", "A whole number from 1 to 100."),
            (days, "1000", "3", "A whole number from 0 to 999."),
        ):
            field.fill(wrong)
            expect(field).to_have_accessible_description(re.compile(re.escape(text)))
            said = page.locator(".error.bounds")
            expect(said).to_have_text(text)
            expect(said).to_be_visible()
            assert field.evaluate("input => getComputedStyle(input).borderTopWidth") == "2px"
            field.fill(right)
            expect(said).to_have_count(0)
            expect(field).not_to_have_accessible_description(re.compile(re.escape(text)))


def test_two_presses_make_one_guest(browser: Browser, site: Server) -> None:
    _, client = signed_up(site, "Opens for one")
    game = ok(client.post("/v1/games", json={"ruleset": "minos", "seats": 3})).json()["id"]
    with opened(browser, site.base) as page:
        signed: list[str] = []
        page.on("request", lambda request: signed.append(request.method) if "/v1/sessions" in request.url else None)
        page.goto(f"/games/{game}")
        page.get_by_role("button", name="Play as a guest").dblclick()
        expect(page.get_by_role("button", name="Leave")).to_be_visible()
        assert signed.count("POST") == 1


def test_a_guest_tries_the_next_seat_only_if_one_is_taken(browser: Browser, site: Server) -> None:
    _, client = signed_up(site, "Opens for two")
    game = ok(client.post("/v1/games", json={"ruleset": "minos", "seats": 3})).json()["id"]
    with opened(browser, site.base, lost=True) as page:
        asked: set[str] = set()

        def lose(route: Route) -> None:
            asked.add(route.request.url)
            route.abort("connectionreset")

        page.goto(f"/games/{game}")
        expect(page.get_by_role("button", name="Play as a guest")).to_be_visible()
        page.evaluate(FAST)
        page.route("**/seats/*", lose)
        page.get_by_role("button", name="Play as a guest").click()
        expect(page.locator("ludo-opening .problem")).to_be_visible()
        assert len(asked) == 1


def test_the_lists_stay_while_a_visitor_becomes_a_guest(browser: Browser, site: Server) -> None:
    _, client = signed_up(site, "Opens in the lobby")
    body = {"ruleset": "minos", "seats": 2, "name": "Stays listed"}
    assert client.post("/v1/games", json=body).status_code == 201
    with opened(browser, site.base, lost=True) as page:
        page.goto("/")
        join = page.get_by_role("button", name="Join as a guest: Stays listed (Minos)")
        expect(join).to_be_visible()
        expect(page.locator("#finished-games")).to_be_visible()
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        page.route(re.compile(r"/v1/me/games|/seats/"), hold)
        join.click()
        until_heard(page, lambda: any("/v1/me/games" in route.request.url for route in held))
        page.wait_for_timeout(200)
        for heading in ("#own-games", "#open-games", "#running-games", "#finished-games"):
            expect(page.locator(heading)).to_be_visible(timeout=1_000)
        for route in held:
            route.abort("connectionreset")


def link_to(page: Page, address: str) -> None:
    """Put a link into the panel of the question, and press it."""
    page.locator("ludo-question").evaluate(
        "(question, href) => {"
        "const link = document.createElement('a'); link.href = href; link.textContent = 'a rule';"
        "question.parentElement.append(link)}",
        address,
    )
    page.get_by_role("link", name="a rule").click()


def test_a_cited_ruling_is_shown_whole_has_the_focus_and_leads_back(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Reads rulings", "minos") as (page, client, _):
        rules = ok(client.get("/v1/rulesets/minos/rules")).json()["items"]
        rule = next(each for each in rules if each["rulings"])
        link_to(page, f"/rules/minos#{rule['number']}")
        dialog = page.get_by_role("dialog")
        title = dialog.locator("h2")
        expect(title).to_contain_text(rule["number"])
        expect(title).to_be_focused()
        expect(dialog.locator("[role=group].rule-text")).to_have_accessible_name(re.compile(re.escape(rule["number"])))
        ruling = rule["rulings"][0]
        name = ruling if isinstance(ruling, str) else ruling["id"]
        dialog.locator(".ruling .question a", has_text=name).first.click()
        expect(title).to_have_text(f"Ruling {name}")
        expect(title).to_be_focused()
        expect(dialog.locator(".rule-text .question")).to_be_visible()
        dialog.get_by_role("button", name=f"Back to rule {rule['number']}").click()
        expect(title).to_contain_text(rule["number"])
        expect(title).to_be_focused()
        expect(dialog.get_by_role("button", name="Back to rule")).to_have_count(0)


def test_a_rule_that_cannot_be_read_leaves_the_table(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Reads offline", "siberia", page={"lost": True}) as (page, _, _):
        address = page.url
        page.route("**/rules/siberia*", lambda route: route.abort("connectionreset"))
        page.locator("a.rule").click()
        expect(page.locator(".strip.problem")).to_contain_text("Check the connection")
        assert page.url == address
        page.unroute("**/rules/siberia*")
        with page.expect_request("**/rules/siberia?lang=en"):
            page.locator("a.rule").click()
        expect(page.get_by_role("dialog").locator("h2")).to_be_visible()


def test_a_step_starts_from_the_number_that_is_typed_and_escape_cancels(browser: Browser, site: Server) -> None:
    token, client = signed_up(site, "Steps down")
    game = started_game(client, "giganten")
    limits = bid_of(client, game)["choices"][0]["range"]
    with table_of(browser, site, game, token) as page:
        own_turn(page)
        page.locator(".choice").first.click()
        field = page.locator(".range input")
        field.fill("5000")
        page.get_by_role("button", name="Decrease").click()
        expect(field).to_have_value(str(limits["max"]))
        field.fill("-5000")
        page.get_by_role("button", name="Increase").click()
        expect(field).to_have_value(str(limits["min"]))
        field.fill("7")
        field.press("Escape")
        expect(page.locator(".chosen-choice")).to_have_count(0)


def test_the_rows_have_new_names_when_players_have(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Is renamed", "siberia") as (page, _, _):
        rows = page.locator(".board-grid [role=row]")
        expect(rows.first).to_have_attribute("aria-label", re.compile("^Map"))
        page.locator("ludo-board").evaluate("""
            (board) => {
              const seats = board.game.seats.map((seat) => ({...seat, player: 'player:new', name: `New ${seat.seat}`}));
              board.game = {...board.game, seats};
            }
        """)
        expect(page.locator('.board-grid [role=row][aria-label^="New 1"]').first).to_be_attached()


def test_targets_without_a_place_are_a_row_with_a_name(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Has loose targets", "minos") as (page, _, _):
        page.locator("ludo-board").evaluate("(board) => { board.targets = ['die:9:arrow']; }")
        expect(page.locator(".board-grid [role=row]").last).to_have_attribute("aria-label", "Not on the board")


INSIDE = """
    async (id) => {
      const board = document.querySelector('ludo-board');
      const all = [...document.querySelectorAll('path[data-kind]')].map((node) => node.id);
      board.targets = all.filter((other) => other !== id);
      board.chosen = [];
      // the marks of the targets are drawn in the next frame
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      const {x, y, width, height} = document.getElementById(id).getBoundingClientRect();
      for (const [across, down] of [[.5, .5], [.4, .5], [.6, .5], [.5, .4], [.5, .6]]) {
        const [left, top] = [x + width * across, y + height * down];
        const hit = document.elementFromPoint(left, top)?.closest('[data-kind], [data-piece]');
        if (hit?.id === id) return [left, top];
      }
      return null;
    }
"""
"""Makes all other areas targets. Returns a point at which an area is drawn, if there is one."""


@pytest.mark.parametrize("viewport", [PHONE, {"width": 1366, "height": 768}], ids=["phone", "desktop"])
def test_a_tap_inside_an_area_never_chooses_its_neighbour(browser: Browser, site: Server, viewport: Any) -> None:
    with own_table(browser, site, f"Taps areas {viewport['width']}", "siberia", page={"viewport": viewport}) as (
        page,
        _,
        _,
    ):
        page.evaluate("""
            window.picked = [];
            document.querySelector('ludo-board').addEventListener('pick', (event) => {
              event.stopPropagation();
              picked.push(event.detail.id);
            }, true);
        """)
        areas = page.evaluate("[...document.querySelectorAll('path[data-kind]')].map(({id}) => id)")
        assert areas
        tapped = 0
        for area in areas:
            point = page.evaluate(INSIDE, area)
            if point is None:
                continue
            page.mouse.click(*point)
            # while parts of the page are still being loaded, the board moves
            while (now := page.evaluate(INSIDE, area)) != point:
                page.evaluate("picked.length = 0")
                point = now
                if point is not None:
                    page.mouse.click(*point)
            tapped += point is not None
            assert page.evaluate("picked") == [], area
        assert tapped > 3


WIDTH = "Number(document.querySelector('.board-frame > svg').getAttribute('viewBox').split(' ')[2])"
AIM = "(ids) => { const board = document.querySelector('ludo-board'); board.chosen = []; board.targets = ids; }"


def test_a_phone_shows_the_overview_again_after_the_turn(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Zooms out", "giganten", page={"viewport": {"width": 390, "height": 844}}) as (
        page,
        _,
        _,
    ):
        squares = page.evaluate("[...document.querySelectorAll('[data-kind=square]')].map(({id}) => id)")
        # the table would set the targets of its own question again
        page.evaluate("document.querySelector('ludo-table').update = () => {}")
        page.evaluate(AIM, [])
        page.wait_for_timeout(200)
        wide = page.evaluate(WIDTH)
        page.evaluate(AIM, squares[:3])
        until(lambda: page.evaluate(WIDTH) < wide)
        near = page.evaluate(WIDTH)
        # the next targets are far away
        page.evaluate(AIM, squares[-3:])
        marks = page.locator(f'.board-frame .mark.target[data-ring="{squares[-1]}"]')
        expect(marks).to_be_in_viewport()
        assert page.evaluate(WIDTH) <= near * 1.5
        page.evaluate(AIM, [])
        until(lambda: page.evaluate(WIDTH) > near * 1.3)
        # the frame may have grown since the page was drawn: the overview is what its key shows
        wide = page.evaluate(WIDTH)
        page.locator("ludo-board [role=gridcell]").first.focus()
        page.keyboard.press("0")
        assert page.evaluate(WIDTH) == wide
        # what a person has moved stays
        page.evaluate(AIM, squares[:3])
        until(lambda: page.evaluate(WIDTH) < wide)
        page.keyboard.press("+")
        moved = page.evaluate(WIDTH)
        page.evaluate(AIM, [])
        page.wait_for_timeout(300)
        assert page.evaluate(WIDTH) == moved


@pytest.mark.parametrize(("title", "shape"), [("giganten", "rect"), ("minos", "circle"), ("siberia", "path")])
def test_a_target_does_not_hide_what_others_have_changed(
    browser: Browser, site: Server, title: str, shape: str
) -> None:
    with own_table(browser, site, f"Sees both {shape}", title) as (page, _, _):
        sizes = page.evaluate(
            """
            async (shape) => {
              const board = document.querySelector('ludo-board');
              const ids = [...board.querySelectorAll(`${shape}[data-kind]`)].map((node) => node.id);
              const ring = (kind, id) => board.querySelector(`.mark.${kind}[data-ring="${id}"] .ring`);
              const size = (one) => one.getBBox().width + parseFloat(getComputedStyle(one).strokeWidth);
              // while parts of the page are still being loaded, the table sets the targets of its own question again
              for (let times = 0; times < 100; times += 1) {
                board.chosen = [];
                board.targets = ids;
                board.changed = new Map(ids.map((id) => [id, 1]));
                await new Promise((drawn) => setTimeout(drawn, 100));
                // places of absent seats have none
                const found = ids.find((id) => ring('kept', id) && ring('target', id));
                if (found) return [size(ring('kept', found)), size(ring('target', found))];
              }
              throw new Error('there are no marks');
            }
            """,
            shape,
        )
        assert sizes[0] >= sizes[1] + 4, sizes


def test_marks_of_others_are_gone_after_the_own_act(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Acts at last", "minos") as (page, _, _):
        marks = page.locator(".mark.kept")
        for _ in range(60):
            # the question comes before the steps of the others, and these before the marks
            with contextlib.suppress(UnmarkedTimeout):
                marks.first.wait_for(state="attached", timeout=1_000)
                break
            if page.locator(".pacing").count():
                expect(page.locator(".pacing")).to_have_count(0)
                continue
            if page.locator("button.die").count() == 0:
                page.locator(".choice").first.click()
            with page.expect_response("**/commands"):
                page.locator(".confirm").click()
            own_turn(page)
        assert marks.count()
        # the own dice come first, and the next decision is the player's, too
        with page.expect_response("**/commands"):
            page.locator(".confirm").click()
        own_turn(page)
        expect(marks).to_have_count(0)
