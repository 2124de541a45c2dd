"""Playing tournaments over HTTP."""

import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import httpx

from tests.replies import ok
from tests.service.forge import run_ludolog
from tests.service.server import SHORT_SEARCHES, Server
from tests.waiting import until

WITHIN = 60.0
"""Seconds in which the service has to do what is due. Tests wait for states, not for times."""

TERMS: Mapping[str, Any] = {
    "name": "Cup",
    "ruleset": "minos",
    "format": {"type": "swiss", "rounds": 2},
    "sizes": [4, 3],
    "pause": "PT0S",
}


class Cup:
    """A tournament, its owner and its players."""

    def __init__(self, server: Server, players: int = 8, **terms: Any) -> None:
        self.server = server
        self.owner = server.player("Olga")
        self.owner_id: str = ok(self.owner.get("/v1/me")).json()["id"]
        self.players: dict[str, httpx.Client] = {}
        for number in range(players):
            self.sign_up(f"Player {number}")
        opened = self.owner.post("/v1/tournaments", json={**TERMS, **terms})
        assert opened.status_code == 201, opened.text
        self.id: str = opened.json()["id"]
        self.url = f"/v1/tournaments/{self.id}"

    def sign_up(self, name: str) -> str:
        """Let a person sign up; returns the id."""
        client = self.server.player(name)
        player: str = ok(client.get("/v1/me")).json()["id"]
        self.players[player] = client
        return player

    def act(self, who: httpx.Client, kind: str, **fields: Any) -> httpx.Response:
        """Ask for an act."""
        return who.post(f"{self.url}/acts", json={"type": kind, **fields})

    def done(self, who: httpx.Client, kind: str, **fields: Any) -> Any:
        """Ask for an act that is possible; returns its event."""
        reply = self.act(who, kind, **fields)
        assert reply.status_code == 201, (kind, reply.text)
        (event,) = reply.json()["events"]
        return event["record"]

    def register_all(self) -> None:
        """Register all players."""
        for client in self.players.values():
            self.done(client, "register")

    def publish_first(self) -> None:
        """Register all players and publish the first round."""
        self.register_all()
        self.done(self.owner, "publish_round", round=1)

    def read(self, who: httpx.Client | None = None) -> Any:
        """Return the whole tournament."""
        reply = (who or self.owner).get(self.url)
        assert reply.status_code == 200, reply.text
        return reply.json()

    def until(self, reached: Callable[[Any], bool]) -> Any:
        """Wait until the tournament has reached a state; returns it."""
        deadline = time.monotonic() + WITHIN
        while True:
            found = self.read()
            if reached(found):
                return found
            assert time.monotonic() < deadline, found
            wait = {"after": found["version"], "wait": 2}
            self.owner.get(f"{self.url}/events", params=wait)

    def playing(self, number: int) -> Any:
        """Wait until the games of a round are open; returns the round."""
        return self.until(lambda found: status_of(found, number) == "playing")["rounds"][number - 1]

    def closed(self, number: int) -> Any:
        """Wait until a round is closed; returns the tournament."""
        return self.until(lambda found: status_of(found, number) == "closed")

    def sit_down(self, table: Any) -> None:
        """Let the players of a table take their seats."""
        for seat in table["seats"]:
            taken = self.players[seat["player"]].put(f"/v1/games/{table['game']}/seats/{seat['seat']}")
            assert taken.status_code == 200, taken.text

    def started(self, table: Any) -> None:
        """Wait until the game of a table has started."""
        until(lambda: ok(self.owner.get(f"/v1/games/{table['game']}")).json()["status"] != "open")

    def end(self, table: Any, ranks: list[int] | None = None) -> None:
        """Let the owner end the game of a table by a ruling, by default in the order of seats."""
        self.started(table)
        body = {"type": "adjudicate", "ranks": ranks or [*range(1, len(table["seats"]) + 1)], "reason": "Time is up."}
        ruled = self.owner.post(f"/v1/games/{table['game']}/rulings", json=body)
        assert ruled.status_code == 201, ruled.text

    def play(self, number: int) -> Any:
        """Play a round whose games the service opens; returns the tournament after it."""
        for table in self.playing(number)["tables"]:
            self.sit_down(table)
            self.end(table)
        return self.closed(number)


def checked(path: Path, *options: str) -> tuple[int, Any]:
    """Check a bundle with the command; returns the exit code and the report."""
    # the rounds are drawn again as the server has drawn them
    done = run_ludolog("tournament", "check", str(path), "--json", *options, timeouts=SHORT_SEARCHES)
    return done.returncode, json.loads(done.stdout)


def checked_bundle(client: httpx.Client, url: str, folder: Path) -> tuple[Path, Any]:
    """Verify the bundle of a tournament by the command and the keys of the service; return its file and the report."""
    bundle, keys, vkey = folder / "cup.jsonl", folder / "jwks.json", folder / "vkey"
    bundle.write_bytes(client.get(f"{url}/bundle").content)
    keys.write_bytes(client.get("/.well-known/jwks.json").content)
    vkey.write_bytes(client.get("/log/vkey").content)
    code, report = checked(bundle, "--key", str(keys), "--log-key", str(vkey))
    assert code == 0, report
    return bundle, report


def status_of(found: Any, number: int) -> str | None:
    """Return the status of a round."""
    return found["rounds"][number - 1]["status"] if len(found["rounds"]) >= number else None
