"""The stored form of ledger entries, and the application of the event library."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec
from eventsourcing.application import Application
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import Mapper, StoredEvent
from eventsourcing.postgres import PostgresDatastore
from eventsourcing.sqlite import SQLiteDatastore
from eventsourcing.utils import get_topic

from domain.kernel.values import Value
from domain.ledger.records import Entry, Record
from service.core.store.partitions import Partitions

IMPORT = "import"
"""The sender of a game that was played elsewhere and imported from a file."""


class Searched(Value, frozen=True):
    """How a bot that searches has decided, so that its decision can be repeated (decision 046)."""

    version: int
    """The version of the game that was searched: others may have decided since."""
    seed: int
    budget: int
    steps: int
    is_cut: bool
    """Whether the search ended after these steps for lack of time, and not by its budget."""
    weights: str
    """The first 16 hex digits of the SHA-256 of the weights of the title."""


class Origin(Value, frozen=True, omit_defaults=True):
    """The origin of a batch: its sender, its idempotency key, and the SHA-256 (hex) of the content of the request."""

    sender: str
    """A player's id, `seat-token:<id>`, `import`, or a bot that searches, such as `bot:strong`."""
    key: str | None = None
    digest: str | None = None
    request: str | None = None
    """The request id, which is also in the response and in the log lines of the request."""
    searched: Searched | None = None
    """How a bot that searches has decided."""
    turn: int | None = None
    """The version of the first decision of the same request, if this one is a later decision of it."""
    order: str | None = None
    """The id of the standing order by which the service has decided for the sender."""
    closing: str | None = None
    """On the first event of an imported game: the closing line of its file."""

    @property
    def is_import(self) -> bool:
        """Whether the game was played elsewhere."""
        return self.sender == IMPORT


class StoredEntry(Entry, frozen=True):
    """A stored entry; a decision event also has the origin of its request."""

    origin: Origin | None = None

    @property
    def originator_id(self) -> str:
        """The game; name required by the library."""
        return self.record.game

    @property
    def originator_version(self) -> int:
        """The version; name required by the library."""
        return self.record.version


class Before(NamedTuple):
    """The predecessor of a batch: a version of a game that must be in the log, with this head if it is known."""

    game: str
    version: int
    head: str | None


_NO_SECRET = msgspec.Raw(b"null")


class _Row(Value, frozen=True):
    """A row as decoded: msgspec supports raw JSON only without a union."""

    record: Record
    head: str
    secret: msgspec.Raw
    origin: Origin | None


_decode = msgspec.json.Decoder(_Row).decode


class EntryMapper(Mapper[str]):
    """Maps entries to JSON. The topic is `type:shape`, so it does not depend on class names."""

    _encode = msgspec.json.Encoder(order="sorted").encode

    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> StoredEvent:
        """Return the row of an entry."""
        if not isinstance(domain_event, StoredEntry):
            message = f"the log keeps entries, not {type(domain_event).__name__}"
            raise TypeError(message)
        record = domain_event.record
        return StoredEvent(record.game, record.version, f"{record.type}:{record.shape}", self._encode(domain_event))

    def to_domain_event(self, stored_event: StoredEvent) -> StoredEntry:
        """Return the entry of a row."""
        return entry_of(stored_event.state)


def entry_of(state: bytes) -> StoredEntry:
    """Return the entry of the state of a row."""
    row = _decode(state)
    secret = None if row.secret == _NO_SECRET else row.secret
    return StoredEntry(row.record, row.head, secret, row.origin)


def entries_of(states: Iterable[bytes]) -> list[StoredEntry]:
    """Return the entries of the states of rows."""
    return [
        StoredEntry(row.record, row.head, None if row.secret == _NO_SECRET else row.secret, row.origin)
        for row in map(_decode, states)
    ]


class LedgerRecorder(Protocol):
    """Reads rows without objects of the library, and the rows of a game without the columns that a state repeats."""

    partitions: Partitions | None
    """The partitions of a log that is sequenced; None: events have their positions when they are appended."""

    def announce(self) -> None:
        """Notify other processes of a commit, if the commit itself has not done so."""
        ...

    def states(self, game: str, after: int, upto: int | None, topics: Sequence[str] = ()) -> Sequence[bytes]:
        """Return the states of a game above version `after`, up to `upto`; with `topics` those of these topics."""
        ...

    def placed_rows(
        self, after: int, limit: int, upto: int | None, topics: Sequence[str] = ()
    ) -> Sequence[tuple[int, str, int, bytes]]:
        """Return position, game, version and state of the first `limit` rows after a position, up to `upto`."""
        ...

    def first_other(self, after: int, upto: int, topics: Sequence[str]) -> int | None:
        """Return the position of the first event of the lobby in (after, upto] with none of these topics."""
        ...

    def names_between(self, first: int, last: int) -> Sequence[str]:
        """Return the games that have rows at these positions, read from an index only, where that is possible."""
        ...

    def broken_logs(self, games: Sequence[str]) -> Sequence[str]:
        """Return which of these games do not have all versions from 1 to their last one."""
        ...

    def names(self, after: str, limit: int) -> Sequence[str]:
        """Return the first `limit` ids of games after an id, in order."""
        ...

    def last_position(self, topics: Sequence[str]) -> int:
        """Return the position of the last event of these topics; 0: there is none."""
        ...


class LedgerApplication(Application[str]):
    """The library's application: one table with a stream per game."""

    name = "ludolog"

    def __init__(self, environment: Mapping[str, str]) -> None:
        super().__init__({"MAPPER_TOPIC": get_topic(EntryMapper), "ORIGINATOR_ID_TYPE": "text", **environment})

    @property
    def rows(self) -> LedgerRecorder:
        """Reads the states of rows."""
        recorder: Any = self.recorder
        return recorder

    @property
    def datastore(self) -> SQLiteDatastore | PostgresDatastore:
        """The datastore, which manages the connections."""
        recorder: Any = self.recorder
        return recorder.datastore
