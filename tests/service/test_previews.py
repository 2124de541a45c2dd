"""Previews over a real socket: they show what a command does, and store nothing."""

import asyncio
import random
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.app import create_app
from service.core.connections.asker import Asker
from service.core.parts import parts_of
from service.core.settings import Settings
from service.play.play import Play
from tests.loops import in_loop
from tests.replies import ok
from tests.service.kit import next_decision, open_game, own_decision, problem, started_game
from tests.service.server import Server

DECISIONS = 40


def previewed(player: httpx.Client, game: str, decision: Any, command: Any, **headers: str) -> httpx.Response:
    body = {"decision": decision["id"], "command": command}
    return player.post(f"/v1/games/{game}/previews", json=body, headers=headers)


def game_of(player: httpx.Client, title: str) -> str:
    """Start a game of a title with bots on the other seats."""
    options = {"first_player": "seat_0"} if title != "siberia" else {"first_player": "seat_0", "take_back": False}
    game = open_game(player, ruleset=title, options=options)
    assert player.put(f"/v1/games/{game}/seats/0").status_code == 200
    assert player.post(f"/v1/games/{game}/start").status_code == 200
    return game


def first_decision(player: httpx.Client) -> tuple[str, Any, Any]:
    """Start a game, and return its id, the decision, and the first choice."""
    game = started_game(player)
    decision = next_decision(player, game)
    return game, decision, decision["choices"][0]["command"]


@pytest.mark.parametrize("title", ["giganten", "siberia", "minos"])
def test_what_a_preview_shows_happens(server: Server, title: str) -> None:
    player, rng = server.player(), random.Random(title)
    game = game_of(player, title)
    stopped: set[str] = set()
    for _ in range(DECISIONS):
        decision = own_decision(player, game)
        if decision is None:
            break
        command = rng.choice(decision["choices"])["command"]
        shown = previewed(player, game, decision, command)
        assert shown.status_code == 200, shown.text
        found = shown.json()
        body = {"decision": decision["id"], "command": command}
        accepted = ok(player.post(f"/v1/games/{game}/commands", json=body)).json()
        if accepted["events"][0]["record"]["version"] != found["version"] + 1:
            # a bot that was asked at the same time has answered between the preview and the command
            continue
        stopped.add(found["stopped_by"])

        happened = [event_of(item) for item in accepted["events"]]
        assert found["events"] == happened[: len(found["events"])]
        assert found["stopped_by"] != "decision" or found["events"] == happened
        if found["stopped_by"] == "decision":
            assert found["decisions"] == accepted["decisions"]
            assert bool(found["decisions"]) == (0 in found["awaiting"])
        else:
            assert found["decisions"] == found["awaiting"] == []

    assert {"draw", "decision"} <= stopped


def event_of(item: Any) -> Any:
    """Return what a preview shows of an event."""
    shown = {"type": item["record"]["type"], "data": item["record"]["data"]}
    return shown | ({"secret": item["secret"]} if "secret" in item else {})


def test_a_preview_stores_nothing_and_is_always_the_same(player: httpx.Client) -> None:
    game, decision, command = first_decision(player)
    before = ok(player.get(f"/v1/games/{game}"))

    first, second = (previewed(player, game, decision, command) for _ in range(2))

    assert first.content == second.content
    assert first.headers["Cache-Control"] == "no-store"
    assert player.get(f"/v1/games/{game}").content == before.content
    assert first.json()["version"] == before.json()["version"]
    answered = player.post(f"/v1/games/{game}/commands", json={"decision": decision["id"], "command": command})
    assert answered.status_code == 201


def test_a_preview_is_refused_like_its_command(server: Server, player: httpx.Client) -> None:
    game, decision, command = first_decision(player)
    wrong = {"type": "giganten.take_action_card", "card": "no-such-card"}

    shown = previewed(player, game, decision, wrong)
    sent = player.post(f"/v1/games/{game}/commands", json={"decision": decision["id"], "command": wrong})

    assert problem(shown) == problem(sent) == (409, "refused")
    same = ("rule", "rule_url", "detail", "legal")
    assert [shown.json()[name] for name in same] == [sent.json()[name] for name in same]
    assert problem(previewed(player, game, {"id": "0.99"}, command)) == (409, "decision-closed")
    assert problem(previewed(player, game, decision, command, **{"If-Match": '"1.view"'})) == (412, "version-changed")
    assert problem(previewed(player, game, decision, {"type": "giganten.cheat"})) == (422, "unknown-command")
    assert problem(previewed(server.player(), game, decision, command)) == (403, "not-yours")
    assert problem(previewed(server.client(), game, decision, command)) == (401, "token-needed")


def test_a_game_that_does_not_run_has_no_previews(player: httpx.Client) -> None:
    game = open_game(player)
    assert player.put(f"/v1/games/{game}/seats/0").status_code == 200

    reply = previewed(player, game, {"id": "0.1"}, {"type": "giganten.pass_bid"})

    assert problem(reply) == (409, "game-not-running")


def test_choices_tell_cost_effect_and_anchors(server: Server) -> None:
    """A choice without any of them has only its command, as before: clients of earlier releases read it."""
    player, rng = server.player(), random.Random(3)
    game = game_of(player, "minos")
    built: list[Any] = []
    plain: list[Any] = []
    while not built or not plain:
        decision = own_decision(player, game)
        if decision is None:
            # the bots play at random: in some games the seat can build nothing
            game = game_of(player, "minos")
            continue
        choices = decision["choices"]
        built += [choice for choice in choices if choice["command"]["type"] == "minos.build"]
        plain += [choice for choice in choices if choice["command"]["type"] == "minos.keep_dice"]
        going_on = [choice for choice in choices if choice["command"]["type"] != "minos.end_turn"] or choices
        body = {"decision": decision["id"], "command": rng.choice(going_on)["command"]}
        assert player.post(f"/v1/games/{game}/commands", json=body).status_code == 201

    command = built[0]["command"]
    assert built[0]["cost"] > 0
    assert built[0]["effect"]["income"] > 0
    assert built[0]["effect"]["rights"] < 0
    assert built[0]["anchors"] == [f"place:{command['field']}", f"building:{command['building']}"]
    assert plain[0] == {"command": {"type": "minos.keep_dice"}}


@pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")
@in_loop
async def test_a_preview_that_waited_is_of_the_version_that_it_was_asked_for(tmp_path: Path) -> None:
    app: Any = create_app(Settings(database=f"sqlite:///{tmp_path}/games.db", rate_limit=0, public_clock="none"))
    transport = httpx.ASGITransport(app)
    async with app.lifespan(), httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        owner, other = [await signed_up(client, name) for name in ("Ada", "Bo")]
        body = {"ruleset": "giganten", "seats": 3, "bots": {"2": "random"}, "options": {"first_player": "seat_0"}}
        game = f"/v1/games/{ok(await client.post('/v1/games', json=body, headers=owner)).json()['id']}"
        for seat, headers in enumerate((owner, other)):
            assert (await client.put(f"{game}/seats/{seat}", headers=headers)).status_code == 200
        started = ok(await client.post(f"{game}/start", headers=owner)).json()
        (decision,) = ok(await client.get(f"{game}/decisions", headers=owner)).json()["items"]
        asked = {"decision": decision["id"], "command": decision["choices"][0]["command"]}
        previewing, occupied = parts_of(app).get(Play).previewing, asyncio.Event()
        before = asyncio.create_task(previewing.run(Asker("192.0.2.1", ""), occupied.wait))
        await asyncio.sleep(0)

        condition = {"If-Match": f'"{started["version"]}.view"'}
        waiting = asyncio.create_task(client.post(f"{game}/previews", json=asked, headers={**owner, **condition}))
        async with asyncio.timeout(10):
            while not previewing.waiting:
                await asyncio.sleep(0.001)
        assert (await client.post(f"{game}/resignations", headers=other)).status_code == 201
        occupied.set()
        await before

        assert problem(await waiting) == (412, "version-changed")


async def signed_up(client: httpx.AsyncClient, name: str) -> dict[str, str]:
    """Return the headers of a new player."""
    made = ok(await client.post("/v1/players", json={"name": name})).json()
    return {"Authorization": f"Bearer {made['token']}"}
