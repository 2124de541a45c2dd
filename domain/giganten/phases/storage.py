"""Rule 8: oil beyond the limit of a depot is returned."""

from domain.giganten.events import ExcessReturned
from domain.giganten.options import COMPANIES
from domain.giganten.state import State, Storage
from domain.kernel.chance import Chance
from domain.kernel.values import Event


def advance(state: State, _phase: Storage, _chance: Chance) -> list[Event]:
    """Return each marker beyond the limit of a depot for a refund (8.1)."""
    fees = state.data.fees
    return [
        ExcessReturned(seat, company, stored - fees.depot_limit, (stored - fees.depot_limit) * fees.refund)
        for seat in state.order
        for company, stored in zip(COMPANIES, state.players[seat].depots, strict=True)
        if stored > fees.depot_limit
    ]
