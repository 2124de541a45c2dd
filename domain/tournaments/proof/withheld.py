"""Games that are withheld from public view: what a file hides of them, and how a reader restores it (SPEC.md 11)."""

from collections.abc import Collection
from typing import Any, TypeGuard, cast

import msgspec
from msgspec.structs import replace

from domain.kernel.codec import type_name
from domain.kernel.values import NO_GAME
from domain.ledger.records import Record
from domain.proof.bundle import EventLine
from domain.tournaments.events.rounds import ResultTaken, RoundPublished
from domain.tournaments.events.rulings import TablesChanged
from domain.tournaments.game_ids import game_id

_PUBLISHED, _CHANGED, _TAKEN = map(type_name, (RoundPublished, TablesChanged, ResultTaken))

_MOST = 2**53


def hidden(record: Record, games: Collection[str]) -> Record:
    """Return a record of a tournament with `NO_GAME` in place of the ids of some games."""
    if not games or record.type not in {_PUBLISHED, _CHANGED, _TAKEN}:
        return record
    data = bytes(record.data)
    for game in games:
        # no text of a person has this: quotation marks in it are escaped
        data = data.replace(b'"game":"%b"' % game.encode(), b'"game":"%b"' % NO_GAME.encode())
    return replace(record, data=msgspec.Raw(data))


class _Games:
    """The games of the tables of a round, as far as a file has told them."""

    def __init__(self, edition: int) -> None:
        self.edition = edition
        self.changes = 0
        self.of_tables: dict[int, str] = {}


class Restorer:
    """Restores the ids of withheld games, which follow from the tournament, round, edition, table and change.

    Data that are not those of a tournament stay as they are: the checks report them.
    """

    def __init__(self, tournament: str) -> None:
        self._tournament = tournament
        self._rounds: dict[int, _Games] = {}

    def restored(self, line: EventLine) -> tuple[EventLine, bool]:
        """Return a line with the ids of all games, and whether it had to be restored."""
        record = line.record
        data, number = record.data, record.data.get("round")
        if not _is_number(number):
            return line, False
        match record.type:
            case kind if kind == _PUBLISHED:
                data = self._published(data, number)
            case kind if kind == _CHANGED:
                data = self._changed(data, number)
            case kind if kind == _TAKEN:
                data = self._taken(data, number)
            case _:
                pass
        if data is record.data:
            return line, False
        return replace(line, record=replace(record, data=data)), True

    def _published(self, data: dict[str, Any], number: int) -> dict[str, Any]:
        edition = data.get("edition")
        if not _is_number(edition):
            return data
        held = self._rounds[number] = _Games(edition)
        return self._named(data, number, held, by_number=False)

    def _changed(self, data: dict[str, Any], number: int) -> dict[str, Any]:
        held = self._rounds.get(number)
        if held is None:
            return data
        held.changes += 1
        return self._named(data, number, held, by_number=True)

    def _named(self, data: dict[str, Any], number: int, held: _Games, *, by_number: bool) -> dict[str, Any]:
        """Return the data of an event that names the games of tables, and keep the ids."""
        if not isinstance(data.get("tables"), list):
            return data
        tables: list[Any] = data["tables"]
        named: list[Any] = []
        for place, value in enumerate(tables, 1):
            table = _fields(value)
            which = table.get("table") if by_number else place
            if not _is_number(which):
                return data
            found = game_id(self._tournament, number, held.edition, which, held.changes)
            held.of_tables[which] = found
            named.append({**table, "game": found} if table.get("game") == NO_GAME else value)
        is_whole = all(one is other for one, other in zip(named, tables, strict=True))
        return data if is_whole else {**data, "tables": named}

    def _taken(self, data: dict[str, Any], number: int) -> dict[str, Any]:
        held, table = self._rounds.get(number), data.get("table")
        game = held.of_tables.get(table) if held is not None and _is_number(table) else None
        return {**data, "game": game} if game is not None and data.get("game") == NO_GAME else data


def _fields(value: Any) -> dict[str, Any]:
    """Return an object of JSON; an empty one for anything else."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _is_number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _MOST
