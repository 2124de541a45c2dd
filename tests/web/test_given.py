"""What a page has from the beginning for the person who is signed in: what the API answers this person."""

import json
import re
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import expect

from tests.postgres import new_database
from tests.replies import ok
from tests.service.browsers import Browser
from tests.service.kit import identity, next_decision, played_by_bots, started_game
from tests.service.moderation.kit import with_role
from tests.service.server import Server, serving
from tests.waiting import until
from tests.web.browser import opened

_BLOCK = re.compile(r'<script type="application/json" id="given">(.*?)</script>', re.DOTALL)
_EVENTS = re.compile(r"/events\?after=(\d+)&limit=(\d+)$")

OWN_GAMES = "/v1/me/games"


@pytest.fixture(scope="module")
def ada(site: Server) -> httpx.Client:
    return site.player("Ada gives")


def signed_in(server: Server, player: httpx.Client) -> Browser:
    """Return a browser with a session of a player."""
    found = Browser(server)
    token = player.headers["Authorization"].removeprefix("Bearer ")
    assert found.sign_in(type="token", token=token).status_code == 201
    return found


def block_in(page: str) -> str | None:
    """Return the text of the block of a page, if it has one."""
    found = _BLOCK.search(page)
    return None if found is None else found[1]


def answers_in(page: str) -> dict[str, Any]:
    """Return what a page has, by address."""
    block = block_in(page)
    assert block is not None
    given = json.loads(block)
    assert abs(given["now"] / 1000 - time.time()) < 60
    return given["answers"]


@pytest.mark.parametrize("visibility", ["public", "private"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_page_of_a_table_has_what_the_player_is_answered(
    site: Server, ada: httpx.Client, visibility: str, language: str
) -> None:
    game = started_game(ada, ruleset="siberia", visibility=visibility)
    next_decision(ada, game)
    browser = signed_in(site, ada)
    reply = ok(browser.get(f"/games/{game}", params={"lang": language}))
    assert reply.headers["cache-control"] == "private, no-store"
    assert "etag" not in reply.headers
    found = answers_in(reply.text)
    assert len(found) == 6
    for address, answer in found.items():
        assert answer == ok(browser.get(address, headers={"Accept-Language": language})).json(), address
    path = f"/v1/games/{game}"
    (own,) = (one for one in found[f"{path}/decisions"]["items"] if "choices" in one)
    assert own["text"]
    assert found[f"{path}/view?pieces=true"]["viewer"] == "seat:0"
    assert found["/v1/sessions/current"]["session"]["player"]["id"] == identity(ada)
    (asked,) = filter(None, map(_EVENTS.search, found))
    assert int(asked[1]) + int(asked[2]) == found[path]["version"]


def test_everybody_else_gets_the_page_without(site: Server, ada: httpx.Client) -> None:
    game, ben = started_game(ada, ruleset="minos"), site.player("Ben looks")
    visitor = ok(site.client().get(f"/games/{game}"))
    assert block_in(visitor.text) is None
    # a program with a token is no page
    clients = (ada, ben, signed_in(site, ben))
    for client in clients:
        assert ok(client.get(f"/games/{game}")).text == visitor.text
    own = signed_in(site, ada)
    for parameters in ({"as": "public"}, {"at": "9"}):
        assert block_in(ok(own.get(f"/games/{game}", params=parameters)).text) is None


def test_the_pages_of_games_that_do_not_run_have_nothing(site: Server, ada: httpx.Client) -> None:
    bots = {"0": "random", "1": "random"}
    ended = ok(ada.post("/v1/games", json={"ruleset": "minos", "seats": 2, "bots": bots})).json()["id"]
    played_by_bots(ada, ended)
    browser = signed_in(site, ada)
    opened_one = ok(ada.post("/v1/games", json={"ruleset": "minos", "seats": 2})).json()["id"]
    assert ada.put(f"/v1/games/{opened_one}/seats/0").status_code == 200
    for game in (ended, opened_one):
        reply = ok(browser.get(f"/games/{game}"))
        assert block_in(reply.text) is None
        assert reply.headers["etag"]


def test_each_player_gets_the_own_view_only(site: Server, ada: httpx.Client) -> None:
    ben = site.player("Ben sits")
    game = ok(ada.post("/v1/games", json={"ruleset": "siberia", "seats": 2})).json()["id"]
    for seat, player in enumerate((ada, ben)):
        assert player.put(f"/v1/games/{game}/seats/{seat}").status_code == 200
    assert ada.post(f"/v1/games/{game}/start").status_code == 200
    for seat, player in enumerate((ada, ben)):
        found = answers_in(ok(signed_in(site, player).get(f"/games/{game}")).text)
        assert found[f"/v1/games/{game}/view?pieces=true"]["viewer"] == f"seat:{seat}"
        listed = {one["seat"] for one in found[f"/v1/games/{game}/decisions"]["items"] if "choices" in one}
        assert listed <= {seat}


def test_who_is_locked_out_finds_nothing_in_a_page(site: Server) -> None:
    """The page itself is for everybody, also for a suspended person."""
    moderator, dora = with_role(site, "moderator", "Mo gives"), site.player("Dora leaves")
    game, own = started_game(dora, ruleset="siberia"), signed_in(site, dora)
    pages = (f"/games/{game}", "/")
    assert [block_in(ok(own.get(page)).text) is None for page in pages] == [False, False]
    acts = f"/v1/moderation/players/{identity(dora)}/acts"
    ok(moderator.post(acts, json={"type": "suspend", "kind": "locked_out", "reason": "x"}), 201)
    assert [block_in(ok(own.get(page)).text) is None for page in pages] == [True, True]
    ok(moderator.post(acts, json={"type": "lift_suspension", "reason": "x"}), 201)
    assert [block_in(ok(own.get(page)).text) is None for page in pages] == [False, False]


def test_an_ended_session_finds_nothing_in_a_page(site: Server, ada: httpx.Client) -> None:
    game, own = started_game(ada, ruleset="siberia"), signed_in(site, ada)
    cookie = {"Cookie": "; ".join(f"{each.name}={each.value}" for each in own.page.cookies.jar)}
    for page in (f"/games/{game}", "/"):
        assert block_in(ok(own.get(page)).text) is not None
        # a page of another site leads here
        assert block_in(ok(own.get(page, headers={"Sec-Fetch-Site": "cross-site"})).text) is None
    assert own.delete("/v1/sessions/current").status_code == 204
    for page in (f"/games/{game}", "/"):
        assert block_in(ok(own.get(page, headers=cookie)).text) is None


def test_a_session_that_another_process_has_ended_finds_nothing_in_a_page(postgres_server: str, tmp_path: Path) -> None:
    """Pages do not wait until the process knows what others have stored; what is in them does."""
    with new_database(postgres_server) as database, ExitStack() as stack:
        key = str(tmp_path / "key")
        here, there = (stack.enter_context(serving(database, LUDOLOG_KEY_FILE=key)) for _ in range(2))
        eva = here.player("Eva has two")
        game = started_game(eva, ruleset="minos")
        own = signed_in(here, eva)
        assert block_in(ok(own.get(f"/games/{game}")).text) is not None
        (cookie,) = own.page.cookies.jar
        cookies = f"ludolog-{there.port}={cookie.value}"
        headers = {"Cookie": cookies, "Origin": there.base, "Sec-Fetch-Site": "same-origin"}
        assert there.client().delete("/v1/sessions/current", headers=headers).status_code == 204
        assert block_in(ok(own.get(f"/games/{game}")).text) is None


def test_the_page_of_no_game_has_nothing(site: Server, ada: httpx.Client) -> None:
    own = signed_in(site, ada)
    for game in ("nonsense", "..%2Fme", "%3Fas=full"):
        reply = own.get(f"/games/{game}")
        assert reply.status_code < 500
        assert block_in(reply.text) is None


def test_a_name_does_not_end_the_block(site: Server, ada: httpx.Client) -> None:
    name = "</script><b>Ada</b>"
    game = started_game(ada, ruleset="minos", name=name)
    page = ok(signed_in(site, ada).get(f"/games/{game}")).text
    assert answers_in(page)[f"/v1/games/{game}"]["name"] == name
    assert "<b>Ada" not in page


def test_the_lobby_has_the_own_games(site: Server, ada: httpx.Client) -> None:
    game = started_game(ada, ruleset="minos")
    next_decision(ada, game)
    browser = signed_in(site, ada)
    while True:
        reply = ok(browser.get("/"))
        found = answers_in(reply.text)
        if game in {one["id"] for one in found[f"{OWN_GAMES}?awaiting=true&limit=50"]["items"]}:
            break
    assert reply.headers["cache-control"] == "private, no-store"
    assert len(found) == 4
    for address, answer in found.items():
        assert answer == ok(browser.get(address)).json(), address
    assert block_in(ok(site.client().get("/")).text) is None
    assert block_in(ok(ada.get("/")).text) is None


def test_a_table_takes_what_its_page_has_and_asks_nothing_of_it_again(
    browser: Chromium, site: Server, ada: httpx.Client
) -> None:
    game = started_game(ada, ruleset="siberia")
    next_decision(ada, game)
    # the page asks again after a decision of a bot
    until(lambda: len(ok(ada.get(f"/v1/games/{game}")).json()["awaiting"]) == 1)
    token = ada.headers["Authorization"].removeprefix("Bearer ")
    with opened(browser, site.base, token=token) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url.removeprefix(site.base)))
        page.goto(f"/games/{game}")
        expect(page.locator("ludo-question .choice").first).to_be_visible()
        found = set(answers_in(ok(signed_in(site, ada).get(f"/games/{game}")).text))
        page.locator("ludo-board .piece").first.wait_for(state="attached")
        assert not found & set(asked)
        # nothing of it stays in the document
        assert page.locator("#given").count() == 0


def test_the_lobby_shows_the_own_games_without_asking(browser: Chromium, site: Server) -> None:
    cleo = site.player("Cleo comes home")
    game = started_game(cleo, ruleset="minos", name="At home")
    next_decision(cleo, game)
    browser_of_cleo = signed_in(site, cleo)
    while "At home" not in ok(browser_of_cleo.get("/")).text:
        pass
    token = cleo.headers["Authorization"].removeprefix("Bearer ")
    with opened(browser, site.base, token=token, lost=True) as page:
        page.route("**/v1/**", lambda route: route.abort())
        page.goto("/")
        expect(page.get_by_role("link", name="At home")).to_be_visible()
        assert page.locator(f'a[href="/games/{game}"]').count() == 1
