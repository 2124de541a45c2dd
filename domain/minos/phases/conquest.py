"""Rule 9: settlements are abandoned and taken. A ship that takes one may bring a soldier."""

from collections.abc import Mapping

from domain.kernel.chance import Chance
from domain.kernel.phases import no_events, unhandled
from domain.kernel.values import Choice, Command, Event, Refusal, Seat
from domain.minos.board import harbour_of
from domain.minos.commands import DeclineSoldier, PlaceSoldier
from domain.minos.events import FreeSoldierDeclined, FreeSoldierPlaced, SettlementAbandoned, SettlementTaken
from domain.minos.options import Field
from domain.minos.state import Placing, Settlement, State, holders, soldiers_left, value_of


def changes_of_hands(state: State) -> list[Event]:
    """Return the next settlement that changes hands because of where pieces stand (9.2, 9.3, 9.5)."""
    held = holders(state)
    for field, settlement in state.settlements.items():
        here = held.get(field)
        if here == settlement.owner:
            continue
        value = value_of(state, settlement.buildings)
        if here is not None:
            return [_taken(state, field, settlement, here, value)]
        if settlement.owner is not None:
            income = state.players[settlement.owner].income - value
            return [SettlementAbandoned(settlement.owner, field, income)]
    return []


def _taken(state: State, field: Field, settlement: Settlement, seat: Seat, value: int) -> Event:
    loser = settlement.owner
    bonus = loser is not None or (state.options.abandoned_bonus and settlement.left_by != seat)
    by_ship = harbour_of(field) in state.players[seat].ships
    return SettlementTaken(
        seat=seat,
        field=field,
        taken_from=loser,
        income=state.players[seat].income + value,
        loser_income=None if loser is None else state.players[loser].income - value,
        soldier_due=bonus and by_ship and soldiers_left(state, seat) > 0,
    )


advance = no_events
"""The owner of the ship chooses whether a soldier comes (9.4)."""


def questions(_state: State, phase: Placing) -> Mapping[Seat, str]:
    """Ask the seat that took the settlement whether a soldier comes (9.4)."""
    return {phase.turn.seat: "9.4"}


def candidates(_state: State, _phase: Placing, _seat: Seat) -> list[Choice]:
    """Return placing the soldier, and declining it."""
    return [Choice(PlaceSoldier()), Choice(DeclineSoldier())]


def forbid(_state: State, phase: Placing, _seat: Seat, command: Command) -> Refusal | None:
    """Refuse any other command (9.4)."""
    if isinstance(command, PlaceSoldier | DeclineSoldier):
        return None
    return Refusal("9.4", "say first whether a soldier comes to {field}", {"field": phase.field})


def resolve(_state: State, phase: Placing, seat: Seat, command: Command, _chance: Chance) -> list[Event]:
    """Place the soldier, or decline it (9.4)."""
    match command:
        case PlaceSoldier():
            return [FreeSoldierPlaced(seat, phase.field)]
        case DeclineSoldier():
            return [FreeSoldierDeclined(seat, phase.field)]
        case _:
            raise unhandled(command)
