"""What a table shows of the turns of others: traces, the card, the steps, and the history of a long game."""

import contextlib
import itertools
import re
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, Route, expect
from playwright.sync_api import TimeoutError as PressTimeout

from domain.minos.board import harbour_of
from tests.replies import ok
from tests.service.imported import serving_golden
from tests.service.server import Server
from tests.waiting import until
from tests.web.accessibility import assert_accessible
from tests.web.browser import PHONE, opened
from tests.web.test_fewer_presses import COVERED
from tests.web.test_table import answered, own_table, own_turn, signed_up, started_game, table_of

LONG = "siberia-1-busy-2"
"""A game of more than a thousand events."""

WISHES = ("minos.keep_dice", "minos.move_ship", "minos.build", "minos.use_dice")
"""The commands of the other player, the most wanted first: what can be seen on the board."""

MOVED = "minos.ship_moved"


def decision_of(client: httpx.Client, game: str) -> dict[str, Any] | None:
    """Return the open decision of a player; None if another one has to act."""
    found = ok(client.get(f"/v1/games/{game}/decisions?lang=en")).json()["items"]
    return next((one for one in found if one.get("choices")), None)


def sent(client: httpx.Client, game: str, own: dict[str, Any], command: dict[str, Any]) -> list[str]:
    """Answer a decision. Return the types of the events."""
    reply = client.post(f"/v1/games/{game}/commands", json={"decision": own["id"], "command": command})
    return [event["record"]["type"] for event in ok(reply, 201).json()["events"]]


def turn_of(client: httpx.Client, game: str, most: int = 30) -> list[str]:
    """Play a turn of Minos to its end, if it is the player's. Return the types of the events.

    No ship sails to where one was before in the turn: then it would have left nothing to see. Nobody attacks.
    """
    found: list[str] = []
    closed: set[str] = set()
    while (own := decision_of(client, game)) is not None:
        if not closed:
            pieces = ok(client.get(f"/v1/games/{game}/pieces")).json()["items"]
            places = {piece["place"].removeprefix("place:") for piece in pieces if piece["seat"] != own["seat"]}
            held = {place.removeprefix("harbour-") for place in places}
            closed = held | {harbour_of(place) for place in held}
        offered: list[dict[str, Any]] = [choice["command"] for choice in own["choices"]]
        commands = [one for one in offered if one.get("to") not in closed] or offered
        ordered = sorted(commands, key=lambda one: WISHES.index(one["type"]) if one["type"] in WISHES else 9)
        gulls = [one for one in ordered if one["type"] == "minos.use_dice" and one["symbol"] == "gull"]
        is_sailing = ordered[0]["type"] == "minos.use_dice"
        last = commands[-1]
        chosen = gulls[0] if is_sailing and gulls else ordered[0] if len(found) < most else last
        if chosen["type"] == "minos.move_ship":
            closed.add(chosen["origin"])
        found += sent(client, game, own, chosen)
    return found


def until_ben_has_gulls(ada: httpx.Client, ben: httpx.Client, game: str) -> None:
    """Play turns until Ben is asked and his first roll has a gull: his ships can sail in his turn, for all to see."""
    for _ in range(20):
        turn_of(ada, game)
        events = ok(ben.get(f"/v1/games/{game}/events?limit=1000")).json()["items"]
        rolls = [each["record"]["data"] for each in events if each["record"]["type"] == "minos.dice_rolled"]
        if rolls[-1]["seat"] == 1 and rolls[-1]["dice"]["gull"]:
            return
        turn_of(ben, game)
    raise AssertionError("Ben has rolled no gull in twenty turns")


@contextmanager
def against_ben(site: Server, name: str) -> Generator[tuple[str, httpx.Client, httpx.Client, str]]:
    """Yield the token and the client of a player, that of another one, and their game of Minos; the player is asked."""
    (token, ada), (_, ben) = signed_up(site, name), signed_up(site, f"Ben and {name}")
    body = {"ruleset": "minos", "seats": 2, "options": {"first_player": "seat_0"}}
    game = ok(ada.post("/v1/games", json=body)).json()["id"]
    for seat, client in enumerate((ada, ben)):
        assert client.put(f"/v1/games/{game}/seats/{seat}").status_code == 200
    assert ada.post(f"/v1/games/{game}/start").status_code == 200
    yield token, ada, ben, game


@contextmanager
def followed_by(browser: Browser, site: Server, game: str, token: str, **options: Any) -> Generator[Page]:
    """Yield the page of a game once its stream is there: what others do then comes one by one."""
    with opened(browser, site.base, token=token, **options) as page:
        with page.expect_response(re.compile(r"/stream\?")):
            page.goto(f"/games/{game}")
        expect(page.get_by_role("heading", name="Waiting for")).to_be_visible()
        yield page


def places_of_ben(client: httpx.Client, game: str) -> set[str]:
    """Return where ships of Ben stand; none if he has lost all."""
    pieces = ok(client.get(f"/v1/games/{game}/pieces")).json()["items"]
    return {piece["place"] for piece in pieces if (piece["kind"], piece["seat"]) == ("ship", 1)}


def until_ben_sails(ada: httpx.Client, ben: httpx.Client, game: str) -> None:
    """Play turns until the last one, of Ben, has moved a ship from a place where no ship of Ben stands any more."""
    for _ in range(20):
        turn_of(ada, game)
        before = places_of_ben(ada, game)
        if MOVED in turn_of(ben, game) and before - places_of_ben(ada, game):
            return
    raise AssertionError("no ship of Ben has moved in twenty turns")


CARD = "details.since"


def test_what_others_moved_has_arrows_and_ghosts_until_the_player_acts(browser: Browser, site: Server) -> None:
    with against_ben(site, "Ada sees arrows") as (token, ada, ben, game):
        until_ben_sails(ada, ben, game)
        with table_of(browser, site, game, token) as page:
            own_turn(page)
            arrows = page.locator("ludo-board .arrow")
            expect(arrows.first).to_be_attached()
            seats = {node.get_attribute("class") for node in arrows.all()}
            assert seats == {"arrow of-1"}
            expect(page.locator("ludo-board .ghost.of-1").first).to_be_attached()
            ends = arrows.evaluate_all("all => all.map((one) => [one.dataset.from, one.dataset.to])")
            assert all(start != end for start, end in ends)
            page.wait_for_timeout(2_500)
            assert arrows.count() == len(ends)
            answered(page)
            expect(arrows).to_have_count(0)
            expect(page.locator("ludo-board .ghost")).to_have_count(0)
            expect(page.locator(CARD)).to_have_count(0)


@pytest.mark.parametrize(
    ("language", "title"), [("en", "Since your turn"), ("de", "Seit deinem Zug"), ("it", "Dal tuo")]
)
def test_a_card_tells_by_player_and_turn_what_has_happened(
    browser: Browser, site: Server, language: str, title: str
) -> None:
    with against_ben(site, f"Ada reads {language}") as (token, ada, ben, game):
        until_ben_sails(ada, ben, game)
        with table_of(browser, site, game, token, locale=language) as page:
            card = page.locator(CARD)
            expect(card.locator("summary")).to_contain_text(title)
            # the end of Ben's turn is that of the round, which is of no player
            expect(card.locator("ol > li").first).to_be_visible()
            groups = card.locator("ol > li").filter(has=page.locator(".seat"))
            expect(groups).to_have_count(1)
            expect(groups.locator(".seat")).to_contain_text("Ben and Ada reads")
            events = ok(ada.get(f"/v1/games/{game}/events?limit=1000&lang={language}")).json()["items"]
            last = max(event["record"]["version"] for event in events if event["record"]["seat"] == 0)
            end = max(event["record"]["version"] for event in events if event["record"]["cause"] == last)
            texts = [event["text"] for event in events if event["record"]["version"] > end]
            # what is caused by the end of Ben's turn begins that of Ada
            said = groups.locator("li").all_inner_texts()
            assert said
            assert said == [text for text in texts if text in said]
            assert_accessible(page, CARD)


def test_a_phone_has_the_card_over_its_board(browser: Browser, site: Server) -> None:
    with against_ben(site, "Ada has a phone") as (token, ada, ben, game):
        until_ben_sails(ada, ben, game)
        with table_of(browser, site, game, token, viewport=PHONE) as page:
            own_turn(page)
            summary = page.locator(f".board-box {CARD} summary")
            expect(summary).to_be_visible()
            assert not summary.evaluate(COVERED)
            expect(page.locator(f"{CARD} ol")).to_be_hidden()
            summary.click()
            expect(page.locator(f"{CARD} ol li").first).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_a_phone_shows_the_steps_of_others_whole_and_above_the_question(browser: Browser, site: Server) -> None:
    with against_ben(site, "Ada follows by phone") as (token, ada, ben, game):
        until_ben_has_gulls(ada, ben, game)
        with followed_by(browser, site, game, token, viewport=PHONE) as page:
            page.evaluate(SEEN)
            turn_of(ben, game)
            own_turn(page)
            expect(page.locator(".pacing")).to_have_count(0)
            seen = page.evaluate("seen")
            assert any(text for text, *_ in seen), seen
            assert not [each for each in seen if each[1] or each[2]], seen


def test_a_key_says_all_and_another_one_plays_it_again(browser: Browser, site: Server) -> None:
    with against_ben(site, "Ada listens") as (token, ada, ben, game):
        until_ben_sails(ada, ben, game)
        with table_of(browser, site, game, token) as page:
            own_turn(page)
            card = page.locator(CARD)
            expect(card).to_be_visible()
            # first the table says whose turn it is
            page.wait_for_timeout(2_000)
            page.keyboard.press("s")
            live = page.locator("#live")
            expect(live).to_contain_text(re.compile(r"^Since your turn: .*Ben and Ada listens: "))
            for sentence in card.locator("ol ul li").all_inner_texts():
                expect(live).to_contain_text(sentence)
            page.keyboard.press("p")
            replay = page.locator("ludo-replay.open")
            expect(replay).to_be_visible()
            expect(page.locator(".board-past")).to_be_visible()
            shown = page.locator("ludo-replay input[type=range]")
            first = int(shown.input_value())
            expect(shown).not_to_have_value(str(first))
            page.get_by_label("Speed").select_option("8")
            # at its end, it is the present again, with the question
            expect(replay).to_have_count(0)
            own_turn(page)
            page.keyboard.press("?")
            expect(page.get_by_role("dialog", name="Keys")).to_contain_text("play again")


@pytest.mark.parametrize("is_late", [False, True])
def test_a_long_burst_says_how_to_hear_all(browser: Browser, site: Server, is_late: bool) -> None:
    with against_ben(site, f"Ada hears {is_late}") as (token, ada, ben, game):
        turn_of(ada, game)
        with table_of(browser, site, game, token) as page:
            page.evaluate(
                "window.said = []; new MutationObserver(() => said.push(document.getElementById('live').textContent))"
                ".observe(document.getElementById('live'), {childList: true})"
            )
            held: list[Route] = []
            if is_late:
                page.route(re.compile("/view$"), lambda route: held.append(route))  # noqa: PLW0108 - needs a signature
            turn_of(ben, game)
            if is_late:
                # the events are announced before it is known what is asked
                expect(page.locator("#live")).to_contain_text("Your turn starts.")
                page.unroute(re.compile("/view$"))
                for route in held:
                    route.continue_()
            own_turn(page)
            expect(page.locator("#live")).to_contain_text("It is your turn.")
            assert any(
                re.search(r"Press s to hear all since your turn\. It is your turn\.$", text)
                for text in page.evaluate("said")
            ), page.evaluate("said")


STEPS = """
    window.steps = [];
    document.querySelector('ludo-table').state.addEventListener('change', ({target: {view, live, isHeld}}) => {
      const last = steps.at(-1);
      if (view && view.version !== last?.version) {
        steps.push({version: view.version, live: live.version, isHeld, at: performance.now()});
      }
    });
"""

TOGETHER = """
    window.areTogether = false;
    const look = () => {
      const strip = document.querySelector('.pacing');
      window.areTogether ||= Boolean(strip?.checkVisibility() && document.querySelector('ludo-question.mine'));
      if (!window.areTogether) requestAnimationFrame(look);
    };
    look();
"""
"""A script for a page: whether the own question has been there while steps of others were shown."""


def test_the_acts_of_others_are_shown_at_the_pace_of_a_person(browser: Browser, site: Server) -> None:
    with against_ben(site, "Ada watches") as (token, ada, ben, game):
        until_ben_has_gulls(ada, ben, game)
        with followed_by(browser, site, game, token) as page:
            page.evaluate(STEPS)
            page.evaluate(TOGETHER)
            turn_of(ben, game)
            own_turn(page)
            expect(page.locator(".pacing")).to_have_count(0)
            # the question is there at once: its clock runs
            assert page.evaluate("areTogether")
            steps = page.evaluate("steps")
            held = [step for step in steps if step["isHeld"]]
            assert len(held) > 2, steps
            gaps = [after["at"] - before["at"] for before, after in itertools.pairwise(held)]
            assert sum(gap >= 390 for gap in gaps) >= 2, steps
            assert steps[-1]["version"] == steps[-1]["live"]
            assert [step["version"] for step in steps] == sorted(step["version"] for step in steps)


LATE = """
    const add = EventSource.prototype.addEventListener;
    const kept = [];
    EventSource.prototype.addEventListener = function (type, handle, ...more) {
      const late = (event) => (window.isLate && type !== 'open' ? kept.push(() => handle(event)) : handle(event));
      return add.call(this, type, late, ...more);
    };
    window.arrive = () => {
      window.isLate = false;
      kept.splice(0).forEach((each) => each());
    };
"""
"""A stream whose events arrive later than the replies to requests."""


def test_what_follows_the_own_answer_is_shown_step_by_step_also_when_its_events_are_late(
    browser: Browser, site: Server
) -> None:
    with against_ben(site, "Ada answers") as (token, ada, ben, game):
        ends: list[str] = []
        while (own := decision_of(ada, game)) is not None:
            ends = [str(one["text"]) for one in own["choices"] if one["command"]["type"] == "minos.end_turn"]
            if ends:
                break
            sent(ada, game, own, own["choices"][-1]["command"])
        with opened(browser, site.base, token=token) as page:
            page.add_init_script(LATE)
            page.goto(f"/games/{game}")
            expect(page.locator("ludo-board .piece").first).to_be_visible()
            own_turn(page)
            page.evaluate(STEPS)
            page.evaluate(
                "window.isLate = true; document.querySelector('ludo-table').state.addEventListener('change', "
                "({target: {live, version}}) => { if (isLate && live.version > version) setTimeout(arrive, 50); })"
            )
            played: list[str] = []

            def after_ben(route: Route) -> None:
                if not played:
                    played.extend(turn_of(ben, game))
                route.continue_()

            page.route(re.compile(r"/(view|decisions)\?"), after_ben)
            page.locator(".choice", has_text=ends[0]).click()
            page.locator(".confirm").click()
            own_turn(page)
            expect(page.locator(".pacing")).to_have_count(0)
            until(lambda: page.evaluate("steps.at(-1).version === document.querySelector('ludo-table').state.version"))
            held = [step for step in page.evaluate("steps") if step["isHeld"]]
            assert len(held) > 2, page.evaluate("steps")
            assert {step["live"] for step in held} == {held[-1]["live"]}
            gaps = [after["at"] - before["at"] for before, after in itertools.pairwise(held)]
            assert sum(gap >= 390 for gap in gaps) >= 2, held


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_the_focus_goes_to_the_question_after_skip(browser: Browser, site: Server, key: str) -> None:
    with against_ben(site, f"Ada skips by {key}") as (token, ada, ben, game):
        until_ben_has_gulls(ada, ben, game)
        with followed_by(browser, site, game, token) as page:
            turn_of(ben, game)
            page.wait_for_function("() => document.querySelector('ludo-question.mine')")
            page.get_by_role("button", name="Skip").press(key)
            expect(page.locator(".pacing")).to_have_count(0)
            expect(page.locator("ludo-question h2")).to_be_focused()


SEEN = f"""
    (() => {{
      const isCovered = {COVERED};
      window.seen = [];
      const look = () => {{
        const [text, button] = document.querySelectorAll('.pacing > *');
        if (button) {{
          const isCut = text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight;
          seen.push([text.textContent, isCut, isCovered(button)]);
        }}
        requestAnimationFrame(look);
      }};
      look();
    }})()
"""
"""Of each frame with a step of others: its sentence, whether that is cut, and whether the button is covered."""


HIDDEN = """
    (isSkipped) => {
      window.hidden = new Promise((done) => {
        let since = 0;
        const look = () => {
          const skip = document.querySelector('.pacing button');
          if (skip && !since) {
            since = performance.now();
            if (isSkipped) setTimeout(() => skip.click());
          } else if (!skip && since) done(performance.now() - since);
        };
        new MutationObserver(look).observe(document.body, {childList: true, subtree: true});
        setTimeout(done, 60_000, Infinity);
      });
    }
"""
"""For how many milliseconds the first steps of others hide the present, if they are skipped at once or not at all."""


@pytest.mark.parametrize("is_skipped", [True, False])
def test_steps_that_do_not_come_hide_the_present_for_no_longer_than_a_person_waits(
    browser: Browser, site: Server, *, is_skipped: bool
) -> None:
    with against_ben(site, f"Ada waits for nothing {is_skipped}") as (token, ada, ben, game):
        until_ben_has_gulls(ada, ben, game)
        with followed_by(browser, site, game, token) as page:
            # a request without an answer
            page.route("**/views?*", lambda _: None)
            page.evaluate(HIDDEN, is_skipped)
            turn_of(ben, game)
            assert page.evaluate("hidden") < (2_000 if is_skipped else 10_000)
            # what Ben does after that may be steps again
            shown = "({live, view} = document.querySelector('ludo-table').state, live === view)"
            until(lambda: page.evaluate(shown), within=10)


def test_the_steps_of_others_can_be_skipped(browser: Browser, site: Server) -> None:
    with against_ben(site, "Ada hurries") as (token, ada, ben, game):
        until_ben_has_gulls(ada, ben, game)
        with followed_by(browser, site, game, token) as page:
            turn_of(ben, game)
            page.wait_for_function("() => document.querySelector('ludo-question.mine')")
            page.get_by_role("button", name="Skip").click()
            own_turn(page)
            expect(page.locator(".pacing")).to_have_count(0)
            state = "document.querySelector('ludo-table').state"
            assert page.evaluate(f"{state}.view === {state}.live")
            expect(page.locator("ludo-board .arrow, ludo-board .mark.kept").first).to_be_attached()


def test_nothing_waits_under_reduced_motion(browser: Browser, site: Server) -> None:
    with against_ben(site, "Ada is calm") as (token, ada, ben, game):
        until_ben_has_gulls(ada, ben, game)
        with followed_by(browser, site, game, token, reduced_motion="reduce") as page:
            page.evaluate(STEPS)
            turn_of(ben, game)
            own_turn(page)
            expect(page.locator(CARD)).to_be_visible()
            assert not any(step["isHeld"] for step in page.evaluate("steps"))


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    with serving_golden(tmp_path_factory.mktemp("long"), (LONG,)) as found:
        yield found.server, found.games[LONG]


NODES = """
    (() => {
      const walker = document.createTreeWalker(document.querySelector('ludo-history'), NodeFilter.SHOW_ALL);
      let count = 0;
      while (walker.nextNode()) count += 1;
      return count;
    })()
"""


def history_of(page: Page) -> list[int]:
    """Return the versions in the history."""
    return page.locator("ludo-history .event").evaluate_all("all => all.map((one) => Number(one.dataset.version))")


def test_the_history_of_a_long_game_has_few_nodes(browser: Browser, long: tuple[Server, str]) -> None:
    server, game = long
    with opened(browser, server.base) as page:
        page.goto(f"/games/{game}")
        expect(page.locator("ludo-history .event").first).to_be_visible()
        last = history_of(page)[-1]
        earlier = page.get_by_role("button", name="Earlier events")
        for _ in range(60):
            if history_of(page)[0] == 1:
                break
            before = history_of(page)[0]
            # Playwright scrolls to the button, and each scroll to the top shows earlier events: it may be gone then
            with contextlib.suppress(PressTimeout):
                earlier.click(timeout=2_000)
            until(lambda before=before: history_of(page)[0] < before)
        known = page.evaluate("document.querySelector('ludo-table').state.events.length")
        assert known == last > 1_000
        found = history_of(page)
        assert found == list(range(1, 1 + len(found)))
        assert len(found) <= 120
        assert page.evaluate(NODES) < 4_000
        # what a person was reading stays in sight
        scroller = page.locator(".scroller")
        scroller.hover()

        def is_at_end() -> bool:
            page.mouse.wheel(0, 2_000)
            page.wait_for_timeout(50)
            shown = history_of(page)
            assert len(shown) <= 120
            return shown[-1] == last

        until(is_at_end)
        assert page.evaluate(NODES) < 4_000


def test_the_history_says_nothing_of_who_has_to_decide(browser: Browser, site: Server) -> None:
    with own_table(browser, site, "Has a clock", "minos", clock={"bank": "PT1H", "allowance": "PT5M"}) as (
        page,
        client,
        game,
    ):
        answered(page)
        texts = [event["text"] for event in ok(client.get(f"/v1/games/{game}/events?lang=en")).json()["items"]]
        assert any(text.startswith("To decide") for text in texts)
        expect(page.locator(".event-text").first).to_be_visible()
        assert not any(text.startswith("To decide") for text in page.locator(".event-text").all_inner_texts())


def test_a_turn_is_one_group_of_the_history(browser: Browser, site: Server) -> None:
    with against_ben(site, "Ada groups") as (token, ada, ben, game):
        until_ben_sails(ada, ben, game)
        with table_of(browser, site, game, token) as page:
            own_turn(page)
            turns = page.locator("ludo-history .event.turn")
            expect(turns.last).to_be_visible()
            expect(turns.last.locator(".seat svg")).to_have_count(1)
            # the player is named once, by the turn
            headed = page.locator("ludo-history .event.headed")
            assert headed.count() > 3
            expect(headed.locator(".seat")).to_have_count(0)


@pytest.mark.parametrize(
    ("language", "question", "sentence"),
    [
        ("en", "Roll again, or keep your dice.", "You roll"),
        ("de", "Würfle neu, oder behalte deine Würfel.", "Du würfelst"),
        ("it", "Rilancia, o tieni i tuoi dadi.", "Lanci i dadi"),
    ],
)
def test_a_table_says_you_to_its_player(
    browser: Browser, site: Server, language: str, question: str, sentence: str
) -> None:
    with against_ben(site, f"Ada is you {language}") as (token, _, ben, game):
        with table_of(browser, site, game, token, locale=language) as page:
            expect(page.locator(".asked")).to_contain_text(question)
            expect(page.locator(".event-text", has_text=sentence).first).to_be_visible()
            # each die shows its symbol beside its name
            dice = page.locator(".die")
            expect(dice.locator("svg.glyph")).to_have_count(dice.count())
        told = ok(ben.get(f"/v1/games/{game}/events?lang={language}")).json()["items"][-1]["text"]
        assert f"Ada is you {language}" in told
        asked = ok(ben.get(f"/v1/games/{game}/decisions?lang={language}")).json()["items"][0]["text"]
        assert asked != question


@pytest.mark.parametrize(("language", "you"), [("en", "You"), ("de", "Du"), ("it", "Tu")])
def test_a_heading_of_the_history_says_you(browser: Browser, site: Server, language: str, you: str) -> None:
    token, client = signed_up(site, f"Is not named {language}")
    game = started_game(client, "siberia", options={"exchange_sides": "random"})
    # once the bots have placed their tokens, nobody comes between the own ones
    decisions = f"/v1/games/{game}/decisions"
    until(lambda: [one["seat"] for one in ok(client.get(decisions)).json()["items"]] == [0])
    for _ in range(2):
        own = decision_of(client, game)
        assert own is not None
        sent(client, game, own, own["choices"][0]["command"])
    with table_of(browser, site, game, token, locale=language) as page:
        heading = page.locator("ludo-history .group", has_text=re.compile(rf"{you}\s*$"))
        expect(heading.first).to_be_visible()
        expect(page.locator("ludo-history .group", has_text="Is not named")).to_have_count(0)


def test_the_preview_of_a_choice_says_you(browser: Browser, site: Server) -> None:
    with against_ben(site, "Foresees") as (token, ada, _, game):
        text = None
        while text is None:
            own = decision_of(ada, game)
            assert own is not None
            for choice in own["choices"]:
                body = {"decision": own["id"], "command": choice["command"]}
                if ok(ada.post(f"/v1/games/{game}/previews", json=body)).json()["changes"]:
                    text = choice["text"]
                    break
            else:
                sent(ada, game, own, own["choices"][-1]["command"])
        with table_of(browser, site, game, token) as page:
            own_turn(page)
            page.locator(".choice", has_text=text).first.click()
            seat = page.locator(".foreseen .seat")
            expect(seat).to_have_text(re.compile("You$"))
