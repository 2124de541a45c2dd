"""What streams report about a game: changes in the lobby, and what concerns its players. Computed from public records.

Only types and public data of records are read, so that the changes of a game whose data set is missing are known, too.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from domain.game.events import BOT
from domain.game.game import Game, Status
from domain.kernel.values import Seat, Value
from domain.ledger.records import Entry, Record

LobbyKind: TypeAlias = Literal["opened", "seat_taken", "seat_left", "seat_declined", "started", "cancelled", "ended"]
PlayerKind: TypeAlias = Literal["asked", "invited", "started", "ended", "cancelled", "clock"]

LOBBY: dict[str, LobbyKind] = {
    "game.opened": "opened",
    "game.seat_taken": "seat_taken",
    "game.seat_left": "seat_left",
    "game.seat_declined": "seat_declined",
    "game.started": "started",
    "game.abandoned": "cancelled",
    "game.ended": "ended",
}
"""The kind of the change in the list of games, by event type."""

OF_ALL_PLAYERS: dict[str, tuple[PlayerKind, Status]] = {
    "game.started": ("started", "running"),
    "game.abandoned": ("cancelled", "abandoned"),
    "game.ended": ("ended", "ended"),
}
"""What every player of a game is notified of, and the status of the game after it."""

SEATING = frozenset(
    {
        *("game.seat_taken", "game.seat_resigned", "game.player_replaced", "game.seat_given_up"),
        "clock.seat_taken_over",
    }
)
"""Event types with the fields `seat` and `player`, after which this player has the seat."""

CLOCK = frozenset(
    {
        *("clock.ran_out", "clock.seat_taken_over", "clock.vacation_taken", "game.clock_extended"),
        *("game.paused", "game.resumed"),
    }
)
"""Event types that change the clock of the seat in the field `seat`, or of all seats."""


DEPARTING = frozenset({"game.seat_resigned", "clock.seat_taken_over", "game.seat_given_up"})
"""Event types after which a bot plays the seat in the field `seat` instead of its player."""

OFFER_ENDS = frozenset({"game.player_replaced", "game.seat_given_up", "game.seat_declined"})
"""Event types after which the seat in the field `seat` is no longer offered to a player."""


class LobbyChange(Value, frozen=True):
    """A change of a game that the list of games shows. A seat is taken, left or declined by `player`."""

    kind: LobbyKind
    version: int
    at: str
    seat: Seat | None = None
    player: str | None = None


class PlayerChange(Value, frozen=True):
    """What a player is notified of. `decision` belongs to an open decision, `due` to a clock that runs."""

    kind: PlayerKind
    version: int
    at: str
    player: str
    status: Status
    seat: Seat | None = None
    decision: str | None = None
    due: str | None = None


class Departure(Value, frozen=True):
    """A seat that a bot plays from now on instead of its player."""

    version: int
    at: str
    seat: Seat


Change: TypeAlias = LobbyChange | PlayerChange | Departure


class Seating:
    """Who sits where, and who has given up a seat, followed through the records of a game."""

    def __init__(self, game: Game | None) -> None:
        self._seats: dict[Seat, str] = {}
        self._former: dict[Seat, str] = {}
        self._offered = set[Seat]() if game is None else {offer.seat for offer in game.offers}
        self.has_accepted = False
        """Whether the last event is the acceptance of an offer."""
        self.status: Status = "open" if game is None else game.status
        for seat, occupant in enumerate(() if game is None else game.occupants):
            if occupant is not None:
                self._seats[seat] = occupant.player
                if occupant.resigned is not None:
                    self._former[seat] = occupant.resigned

    def take(self, record: Record, data: dict[str, Any]) -> None:
        """Follow an event."""
        self.has_accepted = record.type == "game.player_replaced" and data["seat"] in self._offered
        if record.type == "game.replacement_offered":
            self._offered.add(int(data["seat"]))
        elif record.type in OFFER_ENDS:
            self._offered.discard(int(data["seat"]))
        if record.type in SEATING:
            seat, player = int(data["seat"]), str(data["player"])
            before = self._seats.get(seat)
            if record.type == "game.player_replaced":
                # the seat is not given back to a replaced player
                self._former.pop(seat, None)
            elif before is not None and player.startswith(BOT) and not before.startswith(BOT):
                self._former[seat] = before
            self._seats[seat] = player
        elif record.type == "game.seat_left":
            self._seats.pop(int(data["seat"]), None)
        elif record.type == "game.seat_returned":
            seat = int(data["seat"])
            self._seats[seat] = self._former.pop(seat, self._seats[seat])
        if record.type in OF_ALL_PLAYERS:
            self.status = OF_ALL_PLAYERS[record.type][1]

    def player(self, seat: Seat) -> str | None:
        """Return who has a seat."""
        return self._seats.get(seat)

    def humans(self) -> list[tuple[Seat, str]]:
        """Return the seats and players that are notified: those who play, and those who gave up their seats."""
        found = [*self._seats.items(), *self._former.items()]
        return [(seat, player) for seat, player in sorted(found) if not player.startswith(BOT)]


def lobby_and_player_changes(before: Game | None, entries: Iterable[Entry], *, is_foreign: bool) -> list[Change]:
    """Return the changes by further entries of a game, except those of open decisions.

    The players of an imported game are not players of this service.
    """
    seating = Seating(before)
    found: list[Change] = []
    for entry in entries:
        record = entry.record
        if not record.type.startswith(("game.", "clock.")):
            continue
        data: dict[str, Any] = msgspec.json.decode(record.data)
        left = seating.player(int(data["seat"])) if record.type == "game.seat_left" else None
        seating.take(record, data)
        kind = LOBBY.get(record.type)
        if kind is not None and not (kind == "seat_declined" and seating.status != "open"):
            found.append(LobbyChange(kind, record.version, record.at, data.get("seat"), data.get("player", left)))
        if not is_foreign:
            found += _of_players(record, data, seating)
            if record.type in DEPARTING:
                found.append(Departure(record.version, record.at, int(data["seat"])))
    return found


def _of_players(record: Record, data: dict[str, Any], seating: Seating) -> Sequence[PlayerChange]:
    def change(kind: PlayerKind, seat: Seat | None, player: str) -> PlayerChange:
        return PlayerChange(kind, record.version, record.at, player, seating.status, seat)

    if record.type in OF_ALL_PLAYERS:
        kind = OF_ALL_PLAYERS[record.type][0]
        return [change(kind, seat, player) for seat, player in seating.humans()]
    if record.type in CLOCK:
        only = data.get("seat")
        return [change("clock", seat, player) for seat, player in seating.humans() if only in {None, seat}]
    if record.type == "game.replacement_offered":
        return [change("invited", data["seat"], data["player"])]
    if record.type == "game.player_replaced" and not seating.has_accepted and not str(data["player"]).startswith(BOT):
        return [change("invited", data["seat"], data["player"])]
    if record.type == "game.opened":
        reserved: list[str | None] = data.get("reserved") or []
        # a seat may also be reserved for the holder of an invitation, who is no player yet
        invited = [(seat, player) for seat, player in enumerate(reserved) if player is not None and ":" in player]
        return [change("invited", seat, player) for seat, player in invited]
    return ()
