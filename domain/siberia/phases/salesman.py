"""Rule 7: a pawn goes to an exchange."""

from domain.kernel.chance import Chance
from domain.kernel.codec import as_json
from domain.kernel.values import Choice, Command, Event, Refusal, Seat
from domain.siberia.commands import PlaceSalesman
from domain.siberia.events import SalesmanPlaced
from domain.siberia.options import Exchange, Origin
from domain.siberia.state import State


def origins(state: State, seat: Seat) -> list[Origin]:
    """Return where the pawn may come from (7.2)."""
    player = state.players[seat]
    return [
        *(["reserve"] if player.reserve else []),
        *(exchange for exchange in state.exchanges if exchange in player.salesmen),
        *(place for place in state.board.places if place in player.workers),
    ]


def has_room(state: State, exchange: Exchange) -> bool:
    """Return whether an exchange has room for one more salesman (7.3)."""
    slots = state.options.exchange_slots
    if slots == "none" or exchange == state.data.exchanges.always.id:
        return True
    return sum(player.salesmen.count(exchange) for player in state.players) < slots


def candidates(state: State, seat: Seat) -> list[Choice]:
    """Return each pawn with each exchange that has room."""
    return [
        Choice(PlaceSalesman(origin, exchange))
        for origin in origins(state, seat)
        for exchange in state.exchanges
        if origin != exchange and has_room(state, exchange)
    ]


def forbid(state: State, seat: Seat, command: Command) -> Refusal | None:
    """Return the rule of the Salesman that the command breaks, or None."""
    assert isinstance(command, PlaceSalesman)
    origin = command.origin
    if command.exchange not in state.exchanges:
        return Refusal("7.1", "{exchange} is no exchange in play", {"exchange": as_json(command.exchange)})
    if origin not in origins(state, seat):
        return _no_pawn(state, origin)
    if command.origin == command.exchange:
        return Refusal("7.2", "the salesman is at {exchange} already", {"exchange": command.exchange})
    if not has_room(state, command.exchange):
        return Refusal("7.3", "{exchange} has no room for one more salesman", {"exchange": command.exchange})
    return None


def _no_pawn(state: State, origin: Origin) -> Refusal:
    if origin == "reserve":
        return Refusal("7.2", "your reserve is empty")
    if origin in state.exchanges:
        return Refusal("7.2", "you have no salesman at {origin}", {"origin": origin})
    if origin in state.board.places:
        return Refusal("7.2", "you have no worker at {origin}", {"origin": origin})
    text = "a pawn comes from reserve, an exchange in play or a place of the map: {origin} is none"
    return Refusal("7.2", text, {"origin": as_json(origin)})


def resolve(state: State, seat: Seat, command: Command, _chance: Chance) -> list[Event]:
    """Move the pawn to the exchange (7.1)."""
    assert isinstance(command, PlaceSalesman)
    return [SalesmanPlaced(seat, command.origin, command.exchange, state.players[seat].tokens["salesman"])]
