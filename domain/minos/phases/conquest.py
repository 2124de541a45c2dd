"""Rule 9: settlements are left, taken, and fought for."""

from domain.kernel.chance import Chance
from domain.kernel.values import Choice, Command, Event, Refusal, Seat
from domain.minos.board import harbour_of
from domain.minos.commands import DeclineSoldier, PlaceSoldier
from domain.minos.events import FreeSoldierDeclined, FreeSoldierPlaced, SettlementAbandoned, SettlementTaken
from domain.minos.options import Field
from domain.minos.state import Placing, Settlement, State, holders, soldiers_left, value_of

QUESTION = "9.4"


def changes_of_hands(state: State) -> list[Event]:
    """Rules 9.2, 9.3 and 9.5: what changes hands because of who stands where now; at the most one at a time."""
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


def active(state: State, phase: Placing) -> Seat:
    """Who may place a free soldier."""
    del state
    return phase.turn.seat


def advance(state: State, phase: Placing, chance: Chance) -> list[Event]:
    """Nothing happens until the player has chosen."""
    del state, phase, chance
    return []


def candidates(state: State, phase: Placing, seat: Seat) -> list[Choice]:
    """Place the soldier or do without."""
    del state, phase, seat
    return [Choice(PlaceSoldier()), Choice(DeclineSoldier())]


def forbid(state: State, phase: Placing, seat: Seat, command: Command) -> Refusal | None:
    """Return the rule that the command breaks, if any."""
    del state, seat
    if isinstance(command, PlaceSoldier | DeclineSoldier):
        return None
    return Refusal(QUESTION, f"say first whether a soldier comes to {phase.field}")


def resolve(state: State, phase: Placing, seat: Seat, command: Command, chance: Chance) -> list[Event]:
    """What happens on a command that breaks no rule."""
    del state, chance
    if isinstance(command, PlaceSoldier):
        return [FreeSoldierPlaced(seat, phase.field)]
    return [FreeSoldierDeclined(seat, phase.field)]
