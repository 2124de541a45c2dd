"""Rule 4: in its movement a seat drives its truck, advances its train, and carries out its special."""

from collections.abc import Mapping
from functools import cache
from typing import assert_never

from domain.giganten.board import Board
from domain.giganten.commands import AdvanceTrain, DriveTruck, EndMovement, InspectSite, PlaceTruck
from domain.giganten.events import ActionCardDiscarded, MovementEnded, TrainAdvanced, TruckPlaced
from domain.giganten.options import Square
from domain.giganten.phases import driving, entering, specials
from domain.giganten.state import Movement, State
from domain.kernel.chance import Chance
from domain.kernel.phases import unhandled
from domain.kernel.values import Choice, Command, Event, Range, Refusal, Seat

_QUESTIONS = {"place": "4a.1", "move": "4.1", "special": "4d.1"}
"""The rule that asks the seat in each step of its movement. In the step `discard` nothing is asked."""


def questions(_state: State, phase: Movement) -> Mapping[Seat, str]:
    """Ask the players in turn order."""
    return dict.fromkeys(phase.todo[:1], _QUESTIONS[phase.step]) if phase.step in _QUESTIONS else {}


def advance(state: State, phase: Movement, _chance: Chance) -> list[Event]:
    """Discard the card (4e.1), or carry out what leaves no choice."""
    if not phase.todo:
        return []
    seat = phase.todo[0]
    match phase.step:
        case "place":
            return []
        case "move":
            return [] if _can_move(state, phase, seat) else [MovementEnded(seat, phase.points)]
        case "special":
            return specials.forced(state, seat)
        case "discard":
            card = state.players[seat].card
            assert card is not None
            return [ActionCardDiscarded(seat, card)]
        case _:
            assert_never(phase.step)


def _can_move(state: State, phase: Movement, seat: Seat) -> bool:
    if phase.points and (train_spaces(state, phase, seat) or driving.drives(state, phase, seat)):
        return True
    return bool(driving.inspectable(state, phase, seat))


def train_spaces(state: State, phase: Movement, seat: Seat) -> int:
    """Return how far the train may advance (4c.1 to 4c.3). Points to leave an occupied square are kept (4b.5)."""
    player = state.players[seat]
    keep = 0
    if player.truck is not None:
        keep = driving.leaving_cost(state, seat, player.truck, phase.points) or 0
    spaces = 0
    points = phase.points - keep
    for cost in state.data.tracks.costs[player.train - 1 :]:
        points -= cost
        if points < 0:
            break
        spaces += 1
    return spaces


def candidates(state: State, phase: Movement, seat: Seat) -> list[Choice]:
    """Return the choices of the seat in this step of its movement."""
    match phase.step:
        case "place":
            return entering.candidates(state)
        case "move":
            return _moves(state, phase, seat)
        case "special":
            return specials.candidates(state, seat)
        case "discard":
            return []
        case _:
            assert_never(phase.step)


def _moves(state: State, phase: Movement, seat: Seat) -> list[Choice]:
    choice_of = _drive_choices(state.board)
    choices = [choice_of[square] for square in driving.drives(state, phase, seat)]
    choices += [Choice(InspectSite(site)) for site in driving.inspectable(state, phase, seat)]
    spaces = train_spaces(state, phase, seat)
    if spaces:
        choices.append(Choice(AdvanceTrain(1), Range("spaces", 1, spaces)))
    if driving.forbid_end(state, seat) is None:
        choices.append(Choice(EndMovement()))
    return choices


@cache
def _drive_choices(board: Board) -> Mapping[Square, Choice]:
    """Return the choice to drive to each square. Most choices of a game are drives: each is created once."""
    return {square: Choice(DriveTruck(square)) for square in board.terrain}


def forbid(state: State, phase: Movement, seat: Seat, command: Command) -> Refusal | None:
    """Return the rule of phase 4 that the command breaks, or None."""
    if phase.step == "place":
        return entering.forbid(state, command)
    if isinstance(command, PlaceTruck):
        return Refusal("4a.3", "your truck stands on the board already")
    if phase.step == "special":
        return specials.forbid(state, seat, command)
    match command:
        case DriveTruck(to):
            return driving.forbid_drive(state, phase, seat, to)
        case InspectSite(site):
            return driving.forbid_inspection(state, phase, seat, site)
        case AdvanceTrain(spaces):
            return _forbid_train(state, phase, seat, spaces)
        case EndMovement():
            return driving.forbid_end(state, seat)
        case _:
            return Refusal("4d.1" if specials.is_special(command) else "4.1", "your movement comes first: end it")


def _forbid_train(state: State, phase: Movement, seat: Seat, spaces: int) -> Refusal | None:
    costs = state.data.tracks.costs[state.players[seat].train - 1 :]
    if spaces < 1:
        return Refusal("4c.2", "a train moves forward, by one space or more")
    if spaces > len(costs):
        return Refusal("4c.3", "your train is {number} spaces from the end of its track", {"number": len(costs)})
    if spaces <= train_spaces(state, phase, seat):
        return None
    if sum(costs[:spaces]) <= phase.points:
        return Refusal("4b.5", "your truck needs the points to leave the square on which it interrupts its drive")
    return Refusal(
        "4.2",
        "{spaces} spaces cost {cost} points, you have {points}",
        {"spaces": spaces, "cost": sum(costs[:spaces]), "points": phase.points},
    )


def resolve(state: State, phase: Movement, seat: Seat, command: Command, chance: Chance) -> list[Event]:
    """Carry out a step of the movement, or the special."""
    match command:
        case PlaceTruck(square):
            return [TruckPlaced(seat, square)]
        case DriveTruck(to):
            return driving.drive(state, phase, seat, to)
        case InspectSite(site):
            return driving.inspect(state, seat, site, chance)
        case AdvanceTrain(spaces):
            return [_advance_train(state, seat, spaces)]
        case EndMovement():
            return [MovementEnded(seat, phase.points)]
        case _ if specials.is_special(command):
            return specials.resolve(state, seat, command)
        case _:
            raise unhandled(command)


def _advance_train(state: State, seat: Seat, spaces: int) -> TrainAdvanced:
    train = state.players[seat].train
    points = sum(state.data.tracks.costs[train - 1 : train - 1 + spaces])
    return TrainAdvanced(seat, spaces, train + spaces, points)
