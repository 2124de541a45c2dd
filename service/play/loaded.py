"""A game with its log in memory, and the indexes and caches derived from both."""

from bisect import bisect_right
from collections.abc import Callable, Hashable, Sequence
from itertools import count
from typing import TypeAlias

import msgspec

from domain.game.codecs import LOBBY_CODEC
from domain.game.events import DecisionTakenBack, GameStarted, HintTaken
from domain.game.fold import fold
from domain.game.game import Game
from domain.kernel.codec import canonical, type_name
from domain.kernel.values import Value
from projections.history import AnyViewer, knows_secret, seen
from projections.sentences.seating import Seating
from service.core.store.errors import KeyReusedError
from service.core.store.lru import ByteCache
from service.core.store.recorder import Origin, StoredEntry

MARK_EVERY = 64
"""The interval between cached past states, in versions."""

CACHE_BYTES = 1 << 20
"""The size in bytes of the cache of a game that shares none."""

GAME_BYTES, ENTRY_BYTES = 12_000, 1_250
"""The memory of a game and of each of its entries, with its part of the past states. Measured for all titles."""

Shown: TypeAlias = ByteCache[tuple[int, Hashable]]
"""Representations and encoded events of games, each by the number of its game in memory and a tag."""

_NUMBERS = count()

STARTED, TAKEN_BACK, HINT_TAKEN = map(type_name, (GameStarted, DecisionTakenBack, HintTaken))


class TakenBack(Value, frozen=True):
    """The field of game.decision_taken_back that the index of decisions needs."""

    to: int


class HintedDecision(Value, frozen=True):
    """The field of game.hint_taken that the index of decisions needs."""

    decision: str


class Done(Value, frozen=True):
    """The result of a request: the game, and its batch from version `first` to `last`; `replayed`: a repetition."""

    loaded: "Loaded"
    first: int
    last: int
    replayed: bool


class Loaded:
    """A game with its log in memory: folded once, advanced batch by batch."""

    __slots__ = (
        "_asked", "_marks", "_number", "_shown", "_take_backs", "decided_at", "entries", "game", "keys", "seating",
        "started_at",
    )  # fmt: skip

    def __init__(self, game: Game, entries: list[StoredEntry], shown: Shown | None = None) -> None:
        """`shown` is the cache that games share; without it the game has its own."""
        self.game = game
        self.entries: list[StoredEntry] = []
        self.keys: dict[tuple[str, str], tuple[Origin, int]] = {}
        self.decided_at: dict[int, str] = {}
        """The id of the decision answered, or taken back, at each version, or for which a hint was taken."""
        self.seating = Seating()
        self.started_at: int | None = None
        self._asked: dict[int, int] = {}
        self._take_backs = 0
        self._marks: dict[int, Game] = {}
        self._shown = Shown(CACHE_BYTES) if shown is None else shown
        # of this object: a game that is read again may have other events at its versions
        self._number = next(_NUMBERS)
        self.advance(game, entries)

    def advance(self, game: Game, entries: Sequence[StoredEntry]) -> None:
        """Add a durable batch."""
        self.entries.extend(entries)
        self.seating.advance(entry.record for entry in entries)
        for entry in entries:
            record, origin = entry.record, entry.origin
            if record.type == STARTED:
                self.started_at = record.version
            if origin is not None and origin.key is not None:
                self.keys[origin.sender, origin.key] = (origin, record.version)
            if record.seat is not None and record.type not in LOBBY_CODEC.types:
                self._asked[record.seat] = self._asked.get(record.seat, 0) + 1
                number = self._asked[record.seat] + self._take_backs
                self.decided_at[record.version] = f"{record.seat}.{number}"
            if record.type == TAKEN_BACK:
                # the key of a take-back finds its reply like that of a command
                taken_back = msgspec.json.decode(record.data, type=TakenBack)
                self.decided_at[record.version] = self.decided_at[taken_back.to + 1]
                self._take_backs += 1
            if record.type == HINT_TAKEN:
                self.decided_at[record.version] = msgspec.json.decode(record.data, type=HintedDecision).decision
        self.game = game

    @property
    def size(self) -> int:
        """The memory of the game in bytes, about, without its representations."""
        return GAME_BYTES + ENTRY_BYTES * len(self.entries)

    @property
    def closing(self) -> bytes | None:
        """The closing line of the bundle of an imported game; None for a game played on this service."""
        origin = self.entries[0].origin
        return None if origin is None or origin.closing is None else origin.closing.encode()

    @property
    def is_foreign(self) -> bool:
        """Whether the game was imported."""
        return self.closing is not None

    def at(self, version: int) -> Game:
        """Return the game at a version."""
        if version == self.game.version:
            return self.game
        game = self._marks.get(version)
        if game is not None:
            return game
        marks = sorted(self._marks)
        place = bisect_right(marks, version)
        game = self._marks[marks[place - 1]] if place else None
        for entry in self.entries[game.version if game else 0 : version]:
            game = fold((entry,), game)
            if game and game.version % MARK_EVERY == 0:
                self._marks[game.version] = game
        assert game is not None
        return game

    def is_settled(self, version: int) -> bool:
        """Whether a batch ends with this version. Players see no state within a batch."""
        return version == self.game.version or self.entries[version].record.cause == version + 1

    def batch_end(self, cause: int) -> int:
        """Return the last version of the batch whose decision event has version `cause`."""
        end = cause
        while end < len(self.entries) and self.entries[end].record.cause == cause:
            end += 1
        return end

    def request_end(self, first: int) -> int:
        """Return the last version of the request whose first decision event has version `first`."""
        end = self.batch_end(first)
        while end < len(self.entries) and _is_later_in(self.entries[end], first):
            end = self.batch_end(end + 1)
        return end

    def has_key(self, origin: Origin) -> bool:
        """Whether an earlier request of this sender had the same idempotency key."""
        return origin.key is not None and (origin.sender, origin.key) in self.keys

    def repeated(self, origin: Origin | None) -> Done | None:
        """Return the result of an earlier request with the same key. Raises KeyReusedError if its body differed."""
        stored = None if origin is None or origin.key is None else self.keys.get((origin.sender, origin.key))
        if stored is None:
            return None
        before, first = stored
        if origin is None or before.digest != origin.digest:
            raise KeyReusedError(before.key)
        return Done(self, first, self.request_end(first), replayed=True)

    def line(self, version: int, viewer: AnyViewer) -> bytes:
        """Return the bundle line with the event of a version as a viewer sees it, encoded once for all who see it."""
        entry = self.entries[version - 1]
        return self._shown.get_or_make(
            (self._number, (knows_secret(entry, viewer), version)),
            lambda: canonical(seen(entry, viewer, self.game.seed)),
        )

    def shown(self, tag: str, make: Callable[[], bytes]) -> bytes:
        """Return the cached representation of a tag, which names version, viewer and format."""
        return self._shown.get_or_make((self._number, tag), make)

    def found(self, tag: str) -> bytes | None:
        """Return the cached representation of a tag; None if there is none."""
        return self._shown.get((self._number, tag))


def _is_later_in(entry: StoredEntry, first: int) -> bool:
    return entry.origin is not None and entry.origin.turn == first
