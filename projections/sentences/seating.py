"""Who had which seat at which version, from the public events of a game."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from domain.game.events import BOT
from domain.kernel.values import Seat, Value
from domain.ledger.records import Record

_SHARED = ("game.", "clock.")
"""How the types of the events begin that can change a seat."""
_LEFT, _RETURNED = "game.seat_left", "game.seat_returned"
_WAITING = frozenset({"game.seat_declined", "game.replacement_offered"})
"""The events about a player who does not have the seat."""


class Seats(Value, frozen=True):
    """The occupant of each seat, and the last player of each seat who is no bot, by seat."""

    occupants: Mapping[Seat, str | None]
    people: Mapping[Seat, str]

    def after(self, kind: str, seat: Seat, player: Any) -> "Seats":
        """Return the seats after an event."""
        if kind == _LEFT:
            return Seats({**self.occupants, seat: None}, self.people)
        if kind == _RETURNED:
            return Seats({**self.occupants, seat: self.people.get(seat)}, self.people)
        if not isinstance(player, str) or kind in _WAITING:
            return self
        people = self.people if player.startswith(BOT) else {**self.people, seat: player}
        return Seats({**self.occupants, seat: player}, people)


NO_SEATS = Seats({}, {})
"""The seats before the first player took one."""


class Seating:
    """The seats of a game at every version. It follows the log."""

    def __init__(self) -> None:
        self._versions: list[int] = []
        self._seats: list[Seats] = []

    def advance(self, records: Iterable[Record]) -> None:
        """Read further records."""
        for record in records:
            if record.type.startswith(_SHARED):
                data: Any = msgspec.json.decode(record.data)
                seat = data.get("seat")
                before = self._seats[-1] if self._seats else NO_SEATS
                after = before.after(record.type, seat, data.get("player")) if isinstance(seat, int) else before
                if after is not before:
                    self._versions.append(record.version)
                    self._seats.append(after)

    def before(self, version: int) -> Seats:
        """Return the seats before the event of a version."""
        number = bisect_left(self._versions, version)
        return self._seats[number - 1] if number else NO_SEATS

    @property
    def players(self) -> list[str]:
        """The ids of all players who ever had a seat, without bots."""
        found = {player for seats in self._seats for player in seats.people.values()}
        return sorted(found)
