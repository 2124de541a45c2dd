"""Rule 7: settlements recruit soldiers and ships."""

from collections.abc import Mapping

from domain.kernel.codec import as_json
from domain.kernel.values import Choice, Command, Event, Refusal, Seat
from domain.minos.board import harbour_of
from domain.minos.commands import Recruit
from domain.minos.events import PieceRecruited
from domain.minos.options import Building, Field, PieceKind
from domain.minos.state import Acting, State, ships_left, soldiers_left

PAIR = 2
"""Houses for a soldier, ports for a ship."""

_RECRUITED_BY: Mapping[PieceKind, Building] = {"soldier": "house", "ship": "port"}


def candidates(state: State, turn: Acting, seat: Seat) -> list[Choice]:
    """Return each piece that each settlement of the seat can recruit."""
    return [
        Choice(Recruit(field, piece))
        for field, settlement in state.settlements.items()
        if settlement.owner == seat
        for piece, building in _RECRUITED_BY.items()
        # few settlements have a pair: no refusals are created for the others
        if settlement.buildings.count(building) >= PAIR and _forbid(state, turn, seat, field, piece) is None
    ]


def forbid(state: State, turn: Acting, seat: Seat, command: Command) -> Refusal | None:
    """Return the rule of recruiting that the command breaks, or None."""
    assert isinstance(command, Recruit)
    return _forbid(state, turn, seat, command.field, command.piece)


def _forbid(state: State, turn: Acting, seat: Seat, field: Field, piece: PieceKind) -> Refusal | None:
    if field not in state.board.fields:
        return Refusal("7.1", "the map has no field {field}", {"field": as_json(field)})
    settlement = state.settlements.get(field)
    buildings = settlement.buildings if settlement and settlement.owner == seat else ()
    if buildings.count(_RECRUITED_BY[piece]) < PAIR:
        if piece == "soldier":
            return Refusal("7.1", "a soldier needs a settlement of yours with two houses")
        return Refusal("7.2", "a ship needs a settlement of yours with two ports")
    if piece == "ship" and harbour_of(field) in state.players[seat].ships:
        return Refusal("7.2", "the harbour is not free")
    if field in turn.recruited:
        return Refusal("7.3", "{field} has brought a piece in this turn", {"field": field})
    if state.players[seat].money < state.data.stock.recruit_price:
        return Refusal("7.4", "a piece costs {price} talents", {"price": state.data.stock.recruit_price})
    left = soldiers_left(state, seat) if piece == "soldier" else ships_left(state, seat)
    return None if left else Refusal("7.5", "you have no {piece} in reserve", {"piece": piece})


def resolve(state: State, _turn: Acting, seat: Seat, command: Command) -> list[Event]:
    """Pay for the piece and place it (7.4)."""
    assert isinstance(command, Recruit)
    return [PieceRecruited(seat, command.field, command.piece, state.data.stock.recruit_price)]
