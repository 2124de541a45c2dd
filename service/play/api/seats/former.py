"""Revokes the tokens of players whom rulings removed from their seats."""

import msgspec

from domain.game.events.rulings import PlayerReplaced, SeatGivenUp
from domain.kernel.codec import type_name
from domain.kernel.values import Seat
from service.core.store.timeouts import with_timeout
from service.people.accounts import Accounts
from service.people.rows import SeatGivenUp as GivenUp
from service.play.loaded import Done, Loaded

_CHANGING = {type_name(PlayerReplaced), type_name(SeatGivenUp)}
"""The events by which a player loses a seat."""


async def release_former(accounts: Accounts, done: Done) -> None:
    """Revoke the seat tokens of a player who lost the seat. Repeated requests do it again, without effect."""
    former = _former_in(done.loaded, done.first) if done.first <= done.last else None
    if former is not None:
        await with_timeout(accounts.release_seat, former)


def _former_in(loaded: Loaded, version: int) -> GivenUp | None:
    entry = loaded.entries[version - 1]
    if entry.record.type not in _CHANGING:
        return None
    seat: Seat = msgspec.json.decode(entry.record.data)["seat"]
    occupant = loaded.at(version - 1).occupants[seat]
    assert occupant is not None
    return GivenUp(loaded.game.id, seat, occupant.resigned or occupant.player, "")
