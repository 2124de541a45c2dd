"""Golden games, folded batch by batch without a look at heads and seals, which test_golden verifies."""

import gzip
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from domain.game.codecs import codec_of
from domain.game.fold import evolve
from domain.game.game import Game
from domain.kernel.codec import Codec
from domain.kernel.values import Event
from domain.ledger.records import Entry, Record


class Batch(NamedTuple):
    """What followed from one decision: the game before it, the events, the game after it."""

    before: Game | None
    events: Sequence[Event]
    after: Game


class Line(msgspec.Struct, frozen=True):
    """One event as a golden file keeps it; only the first of a batch has a time."""

    data: msgspec.Raw
    known_to: tuple[int, ...]
    seat: int | None
    shape: int
    type: str
    at: str | None = None
    secret: msgspec.Raw = msgspec.Raw()


def batches_of(path: Path) -> Iterator[Batch]:
    """Yield the batches of a golden game."""
    first, *kept, _ = gzip.decompress(path.read_bytes()).splitlines()
    header: dict[str, Any] = msgspec.json.decode(first)
    codec = codec_of(header["ruleset"], header["ruleset_version"])
    game: Game | None = None
    pending: list[tuple[Entry, Event]] = []
    at = ""
    for version, raw in enumerate(kept, 1):
        line = msgspec.json.decode(raw, type=Line)
        if line.at is not None and pending:
            batch = _batch(game, pending)
            yield batch
            game, pending = batch.after, []
        at = line.at or at
        pending.append(_read(line, header["game"], version, at, codec))
    yield _batch(game, pending)


def _batch(before: Game | None, pending: Sequence[tuple[Entry, Event]]) -> Batch:
    after = evolve(before, pending)
    assert after is not None
    return Batch(before, [event for _, event in pending], after)


def _read(line: Line, game: str, version: int, at: str, codec: Codec) -> tuple[Entry, Event]:
    secret = bytes(line.secret) or None
    event = codec.decode(line.type, line.shape, bytes(line.data), secret)
    record = Record(
        game=game,
        version=version,
        at=at,
        type=line.type,
        shape=line.shape,
        seat=line.seat,
        cause=version,
        data=line.data,
        sealed=None,
        known_to=line.known_to,
    )
    return Entry(record, "", line.secret if secret else None), event
