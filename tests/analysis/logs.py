"""Logs of golden games, as a service stores them."""

import gzip
from collections.abc import Sequence
from functools import cache

from domain.ledger.records import Entry
from service.proof.imports import entries_of
from tests.games.golden_games import FOLDER, unpacked


@cache
def lines_of(name: str) -> Sequence[bytes]:
    """Return the bundle of a golden game."""
    return unpacked(gzip.decompress((FOLDER / f"{name}.jsonl.gz").read_bytes()))


def log_of(name: str) -> Sequence[Entry]:
    """Return the log of a golden game."""
    return list(entries_of(lines_of(name)))
