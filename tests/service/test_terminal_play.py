"""Whole games in the terminal: played, watched and replayed, also over a connection that loses replies."""

import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.replies import ok
from tests.service.connections import losing
from tests.service.kit import open_game, player_in_game
from tests.service.server import Server
from tests.service.test_terminal import QUICK, environment, game_in, terminal, token_of

PLAYED_OUT = (QUICK, ("minos", "--profile", "short", "--option", "idle_limit=5", "--bots", "random"))


def numbers(count: int, seed: int = 1) -> str:
    """What somebody types who takes any number, and says yes to every question whether that is meant."""
    rng = random.Random(seed)
    # a yes that answers no question finds no choice, and changes nothing
    return "".join(f"{rng.randint(1, 9)}\nyes\n" for _ in range(count))


def check_result(printed: str, result: dict[str, Any]) -> None:
    """Every place stands in the table with its score and the parts of it, in their order."""
    table = printed[printed.index(f"result of game {result['game']}") :]
    rows = re.findall(r"^\s+(\d+)\s+\S.*?\((\d)\)(?:, seat given up)?\s+(-?[\d,]+)\s", table, re.MULTILINE)
    told = [(int(rank), int(seat), int(score.replace(",", ""))) for rank, seat, score in rows]
    assert told == [(place["rank"], place["seat"], place["score"]) for place in result["places"]]
    parts = re.findall(r"(-?[\d,]+) \(rule ([\d.a-z]+)\)", table)
    assert [(int(amount.replace(",", "")), rule) for amount, rule in parts] == [
        (part["amount"], part["rule"]) for place in result["places"] for part in place["parts"]
    ]


@pytest.mark.parametrize("wishes", PLAYED_OUT, ids=lambda wishes: wishes[0])
def test_a_game_is_played_to_its_end(server: Server, tmp_path: Path, wishes: tuple[str, ...]) -> None:
    done = terminal(server.base, tmp_path, "play", *wishes, typed=numbers(20_000))
    result = ok(server.client().get(f"/v1/games/{game_in(done)}/result")).json()

    assert done.returncode == 0
    assert result["status"] == "ended"
    assert result["resigned"] == []
    check_result(done.stdout, result)


def test_siberia_is_played_resigned_and_watched_to_its_end(server: Server, tmp_path: Path) -> None:
    wishes = ("siberia", "--bots", "random", "--option", "first_player=seat_0", "--seat", "1")
    typed = numbers(40) + "resign\nno\nresign\nyes\n"
    done = terminal(server.base, tmp_path, "play", *wishes, typed=typed)
    game = game_in(done)
    watched = terminal(server.base, tmp_path, "watch", game)
    result = ok(server.client().get(f"/v1/games/{game}/result")).json()

    assert done.returncode == watched.returncode == 0
    assert "you play on" in done.stdout
    assert "you gave up your seat; a bot plays on" in done.stdout
    assert f"ludolog watch {game}" in done.stdout
    assert re.search(r"resigns\. careful \(1\) plays on", watched.stdout)
    assert result["resigned"] == [1]
    check_result(watched.stdout, result)


def test_a_resignation_that_leaves_one_player_says_that_the_game_has_ended(server: Server, tmp_path: Path) -> None:
    ada, bo = server.player(), server.player()
    game = open_game(ada, 2, bots={}, ruleset="minos", options={"first_player": "seat_0"})
    for seat, player in enumerate((ada, bo)):
        assert player.put(f"/v1/games/{game}/seats/{seat}").status_code == 200
    assert ada.post(f"/v1/games/{game}/start").status_code == 200

    done = terminal(server.base, tmp_path, "play", "--game", game, typed="resign\nyes\n", LUDOLOG_TOKEN=token_of(ada))

    assert done.returncode == 0
    printed = " ".join(done.stdout.split())
    assert "A bot plays on, unless one player is left: then the game ends." in printed
    assert "you gave up your seat; the game has ended" in printed
    assert ok(ada.get(f"/v1/games/{game}")).json()["ending"] == "others_left"


def test_a_running_game_is_watched_to_its_end_and_every_event_told_once(server: Server, tmp_path: Path) -> None:
    player = server.player()
    game = open_game(player, bots={str(seat): "random" for seat in range(3)}, profile="kurz")
    assert player.post(f"/v1/games/{game}/start").status_code == 200
    done = terminal(server.base, tmp_path, "watch", game, "--as", "public", NO_COLOR="1")
    result = ok(server.client().get(f"/v1/games/{game}/result")).json()

    assert done.returncode == 0
    told = [int(number) for number in re.findall(r"^ *(\d+) \S", done.stdout.partition("result of")[0], re.MULTILINE)]
    assert told == list(range(1, result["version"] + 1))
    assert "\x1b" not in done.stdout
    check_result(done.stdout, result)


def test_a_watch_goes_on_where_a_lost_connection_broke_it(server: Server, tmp_path: Path) -> None:
    player, game = player_in_game(server, profile="kurz")
    command = [sys.executable, "-m", "service", "watch", game]
    errors = tmp_path / "errors"
    with (
        errors.open("w") as stderr,
        subprocess.Popen(
            command, env=environment(server.base, tmp_path), stdout=subprocess.PIPE, stderr=stderr, text=True
        ) as process,
    ):
        assert process.stdout is not None
        begun = [process.stdout.readline() for _ in range(6)]
        server.kill()
        server.restart()
        assert player.post(f"/v1/games/{game}/resignations").status_code == 201
        # `communicate` would not return what `readline` has read ahead
        rest = process.stdout.read()
    result = ok(player.get(f"/v1/games/{game}/result")).json()
    lines = ("".join(begun) + rest).partition("result of")[0]

    assert process.returncode == 0, errors.read_text()
    numbered = [int(number) for number in re.findall(r"^ *(\d+) \S", lines, re.MULTILINE)]
    assert numbered == list(range(1, result["version"] + 1))


def test_a_lost_reply_is_asked_for_again_and_every_move_counts_once(server: Server, tmp_path: Path) -> None:
    with losing(server.port, every=10) as (address, lost):
        done = terminal(address, tmp_path, "play", *QUICK, "--name", "Lossy", typed=numbers(90) + "q\n")
        game = game_in(done)
        watched = terminal(address, tmp_path, "replay", game, "--dump", "--no-board")
    events = ok(server.client().get(f"/v1/games/{game}/events", params={"limit": 1000})).json()["items"]
    own = sum(_is_move(event) for event in events)

    assert done.returncode == watched.returncode == 0
    assert len(lost) >= 5
    assert own == _taken(done), "as many moves in the log as were made"
    assert "changed meanwhile" not in done.stdout
    assert len(re.findall(r"^ *\d+ ", watched.stdout, re.MULTILINE)) == len(events)


def _is_move(event: dict[str, Any]) -> bool:
    """Whether the event is the first of those that a command of seat 0 has brought about."""
    record = event["record"]
    return record["seat"] == 0 and record["cause"] == record["version"] and record["type"].startswith("giganten.")


def _version(event: dict[str, Any]) -> int:
    return int(event["record"]["version"])


def _taken(done: subprocess.CompletedProcess[str]) -> int:
    """How many decisions were answered: each answer is told when it is sent."""
    return len(re.findall(r"^you: ", done.stdout, re.MULTILINE))


def test_a_replay_goes_to_and_fro_and_tells_who_knew_what(server: Server, tmp_path: Path) -> None:
    player = server.player()
    game = open_game(player, bots={str(seat): "random" for seat in range(3)}, profile="kurz")
    assert player.post(f"/v1/games/{game}/start").status_code == 200
    terminal(server.base, tmp_path, "watch", game)
    result = ok(player.get(f"/v1/games/{game}/result")).json()
    events = ok(player.get(f"/v1/games/{game}/events", params={"limit": 200, "as": "full"})).json()["items"]
    dealt = next(event for event in events if event["record"]["type"] == "giganten.licences_dealt")
    version, holder = _version(dealt), dealt["record"]["known_to"][0]
    typed = f"n\np\n{version}\n\x1b[C\n\x1b[D\nlast\nn\n0\nwhat\nfirst\nq\n"
    done = terminal(server.base, tmp_path, "replay", game, typed=typed)
    other = terminal(server.base, tmp_path, "replay", game, "--as", f"seat:{(holder + 1) % 3}", typed=f"{version}\nq\n")

    last = result["version"]
    seen = [int(number) for number in re.findall(rf"^version (\d+) of {last} ", done.stdout, re.MULTILINE)]
    assert seen == [1, 2, 1, version, version + 1, version, last, 1]
    values = ", ".join(map(str, dealt["secret"]["values"]))
    assert f"a secret, then known to random ({holder}): values {values}" in done.stdout
    assert "to nobody; not shown to this viewer" in other.stdout
    assert f"known to random ({holder}); not shown to this viewer" in other.stdout
    assert "is dealt" in other.stdout
    assert f"values {values}" not in other.stdout
    assert done.stdout.count(f"the game has the versions 1 to {last}") == 2
