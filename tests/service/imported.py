"""Golden games in the database of a service, imported by `ludolog import`."""

import gzip
import json
from collections.abc import Iterable
from pathlib import Path

from tests.games.golden_games import FOLDER, unpacked
from tests.service.test_cli import ludolog


def golden(name: str) -> list[bytes]:
    """Return the lines of the bundle of a golden game."""
    return unpacked(gzip.decompress((FOLDER / f"{name}.jsonl.gz").read_bytes()))


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
