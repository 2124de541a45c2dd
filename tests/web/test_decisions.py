"""The decision at a table: what is asked, numbers, the way to send, what others have done, rules, lost connections."""

import json
import re
from contextlib import suppress
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect
from playwright.sync_api import TimeoutError as DrawnTimeout

from tests.replies import ok
from tests.service.server import Server
from tests.waiting import until
from tests.web.browser import PHONE, WIDE, opened, until_heard
from tests.web.test_table import own_table, own_turn, signed_up, started_game, table_of, version_of

UNITS = {"en": "Licence value", "de": "Lizenzwert", "it": "Valore delle Licenze"}


def bid_of(client: httpx.Client, game: str) -> dict[str, Any]:
    """Answer with the first choices until a bid is asked; return its decision."""
    while True:
        until(lambda: ok(client.get(f"/v1/games/{game}")).json()["awaiting"] == [0])
        [own] = ok(client.get(f"/v1/games/{game}/decisions", headers={"Accept-Language": "en"})).json()["items"]
        if own["choices"][0]["command"]["type"] == "giganten.bid":
            return own
        command = own["choices"][0]["command"]
        drilling = [each for each in own["choices"] if each["command"]["type"] == "giganten.build_derrick"]
        body = {"decision": own["id"], "command": drilling[0]["command"] if drilling else command}
        assert client.post(f"/v1/games/{game}/commands", json=body).status_code == 201


@pytest.fixture(scope="module")
def bidding(site: Server) -> tuple[str, str, int]:
    """Return the token of a player, the game in which the player bids, and the value of the licences in the hand."""
    token, client = signed_up(site, "Bids for oil")
    game = started_game(client, "giganten")
    own = bid_of(client, game)
    return token, game, own["choices"][0]["held"]["licence_value"]


@pytest.mark.parametrize("language", UNITS)
def test_a_bid_says_what_it_counts_and_what_the_player_holds(
    browser: Browser, site: Server, bidding: tuple[str, str, int], language: str
) -> None:
    token, game, held = bidding
    with table_of(browser, site, game, token, locale=language) as page:
        question = page.locator("ludo-question")
        expect(question.locator(".asked .held")).to_contain_text(str(held))
        question.locator(".choice").first.click()
        field = question.locator(".range")
        expect(field.locator("label")).to_have_text(re.compile(UNITS[language], re.IGNORECASE))
        expect(field).to_contain_text(re.compile(rf"999.*\b{held}\b"))
        expect(question.locator(".foreseen")).to_contain_text(re.compile(UNITS[language], re.IGNORECASE))
        expect(question.locator(".foreseen li").first).to_contain_text(re.compile("licences worth|Lizenzen|Licenze"))
        page.keyboard.press("Escape")


def test_a_number_out_of_range_is_refused_at_its_field_and_never_sent(browser: Browser, site: Server) -> None:
    token, client = signed_up(site, "Bids too much")
    game = started_game(client, "giganten")
    most = bid_of(client, game)["choices"][0]["range"]["max"]
    sent: list[Any] = []
    with table_of(browser, site, game, token) as page:
        own_turn(page)
        page.on("request", lambda request: sent.append(request) if request.url.endswith("/commands") else None)
        page.locator(".choice").first.click()
        field, confirm = page.locator(".range input"), page.locator(".confirm")
        for entry in (str(most + 1), "5000", "-1", "1.5", ""):
            field.fill(entry)
            expect(field).to_have_attribute("aria-invalid", "true")
            expect(confirm).to_have_attribute("aria-disabled", "true")
            confirm.click(force=True)
            field.press("Enter")
            expect(field).to_have_value(entry)
        assert sent == []
        # what is typed is previewed while the field has the focus
        field.fill("7")
        expect(page.locator(".foreseen")).to_contain_text("worth 7")
        expect(field).to_be_focused()
        field.fill("8")
        expect(page.locator(".foreseen")).to_contain_text("worth 8")
        with page.expect_request("**/commands") as request:
            field.press("Enter")
        assert json.loads(request.value.post_data or "")["command"]["value"] == 8


def test_no_form_sends_a_number_out_of_range(browser: Browser, site: Server) -> None:
    token, _ = signed_up(site, "Opens with numbers")
    for address, field, wrong in (
        ("/new", "#minCompletion", "101"),
        ("/new", "#strikes", "0"),
        ("/tournaments/new", "[id$=max_players]", "501"),
    ):
        sent: list[str] = []
        with opened(browser, site.base, token=token) as page:
            page.goto(address)
            expect(page.locator("form.form .submit button")).to_be_visible()
            if field == "#strikes":
                page.get_by_text("Custom clock").click()
            if address != "/new":
                page.locator("#name").fill("With too many")
            page.locator("details").evaluate_all("all => all.forEach((one) => one.open = true)")
            page.locator(field).fill(wrong)
            page.on("request", lambda request, sent=sent: sent.append(request.method))
            page.locator("form.form .submit button").click()
            expect(page.locator(field)).to_be_focused()
            expect(page.locator(field)).to_have_attribute("aria-invalid", "true")
            expect(page.locator(field)).to_have_value(wrong)
        assert "POST" not in sent


@pytest.fixture(scope="module")
def long_list(site: Server) -> tuple[str, str]:
    """Return the token of a player, and a game that asks the player for one of many choices."""
    token, client = signed_up(site, "Has many choices")
    while True:
        game = started_game(client, "giganten")
        while (state := _waited(client, game))["status"] == "running":
            [own] = ok(client.get(f"/v1/games/{game}/decisions")).json()["items"]
            if len(own["choices"]) > 25:
                return token, game
            # a card with many points lets the truck drive far
            commands = [choice["command"] for choice in own["choices"]]
            command = max(commands, key=lambda one: int([*re.findall(r"\d+", one.get("card", "")), "0"][:3][-1]))
            reply = client.post(f"/v1/games/{game}/commands", json={"decision": own["id"], "command": command})
            assert reply.status_code == 201, reply.text
        assert state["status"] == "ended"


def _waited(client: httpx.Client, game: str) -> dict[str, Any]:
    """Return a game once it waits for seat 0, or is over."""
    until(
        lambda: (found := ok(client.get(f"/v1/games/{game}")).json())["awaiting"] == [0] or found["status"] == "ended"
    )
    return ok(client.get(f"/v1/games/{game}")).json()


WINDOWS = [
    (320, 568),
    (360, 740),
    (390, 844),
    (342, 205),
    (683, 410),
    (1024, 640),
    (1366, 768),
    (1920, 1080),
    (2560, 1440),
]
"""Widths and heights, among them those of 1366 x 820 pixels at 400 % and at 200 %."""


@pytest.mark.parametrize("window", WINDOWS, ids=lambda window: f"{window[0]}x{window[1]}")
def test_the_confirmation_is_in_sight_of_the_choice(
    browser: Browser, site: Server, long_list: tuple[str, str], window: tuple[int, int]
) -> None:
    token, game = long_list
    width, height = window
    with table_of(browser, site, game, token, viewport={"width": width, "height": height}) as page:
        own_turn(page)
        expect(page.locator(".choice").first).to_be_in_viewport(ratio=0.9)
        if page.locator("button.all").is_visible():
            page.locator("button.all").click()
        last = page.locator(".choice").last
        last.scroll_into_view_if_needed()
        last.click()
        confirm = page.locator(".confirm")
        expect(confirm).to_be_in_viewport(ratio=1)
        # a number can be typed at once; Enter confirms in both places
        expect(page.locator(":is(.confirm, .range input):focus")).to_have_count(1)
        before = confirm.bounding_box()
        expect(page.locator(".foreseen li").first).to_be_attached()
        assert confirm.bounding_box() == before
        page.mouse.move(*middle(page, ".question"))
        page.mouse.wheel(0, -400)
        page.wait_for_timeout(100)
        expect(confirm).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("window", WINDOWS, ids=lambda window: f"{window[0]}x{window[1]}")
def test_a_number_its_limits_and_its_confirmation_are_in_sight(
    browser: Browser, site: Server, bidding: tuple[str, str, int], window: tuple[int, int]
) -> None:
    token, game, _ = bidding
    width, height = window
    with table_of(browser, site, game, token, viewport={"width": width, "height": height}) as page:
        own_turn(page)
        page.locator(".choice").first.click()
        field = page.locator(".range input")
        field.focus()
        expect(page.locator(".foreseen li").first).to_be_attached()
        for part in (field, page.locator("#choice-limits"), page.locator(".confirm")):
            expect(part).to_be_in_viewport(ratio=1)
        assert hidden(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def hidden(page: Page) -> list[str]:
    """Return which of field, limits and confirmation something else covers."""
    return page.evaluate("""
        ['.range input', '#choice-limits', '.confirm'].filter((each) => {
          const node = document.querySelector(each);
          const {x, y, width, height} = node.getBoundingClientRect();
          return [2, height - 2].some((down) => !node.contains(document.elementFromPoint(x + width / 2, y + down)));
        })
    """)


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box() or {"x": 0, "y": 0, "width": 0, "height": 0}
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


AT_REST = """(version) => {
  const {state} = document.querySelector('ludo-table');
  return state.events.at(-1)?.record.version >= version && !state.isHeld;
}"""
"""Whether the page shows a version, and no step of others any more."""

OTHERS = "[...document.querySelector('ludo-table').state.changed.values()].some((seat) => seat !== 0)"


def drawn(marks: Locator) -> bool:
    """Whether the board draws marks, soon: not all that has changed is on it."""
    with suppress(DrawnTimeout):
        marks.first.wait_for(state="attached", timeout=3_000)
    return marks.count() > 0


def test_what_others_did_stays_marked_until_the_player_acts(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Looks back", "giganten") as (page, client, game):
        marks = page.locator(".mark.kept")
        # the cards that others take lie beside the board, and a turn has many own decisions
        for _ in range(60):
            if page.locator("button.die").count() == 0:
                page.locator(".choice").last.click()
            with page.expect_response(lambda response: response.url.endswith("/commands")):
                page.locator(".confirm").click()
            own_turn(page)
            # marks of what was before the own answer, and those of the steps of others, go
            page.wait_for_function(AT_REST, arg=version_of(client, game))
            if page.evaluate(OTHERS) and drawn(marks):
                break
        seats = {re.search(r"of-(\d)", node.get_attribute("class") or "") for node in marks.all()}
        assert seats
        assert all(found and found[1] != "0" for found in seats)
        page.wait_for_timeout(2_500)
        assert marks.count()
        assert marks.first.evaluate("node => getComputedStyle(node).opacity") == "1"
        # they are there again after a reload
        page.reload()
        own_turn(page)
        expect(marks.first).to_be_attached()


def test_one_announcement_says_how_much_it_leaves_out(browser: Browser, site: Server) -> None:
    script = "window.said = []; new MutationObserver(() => said.push(document.getElementById('live').textContent))"
    with own_table(browser, site, "Listens", "minos") as (page, _, _):
        # first the table says whose turn it is
        page.wait_for_timeout(2_000)
        page.evaluate(script + ".observe(document.getElementById('live'), {childList: true})")
        table = """
            () => {
              const {state} = document.querySelector('ludo-table');
              const {record} = state.events.at(-1);
              const event = (number) => ({record: {...record, version: 0}, text: `Sentence ${number}.`});
              for (let number = 1; number <= 12; number++) {
                setTimeout(() => state.dispatchEvent(new CustomEvent('added', {detail: [event(number)]})), number * 60);
              }
            }"""
        page.evaluate(table)
        page.wait_for_timeout(2_000)
        said = page.evaluate("said.filter((text) => text.includes('Sentence'))")
        assert said == [f"7 earlier events are left out. {' '.join(f'Sentence {n}.' for n in range(8, 13))}"]


def test_a_turn_that_is_over_at_once_is_not_announced(browser: Browser, site: Server) -> None:
    script = "window.said = []; new MutationObserver(() => said.push(document.getElementById('live').textContent))"
    with own_table(browser, site, "Answers elsewhere", "minos") as (page, _, _):
        page.evaluate(script + ".observe(document.getElementById('live'), {childList: true})")
        table = """
            (isOver) => {
              const {state} = document.querySelector('ludo-table');
              const {asked} = state;
              const {record} = state.events.at(-1);
              const now = (decisions) => {
                state.asked = decisions;
                state.dispatchEvent(new Event('change'));
              };
              now([]);
              now(asked);
              if (isOver) now([]);
              const event = {record: {...record, version: 0}, text: `Sentence ${Number(isOver)}.`};
              state.dispatchEvent(new CustomEvent('added', {detail: [event]}));
              state.asked = asked;
            }"""
        for is_over in (False, True):
            page.evaluate(table, is_over)
            sentence = f"Sentence {int(is_over)}."
            until(lambda wanted=sentence: any(wanted in text for text in page.evaluate("said")))
        said = page.evaluate("said.filter((text) => text.includes('Sentence'))")
        assert said == ["Sentence 0. It is your turn.", "Sentence 1."]


def test_a_rule_opens_over_the_table_and_the_choice_survives(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Reads rules", "giganten") as (page, _, _):
        chosen = page.locator(".choice").nth(1)
        text = chosen.locator("span").first.text_content() or ""
        chosen.click()
        expect(page.locator(".chosen-text")).to_contain_text(text)
        page.locator("a.rule").click()
        dialog = page.get_by_role("dialog")
        expect(dialog.locator("h2")).to_be_visible()
        expect(dialog.locator(".body p").first).to_be_visible()
        address = page.url
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        assert page.url == address
        expect(page.locator(".chosen-text")).to_contain_text(text)
        page.reload()
        own_turn(page)
        expect(page.locator(".chosen-text")).to_contain_text(text)
        expect(page.locator(".foreseen li").first).to_be_attached()


@pytest.mark.parametrize("title", ["giganten", "siberia", "minos"])
def test_the_pop_over_shows_paragraph_rulings_and_options(browser: Browser, site: Server, title: str) -> None:
    with own_table(browser, site, f"Reads {title}", title) as (page, client, _):
        rules = ok(client.get(f"/v1/rulesets/{title}/rules")).json()["items"]
        rule = next(each for each in rules if each["rulings"])
        number = rule["number"]
        page.locator("ludo-question").evaluate(
            "(question, href) => {"
            "const link = document.createElement('a'); link.href = href; link.textContent = 'a rule';"
            "question.parentElement.append(link)}",
            f"/rules/{title}#{number}",
        )
        page.get_by_role("link", name="a rule").click()
        dialog = page.get_by_role("dialog")
        expect(dialog.locator("h2")).to_contain_text(number)
        expect(dialog.locator(".body")).not_to_be_empty()
        expect(dialog.locator(".ruling")).to_have_count(len(rule["rulings"]))
        expect(dialog.locator(".ruling").first).to_be_visible()


FAST = "() => { const wait = setTimeout; window.setTimeout = (act, delay, ...more) => wait(act, delay / 20, ...more); }"


def test_a_choice_that_could_not_be_sent_is_sent_when_the_service_is_back(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Sends late", "giganten", page={"lost": True}) as (page, client, game):
        # the retries of a request take 19 s: time passes faster
        keys: list[str] = []
        away = True

        def answer(route: Route) -> None:
            keys.append(route.request.headers["idempotency-key"])
            if away:
                route.abort("connectionreset")
            else:
                route.continue_()

        page.evaluate(FAST)
        page.route("**/commands", answer)
        page.locator(".choice").first.click()
        page.locator(".confirm").click()
        until_heard(page, lambda: len(keys) > 6)
        expect(page.get_by_role("button", name="Waiting for the connection…")).to_be_visible()
        expect(page.locator(".chosen-text")).to_be_visible()
        assert ok(client.get(f"/v1/games/{game}/decisions")).json()["items"]
        away = False
        expect(page.locator(".chosen-choice")).to_have_count(0)
        assert len(set(keys)) == 1
    records = [each["record"] for each in ok(client.get(f"/v1/games/{game}/events")).json()["items"]]
    assert [each["seat"] for each in records if each["type"].startswith("giganten.")].count(0) == 1


def test_a_guest_with_a_link_is_one_press_from_the_table(browser: Browser, site: Server) -> None:
    _, client = signed_up(site, "Invites guests")
    body = {"ruleset": "minos", "seats": 2, "visibility": "private", "reserved": {"1": "invitation"}}
    opened_game = client.post("/v1/games", json=body)
    assert opened_game.status_code == 201, opened_game.text
    made = opened_game.json()
    link = f"/games/{made['id']}#invitation={made['invitations'][0]['invitation']}"
    with opened(browser, site.base) as page:
        page.goto(link)
        page.get_by_role("button", name="Play as a guest").click()
        expect(page.get_by_role("button", name="Leave")).to_be_visible()
        assert "invitation" not in page.url


@pytest.fixture(params=[390, 1366], ids=["phone", "desktop"])
def width(request: pytest.FixtureRequest) -> int:
    return request.param


SMALL = """
() => [...document.querySelectorAll('main :is(a, button, input, select, summary)')].filter((node) => {
  const {width, height} = node.getBoundingClientRect();
  const isInText = node.matches('p a, .asked a, .player a');
  return node.checkVisibility() && width > 1 && !isInText && (width < 24 || height < 24);
}).map((node) => `${node.className} ${node.textContent.trim()}`)
"""


@pytest.mark.parametrize("title", ["giganten", "siberia", "minos"])
def test_controls_have_24_pixels(browser: Browser, site: Server, title: str, width: int) -> None:
    size = {"width": width, "height": 844}
    with own_table(browser, site, f"Small {width} {title}", title, page={"viewport": size}) as (page, _, _):
        assert page.evaluate(SMALL) == []


def test_a_phone_shows_targets_as_large_as_a_finger_needs(browser: Browser, site: Server, long_list: Any) -> None:
    token, game = long_list
    with table_of(browser, site, game, token, viewport={"width": 390, "height": 844}) as page:
        own_turn(page)
        page.locator(".mark.target").first.wait_for(state="attached")
        rings = """
            [...document.querySelectorAll('.board-frame .mark.target .ring')]
                .map((ring) => ring.getBoundingClientRect())
                .filter(({x, y}) => x > 0 && y > 0 && x < innerWidth && y < innerHeight / 2)
                .map(({width, height}) => Math.min(width, height))
        """
        # the board glides to where the decision is
        until(lambda: len(found := page.evaluate(rings)) > 3 and min(found) >= 24)


@pytest.mark.parametrize("title", ["giganten", "siberia", "minos"])
def test_rows_and_neighbours_of_the_board_are_words(browser: Browser, site: Server, title: str) -> None:
    with own_table(browser, site, f"Hears {title}", title) as (page, _, _):
        rows = page.locator(".board-grid [role=row]")
        assert all(rows.evaluate_all("rows => rows.map((row) => row.getAttribute('aria-label'))"))
        # the names and neighbours come without a key: those who hear the board may not use any
        expect(rows.first).to_have_attribute("aria-label", re.compile("^Map"))
        names = rows.evaluate_all("rows => rows.map((row) => row.getAttribute('aria-label'))")
        assert all(names)
        assert len(set(names)) == len(names)
        assert re.match(r"Map, row 1 of \d+", names[0])
        place, beside = {
            "giganten": ("square:B2", {"A2", "B1", "B3", "C2"}),
            "siberia": ("place:amur", {"Aldan", "Magadan", "Chita", "Vladivostok"}),
            "minos": ("place:sea-gades", {"Harbour of Gades"}),
        }[title]
        told = page.locator(f'[role=gridcell][data-key="{place}"]').get_attribute("aria-description") or ""
        assert told.startswith("beside: ")
        assert all(name in told for name in beside), told
        if title == "giganten":
            track = page.locator('[role=gridcell][data-key="track:0:2"]').get_attribute("aria-description") or ""
            assert "space 1" in track
            assert "space 3" in track


SHIFTS = """
    window.shifts = [];
    new PerformanceObserver((list) => {
      const named = ({node}) => `${node?.localName}.${node?.className} ${node?.textContent?.slice(0, 30)}`;
      for (const one of list.getEntries()) if (!one.hadRecentInput) shifts.push([one.value, one.sources.map(named)]);
    }).observe({type: 'layout-shift', buffered: true});
"""


@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "desktop"])
@pytest.mark.parametrize("name", ["home", "giganten", "siberia", "minos"])
def test_a_page_does_not_shift_while_it_loads(browser: Browser, site: Server, name: str, viewport: Any) -> None:
    token, client = signed_up(site, f"Shifts {name} {viewport['width']}")
    games = {title: started_game(client, title) for title in ("giganten", "siberia", "minos")}
    with opened(browser, site.base, token=token, viewport=viewport) as page:
        page.add_init_script(SHIFTS)
        page.goto("/" if name == "home" else f"/games/{games[name]}")
        page.locator("main .card" if name == "home" else "ludo-question .question").first.wait_for()
        page.wait_for_load_state("networkidle") if name == "home" else None
        page.wait_for_timeout(1_000)
        shifts = page.evaluate("shifts")
        assert sum(value for value, _ in shifts) <= 0.05, shifts


def test_the_home_of_visitors_does_not_shift_on_a_slow_phone(browser: Browser, site: Server) -> None:
    with opened(browser, site.base, viewport=PHONE) as page:
        slowing: Any = page.context.new_cdp_session(page)
        slowing.send("Emulation.setCPUThrottlingRate", {"rate": 4})
        page.add_init_script(SHIFTS)
        page.goto("/")
        page.get_by_role("button", name="Play as a guest").wait_for()
        page.wait_for_timeout(3_000)
        shifts = page.evaluate("shifts")
        assert sum(value for value, _ in shifts) <= 0.05, shifts


def test_a_tap_on_another_symbol_chooses_nothing(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Taps beside", "minos", page={"viewport": {"width": 390, "height": 844}}) as (
        page,
        _,
        _,
    ):
        page.evaluate("""
            window.picked = [];
            document.querySelector('ludo-board').addEventListener('pick', (event) => picked.push(event.detail.id));
        """)
        found = page.evaluate("""
            () => {
              const board = document.querySelector('ludo-board');
              const targets = new Set(board.targets);
              const rest = [...board.querySelectorAll('rect[data-kind=die], rect[data-kind=building]')]
                .filter(({id}) => !targets.has(id));
              return rest.map(({id}) => id);
            }
        """)
        assert found
        page.get_by_role("button", name="Dice", exact=True).click()
        tapped = 0
        for place in found:
            box = page.locator(f'[id="{place}"]').bounding_box()
            if box and box["y"] > 0:
                page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
                tapped += 1
        assert tapped
        assert not set(page.evaluate("picked")) - set(found)


def test_the_question_takes_the_height_that_it_needs(
    browser: Browser, site: Server, long_list: tuple[str, str]
) -> None:
    token, game = long_list
    with table_of(browser, site, game, token, viewport={"width": 1366, "height": 768}) as page:
        own_turn(page)
        side, asking = (page.locator(each).bounding_box() for each in ("ludo-table > .side", ".asking"))
        assert side
        assert asking
        assert asking["height"] >= 0.6 * side["height"]
        history = page.get_by_role("button", name="History", exact=True)
        expect(history).to_have_attribute("aria-expanded", "false")
        small = (page.locator(".log").bounding_box() or {})["height"]
        history.click()
        expect(history).to_have_attribute("aria-expanded", "true")
        assert (page.locator(".log").bounding_box() or {})["height"] > small + 80


@pytest.mark.parametrize("title", ["giganten", "siberia", "minos"])
@pytest.mark.parametrize("size", [(1366, 768), (1440, 900), (1920, 1080), (2560, 1440)], ids=lambda size: str(size[0]))
def test_the_board_takes_the_room_there_is(browser: Browser, site: Server, title: str, size: tuple[int, int]) -> None:
    viewport = {"width": size[0], "height": size[1]}
    # in Siberia, the first question is where to place tokens, and never which sides of the tiles are up
    terms = {"options": {"exchange_sides": "random"}} if title == "siberia" else {}
    name = f"Wide {size[0]} {title}"
    with own_table(browser, site, name, title, page={"viewport": viewport}, **terms) as (page, _, _):
        if title == "siberia":
            # the buttons above the board take some of its height
            expect(page.locator(".board-rack button.target").first).to_be_visible()
        units = page.evaluate("""
            () => {
              const [frame, board] = ['.board-frame', '.board-frame > svg'].map((each) => document.querySelector(each));
              const [x, y, width, height] = board.getAttribute('viewBox').split(' ').map(Number);
              return {scale: frame.clientWidth / width, shown: Math.min(1, 1200 / width)};
            }
        """)
        # figures of 19 units have 12 pixels, and little of the width is empty
        assert units["scale"] * 19 >= 12
        assert units["shown"] >= 0.6, units
