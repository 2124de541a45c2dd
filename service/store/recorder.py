"""What the log keeps: entries with where they came from, as rows of the event store library."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
from eventsourcing.application import Application
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import Mapper, StoredEvent
from eventsourcing.postgres import PostgresDatastore
from eventsourcing.sqlite import SQLiteDatastore
from eventsourcing.utils import get_topic

from domain.kernel.values import Value
from domain.ledger.records import Entry, Record

IMPORT = "import"
"""Who has sent the events of a game that was played elsewhere and came here as a file."""


class Origin(Value, frozen=True, omit_defaults=True):
    """Where a request came from: who sent it, its idempotency key, and the SHA-256 (hex) of what was asked."""

    sender: str
    """A player's id, `seat-token:<id>`, or `import`."""
    key: str | None = None
    digest: str | None = None
    request: str | None = None
    """The id of the request, which is in its answer and in the lines that it wrote to the log."""
    closing: str | None = None
    """On the first event of an imported game: the closing line of the file that it came in."""

    @property
    def is_import(self) -> bool:
        """Whether the game was played elsewhere."""
        return self.sender == IMPORT


class StoredEntry(Entry, frozen=True):
    """A row of the log: the entry, and on a decision event where the request came from."""

    origin: Origin | None = None

    @property
    def originator_id(self) -> str:
        """The game, in the library's word."""
        return self.record.game

    @property
    def originator_version(self) -> int:
        """The version, in the library's word."""
        return self.record.version


class Before(NamedTuple):
    """What has to be in the log for a batch to be appended: a version of a game, with this head if it is known."""

    game: str
    version: int
    head: str | None


_NO_SECRET = msgspec.Raw(b"null")


class _Row(Value, frozen=True):
    """A row as it is read: msgspec takes raw JSON only where nothing else may stand."""

    record: Record
    head: str
    secret: msgspec.Raw
    origin: Origin | None


class EntryMapper(Mapper[str]):
    """Rows as msgspec JSON under the topic `type:shape`, a promise that class names have no part in."""

    _encode = msgspec.json.Encoder(order="sorted").encode
    _decode = msgspec.json.Decoder(_Row).decode

    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> StoredEvent:
        """Return the row of an entry."""
        if not isinstance(domain_event, StoredEntry):
            message = f"the log keeps entries, not {type(domain_event).__name__}"
            raise TypeError(message)
        record = domain_event.record
        return StoredEvent(record.game, record.version, f"{record.type}:{record.shape}", self._encode(domain_event))

    def to_domain_event(self, stored_event: StoredEvent) -> StoredEntry:
        """Return the entry of a row."""
        row = self._decode(stored_event.state)
        secret = None if row.secret == _NO_SECRET else row.secret
        return StoredEntry(row.record, row.head, secret, row.origin)


class LedgerApplication(Application[str]):
    """The library's application: one table, a stream a game."""

    name = "ludolog"

    def __init__(self, environment: Mapping[str, str]) -> None:
        super().__init__({"MAPPER_TOPIC": get_topic(EntryMapper), "ORIGINATOR_ID_TYPE": "text", **environment})

    @property
    def datastore(self) -> SQLiteDatastore | PostgresDatastore:
        """The connections to the database."""
        recorder: Any = self.recorder
        return recorder.datastore
