"""Whole games that a program plays with an SDK over a bad connection, and what has to be true of them."""

import json
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.replies import ok
from tests.service.connections import losing
from tests.service.forge import run_ludolog
from tests.service.server import Server
from tests.service.test_example_bot import GAMES

BOTS = Path(__file__).parents[3] / "openapi" / "BOTS.md"
"""The guide for authors of bots."""
EVERY = 10
"""Every so manieth reply is lost."""
LENGTHS = (600, 6_000, 60_000, 1_000_000)
"""The bytes after which streams end: some inside the first event, some after a few, and some that are whole."""

WISHES = [
    {"ruleset": title, "bots": {str(seat): "random" for seat in range(1, wishes["seats"])}, **wishes}
    for title, wishes in GAMES.items()
]


def check_games(server: Server, program: Sequence[str], folder: Path) -> None:
    """Let a program play a game of each title, and assert that no decision and no event is lost or repeated."""
    receipts, cut = folder / "receipts.jsonl", list[int]()
    with losing(server.port, EVERY, LENGTHS, cut) as (base, lost):
        arguments = [*program, base, str(receipts), json.dumps(WISHES)]
        done = subprocess.run(arguments, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    played = [json.loads(line) for line in done.stdout.splitlines()]
    kept = [json.loads(line) for line in receipts.read_text().splitlines()]

    assert len(played) == len(WISHES)
    moves = sum(len(each["moves"]) for each in played)
    assert len(lost) >= moves // EVERY
    assert len(cut) >= 2 * len(WISHES)
    for each in played:
        check_game(server, each, [item for item in kept if item.get("game") == each["game"]])
    check_receipts(server, [each["game"] for each in played], receipts)


def check_game(server: Server, seen: dict[str, Any], receipts: list[dict[str, Any]]) -> None:
    """Assert that the log has the moves of a player, each once, and that the player saw each event once."""
    path = f"/v1/games/{seen['game']}"
    client = server.client()
    assert ok(client.get(path)).json()["status"] == "ended"
    history = ok(client.get(f"{path}/bundle")).content.splitlines()[1:-1]
    records = [json.loads(line)["record"] for line in history]
    own = [record for record in records if record["seat"] == 0 and not record["type"].startswith("game.")]
    numbers = [record["version"] for record in records]

    assert [receipt["decision"] for receipt in receipts] == [f"0.{number}" for number in range(1, len(own) + 1)]
    assert len(seen["moves"]) == len(own)
    assert [int(version) for version in seen["versions"]] == seen["pages"] == numbers


def check_receipts(server: Server, games: Sequence[str], receipts: Path) -> None:
    """Assert that `ludolog verify` finds the receipts in the bundles."""
    client, folder = server.client(), receipts.parent
    (folder / "jwks.json").write_bytes(ok(client.get("/.well-known/jwks.json")).content)
    for game in games:
        (folder / f"{game}.jsonl").write_bytes(ok(client.get(f"/v1/games/{game}/bundle")).content)
    bundles = [f"{game}.jsonl" for game in games]
    done = run_ludolog("verify", *bundles, "--key", "jwks.json", "--receipt", receipts.name, folder=folder)
    assert done.returncode == 0, done.stdout + done.stderr


def readme_blocks(readme: Path, language: str, base: str) -> list[str]:
    """Return the programs of a README, for a server."""
    found = re.findall(rf"^```{language}\n(.*?)^```", readme.read_text(), re.MULTILINE | re.DOTALL)
    return [block.replace("http://127.0.0.1:8000", base) for block in found]
