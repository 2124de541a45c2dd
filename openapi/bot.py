"""A bot that plays one seat of a game, in standard Python: LUDOLOG_TOKEN=… python bot.py http://127.0.0.1:8000 GAME.

Copy it, and change `choose`. BOTS.md next to this file says how to get the token of a seat, and how `ludolog arena`
plays the file without a server. The bot keeps no state: if it has ended, start it again, and it goes on.
"""

import json
import os
import random
import sys
import time
import uuid
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import Request, urlopen

WAIT = 25
"""Seconds for which the server holds a request until something happens in the game."""
PATIENCE = 60
"""Seconds for which a request is sent again if it gets no answer."""
TOO_LATE = {"decision-closed", "game-not-running", "game-paused"}
"""The codes of refusals after which the bot looks again. Any other is a mistake of the bot, such as `refused`."""


def choose(request: dict) -> dict:
    """Return a command. This bot takes any choice; yours looks at `request["view"]`, the table as its seat sees it."""
    # a bot that takes its decisions back at random never ends
    choice = random.choice([each for each in request["choices"] if not each["command"]["type"].endswith(".take_back")])
    if "range" not in choice:
        return choice["command"]
    # one choice stands for a range of numbers, which are all legal; in an auction, low ones are seldom bluffs
    field, least, most = (choice["range"][key] for key in ("field", "min", "max"))
    return {**choice["command"], field: random.randint(least, min(most, least + 3))}


class Failed(Exception):
    """The server refuses a request, or does not answer. `code` is that of the problem document, otherwise empty."""

    def __init__(self, text: str, code: str = "") -> None:
        super().__init__(text)
        self.code = code


def ask(path: str, body: dict | None = None) -> dict:
    """Get a path, or post a body to it; return the answer. Ask again until there is one. Raises Failed."""
    headers, data = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}, None
    if body is not None:
        # An answer can get lost after the server has executed the command. The server executes each key only once:
        # the same command with the same key gets the same answer.
        headers["Idempotency-Key"], data = str(uuid.uuid4()), json.dumps(body).encode()
    pause, give_up = 0.1, time.monotonic() + PATIENCE
    while True:
        try:
            with urlopen(Request(SERVER + path, data, headers), timeout=WAIT + 15) as answer:
                return json.load(answer)
        except HTTPError as answer:
            failed = refusal(answer)
            if answer.code < 500 and answer.code != 429:
                raise failed from None
            wanted = answer.headers["Retry-After"] or ""
            pause = float(wanted) if wanted.isdigit() else pause
        except (OSError, HTTPException, ValueError) as error:
            failed = Failed(f"no whole answer from {SERVER}: {error!r}")
        if time.monotonic() + pause > give_up:
            raise failed
        time.sleep(pause)
        pause = min(2 * pause, 10)


def refusal(answer: HTTPError) -> Failed:
    """Return the failure that a problem document (RFC 9457) describes."""
    try:
        text = answer.read().decode(errors="replace")
    except (OSError, HTTPException):
        text = ""
    # an answer of another type comes from a proxy
    is_problem = text and answer.headers.get_content_type() == "application/problem+json"
    problem = json.loads(text) if is_problem else {"code": "", "detail": text}
    return Failed(f"the server refuses: {answer.code} {problem['code']}: {problem['detail']}", problem["code"])


def play(path: str) -> None:
    """Play the seat of the token in the game of a path until the game is over."""
    while (state := ask(path))["status"] in {"open", "running"}:
        # the decisions of other seats have no choices
        mine = [decision for decision in ask(f"{path}/decisions")["items"] if decision.get("choices")]
        if mine:
            seen = {"ruleset": state["ruleset"], "seat": mine[0]["seat"], "view": ask(f"{path}/view")}
            command = choose({**seen, "choices": mine[0]["choices"]})
            try:
                ask(f"{path}/commands", {"decision": mine[0]["id"], "command": command})
                print(mine[0]["id"], json.dumps(command))
                continue
            except Failed as failed:
                if failed.code not in TOO_LATE:
                    raise
        # the server answers as soon as the game has an event after this version
        ask(f"{path}/events?after={state['version']}&wait={WAIT}&limit=1")


if __name__ == "__main__":
    TOKEN = os.environ.get("LUDOLOG_TOKEN")
    if len(sys.argv) != 3 or not sys.argv[1].startswith("http") or not TOKEN:
        sys.exit("usage: LUDOLOG_TOKEN=… python bot.py http://SERVER GAME")
    SERVER = sys.argv[1].rstrip("/")
    try:
        play(f"/v1/games/{sys.argv[2]}")
    except Failed as failed:
        sys.exit(str(failed))
