"""The golden games of Giganten reach each situation of its list."""

import gzip
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

import msgspec

from domain.folding import evolve
from domain.game import Game
from domain.kernel.ledger import Entry, Record, read_event
from domain.kernel.values import Event
from domain.rulesets import codec_of
from tests.games.golden_games import FOLDER, unpacked
from tests.games.situations.giganten import SITUATIONS


class Line(msgspec.Struct):
    """A line of a bundle that holds an event."""

    record: Record
    head: str
    secret: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


def batches(path: Path) -> Iterator[tuple[Game | None, Sequence[Event], Game]]:
    """Return each batch of a golden game with the game before and after it."""
    codec = codec_of("giganten", 1)
    lines = [msgspec.json.decode(raw, type=Line) for raw in unpacked(gzip.decompress(path.read_bytes()))[1:-1]]
    game: Game | None = None
    for _, batch in groupby(lines, key=lambda line: line.record.cause):
        entries = [Entry(line.record, line.head, line.secret or None) for line in batch]
        events = [read_event(entry, codec) for entry in entries]
        after = evolve(game, zip(entries, events, strict=True))
        assert after is not None
        yield game, events, after
        game = after


def test_the_golden_games_reach_each_situation_of_giganten() -> None:
    left = dict(SITUATIONS)
    for path in sorted(FOLDER.glob("giganten-1-*"), reverse=True):
        for before, events, after in batches(path):
            left = {name: reached for name, reached in left.items() if not reached(before, events, after)}
        if not left:
            break

    assert len(SITUATIONS) >= 25
    assert [*left] == []
