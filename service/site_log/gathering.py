"""Finds what the log has to have next: in the logs of games and tournaments, among the keys, and among the rules."""

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from domain.game.codecs import LOBBY_CODEC
from domain.kernel.codec import canonical
from domain.ledger.records import Record
from domain.proof.bundle import PlainRecord
from domain.proof.certified import Outcome
from domain.rulesets import BY_VERSION
from domain.transparency.entries import (
    GAME_KINDS,
    TOURNAMENT_KINDS,
    Entry,
    Kind,
    game_opened,
    game_over,
    key_published,
    of_tournament,
    result_digest,
    rules_released,
    sealed,
    why_abandoned,
)
from domain.transparency.site import About, Logged, SiteLog
from service.core.keys.signing import Signer
from service.core.store.database import Cursor, Row
from service.core.store.outage import STORE_ERRORS
from service.core.store.reading import DamagedRow, is_corrupt, read_lines, reason_of
from service.core.store.recorder import LedgerRecorder, StoredEntry, entries_of, entry_of
from service.lists.log import LOBBY_TOPICS

SPAN = 50_000
"""The positions of the log of games that one statement looks at."""

MOST_OF_GAMES, MOST_OF_TOURNAMENTS = 128, 64
"""The most entries of one event about games and about tournaments, so that it has at most 256."""

OVERLAP = 2_000
"""Positions without an entry that are read again."""

_TOURNAMENT_PAGE = 2_500
"""Events of tournaments that are read at a time."""

_TOPICS = tuple(f"{name}:{shape}" for name in GAME_KINDS for shape in range(1, LOBBY_CODEC.types[name].shape + 1))

_OPENED = "game.opened"

_log = logging.getLogger(__name__)


@dataclass
class Gathered:
    """What the log has to have next, and the positions up to which the other logs have been looked at."""

    games: int
    tournaments: int
    entries: list[Entry] = field(default_factory=list[Entry])
    about: list[About] = field(default_factory=list[About])
    is_more: bool = False
    """Whether the other logs have more events now."""

    def add(self, kind: str, subject: str, entry: Entry) -> None:
        """Add an entry."""
        self.entries.append(entry)
        self.about.append(About(kind, subject))

    def event(self) -> Logged:
        """Return the event that adds these entries."""
        return Logged(tuple(self.entries), tuple(self.about), self.games, self.tournaments)


class Gatherer:
    """Reads the logs of games and tournaments in the order of their commits."""

    def __init__(self, rows: LedgerRecorder, last: Callable[[], int], signer: Signer) -> None:
        """`last` returns the last position of the log of games."""
        self._rows = rows
        self._last = last
        self._signer = signer
        self._seen = (0, 0)
        """Positions up to which this process has found nothing after those of the log."""

    def next(self, cursor: Cursor, state: SiteLog) -> Gathered:
        """Return the next entries after the state of the log. `cursor` reads."""
        last = self._last()
        # what was seen is looked at again: a server that takes over after a failover may have lost the last commits
        games = self._seen[0] - OVERLAP if self._seen[0] <= last else 0
        found = Gathered(max(state.games, games), max(state.tournaments, self._seen[1] - OVERLAP))
        self._add_games(found, last)
        self._add_tournaments(cursor, found)
        if found.entries:
            for kind, subject, entry in self._unknown(cursor):
                found.add(kind, subject, entry)
            self._seen = (0, 0)
        else:
            self._seen = (found.games, found.tournaments)
        return found

    def _unknown(self, cursor: Cursor) -> Iterator[tuple[Kind, str, Entry]]:
        """Yield the entries of keys and rules that the log has not."""
        keys: list[tuple[Kind, str, Entry]] = [
            ("key", key.kid, key_published(key.kid, key.public_key.hex())) for key in self._signer.published.keys
        ]
        rules: list[tuple[Kind, str, Entry]] = [
            ("rules", f"{entry['ruleset']}/{entry['ruleset_version']}", entry) for entry in _all_rules()
        ]
        wanted = [*keys, *rules]
        rows = cursor.among(
            "SELECT number, kind, subject, data FROM log_entries WHERE subject IN", [each[1] for each in wanted]
        )
        known = {(row["kind"], row["subject"], row["data"]) for row in rows}
        for kind, subject, entry in wanted:
            if (kind, subject, canonical(entry).decode()) not in known:
                yield kind, subject, entry

    def _add_games(self, found: Gathered, last: int) -> None:
        end = min(found.games + SPAN, last)
        if end <= found.games:
            return
        lines = read_lines(self._rows, found.games, MOST_OF_GAMES, end, _TOPICS)
        for line in lines:
            if isinstance(line, DamagedRow):
                _warn(f"game {line.game}", line.reason)
            else:
                self._add_event_of_game(found, line.entry)
        found.games = lines[-1].position if len(lines) >= MOST_OF_GAMES else end
        found.is_more = found.games < last

    def _add_event_of_game(self, found: Gathered, line: StoredEntry) -> None:
        game, kind = line.record.game, GAME_KINDS[line.record.type]
        try:
            entry = self._entry_of_game(line, kind)
        except STORE_ERRORS as error:
            if not is_corrupt(error):
                raise
            _warn(f"game {game}", reason_of(error))
        except Exception as error:  # noqa: BLE001 - one damaged game must not stop the log
            _warn(f"game {game}", reason_of(error))
        else:
            if entry is not None:
                found.add(kind, game, entry)

    def _entry_of_game(self, line: StoredEntry, kind: Kind) -> Entry | None:
        """Return the entry of an event of a game; None if the game was imported."""
        record = line.record
        if record.type == _OPENED:
            lobby = [line]
        else:
            lobby = entries_of(self._rows.states(record.game, 0, record.version, LOBBY_TOPICS))
        opened = lobby[0]
        if opened.origin is not None and opened.origin.is_import:
            return None
        data = _data_of(opened.record)
        if kind == "game_opened":
            entry = game_opened(record.game, record.at, line.head, data)
        else:
            reason = why_abandoned(data, record.at) if kind == "game_abandoned" else None
            entry = game_over(record.game, record.at, line.head, record.version, _result(lobby, data), reason)
        if data["visibility"] == "public":
            return entry
        return sealed(_seed_in(opened), record.version, entry)

    def _add_tournaments(self, cursor: Cursor, found: Gathered) -> None:
        rows = cursor.all(
            "SELECT number, tournament, version, entry FROM tournament_events WHERE number > ? ORDER BY number LIMIT ?",
            (found.tournaments, _TOURNAMENT_PAGE),
        )
        before, read = len(found.entries), 0
        for row in list(rows):
            if len(found.entries) - before >= MOST_OF_TOURNAMENTS:
                found.is_more = True
                return
            found.tournaments = row["number"]
            read += 1
            try:
                self._add_event_of_tournament(cursor, found, row)
            except STORE_ERRORS:
                raise
            except Exception as error:  # noqa: BLE001 - one damaged tournament must not stop the log
                _warn(f"tournament {row['tournament']}", reason_of(error))
        found.is_more = found.is_more or read == _TOURNAMENT_PAGE

    def _add_event_of_tournament(self, cursor: Cursor, found: Gathered, row: Row) -> None:
        line = entry_of(row["entry"].encode())
        record, kind = line.record, TOURNAMENT_KINDS.get(line.record.type)
        if kind is None:
            return
        data = _data_of(record)
        entry = of_tournament(kind, record.game, record.at, line.head, record.version, data)
        listed = cursor.one("SELECT visibility FROM tournaments WHERE id = ?", (record.game,))
        if listed is None or listed["visibility"] != "public":
            first = cursor.one("SELECT entry FROM tournament_events WHERE tournament=? AND version=1", (record.game,))
            assert first is not None
            entry = sealed(_seed_in(entry_of(first["entry"].encode())), record.version, entry)
        found.add(kind, record.game, entry)


def _result(lobby: Sequence[StoredEntry], opened: dict[str, Any]) -> str:
    """Return the digest of the result of a game, by those events on which it depends."""
    outcome = Outcome(opened["ruleset"], opened["ruleset_version"], opened["seats"])
    for line in lobby:
        outcome.take(_plain(line.record))
    return result_digest(msgspec.to_builtins(outcome.statement(lobby[-1].head)))


def _plain(record: Record) -> PlainRecord:
    return PlainRecord(
        record.at, record.cause, _data_of(record), record.game, record.known_to, record.sealed, record.seat,
        record.shape, record.type, record.version,
    )  # fmt: skip


def _data_of(record: Record) -> dict[str, Any]:
    return msgspec.json.decode(record.data)


def _seed_in(opened: StoredEntry) -> bytes:
    assert opened.secret is not None
    return bytes.fromhex(msgspec.json.decode(opened.secret)["seed"])


def _all_rules() -> list[Entry]:
    """Return the entries of all versions of all titles that this release has."""
    return [
        rules_released(name, version, {each: ruleset.data_set(each).digest for each in ruleset.data_sets()})
        for (name, version), ruleset in BY_VERSION.items()
    ]


def _warn(what: str, reason: str) -> None:
    _log.warning("an event of the %s is not in the transparency log: %s", what, reason)
