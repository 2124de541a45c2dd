"""What the players of each seat have done: how many decisions they have made, and whether they were absent.

What a bot decides for a player does not count.
"""

from collections.abc import Iterable

import msgspec

from domain.game.codecs import LOBBY_CODEC
from domain.game.events import BOT, SeatResigned, SeatTaken
from domain.game.events.clocks import ClockRanOut, SeatReturned, SeatTakenOver
from domain.game.events.rulings import PlayerReplaced, SeatGivenUp
from domain.kernel.codec import type_name
from domain.kernel.values import Seat, Value
from domain.ledger.records import Record

ENOUGH = 2
"""The decisions of a seat that a rated game needs. Further ones are not counted."""

_SEATED = {type_name(event) for event in (SeatTaken, SeatResigned, SeatTakenOver, SeatGivenUp, PlayerReplaced)}
"""The events after which the player that they name plays the seat."""

_RETURNED, _RAN_OUT = type_name(SeatReturned), type_name(ClockRanOut)
_RESIGNED, _TAKEN_OVER, _REPLACED = type_name(SeatResigned), type_name(SeatTakenOver), type_name(PlayerReplaced)
_GIVEN_UP = type_name(SeatGivenUp)


class Played(Value, frozen=True):
    """The decisions of the players of each seat, at most `ENOUGH`, and where a bot decides."""

    made: tuple[int, ...]
    bots: tuple[bool, ...]
    """Whether a bot plays the seat."""
    ran_out: tuple[bool, ...]
    """Whether a bot answers the open decision of the seat, because its clock has run out."""

    @property
    def is_enough(self) -> bool:
        """Whether further decisions change nothing."""
        return min(self.made) >= ENOUGH


class _OfSeat(Value, frozen=True):
    seat: Seat
    player: str = ""


def count_played(before: Played | None, records: Iterable[Record], seats: int) -> Played:
    """Return the decisions after further records of a game with so many seats. Decisions taken back stay counted."""
    if before is not None and before.is_enough:
        return before
    made, bots, ran_out = (
        ([0] * seats, [False] * seats, [False] * seats)
        if before is None
        else ([*before.made], [*before.bots], [*before.ran_out])
    )
    for record in records:
        kind, seat = record.type, record.seat
        if kind in LOBBY_CODEC.types:
            if kind in _SEATED:
                of = msgspec.json.decode(record.data, type=_OfSeat)
                bots[of.seat] = of.player.startswith(BOT)
            elif kind == _RETURNED:
                bots[msgspec.json.decode(record.data, type=_OfSeat).seat] = False
            elif kind == _RAN_OUT:
                ran_out[msgspec.json.decode(record.data, type=_OfSeat).seat] = True
        elif seat is not None:
            if not (bots[seat] or ran_out[seat]):
                made[seat] = min(ENOUGH, made[seat] + 1)
            ran_out[seat] = False
    return Played(tuple(made), tuple(bots), tuple(ran_out))


def absent_after(before: frozenset[Seat], records: Iterable[Record]) -> frozenset[Seat]:
    """Return the seats that the clock or a ruling has given up, after further records of a game.

    A seat to which the player returns, or which gets another player, is not among them.
    """
    absent = set(before)
    for record in records:
        kind = record.type
        if kind in {_TAKEN_OVER, _GIVEN_UP} or (kind == _RESIGNED and record.seat is None):
            # a player who resigns is the seat of the record
            absent.add(msgspec.json.decode(record.data, type=_OfSeat).seat)
        elif kind in {_RETURNED, _REPLACED}:
            absent.discard(msgspec.json.decode(record.data, type=_OfSeat).seat)
    return frozenset(absent) if absent or before else before
