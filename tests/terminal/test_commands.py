"""The commands of the terminal against a real server: play as in --help, games, rules, map, and what follows an end."""

import os
import re
import shlex
import signal
import subprocess
import sys
import uuid
from pathlib import Path

import pytest
import typer
from rich.errors import MarkupError

from service.terminal.commands.common import guarded
from service.terminal.display.screen import Screen
from service.terminal.sessions.help import IN_GAME
from service.terminal.sessions.jumps import HELP as REPLAY_HELP
from tests.replies import ok
from tests.service.forge import run_ludolog
from tests.service.imported import import_golden
from tests.service.kit import open_game, started_game
from tests.service.server import Server, serving
from tests.service.test_terminal import environment, game_in, terminal
from tests.terminal.replies import Reply, answering, problem
from tests.waiting import until

QUICK_MINOS = ("play", "minos", "--profile", "short", "--option", "idle_limit=5", "--bots", "random")


def test_play_against_one_named_bot_fills_the_seats_that_the_title_needs(server: Server, tmp_path: Path) -> None:
    told = run_ludolog("play", "--help").stdout
    assert "ludolog play giganten --bots careful" in re.sub(r"\s+", " ", told)
    done = terminal(server.base, tmp_path, "play", "giganten", "--bots", "careful", typed="q\n")
    assert done.returncode == 0, done.stderr
    game = ok(server.client().get(f"/v1/games/{game_in(done)}")).json()
    assert [seat["player"] for seat in game["seats"]][1:] == ["bot:careful", "bot:careful"]
    four = terminal(server.base, tmp_path, "play", "giganten", "--bots", "careful,random,careful", typed="q\n")
    assert len(ok(server.client().get(f"/v1/games/{game_in(four)}")).json()["seats"]) == 4


def test_people_sit_first_and_bots_fill_the_rest(server: Server, tmp_path: Path) -> None:
    typed = ("play", "giganten", "--people", "2", "--bots", "careful", "--name", "Ada")
    with subprocess.Popen(
        [sys.executable, "-m", "service", *typed],
        env={**os.environ, "LUDOLOG_SERVER": server.base, "XDG_CONFIG_HOME": str(tmp_path)},
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as waiting:  # fmt: skip
        assert waiting.stdout is not None
        while "ludolog join" not in (line := waiting.stdout.readline()):
            assert line
        game = shlex.split(line.partition("with: ")[2])[2]
        seats = ok(server.client().get(f"/v1/games/{game}")).json()["seats"]
        waiting.terminate()
    assert [seat["player"] for seat in seats][1:] == [None, "bot:careful"]


def test_two_names_on_one_machine_are_two_players(server: Server, tmp_path: Path) -> None:
    one, other = (f"{name}{uuid.uuid4().hex[:8]}" for name in ("Ada", "Bob"))
    first = terminal(server.base, tmp_path, *QUICK_MINOS, "--name", one, typed="q\n")
    second = terminal(server.base, tmp_path, *QUICK_MINOS, "--name", other, typed="q\n")
    usual = terminal(server.base, tmp_path, *QUICK_MINOS, typed="q\n")
    owners = [ok(server.client().get(f"/v1/games/{game_in(done)}")).json()["owner"] for done in (first, second, usual)]
    assert owners[0] == owners[2] != owners[1]
    assert "--name" not in first.stdout
    line = next(line for line in second.stdout.splitlines() if line.startswith("Continue with: "))
    assert line.endswith(f" --name {other}")
    back = terminal(server.base, tmp_path, *shlex.split(line.partition("with: ")[2])[1:], typed="q\n")
    assert game_in(back) == game_in(second)


def test_what_follows_an_end_works_as_it_is_pasted(server: Server, tmp_path: Path) -> None:
    player = server.player()
    game = open_game(player, bots={str(seat): "random" for seat in range(3)}, profile="kurz")
    assert player.post(f"/v1/games/{game}/start").status_code == 200
    done = terminal(server.base, tmp_path, "watch", game)
    assert done.returncode == 0
    pasted = re.findall(r"^(?:Replay|Export|Verify) it: (.+)$", done.stdout, re.MULTILINE)
    assert [line.split()[1] for line in pasted] == ["replay", "export", "verify"]
    ludolog = Path(sys.executable).parent / "ludolog"
    # a new shell: nothing is set but the folder of accounts
    environment = {"PATH": f"{ludolog.parent}:/usr/bin:/bin", "XDG_CONFIG_HOME": str(tmp_path), "HOME": str(tmp_path)}
    told = [
        subprocess.run(
            line, shell=True, cwd=tmp_path, env=environment, input="last\nq\n", capture_output=True, text=True,
            check=False,
        )
        for line in pasted
    ]  # fmt: skip
    assert [one.returncode for one in told] == [0, 0, 0], [one.stderr for one in told]
    assert "The game is over" in told[0].stdout
    assert "OK: signed by the key" in told[2].stdout
    assert told[1].stdout.splitlines() == [
        *(f"{game}.{end}" for end in ("jsonl", "keys.json", "log.vkey")),
        "1 game",
    ]


def test_an_imported_game_is_verified_without_a_log(tmp_path: Path) -> None:
    [game] = import_golden(tmp_path, ["minos-1-directed-voyages"]).values()
    with serving(tmp_path / "games.db") as server:
        player = server.player()
        # the log of the site has another game
        assert ok(player.get(f"/v1/games/{started_game(player)}/log")).json()["ended"] is None
        until(lambda: player.get("/log/vkey").is_success)
        done = terminal(server.base, tmp_path, "watch", game)
    (pasted,) = re.findall(r"^Verify it: (.+)$", done.stdout, re.MULTILINE)

    assert shlex.split(pasted) == ["ludolog", "verify", f"{game}.jsonl", "--key", f"{game}.keys.json"]


def test_an_interrupted_watch_prints_a_command_with_its_options(server: Server, tmp_path: Path) -> None:
    left = terminal(server.base, tmp_path, *QUICK_MINOS, "--option", "first_player=seat_0", typed="q\n")
    command = ["watch", game_in(left), "--as", "public", "--board", "--after", "1", "--lang", "de"]
    with subprocess.Popen(
        [sys.executable, "-m", "service", *command], env=environment(server.base, tmp_path), stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as watching:  # fmt: skip
        assert watching.stdout is not None
        while "version" not in (line := watching.stdout.readline()):
            assert line
        # the line with the players is the last one of the board
        while "turn of" not in (line := watching.stdout.readline()):
            assert line
        watching.send_signal(signal.SIGINT)
        rest, told = watching.communicate(timeout=20)
    assert watching.returncode == 130, told
    assert re.search(
        rf"^Continue with: ludolog watch {game_in(left)} --board --as public --lang de --after \d+ ", rest, re.MULTILINE
    )


def test_a_running_game_is_not_exported_from_a_server(server: Server, tmp_path: Path) -> None:
    left = terminal(server.base, tmp_path, *QUICK_MINOS, typed="q\n")
    done = terminal(server.base, tmp_path, "export", game_in(left), "--server", server.base)
    assert done.returncode == 1
    assert "is running: export it when it is over" in done.stderr


def test_own_games_are_listed_with_how_to_go_on(server: Server, tmp_path: Path) -> None:
    left = terminal(server.base, tmp_path, *QUICK_MINOS, "--option", "first_player=seat_0", typed="games\nq\n")
    done = terminal(server.base, tmp_path, "games")
    for told in (left.stdout, done.stdout):
        row = next(line for line in told.splitlines() if line.startswith(game_in(left)))
        assert "minos" in row
        assert "your turn" in row
        assert "ludolog play --game GAME" in told
    ended = terminal(server.base, tmp_path, "games", "--status", "ended")
    assert "you play no games here with the status ended: ludolog games lists all of them" in " ".join(
        ended.stdout.split()
    )


def test_a_player_without_games_is_shown_how_to_play_one(server: Server, tmp_path: Path) -> None:
    token = server.player().headers["Authorization"].removeprefix("Bearer ")
    done = terminal(server.base, tmp_path, "games", LUDOLOG_TOKEN=token)
    assert "you play no games here yet: ludolog play giganten" in done.stdout


@pytest.mark.parametrize("how", ["command", "in the game"])
def test_rules_and_map_are_shown(server: Server, tmp_path: Path, how: str) -> None:
    if how == "command":
        rule = terminal(server.base, tmp_path, "rules", "minos", "5.1").stdout
        section = terminal(server.base, tmp_path, "rules", "minos", "5").stdout
        assert terminal(server.base, tmp_path, "rules", "giganten", " 4A.1. ").stdout.startswith("╭─ rule 4a.1: ")
        places = terminal(server.base, tmp_path, "map", "minos", "roma").stdout
        assert "Zypern" in terminal(server.base, tmp_path, "map", "minos", "kypros", "--lang", "de").stdout
        missing = terminal(server.base, tmp_path, "map", "minos", "atlantis")
        assert (missing.returncode, missing.stdout) == (1, "")
        nothing = missing.stderr
    else:
        typed = "rules 5.1\nrules 5\nmap roma\nmap atlantis\nhelp\nq\n"
        rule = section = places = nothing = terminal(server.base, tmp_path, *QUICK_MINOS, typed=typed).stdout
        assert "give up your seat permanently" in rule
    assert "A player builds on a field where they are present" in rule
    assert re.search(r"5\.10 +Buildings stay", section)
    assert re.search(r"Roma +Genua \(2 dots\)", places)
    assert "no place of minos has 'atlantis' in its name" in nothing


@pytest.mark.parametrize("how", ["command", "in the game"])
def test_a_ruling_is_shown_by_the_id_that_a_rule_cites(server: Server, tmp_path: Path, how: str) -> None:
    if how == "command":
        shown = terminal(server.base, tmp_path, "rules", "minos", "m57").stdout
        assert "Rulings: M1, M16" in terminal(server.base, tmp_path, "rules", "minos", "2.2").stdout
        assert "Woher stammen" in terminal(server.base, tmp_path, "rules", "minos", "M57", "--lang", "de").stdout
        missing = terminal(server.base, tmp_path, "rules", "minos", "M58")
        assert (missing.returncode, missing.stdout) == (1, "")
        nothing = missing.stderr
    else:
        shown = nothing = terminal(server.base, tmp_path, *QUICK_MINOS, typed="rules M57\nrules M58\nq\n").stdout
    assert "ruling M57: Where do goal and board come from" in shown
    assert "S4 index: “Scopo del gioco 4 Tabellone 4”" in shown
    assert "Rules: 1.1, 2.3" in shown
    assert "minos has no ruling M58" in nothing


@pytest.mark.parametrize(
    ("title", "number", "sections"),
    [
        ("minos", "1", {"1"}),
        ("giganten", "4", {"4", "4a", "4b", "4c", "4d", "4e"}),
        ("giganten", "4a", {"4a"}),
        ("giganten", "4A", {"4a"}),
        ("minos", "5.", {"5"}),
        ("minos", "99", set[str]()),
        ("minos", "1.99", set[str]()),
    ],
)
def test_rules_lists_one_section_with_its_parts(
    server: Server, tmp_path: Path, title: str, number: str, sections: set[str]
) -> None:
    done = terminal(server.base, tmp_path, "rules", title, number)
    listed = {line.split(".")[0].strip() for line in done.stdout.splitlines()}
    assert listed == sections
    if not sections:
        assert done.returncode == 1
        assert f"{title} has no rule {number}" in done.stderr


def test_both_sides_of_the_exchanges_are_shown_before_the_choice(server: Server, tmp_path: Path) -> None:
    typed = "ABABA\n\nq\n"
    done = terminal(server.base, tmp_path, "play", "siberia", "--option", "first_player=seat_0", typed=typed)
    before = done.stdout.partition("you: ")[0]
    for name in ("Tokyo", "Shanghai", "London", "Mumbai", "New York", "Dubai", "Hong Kong", "Antwerp", "Singapore"):
        assert name in before
    assert "you: Turn the exchange tiles to ABABA" in done.stdout


def test_a_confirmation_keeps_what_would_be_given_up(server: Server, tmp_path: Path) -> None:
    typed = "keep\nend turn\n\nno\nend turn\n\nyes\nq\n"
    done = terminal(server.base, tmp_path, *QUICK_MINOS, "--option", "first_player=seat_0", typed=typed)
    assert done.stdout.count("Careful: ") >= 2
    assert "nothing was done" in done.stdout
    assert done.stdout.count("you: End the turn") == 1


def test_a_replay_jumps_in_the_command_line_and_within(server: Server, tmp_path: Path) -> None:
    done = terminal(server.base, tmp_path, *QUICK_MINOS, typed="keep\nreplay\nround 1\nplayer 0\nfirst\nq\nq\n")
    game = game_in(done)
    assert "Round 1 starts" in done.stdout
    assert re.search(r"The turn of .+ \(0\) starts", done.stdout)
    jumped = terminal(server.base, tmp_path, "replay", game, "--at", "round 1", typed="q\n")
    assert re.search(r"^ +\d+ Round 1 starts", jumped.stdout, re.MULTILINE)
    wrong = terminal(server.base, tmp_path, "replay", game, "--at", "round 99", typed="q\n")
    assert wrong.returncode == 2
    assert "no such round" in wrong.stderr
    dumped = terminal(server.base, tmp_path, "replay", game, "--dump", "--no-board", "--at", "round 1")
    first, last = dumped.stdout.splitlines()[0], dumped.stdout.splitlines()[-1]
    assert first.split(maxsplit=1)[1].startswith("Round 1 starts")
    assert len(dumped.stdout.splitlines()) > 1
    assert int(last.split()[0]) > int(first.split()[0]) > 1
    wrong = terminal(server.base, tmp_path, "replay", game, "--dump", "--at", "round 99")
    assert wrong.returncode == 2


def test_what_covers_the_screen_says_how_to_draw_it_again(server: Server, tmp_path: Path) -> None:
    for typed in ("help", "rules 5", "map roma", "log", "?"):
        done = terminal(
            server.base, tmp_path, *QUICK_MINOS, "--option", "first_player=seat_0", typed=f"{typed}\nkeep\n{typed}\nq\n"
        )
        assert done.stdout.count("Enter draws the screen again") == 2, typed
    searched = terminal(
        server.base, tmp_path, *QUICK_MINOS, "--option", "first_player=seat_0", typed="keep\nend turn\nhelp\nq\n"
    )
    # after a search that found one choice, Enter takes it
    assert re.search(r"Enter takes choice \d+", searched.stdout)
    assert "Enter draws the screen again" not in searched.stdout


def test_a_command_to_copy_stays_one_line(server: Server, tmp_path: Path) -> None:
    done = terminal(server.base, tmp_path, *QUICK_MINOS, typed="resign\nyes\n")
    line = f"Follow it with: ludolog watch {game_in(done)} --server {server.base}"
    assert len(line) > 80
    assert line in done.stdout.splitlines()
    terminal(server.base, tmp_path, *QUICK_MINOS, typed="q\n")
    listed = terminal(server.base, tmp_path, "games")
    assert any(row.startswith("Continue with: ") and " replay GAME" in row for row in listed.stdout.splitlines()), (
        listed
    )


def test_the_result_names_the_player_who_gave_a_seat_up(server: Server, tmp_path: Path) -> None:
    left = terminal(server.base, tmp_path, *QUICK_MINOS, "--name", "Quitter", typed="resign\nyes\n")

    watched = terminal(server.base, tmp_path, "watch", game_in(left))

    row = next(line for line in watched.stdout.splitlines() if "seat given" in line)
    assert "Quitter" in row
    assert "careful" not in row


@pytest.mark.parametrize("text", [IN_GAME, REPLAY_HELP], ids=["game", "replay"])
def test_help_fits_a_terminal_of_80_columns(text: str) -> None:
    assert max(map(len, text.splitlines())) < 80


def test_output_that_cannot_be_written_is_one_clear_line(server: Server, tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "service", "rules", "minos", "1.1"], env=environment(server.base, tmp_path),
            stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip

    assert (done.returncode, done.stderr) == (1, "ludolog: No space left on device\n")


@pytest.mark.parametrize("kind", [ValueError, MarkupError])
def test_an_error_that_no_reply_explains_is_one_printable_line_with_its_place(
    kind: type[Exception], capsys: pytest.CaptureFixture[str]
) -> None:
    def act() -> None:
        raise kind("a long reason in red, \x1b[31m" + "and more " * 20)

    with pytest.raises(typer.Exit) as ended:
        guarded(Screen(), act)

    (line,) = capsys.readouterr().err.splitlines()
    assert ended.value.exit_code == 1
    assert f"cannot be understood, or this client has a defect ({kind.__name__}: a long reason in red, ?[31m" in line
    assert re.search(r"in test_commands\.py:\d+\)$", line)


def test_the_name_of_a_data_set_is_one_part_of_the_path(tmp_path: Path) -> None:
    missing = problem(404, "there is no such data set")
    with answering(lambda path: missing if "/data/" in path else Reply()) as (address, paths):
        done = terminal(address, tmp_path, "map", "minos", "--data-set", "a/b?\n")

    assert (done.returncode, done.stderr) == (1, "ludolog: there is no such data set\n")
    assert paths[-1] == "/v1/rulesets/minos/data/a%2Fb%3F%0A"
