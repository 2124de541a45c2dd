"""Sixteen writers race for one decision: exactly one of them makes it, and all others get a conflict."""

import contextlib
import os
import random
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx

from service.core.store.store import Store
from tests.faults.checks import check_game
from tests.faults.journal import Promise
from tests.service.kit import own_decision, problem, started_game
from tests.service.server import serving

ROUNDS = int(os.environ.get("LUDOLOG_ROUNDS", "20"))
"""The number of decisions for which the writers race; LUDOLOG_ROUNDS=500 is the long run."""

WRITERS = 16


def test_of_sixteen_writers_one_makes_the_decision(database: str, tmp_path: Path) -> None:
    rng = random.Random(9)
    promises: list[Promise] = []
    processes = 2 if database.startswith("postgresql") else 1
    with contextlib.ExitStack() as stack:
        key = str(tmp_path / "key")
        servers = [stack.enter_context(serving(database, LUDOLOG_KEY_FILE=key)) for _ in range(processes)]
        player = servers[0].player()
        writers = [servers[number % processes].client() for number in range(WRITERS)]
        for writer in writers:
            writer.headers["Authorization"] = player.headers["Authorization"]
        game = started_game(player)
        for _ in range(ROUNDS):
            decision = own_decision(player, game)
            if decision is None:
                game = started_game(player)
                decision = own_decision(player, game)
            assert decision is not None
            body = {"decision": decision["id"], "command": rng.choice(decision["choices"])["command"]}
            tag = player.get(f"/v1/games/{game}/decisions").headers["ETag"]
            replies = race(writers, f"/v1/games/{game}/commands", body, tag)
            (made,) = [reply for reply in replies if is_made(reply)]
            receipt = made.json()["receipt"]
            promises.append(Promise(game, receipt["command"], receipt["version"], receipt["head"]))

    with Store(database) as store:
        for game in {promise.game for promise in promises}:
            check_game(store, game, [promise for promise in promises if promise.game == game])


def is_made(reply: httpx.Response) -> bool:
    """Whether a command was accepted; if not, another writer was faster."""
    if reply.status_code == 201:
        return True
    assert problem(reply) in {(409, "decision-closed"), (409, "game-not-running"), (412, "version-changed")}
    return False


def race(writers: Sequence[httpx.Client], path: str, body: dict[str, Any], tag: str) -> list[httpx.Response]:
    """Let all send a command at once, every other one only if nothing has moved on."""
    start = threading.Barrier(len(writers))

    def send(number: int) -> httpx.Response:
        headers = {"Idempotency-Key": f"{body['decision']} {number}"} | ({"If-Match": tag} if number % 2 else {})
        start.wait()
        return writers[number].post(path, json=body, headers=headers)

    with ThreadPoolExecutor(len(writers)) as pool:
        return list(pool.map(send, range(len(writers))))
