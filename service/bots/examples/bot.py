"""A bot that plays a seat over HTTP, with the standard library alone: `LUDOLOG_TOKEN=… python bot.py SERVER GAME`."""

import http.client
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
REFUSED = 400
"""The lowest status of a refusal."""

BUSY = 500
"""The lowest status of an answer after which a request is repeated; also after 429."""

STALE = {"decision-closed", "game-not-running", "game-paused"}
"""The codes of refusals after which the bot looks again. Any other is a mistake of the bot, such as `refused`."""


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


class Failed(Exception):
    """A request failed; carries the code of the problem, which is empty without one."""

    def __init__(self, text: str, code: str = "") -> None:
        super().__init__(text)
        self.code = code


def refusal(status: int, body: bytes) -> Failed:
    """Return the failure that a problem document describes."""
    try:
        problem = json.loads(body)
        code, detail = problem["code"], problem["detail"]
    except (ValueError, TypeError, KeyError):
        code, detail = "", body[:200].decode(errors="replace")
    return Failed(f"the server refuses: {status} {code}: {detail}", code)


def sent(request: urllib.request.Request) -> tuple[int, bytes]:
    """Send a request; return the status and the body of the answer."""
    try:
        with urllib.request.urlopen(request, timeout=WAIT + 15) as answer:  # noqa: S310 - the user's server
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()


class Client:
    """Requests to a server with the token of a seat."""

    def __init__(self, server: str, token: str) -> None:
        self._server = server.rstrip("/")
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """Return the answer. A request that fails is repeated, with the same idempotency key. Raises Failed."""
        headers = self._headers | ({"Idempotency-Key": str(uuid.uuid4())} if body is not None else {})
        data = None if body is None else json.dumps(body).encode()
        failed = Failed("")
        for tried in range(TRIES):
            request = urllib.request.Request(self._server + path, data, headers, method=method)  # noqa: S310 - the user's server
            try:
                status, text = sent(request)
                if status < REFUSED:
                    return json.loads(text)
            except (OSError, http.client.HTTPException, ValueError) as error:
                failed = Failed(f"no whole answer from {self._server}: {error!r}")
            else:
                failed = refusal(status, text)
                if status < BUSY and status != 429:  # noqa: PLR2004 - too many requests
                    raise failed
            time.sleep(min(10.0, 0.5 * 2**tried))
        raise failed


def play(client: Client, game: str) -> None:
    """Play the seat of the token until the game is over."""
    path = f"/v1/games/{game}"
    while (state := client.ask("GET", path))["status"] in {"open", "running"}:
        open_now = [each for each in client.ask("GET", f"{path}/decisions")["items"] if each.get("choices")]
        must_wait = not open_now
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
            except Failed as failed:
                if failed.code not in STALE:
                    raise
                must_wait = True
        if must_wait:
            client.ask("GET", f"{path}/events?after={state['version']}&wait={WAIT}")


if __name__ == "__main__":
    token = os.environ.get("LUDOLOG_TOKEN")
    if len(sys.argv) != 3 or not sys.argv[1].startswith("http") or not token:  # noqa: PLR2004 - server and game
        sys.exit("usage: LUDOLOG_TOKEN=… python bot.py http://SERVER GAME")
    try:
        play(Client(sys.argv[1], token), sys.argv[2])
    except Failed as failed:
        sys.exit(str(failed))
