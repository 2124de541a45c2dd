"""The ledger of a game: records, seals and the chain of heads (SPEC.md 1 to 3)."""

import hashlib
import uuid
from collections.abc import Sequence

import msgspec

from domain.kernel.codec import Codec, canonical
from domain.kernel.values import Event, Seat, Value
from domain.ledger.mac import mac

SEED_BYTES = 32
ENTROPY_BYTES = 32


class Record(Value, frozen=True):
    """The public record of one event (SPEC.md 1). `data` is a canonical JSON object."""

    game: str
    version: int
    at: str
    type: str
    shape: int
    seat: Seat | None
    cause: int
    data: msgspec.Raw
    sealed: str | None
    known_to: tuple[Seat, ...]


class Entry(Value, frozen=True):
    """A stored event: its record, the head after it, and its secret, if any."""

    record: Record
    head: str
    secret: msgspec.Raw | None = None


class Tip(Value, frozen=True):
    """The end of a game's log: the last version, its head and its time."""

    game: str
    version: int
    head: str
    at: str


def tip_of_new(game: str) -> Tip:
    """Return the tip of an empty log (SPEC.md 3)."""
    head = hashlib.sha256(b"ludolog/chain/1" + uuid.UUID(game).bytes).hexdigest()
    return Tip(game, 0, head, "")


def tip_after(entry: Entry) -> Tip:
    """Return the tip of a log that ends with this entry."""
    return Tip(entry.record.game, entry.record.version, entry.head, entry.record.at)


def seed_commitment(seed: bytes) -> str:
    """Return the commitment to the secret seed that the first event publishes (SPEC.md 2)."""
    return hashlib.sha256(b"ludolog/seed/1" + seed).hexdigest()


def salt(seed: bytes, version: int) -> bytes:
    """Return the salt of the secret of this version's event (SPEC.md 2)."""
    return mac(seed, b"ludolog/salt/1" + version.to_bytes(8, "big"))


def seal(seed: bytes, version: int, secret: bytes) -> str:
    """Return the commitment to a secret in canonical JSON (SPEC.md 2)."""
    if version == 1:
        return seed_commitment(seed)
    return hashlib.sha256(salt(seed, version) + secret).hexdigest()


def next_head(head: str, record: Record) -> str:
    """Return the head after a record that follows `head` (SPEC.md 3)."""
    return hashlib.sha256(bytes.fromhex(head) + canonical(record)).hexdigest()


def write_batch(
    tip: Tip, seed: bytes, at: str, seat: Seat | None, events: Sequence[Event], codec: Codec
) -> tuple[Entry, ...]:
    """Return the entries of one batch that follows a tip.

    The first event is the decision event of `seat` (None: the game itself). The others follow from it. `at` is the
    time of the decision in UTC. If the clock went back, the batch gets the time of the tip.
    """
    entries: list[Entry] = []
    head, cause, at = tip.head, tip.version + 1, max(at, tip.at)
    for version, event in enumerate(events, cause):
        name, shape, data, secret = codec.encode(event)
        record = Record(
            game=tip.game,
            version=version,
            at=at,
            type=name,
            shape=shape,
            seat=seat if version == cause else None,
            cause=cause,
            data=msgspec.Raw(data),
            sealed=None if secret is None else seal(seed, version, secret),
            known_to=event.known_to,
        )
        head = next_head(head, record)
        entries.append(Entry(record, head, None if secret is None else msgspec.Raw(secret)))
    return tuple(entries)


def read_events(entries: Sequence[Entry], codec: Codec) -> list[Event]:
    """Return the events of entries. Raises what Codec.decode raises."""
    decoders = codec.decoders
    events: list[Event] = []
    for entry in entries:
        record = entry.record
        # a call for each event of a game counts: most have no secret, and the current shape
        decode = decoders.get((record.type, record.shape)) if entry.secret is None else None
        events.append(read_event(entry, codec) if decode is None else decode(record.data))
    return events


def read_event(entry: Entry, codec: Codec) -> Event:
    """Return the event of an entry. Raises what Codec.decode raises."""
    record = entry.record
    return codec.decode(record.type, record.shape, record.data, entry.secret)
