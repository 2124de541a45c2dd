"""A rolling upgrade by hand: processes of an earlier release and of this one on one PostgreSQL database.

`uv run python -m tests.store.rolling CHECKOUT`, with a checkout as for `release_maker`, follows deploy/postgresql.md:
the worker first, then one of two service processes. It prints what works through each process, and ends with 1 if the
play of games that both know does not. `--statements FILE` writes the statements that the service process of the earlier
release has sent, for `test_earlier_statements.py`.
"""

import argparse
import contextlib
import os
import random
import re
import subprocess
import sys
import threading
import uuid
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import httpx

from tests.cluster.services import EitherServer, of_checkout
from tests.postgres import SETTINGS, Cluster, cluster, new_database
from tests.readmodels.test_commands import worker
from tests.replies import ok
from tests.service.kit import answer, next_decision, open_game, own_decision, started_game
from tests.service.server import running
from tests.service.talk.test_erased_texts import tables_with
from tests.waiting import until

TITLES = ("giganten", "siberia", "minos")
DECISIONS = 4
REFUSED_WITHIN = 30
MOST_TRIES = 20
TEXT = "xylophone of Gus"
NOT_OF_SERVICES = re.compile(
    r"_g\d|FOR UPDATE|_tracking|account_steps|INTO projections|set_config|pg_type|to_reg"
    r"|^(BEGIN|COMMIT|ROLLBACK|LISTEN|NOTIFY|SET|RESET|DEALLOCATE|CREATE|DROP|ALTER) ?"
)
"""Statements of the worker, of migrations, or about no table of the service."""

NEW: Mapping[str, Mapping[str, Any]] = {
    "no clock": {"clock": None},
    "a clock": {"clock": {"preset": "evening"}},
    "an option that is new": {"ruleset": "minos", "options": {"money_public": "own_choice"}},
    "a bot that is new": {"bots": {"1": "strong-200ms"}},
    "hints": {"hints": True},
}
"""Games that the new process opens."""


class Side(NamedTuple):
    """The clients of a player at the earlier process and at the new one."""

    old: httpx.Client
    new: httpx.Client


class Rolling:
    """Two processes, one of them already of this release."""

    def __init__(self, old: EitherServer, new: EitherServer) -> None:
        self.old, self.new = old, new
        self.failed = 0

    def side(self, player: httpx.Client) -> Side:
        """Return the clients of a player at both."""
        clients = self.old.client(), self.new.client()
        for client in clients:
            client.headers["Authorization"] = player.headers["Authorization"]
        return Side(*clients)

    def says(self, what: str, old: object, new: object, *, must: bool | None = None) -> None:
        """Print a row; `must`: whether it is what has to be."""
        mark = {None: "note", True: "ok", False: "FAILED"}[must]
        self.failed += must is False
        sys.stdout.write(f"{mark:7}{what}: earlier {old}; new {new}\n")
        sys.stdout.flush()

    def play_on(self, what: str, player: Side, game: str) -> None:
        """Let a player decide through both processes in turn."""
        codes = [[decided(client, game, number) for client in player] for number in range(DECISIONS)]
        old, new = zip(*codes, strict=True)
        self.says(what, old, new, must=all(code == 201 for each in codes for code in each))


def new_key() -> dict[str, str]:
    """Return the header that makes a request repeatable."""
    return {"Idempotency-Key": str(uuid.uuid4())}


def decided(player: httpx.Client, game: str, number: int) -> int:
    """Answer a decision, again while the process says that it lags behind; returns the status."""
    for _ in range(MOST_TRIES):
        if (decision := own_decision(player, game)) is None:
            return 201
        reply = answer(player, game, decision, random.Random(number))
        if reply.status_code not in {409, 503}:
            return reply.status_code
    return 503


def followed(client: httpx.Client, game: str, found: list[str]) -> None:
    """Collect the ids of the events of a stream until it ends."""
    with (
        contextlib.suppress(httpx.HTTPError),
        client.stream("GET", f"/v1/games/{game}/stream", headers={"Accept": "text/event-stream"}) as stream,
    ):
        found.extend(line for line in stream.iter_lines() if line.startswith("id:"))


def shared(both: Rolling, ada: httpx.Client, games: Mapping[str, str]) -> None:
    """Do through both processes what both releases know."""
    player = both.side(ada)
    for title, game in games.items():
        both.play_on(f"a running game of {title} goes on", player, game)
    game = games["siberia"]
    seen: tuple[list[str], list[str]] = ([], [])
    for client, found in zip(both.side(ada), seen, strict=True):
        threading.Thread(target=followed, args=(client, game, found), daemon=True).start()
    until(lambda: all(seen))
    for name, client in (("earlier", player.old), ("new", player.new)):
        before = tuple(map(len, seen))
        decided(client, game, 1)
        until(lambda before=before: all(len(each) > count for each, count in zip(seen, before, strict=True)))
        both.says(f"streams show a decision through the {name} one", "yes", "yes", must=True)
    for name, (first, second) in (("earlier", player), ("new", (player.new, player.old))):
        decision, key = next_decision(first, game), new_key()
        body = {"decision": decision["id"], "command": decision["choices"][0]["command"]}
        replies = [each.post(f"/v1/games/{game}/commands", json=body, headers=key) for each in (first, second)]
        receipts = [ok(reply).json()["receipt"] for reply in replies]
        codes = [reply.status_code for reply in replies]
        same = receipts[0] == receipts[1]
        both.says(f"a command of the {name} one, repeated at the other, has its receipt", *codes, must=same)
    for name, server in (("earlier", both.old), ("new", both.new)):
        person = both.side(server.player("Eve"))
        codes = [client.get("/v1/me").status_code for client in person]
        both.says(f"an account of the {name} one", *codes, must=codes == [200, 200])
        made = ok(person[name == "new"].post("/v1/me/tokens", json={"label": "t"}), 201).json()
        token = both.side(httpx.Client(headers={"Authorization": f"Bearer {made['token']}"}))
        ok(person[name == "new"].delete(f"/v1/me/tokens/{made['id']}"))
        until(lambda token=token: [client.get("/v1/me").status_code for client in token] == [401, 401])
        both.says(f"a token that the {name} one revoked", 401, 401, must=True)
    for path in ("/v1/games", "/v1/results", "/v1/leaderboards/siberia", "/v1/me/games", "/health/ready"):
        codes = [client.get(path).status_code for client in player]
        both.says(path, *codes, must=codes == [200, 200])


def opened_by_the_new(both: Rolling) -> list[tuple[Side, str]]:
    """Open games by the new process, and look what the earlier one makes of them."""
    player = both.side(both.new.player("Dan"))
    games: list[tuple[Side, str]] = []
    for what, wishes in NEW.items():
        terms: dict[str, Any] = {"ruleset": "siberia", **wishes}
        game = open_game(player.new, 2, **terms)
        ok(player.new.put(f"/v1/games/{game}/seats/0"))
        ok(player.new.post(f"/v1/games/{game}/start"))
        decision = next_decision(player.new, game)
        if "hints" in wishes:
            ok(player.new.post(f"/v1/games/{game}/hints", json={"decision": decision["id"]}), 201)
        codes = [client.get(f"/v1/games/{game}/decisions").status_code for client in player]
        both.says(f"a game with {what} is read", *codes, must=codes == [200, 200] if what == "no clock" else None)
        games.append((player, game))
    both.play_on("a game without a clock goes on", *games[0])
    limited = ok(player.new.post("/v1/games", json={"ruleset": "siberia", "seats": 2, "min_rating": 50}), 201).json()
    other = both.side(both.old.player("Fay"))
    new, old = (client.put(f"/v1/games/{limited['id']}/seats/0").status_code for client in (other.new, other.old))
    both.says("a seat for which the rating is too low", old, new)
    fine = ok(player.new.post("/v1/me/tokens", json={"label": "f", "scopes": ["games:read"]}), 201).json()["token"]
    token = both.side(httpx.Client(headers={"Authorization": f"Bearer {fine}"}))
    codes = [client.post("/v1/me/tokens", json={"label": "x"}).status_code for client in token]
    both.says("a new token by one that may read games", *codes)
    return games


def erased_by_the_old(both: Rolling, game: str) -> str:
    """Delete an account through the earlier process; returns the player."""
    person = both.side(both.new.player("Gus"))
    ok(person.new.post(f"/v1/games/{game}/messages", json={"text": TEXT}), 201)
    ok(person.new.put("/v1/me/name", json={"name": TEXT}))
    player = ok(person.new.get("/v1/me")).json()["id"]
    ok(person.old.delete("/v1/me"))
    return player


def exercise(server: EitherServer, game: str, ada: httpx.Client) -> None:
    """Do at an earlier process, before the upgrade, what play, accounts and lists consist of."""
    ben = server.player("Ben")
    ids = [ok(player.get("/v1/me")).json()["id"] for player in (ada, ben)]
    body = {"ruleset": "siberia", "seats": 2, "visibility": "private"}
    own = f"/v1/games/{ok(ada.post('/v1/games', json=body, headers=new_key()), 201).json()['id']}"
    invited = ok(ada.post(f"{own}/invitations", json={"label": "Ben"}), 201).json()
    ok(ben.put(f"{own}/seats/1", headers={"Ludolog-Invitation": invited["invitation"]}))
    ok(ada.put(f"{own}/seats/0", headers=new_key()))
    ok(ada.delete(f"{own}/seats/0"))
    ok(ada.get(f"{own}/invitations"))
    ok(ada.delete(f"{own}/invitations/{invited['id']}"))
    ok(ada.delete(own))
    for path in (f"/v1/games/{game}/seats/0/tokens", "/v1/me/tokens"):
        made = ok(ada.post(path, json={"label": "once"}, headers=new_key()), 201).json()
        ok(ada.get(path))
        ok(ada.delete(f"{path}/{made['id']}"))
    ok(ada.put("/v1/me/name", json={"name": "Adamina"}))
    reads = ["", "?status=running", "?owner=", "?player=", "?status=open&ruleset=siberia"]
    paths = [f"/v1/games{query}{ids[0] if query.endswith('=') else ''}" for query in reads]
    paths += [f"/v1/results{query}" for query in ("", f"?player={ids[0]}", "?ruleset=siberia&profile=booklet")]
    paths += [f"/v1/me/games{query}" for query in ("", "?awaiting=true", "?status=ended")]
    paths += [f"/v1/players/{ids[0]}{part}" for part in ("", "/games", "/ratings")]
    paths += [f"/v1/games/{game}{part}" for part in ("", "/bundle", "/verification", "/events", "/view")]
    for path in (*paths, "/v1/leaderboards/minos", "/v1/ratings", "/v1/me/limits", f"/v1/players?ids={ids[1]}"):
        ok(ada.get(path))
    ok(ben.delete("/v1/me"))


def statements_of(log: str) -> list[str]:
    """Return the statements in the log of a server, each once."""
    found = (re.match(r".*?LOG:  (?:execute [^:]*|statement): (.*)", entry, re.DOTALL) for entry in log.split("\n@@"))
    texts = dict.fromkeys(re.sub(r"\s+", " ", each[1]).strip() for each in found if each is not None)
    return [text for text in texts if not NOT_OF_SERVICES.search(text)]


def roll(checkout: Path, folder: Path, url: str, postgres: Cluster, statements: Path | None) -> int:
    """Upgrade; returns the number of rows that are not what they have to be."""
    settings = {"LUDOLOG_KEY_FILE": str(folder / "key"), "LUDOLOG_LOG": "json"}
    with contextlib.ExitStack() as stack:
        first, second = (
            stack.enter_context(running(EitherServer(url, checkout, folder / f"{name}.log", **settings)))
            for name in ("first", "second")
        )
        environment = {**os.environ, **settings, "LUDOLOG_DATABASE": url}
        old_worker = of_checkout(checkout, folder / "old-worker.log", environment, "worker")
        ada = first.player("Ada")
        games = {"giganten": started_game(ada, 3)}
        for title in TITLES[1:]:
            games[title] = open_game(ada, 2, ruleset=title)
            ok(ada.put(f"/v1/games/{games[title]}/seats/0"))
            ok(ada.post(f"/v1/games/{games[title]}/start"))
        if statements is not None:
            exercise(first, games["siberia"], ada)
        old_worker.terminate()
        old_worker.wait()
        if statements is not None:
            log = Path(f"{postgres.data}.log").read_text(errors="replace")
            statements.write_text("\n".join(statements_of(log)) + "\n")
        log_of_worker = folder / "worker.log"
        log_of_worker.touch()
        stack.enter_context(
            worker(url, err=str(log_of_worker), LUDOLOG_LOG="json", LUDOLOG_KEY_FILE=settings["LUDOLOG_KEY_FILE"])
        )
        until(lambda: "worker: following" in log_of_worker.read_text())
        codes = [decided(ada, game, 1) for game in games.values()]
        sys.stdout.write(f"only the worker is new: decisions {codes}\n")
        second.stop()
        second.checkout = None
        second.restart()
        both = Rolling(first, second)
        both.failed += codes != [201] * len(codes)
        shared(both, ada, games)
        mixed = opened_by_the_new(both)
        player = erased_by_the_old(both, games["siberia"])
        first.stop()
        again = of_checkout(checkout, folder / "again.log", first.environment, "serve", "--port", str(first.port))
        try:
            ended: int | None = again.wait(REFUSED_WITHIN)
        except subprocess.TimeoutExpired:
            again.kill()
            ended = None
        both.says("a start after the migration", f"ends with {ended}", "serves")
        first.checkout = None
        first.restart()
        for side, game in [*mixed, *((both.side(ada), each) for each in games.values())]:
            codes = [decided(client, game, 2) for client in side]
            valid = ok(side.new.get(f"/v1/games/{game}/verification")).json()["valid"]
            both.says(f"after the upgrade game {game}", codes[0], codes[1], must=valid and codes == [201, 201])
        profile = first.client().get(f"/v1/players/{player}").status_code
        left = sorted(tables_with(first, TEXT))
        both.says("an account that the earlier one deleted", profile, left, must=(profile, left) == (404, []))
        return both.failed


def main() -> int:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--statements", type=Path)
    given = parser.parse_args()
    if given.statements is not None:
        SETTINGS.update(log_min_messages="log", log_statement="all", log_line_prefix="@@")
    with TemporaryDirectory() as folder, cluster() as postgres, new_database(postgres.url()) as url:
        return min(1, roll(given.checkout.resolve(), Path(folder), url, postgres, given.statements))


if __name__ == "__main__":
    sys.exit(main())
