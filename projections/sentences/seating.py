"""Who had which seat at which version, from the public events of a game."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.game.events import BOT
from domain.kernel.values import Seat, Value
from domain.ledger.records import Record

_SHARED = ("game.", "clock.")
"""How the types of the events begin that can change a seat."""
_LEFT, _RETURNED, _ADJUDICATED = "game.seat_left", "game.seat_returned", "game.adjudicated"
_LEFT_TO_BOT = frozenset({"game.seat_resigned", "game.seat_given_up", "clock.seat_taken_over"})
"""The events that give the seat of a player to a bot. The result has the player as resigned."""
_WAITING = frozenset({"game.seat_declined", "game.replacement_offered"})
"""The events about a player who does not have the seat."""


class Seats(Value, frozen=True):
    """The occupant of each seat, and the last player of each seat who is no bot, by seat."""

    occupants: Mapping[Seat, str | None]
    people: Mapping[Seat, str]
    resigned: Mapping[Seat, str] = {}
    """The players whose seats a bot plays on, by seat."""
    is_adjudicated: bool = False
    """Whether the owner has ended the game: the ranks stand as given."""

    def after(self, kind: str, seat: Seat, player: Any) -> "Seats":
        """Return the seats after an event."""
        if kind == _LEFT:
            return replace(self, occupants={**self.occupants, seat: None})
        stayed = {other: name for other, name in self.resigned.items() if other != seat}
        if kind == _RETURNED:
            return replace(self, occupants={**self.occupants, seat: self.people.get(seat)}, resigned=stayed)
        if not isinstance(player, str) or kind in _WAITING:
            return self
        occupants = {**self.occupants, seat: player}
        if kind in _LEFT_TO_BOT:
            left = self.resigned.get(seat) or self.occupants.get(seat)
            return replace(self, occupants=occupants, resigned=stayed if left is None else {**stayed, seat: left})
        people = self.people if player.startswith(BOT) else {**self.people, seat: player}
        return replace(self, occupants=occupants, people=people, resigned=stayed)


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
                before = after = self._seats[-1] if self._seats else NO_SEATS
                if record.type == _ADJUDICATED:
                    after = replace(before, is_adjudicated=True)
                elif isinstance(seat, int):
                    after = before.after(record.type, seat, data.get("player"))
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
