"""Plays games on the service and keeps requests and answers in examples.json: the examples of the document.

Seed and clock are fixed, so that the same service gives the same examples.
"""

import logging
import random
import sqlite3
import tempfile
from pathlib import Path
from typing import Any

import msgspec
from litestar.testing import TestClient

from openapi.collector import SEED, Collector
from service.app import create_app
from service.openapi.examples import Exchange
from service.play import Play
from service.settings import Settings
from service.simulate import EPOCH, Source
from service.store import Store

FILE = Path(__file__).with_name("examples.json")
MOST_DECISIONS = 3000


def play_on(store: Store) -> Play:
    """Return the use case with a clock and bytes that follow from the seed."""
    source = Source(SEED)
    return Play(store, clock=source.now, bytes_of=source.bytes)


def collect() -> dict[str, list[Exchange]]:
    """Return the exchanges of each operation."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "examples.db"
        _fix_secret(database)
        with TestClient(create_app(Settings(f"sqlite:///{database}"), play_on)) as client:
            collector = Collector(client)
            _Tour(collector).go()
    return _repeatable(collector)


def _fix_secret(database: Path) -> None:
    """Let the ids of players follow from their keys alike in every run."""
    with sqlite3.connect(database) as connection:
        connection.execute("CREATE TABLE account_secret (secret TEXT NOT NULL)")
        connection.execute("INSERT INTO account_secret VALUES (?)", ("00" * 32,))
    connection.close()


def _repeatable(collector: Collector) -> dict[str, list[Exchange]]:
    """Replace the times and ids that the accounts take from the machine: they are part of no game."""
    text = msgspec.json.encode(collector.kept).decode()
    for found, shown in collector.replaced.items():
        text = text.replace(found, shown)
    return msgspec.json.decode(text, type=dict[str, list[Exchange]])


class _Tour:
    """Everything that the service can be asked, by three players; the first one shows it."""

    def __init__(self, collector: Collector) -> None:
        self._ask = collector.ask
        self._all = collector
        self._whim = random.Random(SEED)  # noqa: S311 - as with the keys

    def go(self) -> None:
        """Ask everything."""
        self._look_around()
        self._ada, self._bo, self._cy = (self._sign_up(name) for name in ("Ada", "Bo", "Cy"))
        self._account()
        self._lobby()
        self._start()
        self._decide()
        self._play_to_the_end()
        self._give_up()
        for title in ("siberia", "minos"):
            self._show_commands_of(title)

    def _look_around(self) -> None:
        self._ask("live", "the process lives")
        self._ask("ready", "the store answers")
        self._ask("rulesets", "all titles")
        self._ask("ruleset", "Giganten", name="giganten")
        self._ask("ruleset", "unknown", name="nonsense")
        self._ask("rules", "the rules of Giganten (here only the first ones)", name="giganten")
        self._ask("rules", "unknown", name="nonsense")
        self._ask("rule", "a rule of Giganten", name="giganten", number="4b.1")
        self._ask("rule", "unknown", name="giganten", number="99.9")
        tables = "the tables of Giganten (here only the first ones)"
        self._ask("dataSet", tables, name="giganten", data_set="kosmos-1999")
        self._ask("dataSet", "unknown", name="giganten", data_set="nonsense")

    def _sign_up(self, name: str) -> str:
        keyed = {"Idempotency-Key": self._all.key()}
        made = self._ask("signUp", f"{name} signs up", body={"name": name}, headers=keyed)
        again = "the same once more, with the same key"
        self._ask("signUp", again, body={"name": name}, headers=keyed)
        self._all.replaced[made["created_at"]] = _time(0)
        self._ids = {**getattr(self, "_ids", {}), name: made["id"]}
        return made["token"]

    def _account(self) -> None:
        self._ask("signUp", "malformed", body={"name": 7})
        self._ask("signUp", "no name", body={"name": " "})
        self._ask("signUp", "weak key", body={"name": "Ada"}, headers={"Idempotency-Key": "1"})
        self._ask("player", "Ada", player=self._ids["Ada"])
        self._ask("player", "unknown", player="player:nobody")
        self._ask("me", "Ada", self._ada)
        keyed = {"Idempotency-Key": self._all.key()}
        made = self._ask("makeToken", "a token for a phone", self._ada, body={"label": "phone"}, headers=keyed)
        self._ask("makeToken", "the same once more", self._ada, body={"label": "phone"}, headers=keyed)
        self._ask("makeToken", "malformed", self._ada, body={})
        self._ask("makeToken", "another request", self._ada, body={"label": "other"}, headers=keyed)
        listed = self._ask("tokens", "two tokens", self._ada)
        for number, token in enumerate(listed["items"]):
            self._all.replaced[token["created_at"]] = _time(number)
            self._all.replaced[token["id"]] = f"00000000-0000-4000-8000-{number:012d}"
        self._ask("revokeToken", "revoked", self._ada, token=made["id"])
        self._ask("revokeToken", "again", self._ada, token=made["id"])

    def _lobby(self) -> None:
        opened: dict[str, Any] = {"ruleset": "giganten", "seats": 3, "options": {"first_player": "seat_0"}}
        keyed = {"Idempotency-Key": self._all.key()}
        self._game = self._ask("openGame", "a game for three", self._ada, body=opened, headers=keyed)["id"]
        self._ask("openGame", "the same once more, with the same key", self._ada, body=opened, headers=keyed)
        with_bots = {"ruleset": "giganten", "seats": 3, "profile": "kurz", "bots": {"1": "careful", "2": "careful"}}
        keyed = {"Idempotency-Key": self._all.key()}
        other = self._ask("openGame", "alone with two bots", self._ada, body=with_bots, headers=keyed)["id"]
        for name, wrong in (
            ("malformed", {"ruleset": "giganten", "seats": "three"}),
            ("no title", {"ruleset": "nonsense", "seats": 3}),
            ("too few", {"ruleset": "giganten", "seats": 2}),
            ("no option", {"ruleset": "giganten", "seats": 3, "options": {"colour": "red"}}),
            ("no data", {"ruleset": "giganten", "seats": 3, "data_set": "nonsense"}),
            ("no bot", {"ruleset": "giganten", "seats": 3, "bots": {"1": "nobody"}}),
            ("no seat", {"ruleset": "giganten", "seats": 3, "bots": {"7": "random"}}),
        ):
            self._ask("openGame", name, self._ada, body=wrong)
        self._ask("takeSeat", "the server brings entropy", self._ada, body={}, game=self._game, seat=0)
        brought = {"entropy": f"{self._whim.getrandbits(256):064x}"}
        self._ask("takeSeat", "with entropy of your own", self._bo, body=brought, game=self._game, seat=1)
        self._ask("takeSeat", "taken", self._cy, body={}, game=self._game, seat=1)
        self._ask("takeSeat", "sitting", self._bo, body={}, game=self._game, seat=2)
        self._ask("takeSeat", "no seat", self._cy, body={}, game=self._game, seat=9)
        self._ask("takeSeat", "malformed", self._cy, body={"entropy": "x"}, game=self._game, seat=2)
        self._ask("takeSeat", "not the owner", self._bo, body={"bot": "careful"}, game=self._game, seat=2)
        self._ask("takeSeat", "unknown", self._cy, body={}, game="nonsense", seat=2)
        self._ask("startGame", "too early", self._ada, game=self._game)
        self._ask("takeSeat", "a bot", self._ada, body={"bot": "careful"}, game=self._game, seat=2)
        self._ask("leaveSeat", "the owner frees a seat", self._ada, game=self._game, seat=2)
        self._ask("leaveSeat", "free", self._ada, game=self._game, seat=2)
        self._ask("leaveSeat", "not the owner", self._cy, game=self._game, seat=1)
        self._ask("leaveSeat", "unknown", self._cy, game="nonsense", seat=1)
        self._all.quietly("put", f"/v1/games/{self._game}/seats/2", self._cy, {})
        self._ask("view", "before the start", self._ada, game=self._game)
        self._ask("games", "all that anybody may see", query={"limit": 1})
        self._ask("games", "malformed", query={"limit": 1000})
        self._ask("abandonGame", "not the owner", self._bo, game=other)
        self._ask("abandonGame", "cancelled", self._ada, game=other)
        self._ask("abandonGame", "again", self._ada, game=other)
        self._ask("abandonGame", "unknown", self._ada, game="nonsense")
        self._ask("leaveSeat", "too late", self._ada, game=other, seat=1)

    def _start(self) -> None:
        game = self._game
        self._ask("startGame", "not the owner", self._bo, game=game)
        keyed = {"Idempotency-Key": self._all.key()}
        self._ask("startGame", "the game begins", self._ada, game=game, headers=keyed)
        self._ask("startGame", "the same once more, with the same key", self._ada, game=game, headers=keyed)
        self._ask("startGame", "unknown", self._ada, game="nonsense")
        self._ask("game", "a running game", self._ada, game=game)
        for operation in ("game", "view", "decisions", "events", "result"):
            self._ask(operation, "unknown", self._ada, game="nonsense")
        self._ask("view", "as your seat sees it", self._ada, game=game)
        self._ask("view", "as the public saw it at an earlier version", game=game, query={"as": "public", "at": 6})
        for operation in ("view", "decisions"):
            self._ask(operation, "malformed", self._ada, game=game, query={"at": "late"})
            self._ask(operation, "later", self._ada, game=game, query={"at": 9999})
        self._ask("events", "malformed", self._ada, game=game, query={"limit": 0})
        self._ask("events", "later", self._ada, game=game, query={"after": 9999})
        self._ask("decisions", "as the public sees them", game=game)
        self._ask("events", "the first three events", self._ada, game=game, query={"limit": 3})
        lines = {"Accept": "application/x-ndjson"}
        self._ask("events", "a line each", self._ada, game=game, query={"limit": 3}, headers=lines)
        self._ask("result", "too early", self._ada, game=game)

    def _decide(self) -> None:
        game = self._game
        asked = self._ask("decisions", "with the choices of your own seat", self._ada, game=game)["items"][0]
        chosen = {"decision": asked["id"], "command": asked["choices"][0]["command"]}
        wrong = {"decision": asked["id"], "command": {"type": "giganten.take_action_card", "card": "none"}}
        unknown = {"decision": asked["id"], "command": {"type": "giganten.cheat"}}
        for name, body in (("refused", wrong), ("unknown", unknown), ("malformed", {"decision": asked["id"]})):
            self._ask("command", name, self._ada, body=body, game=game)
        self._ask("command", "moved on", self._ada, body=chosen, game=game, headers={"If-Match": '"1.view.0"'})
        keyed = {"Idempotency-Key": self._all.key()}
        self._ask("command", "a card is taken", self._ada, body=chosen, game=game, headers=keyed)
        self._ask("command", "the same once more, with the same key", self._ada, body=chosen, game=game, headers=keyed)
        self._ask("command", "reused", self._ada, body=wrong, game=game, headers=keyed)
        self._ask("command", "late", self._ada, body=chosen, game=game)
        stranger = self._sign_up("Dee")
        self._ask("command", "a stranger", stranger, body=chosen, game=game)
        self._ask("command", "unknown", stranger, body=chosen, game="nonsense")
        key = keyed["Idempotency-Key"]
        self._ask("commandByKey", "it was accepted", self._ada, game=game, key=key)
        self._ask("commandByKey", "never accepted", self._ada, game=game, key="never-sent")
        self._ask("commandByKey", "a stranger", stranger, game=game, key=key)
        self._ask("resign", "a stranger", stranger, game=game)

    def _play_to_the_end(self) -> None:
        self._play(self._game, MOST_DECISIONS)
        self._ask("result", "the final ranking", game=self._game)
        self._ask("game", "a game that is over", game=self._game)
        self._ask("games", "games of Ada", query={"player": self._ids["Ada"], "status": "ended"})
        late = {"decision": "0.1", "command": {"type": "giganten.pass_bid"}}
        self._ask("command", "over", self._ada, body=late, game=self._game)

    def _give_up(self) -> None:
        game = self._seated_game("giganten", {"first_player": "seat_0"})
        keyed = {"Idempotency-Key": self._all.key()}
        self._ask("resign", "unknown", self._bo, game="nonsense", headers=keyed)
        self._ask("resign", "a bot plays on", self._bo, game=game, headers=keyed)
        self._ask("resign", "the same once more, with the same key", self._bo, game=game, headers=keyed)
        self._ask("resign", "over", self._bo, game=self._game)

    def _show_commands_of(self, title: str) -> None:
        self._play(self._seated_game(title, {}), MOST_DECISIONS)

    def _seated_game(self, title: str, options: dict[str, Any]) -> str:
        body = {"ruleset": title, "seats": 3, "options": options}
        game: str = self._all.quietly("post", "/v1/games", self._ada, body)["id"]
        for seat, token in enumerate((self._ada, self._bo, self._cy)):
            self._all.quietly("put", f"/v1/games/{game}/seats/{seat}", token, {})
        self._all.quietly("post", f"/v1/games/{game}/start", self._ada)
        return game

    def _play(self, game: str, most: int) -> None:
        """Let the players choose by chance, and show the first command of each type."""
        tokens = (self._ada, self._bo, self._cy)
        for _ in range(most):
            waiting = self._all.quietly("get", f"/v1/games/{game}", self._ada)["awaiting"]
            if not waiting:
                return
            token = tokens[waiting[0]]
            asked = self._all.quietly("get", f"/v1/games/{game}/decisions", token)["items"]
            own = next(decision for decision in asked if "choices" in decision)
            body = {"decision": own["id"], "command": self._whim.choice(own["choices"])["command"]}
            self._all.quietly("post", f"/v1/games/{game}/commands", token, body)
            self._all.show_request("command", body["command"]["type"], body)


def _time(number: int) -> str:
    return EPOCH.replace(second=number).isoformat(timespec="microseconds").replace("+00:00", "Z")


def main() -> None:
    """Write examples.json."""
    logging.getLogger("httpx").setLevel(logging.WARNING)
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(collect()), indent=1) + b"\n")


if __name__ == "__main__":
    main()
