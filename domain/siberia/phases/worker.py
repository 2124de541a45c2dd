"""Rule 8: a pawn goes to the start."""

from domain.kernel.chance import Chance
from domain.kernel.codec import as_json
from domain.kernel.values import Choice, Command, Event, Refusal, Seat
from domain.siberia.commands import PlaceWorker
from domain.siberia.events import WorkerPlaced
from domain.siberia.options import Origin
from domain.siberia.state import State


def origins(state: State, seat: Seat) -> list[Origin]:
    """Return where the pawn may come from (8.1 to 8.3)."""
    player = state.players[seat]
    salesmen = not player.reserve or state.options.worker_from_salesman == "always"
    return [
        *(["reserve"] if player.reserve else []),
        *(exchange for exchange in state.exchanges if salesmen and exchange in player.salesmen),
        *(area for area in state.board.areas if area in player.workers),
    ]


def candidates(state: State, seat: Seat) -> list[Choice]:
    """Return each pawn that can go to the start."""
    return [Choice(PlaceWorker(origin)) for origin in origins(state, seat)]


def forbid(state: State, seat: Seat, command: Command) -> Refusal | None:
    """Return the rule of the Worker that the command breaks, or None."""
    assert isinstance(command, PlaceWorker)
    player, origin = state.players[seat], command.origin
    if origin in origins(state, seat):
        return None
    if origin == "reserve":
        return Refusal("8.1", "your reserve is empty")
    if origin in player.salesmen:
        return Refusal("8.2", "a salesman becomes a worker only when your reserve is empty")
    if origin in state.exchanges:
        return Refusal("8.2", "you have no salesman at {origin}", {"origin": origin})
    if origin == state.board.start:
        return Refusal("8.3", "a worker is called back from an area, and {origin} is the start", {"origin": origin})
    if origin in state.areas:
        return Refusal("8.3", "you have no worker at {origin}", {"origin": origin})
    return Refusal(
        "8.1",
        "a pawn comes from reserve, an exchange in play or an area: {origin} is none",
        {"origin": as_json(origin)},
    )


def resolve(state: State, seat: Seat, command: Command, _chance: Chance) -> list[Event]:
    """Move the pawn to the start (8.1)."""
    assert isinstance(command, PlaceWorker)
    return [WorkerPlaced(seat, command.origin, state.players[seat].tokens["worker"])]
