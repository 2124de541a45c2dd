"""A bot that plays a seat over HTTP, with the standard library alone: `LUDOLOG_TOKEN=… python bot.py SERVER GAME`."""

import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
import uuid
from typing import Any

WAIT = 25
"""Seconds for which the server holds a request until something happens."""

TRIES = 10
BUSY = 500
"""The lowest status of an answer after which a request is repeated; also after 429."""


def choose(request: dict[str, Any]) -> dict[str, Any]:
    """Return a command. This bot takes any choice; yours looks at `request["view"]`."""
    choices = [choice for choice in request["choices"] if not choice["command"]["type"].endswith(".take_back")]
    choice = random.choice(choices)  # noqa: S311 - not for secrets
    command = dict(choice["command"])
    span = choice.get("range")
    if span:
        # any number of the range is legal; the lower ones are seldom bluffs
        command[span["field"]] = random.randint(span["min"], min(span["max"], span["min"] + 3))  # noqa: S311 - as above
    return command


class Refused(Exception):
    """The server refused a request; carries the status."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(f"{status}: {text}")
        self.status = status


class Client:
    """Requests to a server with the token of a seat."""

    def __init__(self, server: str, token: str) -> None:
        self._server = server.rstrip("/")
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """Return the answer. A request that fails is repeated, with the same idempotency key. Raises Refused."""
        headers = self._headers | ({"Idempotency-Key": str(uuid.uuid4())} if body is not None else {})
        data = None if body is None else json.dumps(body).encode()
        text = ""
        for tried in range(TRIES):
            request = urllib.request.Request(self._server + path, data, headers, method=method)  # noqa: S310 - the user's server
            try:
                with urllib.request.urlopen(request, timeout=WAIT + 15) as answer:  # noqa: S310 - as above
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                with error:
                    text = error.read().decode(errors="replace")
                if error.code < BUSY and error.code != 429:  # noqa: PLR2004 - too many requests
                    raise Refused(error.code, text) from None
            except OSError as error:
                text = str(error)
            time.sleep(min(10.0, 0.5 * 2**tried))
        raise Refused(503, text)


def play(client: Client, game: str) -> None:
    """Play the seat of the token until the game is over."""
    path = f"/v1/games/{game}"
    while (state := client.ask("GET", path))["status"] in {"open", "running"}:
        open_now = [each for each in client.ask("GET", f"{path}/decisions")["items"] if each.get("choices")]
        for decision in open_now:
            view = client.ask("GET", f"{path}/view")
            request = {
                "ruleset": state["ruleset"],
                "seat": decision["seat"],
                "view": view,
                "choices": decision["choices"],
            }
            try:
                client.ask("POST", f"{path}/commands", {"decision": decision["id"], "command": choose(request)})
            except Refused as refused:
                # 409: the decision is closed, because the clock has run out
                if refused.status != 409:  # noqa: PLR2004 - see above
                    raise
        if not open_now:
            client.ask("GET", f"{path}/events?after={state['version']}&wait={WAIT}")


if __name__ == "__main__":
    if len(sys.argv) != 3 or "LUDOLOG_TOKEN" not in os.environ:  # noqa: PLR2004 - server and game
        sys.exit("usage: LUDOLOG_TOKEN=… python bot.py SERVER GAME")
    try:
        play(Client(sys.argv[1], os.environ["LUDOLOG_TOKEN"]), sys.argv[2])
    except Refused as refused:
        sys.exit(f"the server refuses: {refused}")
