"""Nim on a real server: played over HTTP and in the terminal, and verified by both verifiers."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.games.second_verifier import SCRIPT, node
from tests.replies import ok
from tests.service.kit import problem
from tests.service.test_terminal import game_in, terminal
from tests.titles.nim import NIM
from tests.titles.server import NimServer, ludolog


def opened(player: httpx.Client, **more: Any) -> str:
    """Open a game of two seats, take seat 0, and start if a bot has the other seat."""
    game = ok(player.post("/v1/games", json={"ruleset": "nim", "seats": 2, **more})).json()["id"]
    assert player.put(f"/v1/games/{game}/seats/0").status_code == 200
    if "bots" in more:
        assert player.post(f"/v1/games/{game}/start").status_code == 200
    return game


def decision(player: httpx.Client, game: str) -> dict[str, Any] | None:
    """Wait until the player of seat 0 has to choose. Return the decision, or None at the end of the game."""
    while True:
        found = ok(player.get(f"/v1/games/{game}/decisions")).json()
        for item in found["items"]:
            if item["seat"] == 0:
                return item
        page = ok(player.get(f"/v1/games/{game}/events", params={"after": found["version"], "wait": 5})).json()
        if page["is_over"]:
            return None


def test_the_api_describes_the_title(server: NimServer) -> None:
    client = server.client()
    ruleset = ok(client.get("/v1/rulesets/nim")).json()
    schemas = ok(client.get("/openapi.json")).json()["components"]["schemas"]

    assert (ruleset["title"], ruleset["seats"], ruleset["bots"]) == ("Nim", [2, 3, 4], ["random"])
    assert ok(client.get("/v1/rulesets/nim/rules/2.3")).json()["title"] == "How many objects are taken"
    assert ok(client.get("/v1/rulesets/nim/data/classic")).json()["tables"]["heaps"]["objects"] == [3, 4, 5]
    union = {name: schemas[name]["discriminator"]["mapping"] for name in ("AnyCommand", "AnyView", "Record")}
    assert union["AnyCommand"]["nim.take_objects"] == "#/components/schemas/NimTakeObjects"
    assert union["AnyView"]["nim.view"] == "#/components/schemas/NimView"
    assert {tag for tag in union["Record"] if tag.startswith("nim.")} == {
        str(event.__struct_config__.tag) for event in NIM.events
    }
    assert schemas["NimTakeObjects"]["x-rules"] == ["nim/2.2", "nim/2.3"]


def test_a_game_against_the_random_bot_over_http(server: NimServer, tmp_path: Path) -> None:
    player = server.player("Ada")
    game = opened(player, bots={"1": "random"}, options={"first_player": "seat_0"})
    while asked := decision(player, game):
        choice = asked["choices"][-1]
        body = {"decision": asked["id"], "command": choice["command"]}
        shown = ok(player.post(f"/v1/games/{game}/previews", json=body)).json()
        response = player.post(f"/v1/games/{game}/commands", json=body)
        assert response.status_code == 201, response.text
        # Nim has no notes on choices
        assert choice.keys() <= {"command", "range"}
        happened = [(item["record"]["type"], item["record"]["data"]) for item in response.json()["events"]]
        assert [(event["type"], event["data"]) for event in shown["events"]] == happened[: len(shown["events"])]

    places = ok(player.get(f"/v1/games/{game}/result")).json()["places"]
    view = ok(player.get(f"/v1/games/{game}/view")).json()
    assert (view["type"], view["heaps"], view["awaiting"]) == ("nim.view", [0, 0, 0], [])
    assert sum(sum(one["taken"]) for one in view["players"]) == 12
    assert sum(part["amount"] for place in places for part in place["parts"] if part["part"] == "last_object") == 4
    assert_verified(player, game, tmp_path)


def test_two_players_by_hand_over_http(server: NimServer, tmp_path: Path) -> None:
    players = [server.player("Ben"), server.player("Cleo")]
    game = opened(players[0], options={"first_player": "seat_0", "last_object": "loses"})
    assert players[1].put(f"/v1/games/{game}/seats/1").status_code == 200
    assert players[0].post(f"/v1/games/{game}/start").status_code == 200

    def take(seat: int, heap: int, number: int) -> httpx.Response:
        (asked,) = ok(players[seat].get(f"/v1/games/{game}/decisions")).json()["items"]
        command = {"type": "nim.take_objects", "heap": heap, "number": number}
        return players[seat].post(f"/v1/games/{game}/commands", json={"decision": asked["id"], "command": command})

    refused = take(0, 0, 4)
    assert (refused.status_code, refused.json()["code"], refused.json()["rule"]) == (409, "refused", "nim/2.3")
    assert refused.json()["rule_title"] == "How many objects are taken"
    (asked,) = ok(players[0].get(f"/v1/games/{game}/decisions", params={"lang": "de"})).json()["items"]
    assert asked["text"] == f"Ben entscheidet: {NIM.rules['2.2'].title}."
    assert [choice["text"] for choice in asked["choices"]] == [
        f"Take objects: heap {heap}, number 1 bis {objects}" for heap, objects in enumerate((3, 4, 5))
    ]
    fields = ok(server.client().get("/v1/rulesets/nim/words", params={"lang": "de"})).json()["fields"]
    assert (fields["players"], fields["heaps"]) == ("Spieler", "heaps")
    for seat, player in enumerate(players):
        shown = [one["favourite"] for one in ok(player.get(f"/v1/games/{game}/view")).json()["players"]]
        assert [favourite is not None for favourite in shown] == [seat == 0, seat == 1]
    public = ok(server.client().get(f"/v1/games/{game}/events")).json()["items"]
    assert [event for event in public if "secret" in event] == []
    for seat, heap, number in ((0, 0, 3), (1, 1, 4), (0, 2, 5)):
        assert take(seat, heap, number).status_code == 201

    result = ok(players[0].get(f"/v1/games/{game}/result")).json()
    lost = {place["seat"]: place["parts"][0]["amount"] for place in result["places"]}
    assert lost == {0: -4, 1: 0}
    assert_verified(players[0], game, tmp_path)


def assert_verified(player: httpx.Client, game: str, folder: Path) -> None:
    """Assert that both verifiers accept the signed bundle, and that both find a changed event."""
    file, keys = folder / "game.jsonl", folder / "keys.json"
    file.write_bytes(player.get(f"/v1/games/{game}/bundle").content)
    keys.write_bytes(player.get("/.well-known/jwks.json").content)
    changed = folder / "changed.jsonl"
    text = re.sub(r'("data":{"heap":\d,"number":)\d', r"\g<1>9", file.read_text(), count=1)
    changed.write_text(text)
    assert text != file.read_text()

    ours = ludolog("verify", "--key", str(keys), str(file))
    theirs = subprocess.run([node(), SCRIPT, "--json", file], capture_output=True, check=False, timeout=60)
    assert (ours.returncode, ours.stdout.count("passed")) == (0, 8), ours.stdout + ours.stderr
    checks = {check["check"]: check["verdict"] for check in json.loads(theirs.stdout)["checks"]}
    assert {checks[name] for name in ("form", "chain", "seals", "draws")} == {"passed"}
    assert ludolog("verify", str(changed)).returncode == 1
    assert subprocess.run([node(), SCRIPT, changed], capture_output=True, check=False, timeout=60).returncode == 1


@pytest.fixture(scope="module")
def played(server: NimServer, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, str]:
    """Play a game in the terminal client of the product, which does not know Nim."""
    home = tmp_path_factory.mktemp("home")
    # the first choice with its default number, and an empty line where no number is asked
    options = ("--bots", "random", "--option", "first_player=seat_0", "--name", "Dora")
    done = terminal(server.base, home, "play", "nim", *options, typed="1\n\n" * 40)
    assert done.returncode == 0, done.stdout + done.stderr
    return home, game_in(done), done.stdout


def test_the_terminal_plays_with_the_generic_board(played: tuple[Path, str, str]) -> None:
    _, game, shown = played
    assert "rule 2.2 Objects are taken from one heap" in " ".join(shown.split())
    assert re.search(r"heaps\s+3, 4, 5", shown)
    assert "Take objects: heap 0" in shown
    assert f"result of game {game}" in " ".join(shown.split())
    assert re.search(r"favourite \d \(rule 3.3\)", shown)


def test_the_terminal_watches_and_replays(server: NimServer, played: tuple[Path, str, str]) -> None:
    home, game, _ = played
    watched = terminal(server.base, home, "watch", game, "--board")
    replayed = terminal(server.base, home, "replay", game, "--dump")

    assert (watched.returncode, replayed.returncode) == (0, 0)
    assert "Objects taken" in watched.stdout
    assert "result of game" in watched.stdout
    assert re.search(r"heaps\s+0, 0, 0", watched.stdout)
    assert "a secret, then known to" in replayed.stdout
    assert "none" not in replayed.stdout.splitlines()[1]


def test_the_engine_refuses_a_title_without_a_light_policy(server: NimServer, tmp_path: Path) -> None:
    player = server.player("Dan")
    game = opened(player, bots={"1": "random"}, options={"first_player": "seat_0"})
    while asked := decision(player, game):
        body = {"decision": asked["id"], "command": asked["choices"][-1]["command"]}
        assert player.post(f"/v1/games/{game}/commands", json=body).status_code == 201

    refused = player.put(f"/v1/games/{game}/analysis/quick")
    assert problem(refused) == (409, "not-possible")
    assert "the engine cannot play nim" in refused.json()["detail"]
    # the request has left no job, and the analysis without the engine is there
    assert problem(player.get(f"/v1/games/{game}/analysis/quick")) == (404, "not-found")
    assert player.get(f"/v1/games/{game}/analysis").status_code == 200

    file = tmp_path / "nim.jsonl"
    file.write_bytes(player.get(f"/v1/games/{game}/bundle").content)
    done = ludolog("analyse", str(file), "--engine", "quick")
    assert (done.returncode, "the engine cannot play nim" in done.stderr) == (1, True), done.stderr
