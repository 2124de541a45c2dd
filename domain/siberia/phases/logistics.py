"""Rule 6: workers move."""

from domain.kernel.chance import Chance
from domain.kernel.codec import as_json
from domain.kernel.values import Choice, Command, Event, Refusal, Seat
from domain.siberia.commands import EndLogistics, MoveWorker, UseLogistics
from domain.siberia.events import LogisticsEnded, LogisticsStarted, WorkerMoved
from domain.siberia.options import Place
from domain.siberia.state import Acting, State

QUESTION = "6.1"


def candidates(state: State, seat: Seat) -> list[Choice]:
    """Rule 6.6: Logistics can always be begun, if it can be used."""
    del state, seat
    return [Choice(UseLogistics())]


def forbid(state: State, seat: Seat, command: Command) -> Refusal | None:
    """Nothing more than its tokens is needed to begin."""
    del state, seat, command
    return None


def resolve(state: State, seat: Seat, command: Command, chance: Chance) -> list[Event]:
    """The action begins."""
    del command, chance
    return [LogisticsStarted(seat, state.data.numbers.moves, state.players[seat].tokens["logistics"])]


# Once it has begun


def movable(state: State, phase: Acting, seat: Seat) -> tuple[Place, ...]:
    """Rule 6.5: the places with a worker of the seat that has not moved in this action, in the order of the map."""
    workers = state.players[seat].workers
    return tuple(place for place in state.board.places if workers.count(place) > phase.moved.count(place))


def goals(state: State, phase: Acting, origin: Place) -> dict[Place, int]:
    """Rules 6.2 to 6.4: the places that a worker can reach, each with its cost, in the order of the map."""
    costs = state.board.ways(origin, phase.moves, state.exhausted)
    stop = state.options.exhausted_stop
    return {
        place: costs[place] for place in state.board.places if place in costs and (stop or place not in state.exhausted)
    }


def forced(state: State, phase: Acting, seat: Seat) -> list[Event]:
    """Rule 6.6: without a worker that can move the action ends by itself."""
    if any(goals(state, phase, origin) for origin in movable(state, phase, seat)):
        return []
    return [LogisticsEnded(seat, phase.moves)]


def steps(state: State, phase: Acting, seat: Seat) -> list[Choice]:
    """All that the seat may do now."""
    moves = [
        Choice(MoveWorker(origin, to)) for origin in movable(state, phase, seat) for to in goals(state, phase, origin)
    ]
    return [*moves, Choice(EndLogistics())]


def forbid_step(state: State, phase: Acting, seat: Seat, command: Command) -> Refusal | None:
    """Return the rule of Logistics that a further step breaks, if any."""
    if isinstance(command, EndLogistics):
        return None
    if not isinstance(command, MoveWorker):
        return Refusal(QUESTION, "move your workers, or end Logistics")
    origin, to = command.origin, command.to
    if unknown := [place for place in (origin, to) if place not in state.board.places]:
        return Refusal("6.1", f"the map has no place {as_json(unknown[0])}")
    if origin not in state.players[seat].workers:
        return Refusal("6.1", f"you have no worker at {origin}")
    if origin not in movable(state, phase, seat):
        return Refusal("6.5", f"your worker at {origin} has moved in this action")
    if to == origin:
        return Refusal("6.2", f"your worker is at {to} already")
    if to in state.exhausted and not state.options.exhausted_stop:
        return Refusal("6.4", f"{to} is exhausted: workers may cross it, but not stop there")
    if to not in goals(state, phase, origin):
        return Refusal("6.2", f"{to} is not within {phase.moves} moves of {origin}")
    return None


def step(state: State, phase: Acting, seat: Seat, command: Command) -> list[Event]:
    """What happens on a further step that breaks no rule."""
    if isinstance(command, MoveWorker):
        return [WorkerMoved(seat, command.origin, command.to, goals(state, phase, command.origin)[command.to])]
    return [LogisticsEnded(seat, phase.moves)]
