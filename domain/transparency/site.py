"""The events of a site's log, and what follows from them. The tree is a fold of these events and of nothing else.

They form a log of records with a chain of heads (SPEC.md 1 and 3), like that of a game, under an id of its own.
"""

import uuid
from typing import Annotated, Any

from msgspec import Meta, ValidationError
from msgspec.structs import replace

from domain.kernel.codec import Codec, UnknownEvent, canonical
from domain.kernel.values import Event, Value
from domain.ledger.integrity import DamagedLogError
from domain.ledger.records import Entry, Tip, next_head, read_event, tip_after, tip_of_new
from domain.ledger.signing import Hash, IsSignedBy, Signature
from domain.transparency.checkpoints import Checkpoint
from domain.transparency.entries import leaf_of
from domain.transparency.merkle import EMPTY_ROOT, root_of
from domain.transparency.notes import Note, NoteKey, NoteSignature
from domain.transparency.tiles import MAX_ENTRY_BYTES, Tiles, grown, nodes_in

LOG_ID = str(uuid.uuid5(uuid.NAMESPACE_URL, "urn:ludolog:site-log"))
"""The id of the log in its records."""

MOST_ENTRIES = 256
"""The most entries of an event."""

_Position = Annotated[int, Meta(ge=0)]


class About(Value, frozen=True):
    """What an entry is about, also if it is sealed: its kind, and the id of the game, tournament, key or title."""

    kind: str
    subject: str


class LogOpened(Event, frozen=True, tag="site.log_opened"):
    """The log begins. The origin never changes; the key is that of its checkpoints."""

    origin: str
    public_key: Hash


class LogKeyChanged(Event, frozen=True, tag="site.log_key_changed"):
    """The key of the checkpoints is another one from now on: the former one is lost."""

    public_key: Hash


class Logged(Event, frozen=True, tag="site.logged"):
    """Entries were added. All events up to these positions of the logs of games and tournaments have been considered.

    `about` says of each entry what it is about. What was damaged then is `skipped`: a game, a tournament, or a range of
    positions of the log of games. Once it has its entries, it is `mended`.
    """

    entries: tuple[dict[str, Any], ...]
    about: tuple[About, ...]
    games: _Position
    tournaments: _Position
    skipped: tuple[About, ...] = ()
    mended: tuple[About, ...] = ()


class CheckpointSigned(Event, frozen=True, tag="site.checkpoint_signed"):
    """The log states its size and its root."""

    size: _Position
    root: Hash
    signature: Signature


SITE_CODEC = Codec((LogOpened, LogKeyChanged, Logged, CheckpointSigned))


class Signed(Value, frozen=True):
    """A checkpoint with its signature, as the log has it."""

    size: int
    root: str
    signature: str
    public_key: str
    at: str

    def note(self, origin: str) -> Note:
        """Return the checkpoint of the log with this origin as a signed note."""
        key = NoteKey(origin, bytes.fromhex(self.public_key))
        text = Checkpoint(origin, self.size, bytes.fromhex(self.root)).text
        return Note(text, (NoteSignature(origin, key.key_id, bytes.fromhex(self.signature)),))


class SiteLog(Value, frozen=True):
    """The state of the log after an event. The entries themselves are not part of it."""

    tip: Tip = tip_of_new(LOG_ID)
    origin: str = ""
    public_key: str = ""
    size: int = 0
    root: str = EMPTY_ROOT.hex()
    games: int = 0
    """All events up to this position of the log of games have been considered."""
    tournaments: int = 0
    """The same for the log of tournaments."""
    signed: Signed | None = None
    """The last checkpoint; None: there is none."""
    former: tuple[str, ...] = ()
    """The former keys, the newest first."""

    @property
    def is_open(self) -> bool:
        """Whether the log has begun."""
        return self.tip.version > 0

    @property
    def key(self) -> NoteKey:
        """The key of the checkpoints."""
        return self.keys[0]

    @property
    def keys(self) -> tuple[NoteKey, ...]:
        """The key of the checkpoints, then those of earlier ones, the newest first."""
        return tuple(NoteKey(self.origin, bytes.fromhex(key)) for key in (self.public_key, *self.former))


class Step(Value, frozen=True):
    """What an event changes: the state, whole tiles by level and number, entries as data, and the checkpoint.

    `skipped` is what waits for its repair from now on, and `mended` what does so no longer.
    """

    state: SiteLog
    tiles: dict[tuple[int, int], bytes]
    entries: tuple[tuple[About, bytes], ...]
    checkpoint: Signed | None
    skipped: tuple[About, ...] = ()
    mended: tuple[About, ...] = ()


def follow(state: SiteLog, entry: Entry, tiles: Tiles, is_signed_by: IsSignedBy) -> Step:
    """Return what the next event of the log changes. `tiles` are those of the tree before it.

    Raises DamagedLogError if it does not continue the chain of heads, or states another tree than there is.
    """
    record = entry.record
    is_next = (record.game, record.version) == (LOG_ID, state.tip.version + 1)
    if not is_next or next_head(state.tip.head, record) != entry.head:
        message = f"event {record.version} of the transparency log does not follow event {state.tip.version}"
        raise DamagedLogError(message)
    try:
        event = read_event(entry, SITE_CODEC)
    except (ValidationError, UnknownEvent) as error:
        message = f"event {record.version} of the transparency log cannot be read: {error}"
        raise DamagedLogError(message) from None
    state = replace(state, tip=tip_after(entry))
    match event:
        case LogOpened():
            return Step(replace(state, origin=event.origin, public_key=event.public_key), {}, (), None)
        case LogKeyChanged():
            former = (state.public_key, *state.former)
            return Step(replace(state, public_key=event.public_key, former=former), {}, (), None)
        case CheckpointSigned():
            signed = _checked(state, event, record.at, is_signed_by)
            return Step(replace(state, signed=signed), {}, (), signed)
        case _:
            assert isinstance(event, Logged)
            return _grown(state, event, tiles)


def _grown(state: SiteLog, event: Logged, tiles: Tiles) -> Step:
    if len(event.entries) != len(event.about):
        message = "an event of the transparency log does not say what its entries are about"
        raise DamagedLogError(message)
    if len(event.entries) > MOST_ENTRIES:
        message = f"an event of the transparency log has more than {MOST_ENTRIES} entries"
        raise DamagedLogError(message)
    changed = grown(tiles, state.size, [leaf_of(entry) for entry in event.entries])
    size = state.size + len(event.entries)

    def tile(level: int, number: int) -> bytes:
        return changed[level, number] if (level, number) in changed else tiles(level, number)

    root = root_of(nodes_in(tile), size).hex()
    after = replace(state, size=size, root=root, games=event.games, tournaments=event.tournaments)
    entries = tuple((about, canonical(entry)) for about, entry in zip(event.about, event.entries, strict=True))
    if any(len(data) > MAX_ENTRY_BYTES for _, data in entries):
        message = f"an entry of the transparency log has more than {MAX_ENTRY_BYTES} bytes"
        raise DamagedLogError(message)
    return Step(after, changed, entries, None, event.skipped, event.mended)


def _checked(state: SiteLog, event: CheckpointSigned, at: str, is_signed_by: IsSignedBy) -> Signed:
    """Return a checkpoint. Raises DamagedLogError unless it states the tree, signed by the key of the log."""
    if (event.size, event.root) != (state.size, state.root):
        message = (
            f"a checkpoint of size {event.size} states another root than the tree of size {state.size} has: the tree "
            "does not continue what was published"
        )
        raise DamagedLogError(message)
    signed = Signed(event.size, event.root, event.signature, state.public_key, at)
    text = signed.note(state.origin).text.encode()
    if not is_signed_by(bytes.fromhex(state.public_key), text, bytes.fromhex(event.signature)):
        message = f"the signature of the checkpoint of size {event.size} is not valid"
        raise DamagedLogError(message)
    return signed
