"""Watches the log of games: after each commit, every new record is checked against a rebuild of its game."""

from collections.abc import Sequence
from typing import Any

from domain.game.codecs import LOBBY_CODEC, codec_of
from domain.game.due import next_due
from domain.game.events import GameOpened, GameStarted
from domain.game.events.clocks import ClockRanOut
from domain.game.fold import evolve
from domain.game.game import Game, decision_id
from domain.kernel.values import Event
from domain.ledger.records import Tip, next_head, read_event, tip_of_new
from service.core.store.recorder import Origin, StoredEntry
from tests.games.books import BOOKS, Books
from tests.simulation.checks.failure import broken


class Watched:
    """A game, rebuilt from its log without the caches of the service."""

    def __init__(self, name: str) -> None:
        self.tip: Tip = tip_of_new(name)
        self.game: Game | None = None
        self.entries: list[StoredEntry] = []
        self.keys: dict[tuple[str, str], int] = {}
        """The version of the decision event with each idempotency key, by sender and key."""
        self.ran_out: set[tuple[int, str]] = set()
        self._books: Books | None = None
        self._state: Any = None

    def add(self, entries: Sequence[StoredEntry], now: int) -> None:
        """Check and take one batch."""
        first = entries[0].record
        for entry in entries:
            self._check_chain(entry)
        self._check_key(entries)
        if first.type == "clock.ran_out":
            self._check_clock(entries, now)
        codec = None if self.game is None else self.game.codec
        happened: list[tuple[StoredEntry, Event]] = []
        for entry in entries:
            event = _read(entry, codec)
            if isinstance(event, GameOpened):
                codec = codec_of(event.ruleset, event.ruleset_version)
            happened.append((entry, event))
        game = evolve(self.game, happened)
        assert game is not None
        self._check_books(game, [event for _, event in happened])
        self.game = game
        self.entries += entries

    def _check_chain(self, entry: StoredEntry) -> None:
        record = entry.record
        broken(record.version != self.tip.version + 1, f"version {record.version} follows {self.tip.version}")
        broken(entry.head != next_head(self.tip.head, record), f"the head of version {record.version} is wrong")
        broken(record.at < self.tip.at, f"version {record.version} is earlier than the one before")
        self.tip = Tip(record.game, record.version, entry.head, record.at)

    def _check_key(self, entries: Sequence[StoredEntry]) -> None:
        origin, version = entries[0].origin, entries[0].record.version
        broken(any(entry.origin for entry in entries[1:]), f"an origin within the batch of version {version}")
        if origin is not None and origin.key is not None:
            earlier = self.keys.setdefault((origin.sender, origin.key), version)
            broken(earlier != version, f"the request {origin.key} is stored at the versions {earlier} and {version}")

    def _check_clock(self, entries: Sequence[StoredEntry], now: int) -> None:
        """A clock runs out once for each decision, not before its deadline."""
        game, record = self.game, entries[0].record
        assert game is not None
        codec = game.codec
        event = _read(entries[0], codec)
        assert isinstance(event, ClockRanOut)
        seat = event.seat
        deadline = seat, decision_id(game, seat)
        broken(deadline in self.ran_out, f"the clock of seat {seat} ran out twice in the decision {deadline[1]}")
        self.ran_out.add(deadline)
        due = next_due(game)
        broken(due is None or due > now, f"the clock of seat {seat} ran out early at version {record.version}")

    def _check_books(self, game: Game, events: Sequence[Event]) -> None:
        """Money, pieces and cards are conserved. A take-back puts the table back, and the books end there."""
        title = game.opened.ruleset
        if title not in BOOKS:
            return
        for event in events:
            if isinstance(event, GameStarted):
                self._state = game.ruleset.initial(game.opened.seats, game.options, game.opened.data_set)
                self._books = BOOKS[title](self._state)
            elif self._books is not None and isinstance(event, game.ruleset.events):
                self._books.enter(self._state, event)
                self._state = game.ruleset.evolve(self._state, event)
                self._books.compare(self._state)
            elif type(event).__name__ == "DecisionTakenBack":
                self._books = None
        if self._books is not None and game.state is not None:
            broken(self._state != game.state, "the table differs from the books")


def _read(entry: StoredEntry, codec: Any) -> Event:
    return read_event(entry, LOBBY_CODEC if codec is None else codec)


class LogWatch:
    """All games of the log, up to the last record that was seen."""

    def __init__(self) -> None:
        self.games: dict[str, Watched] = {}
        self.position = 0

    def take(self, rows: Sequence[tuple[int, StoredEntry]], now: int) -> None:
        """Check new records, in the order of the log."""
        batch: list[StoredEntry] = []
        for position, entry in rows:
            if batch and (entry.record.game, entry.record.cause) != (batch[0].record.game, batch[0].record.cause):
                self._add(batch, now)
                batch = []
            batch.append(entry)
            self.position = position
        if batch:
            self._add(batch, now)

    def _add(self, batch: list[StoredEntry], now: int) -> None:
        name = batch[0].record.game
        broken(batch[0].record.cause != batch[0].record.version, f"the log of {name} begins within a batch")
        self.games.setdefault(name, Watched(name)).add(batch, now)

    def version_of(self, game: str, origin: Origin) -> int | None:
        """Return the version at which a request is stored; None: it is not."""
        watched = self.games.get(game)
        return None if watched is None else watched.keys.get((origin.sender, origin.key or ""))
