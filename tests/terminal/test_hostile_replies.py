"""Text of a server where a number or an id should be: it commands no terminal and no shell, and is no markup."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from service.terminal.connection.client import Client
from service.terminal.connection.errors import ServerError
from service.terminal.connection.game import RemoteGame
from service.terminal.display.board import heading
from service.terminal.display.screen import Screen
from service.terminal.display.words import Names
from service.terminal.sessions.ending import print_next_commands
from service.terminal.sessions.help import Help
from service.terminal.sessions.waiting import WaitingRoom
from service.terminal.sessions.watch import watch
from tests.terminal.replies import Reply, answering

BAD = "\x1b[2J[/x]"
GAME: dict[str, Any] = {
    "owner": "player:1", "ruleset": "minos", "status": "open", "visibility": "private", "version": 1,
    "seats": [{"seat": 0, "player": None, "name": None}], "data_set": "new",
}  # fmt: skip
PLACE: dict[str, Any] = {"seat": 0, "rank": BAD, "score": 1, "parts": []}
EVENT: dict[str, Any] = {"record": {"type": "minos.x", "version": BAD, "data": {}}, "text": "something"}
ANSWERS: dict[str, Any] = {
    "/me/games": {"items": [{"id": BAD, "ruleset": "minos", "status": "running", "awaiting": True, "players": []}]},
    "/rulesets/minos/words": {"pieces": {}, "places": {}},
    "/games/g/invitations": {"invitation": BAD},
    "/games/g/result": {"places": [PLACE], "winners": [0], "resigned": [], "status": "ended"},
    "/games/g/view": {"version": BAD, "round": BAD, "viewer": BAD},
    "/games/g/events": {"items": [EVENT], "next": 1, "is_over": True},
    "/games/g/stream": {"statement": {}},
}


def answers() -> Callable[[str], Reply]:
    """Return the replies of a hostile server, which cancels its game when a client follows it."""
    game = dict(GAME)

    def answer(path: str) -> Reply:
        resource = path.partition("/v1")[2].partition("?")[0]
        if resource == "/games/g/stream":
            game["status"] = "abandoned"
        return Reply(body=json.dumps(ANSWERS.get(resource, game)).encode() + b"\n")

    return answer


def list_games(client: Client) -> None:
    Help(client, Screen()).games()


def watch_game(client: Client) -> None:
    watch(RemoteGame(client, "g"), Screen(), board=True)


def wait_for_start(client: Client) -> None:
    with pytest.raises(ServerError, match="was cancelled"):
        WaitingRoom(RemoteGame(client, "g"), Screen(), "player:1").wait()


@pytest.mark.parametrize("act", [list_games, watch_game, wait_for_start])
def test_text_of_a_server_commands_no_terminal(act: Callable[[Client], None], capsys: pytest.CaptureFixture[str]):
    with answering(answers()) as (address, _), Client(address) as client:
        act(client)

    printed = capsys.readouterr().out
    assert "[/x]" in printed
    assert "\x1b" not in printed


def test_a_board_with_text_for_a_number_commands_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    Screen().show(heading({"round": BAD, "phase": 1}, Names(()), "oil left \x1b[2J\x9b2J"))

    assert capsys.readouterr().out == "round ?[2J[/x] · phase 1  · oil left [2J2J\n"


def test_commands_to_pass_on_are_quoted_for_the_shell(capsys: pytest.CaptureFixture[str]) -> None:
    with answering(answers()) as (address, _), Client(f"{address}/a;b") as client:
        print_next_commands(RemoteGame(client, "g"), Screen())
        wait_for_start(client)

    printed = capsys.readouterr().out.splitlines()
    assert f"Export it: ludolog export g --server '{address}/a;b'" in printed
    assert f"Others join with: ludolog join g --invitation '?[2J[/x]' --server '{address}/a;b'" in printed
