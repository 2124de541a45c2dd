"""The bot of the README, from nothing but the API, over a connection that loses every tenth reply."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.service.connections import losing
from tests.service.kit import open_game
from tests.service.server import Server
from tests.terminal.replies import answering, problem
from tests.waiting import until

BOT = Path(__file__).parents[2] / "openapi" / "bot.py"

GAMES: dict[str, dict[str, Any]] = {
    "giganten": {"seats": 3, "profile": "kurz"},
    # a random player would take tokens back again and again
    "siberia": {"seats": 2, "options": {"take_back": False}},
    # random players build seldom
    "minos": {"seats": 2, "profile": "short", "options": {"idle_limit": 5}},
}


@contextmanager
def killed_at_last(process: subprocess.Popen[str]) -> Generator[None]:
    try:
        yield
    finally:
        process.kill()


def test_it_is_shorter_than_fifty_lines():
    assert len(BOT.read_text().splitlines()) < 50


def test_it_stops_with_the_reason_if_its_seat_is_refused(server: Server) -> None:
    owner = server.player()
    game = open_game(owner, visibility="private", ruleset="minos", seats=2, bots={"0": "random"})
    invitation = owner.post(f"/v1/games/{game}/invitations", json={"label": "bot"}).json()["invitation"]

    taken = started(server.base, game, "0", invitation)
    unknown = started(server.base, game, "1", "wrong")

    assert (taken.returncode, unknown.returncode) == (1, 1)
    assert taken.stdout == unknown.stdout == ""
    assert "seat 0 is taken" in taken.stderr
    assert "Traceback" not in taken.stderr + unknown.stderr


def test_it_stops_with_the_reason_if_it_would_have_to_wait_for_long() -> None:
    with answering(lambda _path: problem(429, "too many players", Retry_After="3600")) as (address, paths):
        done = started(address, "game", "0", "invitation")

    assert (done.returncode, paths) == (1, ["/v1/players"])
    assert "too many players" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("arguments", [(), ("http://127.0.0.1:8000", "game", "0")])
def test_it_says_which_arguments_it_needs(arguments: tuple[str, ...]) -> None:
    done = started(*arguments)

    assert done.returncode == 1
    assert done.stderr == "usage: bot.py SERVER GAME SEAT INVITATION\n"


def started(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(BOT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)


@pytest.mark.parametrize("ruleset", GAMES)
def test_it_joins_plays_to_the_end_and_makes_exactly_the_moves_that_it_meant(server: Server, ruleset: str) -> None:
    owner = server.player()
    wishes = GAMES[ruleset]
    bots = {str(seat): "random" for seat in range(1, wishes["seats"])}
    game = open_game(owner, visibility="private", ruleset=ruleset, bots=bots, **wishes)
    invitation = owner.post(f"/v1/games/{game}/invitations", json={"label": "bot"}).json()["invitation"]
    with losing(server.port, 10) as (base, lost):
        command = [sys.executable, str(BOT), base, game, "0", invitation]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as bot, killed_at_last(bot):
            deadline = time.monotonic() + 20
            while owner.get(f"/v1/games/{game}").json()["seats"][0]["player"] is None:
                assert bot.poll() is None, "the bot gave up"
                assert time.monotonic() < deadline, "the bot never came"
                time.sleep(0.05)
            assert owner.post(f"/v1/games/{game}/start").status_code == 200
            printed, _ = bot.communicate(timeout=120)

    *moves, places = printed.splitlines()
    result = owner.get(f"/v1/games/{game}/result").json()
    # a move takes three requests or more, and every tenth reply is lost
    assert len(lost) >= max(2, 3 * len(moves) // 10)
    assert json.loads(places) == result["places"]
    assert {line.split(" ", 1)[0] for line in moves} == {"201"}
    history = owner.get(f"/v1/games/{game}/stream", headers={"Accept": "application/x-ndjson"}).content
    # the last line is the signed head
    records = [msgspec.json.decode(line)["record"] for line in history.splitlines()[:-1]]
    own = [record for record in records if record["seat"] == 0 and not record["type"].startswith("game.")]
    meant = [json.loads(line.split(" ", 1)[1]) for line in moves]
    assert [move["decision"] for move in meant] == [f"0.{number}" for number in range(1, len(own) + 1)]


def test_it_waits_while_its_game_is_paused(server: Server, tmp_path: Path) -> None:
    owner, printed = server.player(), tmp_path / "printed"
    game = open_game(owner, visibility="private", ruleset="siberia", bots={"1": "random"}, **GAMES["siberia"])
    path = f"/v1/games/{game}"
    invitation = owner.post(f"{path}/invitations", json={"label": "bot"}).json()["invitation"]
    command = [sys.executable, "-u", str(BOT), server.base, game, "0", invitation]
    with printed.open("w") as out, subprocess.Popen(command, stdout=out, text=True) as bot, killed_at_last(bot):
        until(lambda: owner.get(path).json()["seats"][0]["player"] is not None)
        # stopped, so that the game is paused before the first move
        bot.send_signal(signal.SIGSTOP)
        assert owner.post(f"{path}/start").status_code == 200
        until(lambda: owner.get(path).json()["awaiting"] == [0])
        pause = {"type": "pause", "reason": "a break", "duration": "PT2H"}
        assert owner.post(f"{path}/rulings", json=pause).status_code == 201
        bot.send_signal(signal.SIGCONT)
        until(lambda: "409 " in printed.read_text())
        time.sleep(2)
        moves = printed.read_text().splitlines()
        assert owner.post(f"{path}/rulings", json={"type": "resume", "reason": "goes on"}).status_code == 201
        until(lambda: "201 " in printed.read_text())

    assert {move.split(" ", 1)[0] for move in moves} == {"409"}
    assert len(moves) < 5
