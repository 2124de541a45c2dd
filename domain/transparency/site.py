"""The events of a site's log, and what follows from them. The tree is a fold of these events and of nothing else.

They form a log of records with a chain of heads (SPEC.md 1 and 3), like that of a game, under an id of its own.
"""

import uuid
from typing import Annotated, Any

from msgspec import Meta

from domain.kernel.codec import Codec
from domain.kernel.values import Event, Value
from domain.ledger.records import Tip, tip_of_new
from domain.ledger.signing import Hash, Signature
from domain.transparency.checkpoints import Checkpoint
from domain.transparency.merkle import EMPTY_ROOT
from domain.transparency.notes import Note, NoteKey, NoteSignature

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

    `about` says of each entry what it is about.
    """

    entries: tuple[dict[str, Any], ...]
    about: tuple[About, ...]
    games: _Position
    tournaments: _Position


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

    @property
    def is_open(self) -> bool:
        """Whether the log has begun."""
        return self.tip.version > 0

    @property
    def key(self) -> NoteKey:
        """The key of the checkpoints."""
        return NoteKey(self.origin, bytes.fromhex(self.public_key))
