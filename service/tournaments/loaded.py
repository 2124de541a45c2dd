"""A tournament with its log in memory."""

from collections.abc import Callable, Sequence

import msgspec

from domain.kernel.codec import type_name
from domain.kernel.values import Value
from domain.tournaments.events.rounds import RoundPublished
from domain.tournaments.events.rulings import TablesChanged
from domain.tournaments.state import Tournament
from service.core.store.errors import KeyReusedError
from service.core.store.lru import ByteCache
from service.core.store.recorder import Origin, StoredEntry

CACHE_BYTES = 1 << 20
"""The maximum size in bytes of the cached representations of a tournament."""


_NAMING = {type_name(RoundPublished), type_name(TablesChanged)}
"""The events that name games."""


class _Table(Value, frozen=True):
    game: str


class _Tables(Value, frozen=True):
    tables: tuple[_Table, ...]


class Done(Value, frozen=True):
    """The result of a request: the tournament, and its batch; `replayed`: a repetition."""

    loaded: "LoadedTournament"
    entries: tuple[StoredEntry, ...]
    replayed: bool


class LoadedTournament:
    """A tournament at a version, with its log and the idempotency keys in it. It does not change."""

    __slots__ = ("_games", "_shown", "entries", "keys", "tournament")

    def __init__(
        self, tournament: Tournament, entries: Sequence[StoredEntry], before: "LoadedTournament | None" = None
    ) -> None:
        """Take the entries that follow those of `before`."""
        self.tournament = tournament
        self.entries = (*(() if before is None else before.entries), *entries)
        self.keys: dict[tuple[str, str], StoredEntry] = {} if before is None else {**before.keys}
        for entry in entries:
            if entry.origin is not None and entry.origin.key is not None:
                self.keys[entry.origin.sender, entry.origin.key] = entry
        self._shown = ByteCache[str](CACHE_BYTES)
        self._games: tuple[str, ...] | None = None

    @property
    def games(self) -> tuple[str, ...]:
        """The ids of all games that the log names, also of those that do not count any more."""
        if self._games is None:
            naming = (entry.record for entry in self.entries if entry.record.type in _NAMING)
            found = (msgspec.json.decode(record.data, type=_Tables) for record in naming)
            self._games = tuple(table.game for each in found for table in each.tables)
        return self._games

    def has_key(self, origin: Origin | None) -> bool:
        """Whether an earlier request had the same sender and idempotency key."""
        return origin is not None and origin.key is not None and (origin.sender, origin.key) in self.keys

    def repeated(self, origin: Origin | None) -> Done | None:
        """Return the result of an earlier request with the same key. Raises KeyReusedError if its body differed."""
        stored = None if origin is None or origin.key is None else self.keys.get((origin.sender, origin.key))
        if stored is None or stored.origin is None or origin is None:
            return None
        if stored.origin.digest != origin.digest:
            raise KeyReusedError(origin.key)
        cause = stored.record.cause
        return Done(self, tuple(entry for entry in self.entries if entry.record.cause == cause), replayed=True)

    def shown(self, tag: str, make: Callable[[], bytes]) -> bytes:
        """Return the cached representation of a tag, which names version, viewer and format."""
        return self._shown.get_or_make(tag, make)
