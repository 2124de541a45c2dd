"""A bot in standard Python that joins by invitation: python bot.py http://127.0.0.1:8000 GAME SEAT INVITATION.

`service/bots/examples/bot.py` plays with a token instead, and retries.
"""

import json
import random
import secrets
import sys
import time
import urllib.error
from http.client import CONFLICT, HTTPException
from typing import Any
from urllib.request import Request, urlopen

BASE, GAME, SEAT, INVITATION = sys.argv[1:5] if sys.argv[4:] else sys.exit("usage: bot.py SERVER GAME SEAT INVITATION")
headers = {"Content-Type": "application/json", "Ludolog-Invitation": INVITATION}


def ask(method: str, path: str, body: dict[str, Any] | None = None, key: str = "") -> tuple[int, Any]:
    """Ask until an answer comes, up to a minute; what is sent again under its key counts once. Exit if refused."""
    more, until = {"Idempotency-Key": key} if key else {}, time.monotonic() + 60
    while True:
        request = Request(f"{BASE}/v1{path}", body and json.dumps(body).encode(), headers | more, method=method)
        try:
            with urlopen(request, timeout=40) as reply:
                return reply.status, json.load(reply)
        except urllib.error.HTTPError as error:
            why, pause = error.read().decode(), float(error.headers["Retry-After"] or 1)
            if error.code not in {429, 503}:  # a move comes too late if the game has moved on
                return (error.code, None) if path[-9:] == "/commands" and error.code == CONFLICT else sys.exit(why)
        except (OSError, HTTPException, ValueError) as error:
            why, pause = f"no answer from {BASE}: {error}", 0.1
        time.sleep(pause) if time.monotonic() + pause < until else sys.exit(why)


_, me = ask("POST", "/players", {"name": f"Bot {secrets.token_hex(4)}"}, key=secrets.token_hex(32))
headers["Authorization"] = f"Bearer {me['token']}"
ask("PUT", f"/games/{GAME}/seats/{SEAT}")
while ask("GET", f"/games/{GAME}")[1]["status"] in {"open", "running"}:
    now = ask("GET", f"/games/{GAME}/decisions")[1]
    mine, status = [decision for decision in now["items"] if "choices" in decision], CONFLICT
    if mine:
        move = {"decision": mine[0]["id"], "command": random.choice(mine[0]["choices"])["command"]}
        status = ask("POST", f"/games/{GAME}/commands", move, key=f"move {move['decision']}")[0]
        print(status, json.dumps(move))
    if status == CONFLICT:  # nothing is asked, or the game is paused: wait until it moves on
        ask("GET", f"/games/{GAME}/events?limit=1&wait=20&after={now['version']}")
print(json.dumps(ask("GET", f"/games/{GAME}/result")[1]["places"]))
