"""Talk, notes and absences in the terminal: as commands, while one waits, and in the replay."""

import datetime
import os
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from service.terminal.commands.talking import moment_of
from service.terminal.connection.errors import Misused
from service.terminal.sessions.talk import said
from tests.replies import ok
from tests.service.kit import identity
from tests.service.server import Server
from tests.service.talk.kit import Table
from tests.service.test_terminal import terminal, token_of
from tests.service.tournaments.kit import Cup
from tests.terminal.pty_client import PtyClient
from tests.terminal.test_two_players import ROOT


def typed_by(server: Server, home: Path, who: httpx.Client, *arguments: str, code: int = 0, typed: str = "") -> str:
    """Run a command with the token of a player; return what it printed."""
    done = terminal(server.base, home, *arguments, typed=typed, LUDOLOG_TOKEN=token_of(who))
    assert done.returncode == code, done.stderr
    return done.stdout if code == 0 else done.stderr


def test_messages_are_read_and_written_by_a_command(server: Server, tmp_path: Path) -> None:
    table = Table(server).start()
    name = ok(table.ada.get("/v1/me")).json()["name"]
    assert "nothing has been written here" in typed_by(server, tmp_path, table.bea, "talk", table.game)
    assert typed_by(server, tmp_path, table.ada, "talk", table.game, "hello [b]you[/b]").startswith(f"{name} says: ")
    table.say(table.watcher, "psst")
    ok(table.ada.put("/v1/me/away", json={"until": "2027-03-01T12:00:00Z"}))

    lines = typed_by(server, tmp_path, table.bea, "talk", table.game).splitlines()

    assert lines[0].endswith(f"{name} says: hello [b]you[/b]")
    assert lines[1].startswith(f"{name} is away until 2027-03-01")
    assert len(lines) == 2
    assert ok(table.bea.get(f"{table.url}/talk")).json()["unread"] == 0
    assert "(spectator) says: psst" in typed_by(server, tmp_path, table.watcher, "talk", table.game)
    assert "only players may write" in typed_by(server, tmp_path, table.bea, "talk", table.game, "--allow", "players")
    assert "only players may write" in typed_by(server, tmp_path, table.watcher, "talk", table.game, "x", code=1)
    assert "hidden from you" in typed_by(server, tmp_path, table.bea, "talk", table.game, "--mute")
    assert ok(table.bea.get(f"{table.url}/talk")).json()["muted"]
    assert "--allow is one of" in typed_by(server, tmp_path, table.bea, "talk", table.game, "--allow", "some", code=2)
    assert terminal(server.base, tmp_path, "talk", table.game).stdout.count("says") == 1


def test_messages_of_a_tournament(server: Server, tmp_path: Path) -> None:
    cup = Cup(server, 1)
    cup.register_all()
    (player,) = cup.players.values()
    ok(cup.owner.put(f"{cup.url}/talk", json={"talk": "all", "games": "off"}))
    assert "says: good luck" in typed_by(server, tmp_path, player, "talk", cup.id, "good luck", "--tournament")
    assert "says: good luck" in typed_by(server, tmp_path, cup.owner, "talk", cup.id, "--tournament")
    typed_by(server, tmp_path, cup.owner, "talk", cup.id, "--tournament", "--allow", "players")
    state = ok(cup.owner.get(f"{cup.url}/talk")).json()
    assert (state["talk"], state["games"]) == ("players", "off")


def test_notes_and_absences_by_a_command(server: Server, tmp_path: Path) -> None:
    table = Table(server).start()
    bea = identity(table.bea)
    assert "you have no notes" in typed_by(server, tmp_path, table.ada, "note", table.game)
    typed_by(server, tmp_path, table.ada, "note", table.game, "sell early", "--at", "2")
    assert typed_by(server, tmp_path, table.ada, "note", table.game) == "version 2: sell early\n"
    # in the replay, at its version, where one writes too
    walked = typed_by(server, tmp_path, table.ada, "replay", table.game, typed="2\nnote -\n3\nnote then buy\nq\n")
    assert "your note: sell early" in walked
    assert typed_by(server, tmp_path, table.ada, "note", table.game) == "version 3: then buy\n"
    assert "your note" not in typed_by(server, tmp_path, table.watcher, "replay", table.game, typed="3\nq\n")
    typed_by(server, tmp_path, table.ada, "note", bea, "bids high")
    assert typed_by(server, tmp_path, table.ada, "note", bea) == "bids high\n"
    assert "you have no note" in typed_by(server, tmp_path, table.watcher, "note", bea)
    assert "own games" in typed_by(server, tmp_path, table.watcher, "note", table.game, "x", code=1)

    assert "you are not away" in typed_by(server, tmp_path, table.ada, "away")
    assert "you are away until 2027-03-01" in typed_by(server, tmp_path, table.ada, "away", "2027-03-01T12:00")
    assert "you are away until 2027-03-01" in typed_by(server, tmp_path, table.ada, "away")
    assert "you are not away" in typed_by(server, tmp_path, table.ada, "away", "back")
    assert "is no time" in typed_by(server, tmp_path, table.ada, "away", "soon", code=2)


@pytest.mark.parametrize(("typed", "hours"), [("3d", 72), ("12h", 12), ("1d 6h", 30), ("2D", 48)])
def test_a_span_is_a_time_from_now(typed: str, hours: int) -> None:
    found = moment_of(typed)
    assert found is not None
    left = datetime.datetime.fromisoformat(found) - datetime.datetime.now(datetime.UTC)
    assert hours * 3600 - 60 < left.total_seconds() <= hours * 3600


def test_other_times() -> None:
    assert moment_of("back") is None
    assert moment_of("2027-01-01T12:00:00Z") == "2027-01-01T12:00:00+00:00"
    day = moment_of("2027-01-01")
    assert day is not None
    assert datetime.datetime.fromisoformat(day).astimezone().strftime("%Y-%m-%d %H:%M") == "2027-01-01 23:59"
    for wrong in ("", "d", "2027-13-01", "h3"):
        with pytest.raises(Misused):
            moment_of(wrong)


def test_a_message_in_one_line() -> None:
    message = {"name": "A\x1b[1mda", "talk": None, "room": "table", "text": "[red]x\ny", "is_removed": False}
    assert said(message) == "[bold]A?[1mda says:[/] \\[red]x?y"
    assert said(message | {"text": None, "room": "spectators"}).endswith("(spectator) has removed a message[/]")
    assert "only players may write" in said(message | {"talk": "players", "text": None})
    assert said(message | {"name": None}).startswith("[bold]a deleted player says")


def test_players_talk_while_they_wait_and_read_it_when_they_are_asked(server: Server, tmp_path: Path) -> None:
    table = Table(server).start()
    clients = (table.ada, table.bea)
    kept = {name: value for name, value in os.environ.items() if name.startswith("PYTHON")}
    with ExitStack() as stack:
        ada, bea = (
            stack.enter_context(
                PtyClient(
                    ["play", "--game", table.game],
                    {
                        **kept,
                        "PYTHONPATH": str(ROOT),
                        "LUDOLOG_SERVER": server.base,
                        "XDG_CONFIG_HOME": str(tmp_path),
                        "LUDOLOG_TOKEN": token_of(client),
                    },
                )
            )
            for client in clients
        )
        ada.until(r"q leave\) >")
        bea.until("waiting for")
        # ada is asked, and writes
        ada.type("say Hello there")
        bea.until("says: Hello there")
        bea.type("say Hello yourself")
        bea.until("says: Hello yourself")
        ada.type("talk")
        ada.until("says: Hello yourself")
        bea.type("note ada bids high")
        bea.until("noted about version")
        bea.type("talk players")
        bea.until("only players may write")
        bea.type("talk nonsense")
        bea.until("type say and a text")
    assert "Traceback" not in ada.plain + bea.plain
    assert [each["text"] for each in ok(table.bea.get(f"{table.url}/notes")).json()["items"]] == ["ada bids high"]
    assert table.read(table.visitor)[:2] == ["Hello there", "Hello yourself"]
