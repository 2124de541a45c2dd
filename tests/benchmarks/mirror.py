"""A mirror of simulated games in one command: `uv run python -m tests.benchmarks.mirror [GAMES]`.

Plays games by chance into a database, serves it, runs `ludolog mirror` once into an empty folder and once more, and
prints what the command says: games a second, requests, and how far the mirror is complete. The service and the
processes that verify share the processors of the machine.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx

from domain.rulesets import RULESETS
from service.core.keys.opening import make_first_keys
from service.core.settings import Settings
from service.core.store.store import Store
from tests.readmodels.kit import PEOPLE, played
from tests.replies import ok
from tests.service.server import NO_TLS, StartedServer, running
from tests.waiting import until

GAMES = 1_000


def make(database: Path, games: int) -> int:
    """Play games of all titles by chance; returns how many."""
    url = f"sqlite:///{database}"
    titles = [*RULESETS]
    with Store(url) as store:
        make_first_keys(store, Settings(database=url))
        for number in range(games):
            title = titles[number % len(titles)]
            players = PEOPLE[: RULESETS[title].seats[0]]
            for done in [store.append(batch) for batch in played(title, players, number)]:
                done.result()
    return games


def main(games: int = GAMES) -> int:
    """Measure; returns the exit code of the command."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        began = time.monotonic()
        made_games = make(folder / "games.db", games)
        print(f"{made_games} games played by chance in {time.monotonic() - began:.1f} s", flush=True)
        with running(StartedServer(folder / "games.db")) as server:
            client = httpx.Client(base_url=server.base, verify=NO_TLS, timeout=30.0)
            began = time.monotonic()
            until(lambda: _entries(client) >= 2 * made_games, within=600, every=0.5)
            print(f"{_entries(client)} entries in the log after {time.monotonic() - began:.1f} s", flush=True)
            command = [sys.executable, "-m", "service", "mirror", server.base, str(folder / "mirror")]
            for _ in range(2):
                began = time.monotonic()
                code = subprocess.run(command, check=False).returncode
                print(
                    f"exit code {code} after {time.monotonic() - began:.1f} s, with the start of the command",
                    flush=True,
                )
                if code != 0:
                    return code
    return 0


def _entries(client: httpx.Client) -> int:
    reply = client.get("/log/checkpoint")
    return 0 if reply.status_code == 404 else int(ok(reply).text.splitlines()[1])


if __name__ == "__main__":
    raise SystemExit(main(*map(int, sys.argv[1:2])))
