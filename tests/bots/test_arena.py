"""The local arena: own bots, rotated seats, intervals, and repeated decisions."""

import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from domain.game.game import Game
from domain.kernel.values import Command, Place, Seat
from domain.rulesets import RULESETS
from service.operate.arena import Match, Outcome, named, period_of, play, standings, wilson
from service.operate.cli import app
from tests.waiting import until

FIRST = """
def choose(request):
    onward = [c for c in request["choices"] if not c["command"]["type"].endswith("take_back")]
    return onward[0]["command"]
"""
LINES = """
import json, sys
for line in sys.stdin:
    onward = [c for c in json.loads(line)["choices"] if not c["command"]["type"].endswith("take_back")]
    print(json.dumps(onward[-1]["command"]), flush=True)
"""


def test_own_bots_play_from_a_file_and_as_a_program(tmp_path: Path) -> None:
    (tmp_path / "first.py").write_text(FIRST)
    (tmp_path / "lines.py").write_text(LINES)
    bots = [str(tmp_path / "first.py"), f"cmd:python3 {tmp_path / 'lines.py'}", "careful"]

    done = CliRunner().invoke(app, ["arena", *bots, "--games", "3", "--seats", "3", "--ruleset", "siberia", "--json"])

    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)["siberia"]
    assert {each["bot"] for each in found} == set(bots)
    assert found[0]["bot"] == "careful"
    assert sum(each["wins"] for each in found) == pytest.approx(3)


@pytest.mark.parametrize(
    ("bots", "reason"),
    [
        (["bold"], "there is no bot 'bold'"),
        (["absent.py"], "there is no file absent.py"),
        (["cmd:no-such-program"], "cannot be started"),
        (["cmd:true"], "cmd:true has ended: exit status 0"),
        (["cmd:yes"], "which is no command"),
        (["cmd:echo 'hi"], "cmd:echo 'hi cannot be started"),
        (["cmd:"], "names no program"),
        (["cmd:sleep 60"], "cmd:sleep 60 has not answered within 1 s"),
        (["careful"] * 5, "5 bots do not fit in 4 seats"),
    ],
)
def test_a_bot_that_cannot_play_is_named(bots: list[str], reason: str) -> None:
    done = CliRunner().invoke(app, ["arena", *bots, "--games", "1", "--ruleset", "minos", "--timeout", "1"])

    assert done.exit_code == 2
    assert reason in " ".join(done.output.split())


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("def choose(request): import sys; sys.exit(0)", "bot.py has ended: exit status 0"),
        ("import sys; sys.exit(3)", "bot.py has ended: exit status 3"),
        ("def choose(request): raise RuntimeError('boom')", "bot.py has ended: exit status 1"),
        ("choose = 5", "bot.py has ended: exit status 2"),
        ("def (", "bot.py has ended: exit status 1"),
        ("def choose(request):\n while True: pass", "bot.py has not answered within 2 s (--timeout)"),
        ("def choose(request): return request['choices'][0]", "which is no command"),
        ("def choose(request): return {'type': 'minos.end_turn'}", "bot.py, seat 0 of game 1 of Minos: rule "),
    ],
)
def test_a_file_that_cannot_play_on_is_named(tmp_path: Path, source: str, reason: str) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(source)
    done = CliRunner().invoke(
        app, ["arena", str(bot), "careful", "--games", "1", "--ruleset", "minos", "--seats", "2", "--timeout", "2"]
    )

    assert done.exit_code == 2
    assert reason in " ".join(done.output.split())


@pytest.mark.parametrize(
    ("seed", "first", "games"), [("1000000000000", "1", "1"), ("999999999999", "2", "1"), ("0", "999999999990", "12")]
)
def test_numbers_that_are_too_large_for_the_id_of_a_game_are_refused(seed: str, first: str, games: str) -> None:
    words = ["arena", "careful", "--seats", "2", "--ruleset", "siberia", "--seed", seed, "--first", first]
    done = CliRunner().invoke(app, [*words, "--games", games])

    assert done.exit_code == 2
    assert "the largest is 999,999,999,999" in " ".join(done.output.split())


@pytest.mark.parametrize(("seed", "first"), [("999999999999", "1"), ("0", "1000000000000")])
def test_the_largest_numbers_of_games_can_be_played(seed: str, first: str, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(FIRST)
    words = ["arena", str(tmp_path / "bot.py"), "random", "--seats", "2", "--ruleset", "siberia", "--games", "1"]
    done = CliRunner().invoke(app, [*words, "--seed", seed, "--first", first])

    assert done.exit_code == 0, done.output


WITH_NEIGHBOUR = """
from __future__ import annotations
from dataclasses import dataclass
import neighbour

@dataclass
class Seen:
    choices: list

def choose(request):
    print("what a bot prints is no answer")
    return neighbour.choose({"choices": Seen(request["choices"]).choices})
"""


def test_a_file_imports_its_neighbours_and_prints(tmp_path: Path) -> None:
    (tmp_path / "neighbour.py").write_text(FIRST)
    bot = tmp_path / "bot.py"
    bot.write_text(WITH_NEIGHBOUR)
    done = CliRunner().invoke(
        app, ["arena", str(bot), "random", "--games", "1", "--ruleset", "siberia", "--seats", "2"]
    )

    assert done.exit_code == 0, done.output
    assert "Siberia, 1 game" in done.output


def test_the_tables_of_finished_titles_stay_if_a_bot_fails_later(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(FIRST.replace("    return", "    assert request['ruleset'] == 'siberia'\n    return"))
    titles = ["--ruleset", "siberia", "--ruleset", "minos"]
    done = CliRunner().invoke(app, ["arena", str(bot), "random", "--games", "1", "--seats", "2", *titles])

    assert done.exit_code == 2
    assert "Siberia, 1 game" in done.output
    assert "Minos, 1 game" not in done.output


SLOW = """
import os, pathlib, time
def choose(request):
    pathlib.Path({file!r}).write_text(str(os.getpid()))
    time.sleep(600)
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_stopped_arena_leaves_no_bot(tmp_path: Path, number: signal.Signals) -> None:
    file = tmp_path / "pid"
    (tmp_path / "bot.py").write_text(SLOW.format(file=str(file)))
    words = [sys.executable, "-m", "service", "arena", "bot.py", "random", "--ruleset", "siberia", "--seats", "2"]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen(words, cwd=tmp_path, env=environment, stderr=subprocess.PIPE, text=True) as arena:
        until(file.exists)
        until(file.read_text)
        arena.send_signal(number)
        _, errors = arena.communicate(timeout=60)

    assert arena.returncode not in {0, None}
    assert "Error" not in errors
    assert not Path(f"/proc/{file.read_text()}").exists()


def test_the_games_before_a_failure_are_in_the_json(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(FIRST.replace("    return", "    assert request['ruleset'] == 'siberia'\n    return"))
    titles = ["--ruleset", "siberia", "--ruleset", "minos"]
    done = CliRunner().invoke(app, ["arena", str(bot), "random", "--games", "1", "--seats", "2", "--json", *titles])

    assert done.exit_code == 2
    assert json.loads(done.stdout).keys() == {"siberia"}


def test_each_deal_is_played_from_each_seat() -> None:
    siberia = RULESETS["siberia"]
    match = Match("siberia", ("careful", "random"), siberia.resolve_options(None, {}), 4)
    players = {bot: named(bot) for bot in match.bots}

    outcomes = list(play(match, siberia, players))

    assert [each.bots for each in outcomes] == [("careful", "random"), ("random", "careful")] * 2
    assert outcomes == list(play(match, siberia, players))


@pytest.mark.parametrize(
    ("bots", "period"), [("a", 1), ("aaa", 1), ("aba", 3), ("abab", 2), ("abba", 4), ("abbb", 4), ("abcabc", 3)]
)
def test_different_rotations_are_counted(bots: str, period: int) -> None:
    assert period_of(bots) == period


@pytest.mark.parametrize(("bots", "period"), [("aaaa", 1), ("abab", 2), ("abbb", 4)])
def test_no_game_of_a_match_is_played_twice(bots: str, period: int) -> None:
    siberia = RULESETS["siberia"]
    match = Match("siberia", tuple(bots), siberia.resolve_options(None, {}), 8, seed=5)
    dealt: dict[int, int] = {}

    def choose(game: Game, seat: Seat, rng: random.Random, number: int) -> Command:
        dealt[number] = int(game.id.rpartition("-")[2])
        return careful(game, seat, rng, number)

    careful = named("careful")
    outcomes = list(play(match, siberia, dict.fromkeys(bots, choose)))

    assert len({(dealt[each.number], each.bots) for each in outcomes}) == 8
    assert [dealt[number] for number in range(8)] == [5 + number // period for number in range(8)]


def test_shared_wins_count_in_part() -> None:
    shared = (Place(0, 1, 7, ()), Place(1, 1, 7, ()), Place(2, 3, 2, ()))
    (ann, bob) = standings([Outcome(0, ("ann", "bob", "bob"), shared)])

    assert (ann.bot, ann.wins, ann.par) == ("ann", 0.5, pytest.approx(1 / 3))
    assert (bob.bot, bob.wins, bob.mean_score) == ("bob", 0.5, 4.5)


def test_the_interval_of_a_share() -> None:
    # Wilson (1927): 8 of 10
    assert wilson(8, 10) == (pytest.approx(0.4902, abs=1e-4), pytest.approx(0.9433, abs=1e-4))
    assert wilson(0, 0) == (0.0, 1.0)
