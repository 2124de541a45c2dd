"""Golden games in the database of a service, imported by `ludolog import`."""

import gzip
import json
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.games.golden_games import FOLDER, unpacked
from tests.service.server import Server, serving
from tests.service.test_cli import ludolog


def golden(name: str) -> list[bytes]:
    """Return the lines of the bundle of a golden game."""
    return unpacked(gzip.decompress((FOLDER / f"{name}.jsonl.gz").read_bytes()))


class Imported(NamedTuple):
    """A service with golden games, the folder of their bundles, and their ids by name."""

    server: Server
    folder: Path
    games: dict[str, str]


@contextmanager
def serving_golden(folder: Path, names: Iterable[str]) -> Generator[Imported]:
    """Serve golden games until the block ends."""
    games = import_golden(folder, names)
    with serving(folder / "games.db") as server:
        yield Imported(server, folder, games)


def import_golden(folder: Path, names: Iterable[str]) -> dict[str, str]:
    """Import golden games into `games.db` of a folder; returns their ids by name."""
    games: dict[str, str] = {}
    for name in names:
        lines = golden(name)
        games[name] = json.loads(lines[0])["game"]
        (folder / f"{name}.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))
    done = ludolog("import", *(f"{name}.jsonl" for name in games), folder=folder)
    assert done.returncode == 0, done.stderr
    return games
