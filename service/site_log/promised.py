"""What the log has to have of a game or a tournament, by its own log of events (SPEC.md 12)."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.game.codecs import LOBBY_CODEC
from domain.kernel.codec import Codec
from domain.ledger.integrity import DamagedLogError
from domain.ledger.records import Record
from domain.proof.bundle import PlainRecord
from domain.proof.certified import Outcome
from domain.proof.errors import CheckFailedError
from domain.transparency.entries import (
    GAME_KINDS,
    TOURNAMENT_KINDS,
    Entry,
    Kind,
    game_opened,
    game_over,
    of_tournament,
    result_digest,
    sealed,
    why_abandoned,
)
from service.core.store.reading import reason_of
from service.core.store.recorder import StoredEntry, entry_of

OPENED = "game.opened"

UNDECODABLE = (msgspec.DecodeError, ValueError, TypeError, AttributeError, RecursionError)
"""The errors of damaged bytes. A lack of memory is none of them."""


class Promise(NamedTuple):
    """An entry that the log has to have, and the version of its event."""

    kind: Kind
    version: int
    entry: Entry


def decoded(states: Iterable[bytes]) -> list[StoredEntry]:
    """Return the entries of rows. Raises DamagedLogError for one that cannot be decoded."""
    found: list[StoredEntry] = []
    for state in states:
        try:
            found.append(entry_of(state))
        except UNDECODABLE as error:
            message = f"an event cannot be decoded: {reason_of(error)}"
            raise DamagedLogError(message) from None
    return found


def is_known(codec: Codec, record: Record) -> bool:
    """Whether this release knows the type and the shape of an event."""
    known = codec.types.get(record.type)
    return known is not None and record.shape <= known.shape


def is_of_lobby(record: Record) -> bool:
    """Whether an event is one of those on which entries may depend."""
    return record.type.startswith(("game.", "clock."))


def promises_of_game(entries: Sequence[StoredEntry]) -> list[Promise]:
    """Return what the log has to have of a game, by its events up to a version, which were checked.

    An imported game has no entries. Raises DamagedLogError if the result cannot be computed.
    """
    opened, last = entries[0], entries[-1].record
    if opened.origin is not None and opened.origin.is_import:
        return []
    data = _data_of(opened.record)
    found = [Promise("game_opened", 1, game_opened(last.game, opened.record.at, opened.head, data))]
    kind = GAME_KINDS.get(last.type)
    if kind is not None and last.version > 1:
        reason = why_abandoned(data, last.at) if kind == "game_abandoned" else None
        result = _result(entries, data)
        found.append(
            Promise(kind, last.version, game_over(last.game, last.at, entries[-1].head, last.version, result, reason))
        )
    return found if data.get("visibility") == "public" else list(map(_under_seal(opened), found))


def promises_of_tournament(
    entries: Sequence[StoredEntry], opened: Callable[[], StoredEntry], *, is_public: bool
) -> list[Promise]:
    """Return what the log has to have of some events of a tournament. `opened` returns its first event."""
    found: list[Promise] = []
    for each in entries:
        record = each.record
        if (kind := TOURNAMENT_KINDS.get(record.type)) is not None:
            entry = of_tournament(kind, record.game, record.at, each.head, record.version, _data_of(record))
            found.append(Promise(kind, record.version, entry))
    return found if is_public or not found else list(map(_under_seal(opened()), found))


def _under_seal(opened: StoredEntry) -> Callable[[Promise], Promise]:
    if opened.secret is None:
        message = "the first event has no seed"
        raise DamagedLogError(message)
    seed = bytes.fromhex(msgspec.json.decode(opened.secret)["seed"])
    return lambda promise: promise._replace(entry=sealed(seed, promise.version, promise.entry))


def _result(entries: Sequence[StoredEntry], opened: dict[str, Any]) -> str:
    """Return the digest of the result of a game, by those events on which it depends."""
    try:
        outcome = Outcome(opened["ruleset"], opened["ruleset_version"], opened["seats"])
        for entry in entries:
            if entry.record.type in LOBBY_CODEC.types:
                outcome.take(_plain(entry.record))
        return result_digest(msgspec.to_builtins(outcome.statement(entries[-1].head)))
    except (CheckFailedError, KeyError) as error:
        message = f"its result cannot be computed: {reason_of(error)}"
        raise DamagedLogError(message) from None


def _plain(record: Record) -> PlainRecord:
    return PlainRecord(
        record.at, record.cause, _data_of(record), record.game, record.known_to, record.sealed, record.seat,
        record.shape, record.type, record.version,
    )  # fmt: skip


def _data_of(record: Record) -> dict[str, Any]:
    return msgspec.json.decode(record.data)
