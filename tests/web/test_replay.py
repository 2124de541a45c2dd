"""The replay: all versions of a long game, steps, slider, plot, links, viewers, and a game that goes on."""

import json
import re
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

import httpx
import pytest
from msgspec import to_builtins
from playwright.sync_api import Browser, Dialog, Locator, Page, Route, expect

from domain.game.codecs import codec_of
from domain.kernel.codec import canonical
from domain.rulesets import RULESETS
from tests.replies import ok
from tests.service.imported import Imported, serving_golden
from tests.service.server import Server
from tests.waiting import until
from tests.web.accessibility import assert_accessible
from tests.web.browser import PHONE, opened
from tests.web.test_recovery import busy

LONG = "minos-1-advanced-2-random"
SHORT = "siberia-1-money_public-False"
TITLES = ("giganten-1-goblins-2006-3-random", SHORT, "minos-1-directed-voyages")
EVERY = 50
READ = 40
"""How many versions a response has in the test of long games."""
SAMPLED = 40
"""How many decisions of a game are compared with the log."""

COMPARED = """async ([game, every, viewer]) => {
  const table = document.querySelector('link[href$="/js/table/state.js"]').href;
  const {GameHistory} = await import(new URL('../replay/history.js', table));
  const path = `/v1/games/${game}`;
  const history = new GameHistory(path, viewer);
  const {version: last} = await (await fetch(path)).json();
  await history.load(last, new AbortController().signal, () => {});
  const sorted = (value) => Array.isArray(value) ? value.map(sorted)
    : value && typeof value === 'object'
      ? Object.fromEntries(Object.keys(value).sort().map((name) => [name, sorted(value[name])])) : value;
  const found = [], different = [];
  for (let at = history.first; at <= last; at += every) found.push(at);
  found.push(last);
  // forwards, then in leaps back and forth
  for (const version of [...found, ...found.map((_, place) => found[(place * 7) % found.length])]) {
    const expected = await (await fetch(`${path}/view?at=${version}&as=${viewer}&pieces=true`)).json();
    if (JSON.stringify(sorted(history.view(version))) !== JSON.stringify(sorted(expected))) different.push(version);
  }
  return {versions: found.length, first: history.first, last: history.last, known: history.lines.length, different};
}"""
"""Compares the views of the replay with those of the API."""


def lines_of(finished: Imported, name: str, viewer: str) -> list[dict[str, Any]]:
    """Return the versions of a game as the API has them."""
    path = f"/v1/games/{finished.games[name]}/views?as={viewer}&lang=en"
    return [json.loads(line) for line in finished.server.client().get(path).text.splitlines()]


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Imported]:
    with serving_golden(tmp_path_factory.mktemp("replay"), (*TITLES, LONG)) as found:
        yield found


@contextmanager
def replay_of(browser: Browser, finished: Imported, name: str, query: str, **options: Any) -> Generator[Page]:
    """Yield the page of a finished game with its replay."""
    with opened(browser, finished.server.base, **options) as page:
        page.goto(f"/games/{finished.games[name]}?{query}")
        expect(slider(page)).to_be_visible()
        yield page


def slider(page: Page) -> Locator:
    return page.get_by_role("slider", name="Version")


def at(page: Page, version: int) -> None:
    """Expect that board, slider and strip show a version."""
    expect(slider(page)).to_have_value(str(version))
    expect(page.locator(".board-past")).to_contain_text(f"Version {version} of")


def test_every_fiftieth_version_of_a_long_game_is_that_of_the_api(browser: Browser, finished: Imported) -> None:
    with replay_of(browser, finished, LONG, "at=0") as page:
        found = page.evaluate(COMPARED, [finished.games[LONG], EVERY, "full"])
        last = page.evaluate("document.querySelector('ludo-replay').last")
    assert found["different"] == []
    assert found["last"] == last > 900
    assert found["known"] == last - found["first"] + 1
    assert found["versions"] >= 900 // EVERY


@pytest.mark.parametrize("name", TITLES)
def test_every_version_of_a_short_game_is_that_of_the_api(browser: Browser, finished: Imported, name: str) -> None:
    with replay_of(browser, finished, name, "at=0") as page:
        assert page.evaluate(COMPARED, [finished.games[name], 3, "public"])["different"] == []


def test_buttons_and_keys_step_by_event_decision_turn_and_round(browser: Browser, finished: Imported) -> None:
    lines = lines_of(finished, SHORT, "public")
    versions = {
        "event": [line["version"] for line in lines],
        "decision": [
            line["version"] for line, after in pairwise(lines) if line["event"]["cause"] != after["event"]["cause"]
        ],
        "turn": [line["version"] for line in lines if "mark" in line],
        "round": [line["version"] for line in lines if line.get("mark", {}).get("begins") == "round"],
    }
    keys = {"event": ",.", "decision": "<>", "turn": "[]", "round": "{}"}
    begin = versions["round"][1] + 1
    with replay_of(browser, finished, SHORT, f"at={begin}") as page:
        for unit, stops in versions.items():
            before = max(version for version in stops if version < begin)
            after = min(version for version in stops if version > begin)
            back, on = keys[unit]
            at(page, begin)
            page.keyboard.press(on)
            at(page, after)
            page.get_by_role("button", name=f"Previous {unit}").click()
            page.keyboard.press("Home")
            at(page, lines[0]["version"])
            expect(page.get_by_role("button", name=f"Previous {unit}")).to_be_disabled()
            expect(page.get_by_role("button", name=f"Previous {unit}")).to_be_focused()
            slider(page).fill(str(begin))
            at(page, begin)
            page.keyboard.press(back)
            at(page, before)
            slider(page).fill(str(begin))
        page.keyboard.press("End")
        expect(page.locator(".board-past")).to_have_count(0)
        expect(page.get_by_role("heading", name="The game is over")).to_be_visible()


def test_slider_and_sentences_say_what_happened(browser: Browser, finished: Imported) -> None:
    lines = {line["version"]: line["event"]["text"] for line in lines_of(finished, SHORT, "full")}
    with replay_of(browser, finished, SHORT, "at=60&as=full") as page:
        expect(slider(page)).to_have_attribute("aria-valuetext", f"Version 60: {lines[60]}")
        slider(page).press("ArrowRight")
        at(page, 61)
        expect(page.locator("ludo-replay .replay-text")).to_contain_text(lines[61])
        expect(page.locator(".replay-events .now")).to_have_text(lines[61])
        # the history ends with the version that is shown
        expect(page.locator(".event-text").last).to_have_text(lines[61])
        expect(page.locator("#live")).not_to_contain_text(lines[61])
        page.locator("body").press(".")
        expect(page.locator("#live")).to_contain_text(lines[62])


def test_the_plot_moves_the_moment_and_has_a_table(browser: Browser, finished: Imported) -> None:
    lines = lines_of(finished, LONG, "public")
    first, last = int(lines[0]["version"]), int(lines[-1]["version"])
    with replay_of(browser, finished, LONG, "at=0") as page:
        plot = page.get_by_role("slider", name="Scores over time")
        box = plot.bounding_box()
        assert box is not None
        plot.click(position={"x": box["width"] / 2, "y": 10})
        at(page, round(first + (last - first) / 2))
        middle = int(slider(page).input_value())
        line: dict[str, Any] = lines[middle - first]
        scores: list[int] = line["scores"]
        expect(plot).to_have_attribute("aria-valuetext", re.compile(rf": {scores[0]}; .*: {scores[1]}$"))
        plot.press("ArrowLeft")
        at(page, middle - 1)
        assert page.locator(".curve").count() == len(scores)
        assert page.locator(".curve").first.get_attribute("d")
        open_scores(page)
        rows = page.get_by_role("dialog").get_by_role("region", name="Scores by round").locator("tbody tr")
        expect(rows.last.locator("td").first).to_have_text(str(lines[-1]["scores"][0]))
        assert rows.count() == sum(line.get("mark", {}).get("begins") == "round" for line in lines) + 1


def open_scores(page: Page) -> None:
    """Open the analysis of a finished game at its scores and draws."""
    page.get_by_role("button", name="Analysis").click()
    page.get_by_role("tab", name="Scores and draws").click()
    expect(page.get_by_role("tabpanel", name="Scores and draws")).to_be_visible()


def test_draws_up_to_the_moment_are_counted(browser: Browser, finished: Imported) -> None:
    upto = 400
    counts = [0] * 6
    for line in lines_of(finished, LONG, "public"):
        for outcomes, outcome in line["event"]["data"].get("draws", ()) if line["version"] <= upto else ():
            counts[outcome] += outcomes == 6
    with replay_of(browser, finished, LONG, f"at={upto}") as page:
        open_scores(page)
        draws = page.get_by_role("region", name="Draws from 6 outcomes")
        expect(draws).to_contain_text(f"{sum(counts)} draws from 6 outcomes")
        assert draws.locator("tr").nth(1).locator("td").all_inner_texts() == [str(count) for count in counts]
        expected = float(draws.locator("tr").nth(2).locator("td").first.inner_text())
        assert expected == pytest.approx(sum(counts) / 6, abs=0.001)


def test_an_address_leads_to_its_moment(browser: Browser, finished: Imported) -> None:
    permissions = ["clipboard-read", "clipboard-write"]
    with replay_of(browser, finished, SHORT, "at=60&as=seat:1", permissions=permissions) as page:
        at(page, 60)
        page.keyboard.press(".")
        expect(page).to_have_url(re.compile(r"at=61&as=seat(:|%3A)1$"))
        page.get_by_role("button", name="Copy link").click()
        expect(page.get_by_role("button", name="Link copied")).to_be_visible()
        copied = page.evaluate("navigator.clipboard.readText()")
        page.reload()
        at(page, 61)
        page.goto(copied)
        at(page, 61)
        expect(page.locator(".replay-viewer")).to_have_value("seat:1")


def test_a_link_that_cannot_be_copied_is_offered(browser: Browser, finished: Imported) -> None:
    offered: list[str] = []

    def answer(dialog: Dialog) -> None:
        offered.append(dialog.default_value)
        dialog.dismiss()

    with replay_of(browser, finished, SHORT, "at=60") as page:
        at(page, 60)
        page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new DOMException('')); }")
        page.on("dialog", answer)
        with page.expect_event("dialog"):
            page.get_by_role("button", name="Copy link").click()
        expect(page.get_by_role("button", name="Copy link")).to_be_visible()
        expect(page.get_by_role("button", name="Link copied")).to_have_count(0)
    assert [address.partition("/games/")[2] for address in offered] == [f"{finished.games[SHORT]}?at=60"]


def test_another_viewer_sees_no_secret_of_the_last_one(browser: Browser, finished: Imported) -> None:
    shown = {line["version"]: line["event"] for line in lines_of(finished, SHORT, "full")}
    secret = next(version for version, event in shown.items() if event["type"] == "siberia.token_placed")
    with replay_of(browser, finished, SHORT, f"at={secret}&as=full") as page:
        expect(page.locator("ludo-replay .replay-text")).to_contain_text(shown[secret]["text"])
        bodies: list[str] = []
        page.on("response", lambda response: bodies.append(response.text()) if "/views" in response.url else None)
        with page.expect_response(re.compile(r"/views\?pieces=true&as=public")):
            page.locator(".replay-viewer").select_option("public")
            page.get_by_role("button", name="Show", exact=True).click()
        at(page, secret)
        expect(page.locator(".replay-viewer")).to_have_value("public")
        page.get_by_role("button", name="Next event").click()
        at(page, secret + 1)
        content = page.content()
    public = {line["version"]: line["event"]["text"] for line in lines_of(finished, SHORT, "public")}
    assert shown[secret]["text"] != public[secret]
    assert shown[secret]["text"] not in content
    assert bodies
    assert all('"secret"' not in body for body in bodies)


def test_the_choice_that_was_taken_is_marked(browser: Browser, finished: Imported) -> None:
    client = finished.server.client()
    path = f"/v1/games/{finished.games[LONG]}"
    line = next(line for line in lines_of(finished, LONG, "full") if line["event"]["type"] == "minos.ship_moved")
    open_before = ok(client.get(f"{path}/decisions", params={"at": line["version"] - 1, "as": "full"})).json()["items"]
    choices = next(one["choices"] for one in open_before if one["seat"] == line["event"]["seat"])
    with replay_of(browser, finished, LONG, f"at={line['version']}&as=full") as page:
        expect(page.get_by_role("heading", name=f"{len(choices)} choices were legal")).to_be_visible()
        expect(page.locator(".alternatives .taken")).to_have_count(1)
        assert page.locator(".alternatives li").count() == len(choices)
        # nothing is listed for who may not see it
        page.locator(".replay-viewer").select_option("public")
        page.get_by_role("button", name="Show", exact=True).click()
        at(page, line["version"])
        expect(page.locator(".replay-events .now")).to_be_visible()
        expect(page.locator(".alternatives")).to_have_count(0)


MARKED = """async (asked) => {
  const table = document.querySelector('link[href$="/js/table/state.js"]').href;
  const {taken} = await import(new URL('../replay/taken.js', table));
  return asked.map(({choices, event}) => choices.indexOf(taken(choices, event)));
}"""


@pytest.mark.parametrize("name", TITLES)
def test_the_mark_is_on_the_command_of_the_log(browser: Browser, finished: Imported, name: str) -> None:
    client, title = finished.server.client(), name.partition("-")[0]
    path = f"/v1/games/{finished.games[name]}"
    codec = codec_of(title, ok(client.get(path)).json()["ruleset_version"])
    decided = [line for line in lines_of(finished, name, "full") if line["event"]["seat"] is not None]
    asked: list[dict[str, Any]] = []
    for line in decided[:: max(1, len(decided) // SAMPLED)]:
        found = ok(client.get(f"{path}/decisions", params={"at": line["version"] - 1, "as": "full"})).json()["items"]
        choices = [one["choices"] for one in found if one["seat"] == line["event"]["seat"]]
        asked += [{"choices": one, "event": line["event"]} for one in choices]
    with replay_of(browser, finished, name, "at=0") as page:
        marks = page.evaluate(MARKED, asked)
    for mark, one in zip(marks, asked, strict=True):
        event = one["event"]
        secret = canonical(event["secret"]) if "secret" in event else None
        commands = RULESETS[title].commands_of(
            codec.decode(event["type"], event["shape"], canonical(event["data"]), secret)
        )
        taken = one["choices"][mark]
        field = taken.get("range", {}).get("field")
        fields = [to_builtins(command) | ({field: taken["command"][field]} if field else {}) for command in commands]
        assert mark < 0 or taken["command"] in fields, event
    assert sum(mark >= 0 for mark in marks) >= 0.9 * len(marks) > 0


FAST = 250
"""Milliseconds between steps below which none is animated."""


def test_playing_moves_on_and_scrubbing_does_not_animate(browser: Browser, finished: Imported) -> None:
    with replay_of(browser, finished, SHORT, "at=60") as page:
        page.evaluate(
            "window.steps = []; document.querySelector('ludo-replay')"
            ".addEventListener('show', ({detail: {version, animate}, timeStamp}) =>"
            " steps.push([version, animate, timeStamp]))"
        )
        page.get_by_label("Speed").select_option("8")
        page.get_by_role("button", name="Play", exact=True).click()
        expect(slider(page)).to_have_value(re.compile(r"^(6[4-9]|[7-9]\d|\d{3})$"))
        # a step that comes late has time to be animated
        until(lambda: page.evaluate(f"steps.some((step, at) => at && step[2] - steps[at - 1][2] < {FAST - 50})"))
        page.get_by_role("button", name="Pause").click()
        steps = page.evaluate("steps")
        assert [version for version, _, _ in steps] == list(range(61, 61 + len(steps)))
        fast = [step for before, step in pairwise(steps) if step[2] - before[2] < FAST - 50]
        assert fast
        assert not any(animate for _, animate, _ in fast)
        expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_nothing_moves_under_reduced_motion(browser: Browser, finished: Imported) -> None:
    with replay_of(browser, finished, SHORT, "at=60", reduced_motion="reduce") as page:
        page.evaluate(
            "window.steps = []; document.querySelector('ludo-replay')"
            ".addEventListener('show', ({detail}) => steps.push(detail.animate))"
        )
        page.get_by_role("button", name="Next event").click()
        at(page, 61)
        assert page.evaluate("steps") == [False]


def test_a_phone_has_the_controls_at_its_bottom_and_swipes(browser: Browser, finished: Imported) -> None:
    with replay_of(browser, finished, SHORT, "at=60", viewport=PHONE, has_touch=True) as page:
        controls = page.locator("ludo-replay").bounding_box()
        board = page.locator("ludo-board").bounding_box()
        assert controls is not None
        assert board is not None
        assert controls["y"] + controls["height"] == pytest.approx(PHONE["height"], abs=1)
        assert board["y"] + 0.9 * board["height"] < controls["y"]
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        for button in page.locator(".replay-main button").all():
            size = button.bounding_box()
            assert size is not None
            assert min(size["width"], size["height"]) >= 44
            assert size["x"] + size["width"] <= PHONE["width"]
        page.evaluate(
            """() => {
              const target = document.querySelector('ludo-replay .replay-text');
              const touch = (x) => new Touch({identifier: 1, target, clientX: x, clientY: 500});
              const fire = (name, init) => target.dispatchEvent(new TouchEvent(name, {bubbles: true, ...init}));
              fire('touchstart', {touches: [touch(300)], changedTouches: [touch(300)]});
              fire('touchend', {touches: [], changedTouches: [touch(120)]});
            }"""
        )
        cause = {line["version"]: line["event"]["cause"] for line in lines_of(finished, SHORT, "public")}
        at(page, next(version for version in range(61, max(cause)) if cause[version] != cause[version + 1]))
        page.get_by_role("button", name="More controls").click()
        expect(page.get_by_role("button", name="Next round")).to_be_visible()


def test_axe_finds_nothing(browser: Browser, finished: Imported) -> None:
    with replay_of(browser, finished, LONG, "at=200&as=full") as page:
        expect(page.locator(".alternatives").first).to_be_visible()
        assert_accessible(page, "ludo-replay, ludo-decision")
        open_scores(page)
        assert_accessible(page, "dialog[open]")


def test_a_running_game_goes_on_during_its_replay(browser: Browser, site: Server) -> None:
    ada, ben = site.player("Ada replays"), site.player("Ben replays")
    game = ok(ada.post("/v1/games", json={"ruleset": "minos", "seats": 2})).json()["id"]
    for seat, player in enumerate((ada, ben)):
        assert player.put(f"/v1/games/{game}/seats/{seat}").status_code == 200
    assert ada.post(f"/v1/games/{game}/start").status_code == 200
    for _ in range(4):
        answered(ada, ben, game)
    token = ada.headers["Authorization"].removeprefix("Bearer ")
    with opened(browser, site.base, token=token) as page:
        page.goto(f"/games/{game}")
        page.get_by_role("button", name="Replay").click()
        first = int(slider(page).get_attribute("min") or 0)
        at(page, first)
        expect(page.locator(".replay-viewer option")).to_have_text(["Everybody", "Ada replays"])
        answered(ada, ben, game)
        last = ok(ada.get(f"/v1/games/{game}")).json()["version"]
        # the past stays, and the slider grows
        expect(slider(page)).to_have_attribute("max", str(last))
        at(page, first)
        page.get_by_role("button", name="Next event").click()
        at(page, first + 1)
        page.get_by_role("button", name="Back to live").click()
        expect(page.locator(".board-past")).to_have_count(0)
        expect(page).to_have_url(re.compile(rf"/games/{game}$"))


def answered(ada: httpx.Client, ben: httpx.Client, game: str) -> None:
    """Answer the open decision with its last choice."""
    for player in (ada, ben):
        for own in ok(player.get(f"/v1/games/{game}/decisions")).json()["items"]:
            if own.get("choices"):
                body = {"decision": own["id"], "command": own["choices"][-1]["command"]}
                assert player.post(f"/v1/games/{game}/commands", json=body).status_code == 201
                return
    raise AssertionError("no decision is open")


def cut(route: Route) -> None:
    """Answer like a service that sends fewer versions at a time."""
    reply = route.fetch()
    route.fulfill(response=reply, body="\n".join(reply.text().splitlines()[:READ]))


def test_steps_lead_beyond_the_versions_that_are_read_first(browser: Browser, finished: Imported) -> None:
    last_read = lines_of(finished, SHORT, "public")[READ - 1]["version"]
    with opened(browser, finished.server.base) as page:
        page.route(re.compile(r"/views$"), cut)
        page.goto(f"/games/{finished.games[SHORT]}?at={last_read}")
        at(page, last_read)
        page.get_by_role("button", name="Next event").click()
        at(page, last_read + 1)
        # the address follows the steps only once they settle
        page.goto(f"/games/{finished.games[SHORT]}?at={last_read}")
        at(page, last_read)
        page.get_by_label("Speed").select_option("8")
        page.get_by_role("button", name="Play", exact=True).click()
        expect(slider(page)).not_to_have_value(str(last_read))


def test_the_way_into_the_replay_keeps_viewer_and_invitation(browser: Browser, finished: Imported) -> None:
    with opened(browser, finished.server.base, locale="en") as page:
        page.goto(f"/games/{finished.games[LONG]}?as=public#invitation=some")
        link = page.get_by_role("link", name="Replay from the beginning")
        expect(link).to_have_attribute("href", re.compile(r"\?as=public&at=1#invitation=some$"))
        version = page.get_by_role("link", name=re.compile("^Version")).last
        expect(version).to_have_attribute("href", re.compile(r"\?as=public&at=\d+#invitation=some$"))


def test_earlier_events_that_cannot_be_read_are_announced(browser: Browser, finished: Imported) -> None:
    with opened(browser, finished.server.base, refused=["/events"]) as page:
        page.goto(f"/games/{finished.games[SHORT]}")
        earlier = page.get_by_role("button", name="Earlier events")
        expect(earlier).to_be_visible()
        known = page.locator(".event").count()
        page.route("**/events?*", busy)
        earlier.click()
        expect(page.locator("#live")).to_have_text("Wait.")
        page.unroute("**/events?*")
        earlier.click()
        expect(page.locator(".event").nth(known)).to_be_attached()


def test_the_scores_are_shown_to_the_end_of_a_game_that_is_read_in_pages(browser: Browser, finished: Imported) -> None:
    lines = lines_of(finished, SHORT, "full")
    third = next(line["version"] for line in lines if line.get("mark", {}).get("round") == 3)
    assert third > lines[READ]["version"]
    with opened(browser, finished.server.base) as page:
        page.route(re.compile(r"/views\?pieces=true&as=full$"), cut)
        page.goto(f"/games/{finished.games[SHORT]}?at={lines[0]['version']}&as=full")
        at(page, lines[0]["version"])
        open_scores(page)
        table = page.get_by_role("region", name="Scores by round")
        expect(table.get_by_role("rowheader", name="last version")).to_be_visible()
        table.get_by_role("link", name="3", exact=True).click()
        expect(page.get_by_role("dialog")).to_be_hidden()
        at(page, third)
