"""Sends one command, or follows one stream, in each scenario of a scripted server, and prints what came of it.

probe.py SERVER: the names of scenarios are the lines of the standard input; those of streams begin with `stream`.
"""

import json
import sys
from typing import Any

from ludolog_client import Client, LudologError, Problem, streams

GAME = "15f0aa45-e85e-4ad0-9a35-93467b0893c9"
streams.SILENCE = 3.0


def command(client: Client) -> Any:
    """Send a command."""
    return client.command(GAME, {"decision": "0.1", "command": {"type": "minos.end_turn"}}, key="mine")["decisions"]


def positions(client: Client) -> list[Any]:
    """Read lists between changes and the events of a stream."""
    found: list[Any] = []

    def read() -> None:
        found.extend(game["id"] for game in client.games())

    for change in (lambda: command(client), lambda: command(client), lambda: list(client.stream(GAME))):
        read()
        change()
    for _ in range(4):
        read()
    return found


def outcome(client: Client, name: str) -> Any:
    """Return what came of a scenario."""
    try:
        if name == "positions":
            return positions(client)
        if name.startswith("stream"):
            return [event.id for event in client.stream(GAME)]
        if name.startswith("list"):
            return [game["id"] for game in client.games(status="open")]
        return command(client)
    except Problem as problem:
        return [type(problem).__name__, problem.status, problem.document["code"], problem.detail]
    except LudologError as error:
        return [type(error).__name__]


for line in sys.stdin.read().split():
    with Client(f"{sys.argv[1]}/{line}", token="secret", patience=1.5) as each:
        print(json.dumps([line, outcome(each, line), len(each.receipts.kept)]))
