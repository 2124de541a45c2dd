"""Rule 6: workers move."""

from domain.kernel.chance import Chance
from domain.kernel.codec import as_json
from domain.kernel.phases import unhandled
from domain.kernel.values import Choice, Command, Event, Refusal, Seat
from domain.siberia.commands import EndLogistics, MoveWorker, UseLogistics
from domain.siberia.events import LogisticsEnded, LogisticsStarted, WorkerMoved
from domain.siberia.options import Place
from domain.siberia.state import Acting, State


def candidates(_state: State, _seat: Seat) -> list[Choice]:
    """Return the start of the action: a filled column can always be used (6.6)."""
    return [Choice(UseLogistics())]


def forbid(_state: State, _seat: Seat, command: Command) -> Refusal | None:
    """Allow the start of the action: it needs nothing but the tokens of its column."""
    assert isinstance(command, UseLogistics)
    return None


def resolve(state: State, seat: Seat, command: Command, _chance: Chance) -> list[Event]:
    """Start the action (6.1)."""
    assert isinstance(command, UseLogistics)
    return [LogisticsStarted(seat, state.data.numbers.moves, state.players[seat].tokens["logistics"])]


# The steps of an action that has started


def movable(state: State, phase: Acting, seat: Seat) -> tuple[Place, ...]:
    """Return the places with a worker of the seat that has not moved in this action, in the order of the map (6.5)."""
    workers = state.players[seat].workers
    return tuple(place for place in state.board.places if workers.count(place) > phase.moved.count(place))


def goals(state: State, phase: Acting, origin: Place) -> dict[Place, int]:
    """Return the places that a worker can reach, each with its cost, in the order of the map (6.2 to 6.4)."""
    costs = state.board.ways(origin, phase.moves, state.exhausted)
    stop = state.options.exhausted_stop
    return {
        place: costs[place] for place in state.board.places if place in costs and (stop or place not in state.exhausted)
    }


def forced(state: State, phase: Acting, seat: Seat) -> list[Event]:
    """End the action when no worker can move (6.6)."""
    if any(goals(state, phase, origin) for origin in movable(state, phase, seat)):
        return []
    return [LogisticsEnded(seat, phase.moves)]


def steps(state: State, phase: Acting, seat: Seat) -> list[Choice]:
    """Return each move of each worker, and the end of the action."""
    moves = [
        Choice(MoveWorker(origin, to)) for origin in movable(state, phase, seat) for to in goals(state, phase, origin)
    ]
    return [*moves, Choice(EndLogistics())]


def forbid_step(state: State, phase: Acting, seat: Seat, command: Command) -> Refusal | None:
    """Return the rule of Logistics that a step breaks, or None."""
    if isinstance(command, EndLogistics):
        return None
    if not isinstance(command, MoveWorker):
        return Refusal("6.1", "move your workers, or end Logistics")
    origin, to = command.origin, command.to
    if unknown := [place for place in (origin, to) if place not in state.board.places]:
        return Refusal("6.1", "the map has no place {unknown}", {"unknown": as_json(unknown[0])})
    if origin not in state.players[seat].workers:
        return Refusal("6.1", "you have no worker at {origin}", {"origin": origin})
    if origin not in movable(state, phase, seat):
        return Refusal("6.5", "your worker at {origin} has moved in this action", {"origin": origin})
    if to == origin:
        return Refusal("6.2", "your worker is at {to} already", {"to": to})
    if to in state.exhausted and not state.options.exhausted_stop:
        return Refusal("6.4", "{to} is exhausted: workers may cross it, but not stop there", {"to": to})
    if to not in goals(state, phase, origin):
        return Refusal(
            "6.2", "{to} is not within {moves} moves of {origin}", {"to": to, "moves": phase.moves, "origin": origin}
        )
    return None


def resolve_step(state: State, phase: Acting, seat: Seat, command: Command) -> list[Event]:
    """Move a worker, or end the action (6.1, 6.6)."""
    match command:
        case MoveWorker(origin, to):
            return [WorkerMoved(seat, origin, to, goals(state, phase, origin)[to])]
        case EndLogistics():
            return [LogisticsEnded(seat, phase.moves)]
        case _:
            raise unhandled(command)
