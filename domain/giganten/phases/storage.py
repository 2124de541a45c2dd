"""Rule 8: what exceeds the depots is returned."""

from domain.giganten.events import ExcessReturned
from domain.giganten.options import COMPANIES
from domain.giganten.state import State, Storage
from domain.kernel.chance import Chance
from domain.kernel.values import Event


def is_over(state: State, phase: Storage) -> bool:
    """Whether no depot holds more than it may."""
    del phase
    return all(stored <= state.data.fees.depot_limit for player in state.players for stored in player.depots)


def advance(state: State, phase: Storage, chance: Chance) -> list[Event]:
    """Rule 8.1: each marker above the limit of a depot goes back for a refund."""
    del phase, chance
    fees = state.data.fees
    return [
        ExcessReturned(seat, company, stored - fees.depot_limit, (stored - fees.depot_limit) * fees.refund)
        for seat in state.order
        for company, stored in zip(COMPANIES, state.players[seat].depots, strict=True)
        if stored > fees.depot_limit
    ]
