"""Rule 3.1: a turn begins with up to three rolls."""

from collections.abc import Mapping

from domain.kernel.chance import Chance
from domain.kernel.phases import unhandled
from domain.kernel.values import Choice, Command, Event, Refusal, Seat
from domain.minos.commands import KeepDice, RollAgain
from domain.minos.dice import Dice, rolled
from domain.minos.events import DiceKept, DiceRolled, DiceRolledAgain
from domain.minos.state import Rolling, State


def questions(_state: State, phase: Rolling) -> Mapping[Seat, str]:
    """Ask the seat whose turn it is whether it rolls again."""
    return {phase.seat: "3.1"}


def advance(state: State, phase: Rolling, chance: Chance) -> list[Event]:
    """Make the first roll, which is no choice (3.1)."""
    if phase.dice is not None:
        return []
    dice, draws = rolled(state.data.dice.faces, state.data.dice.dice, chance)
    return [DiceRolled(phase.seat, dice, draws)]


def candidates(_state: State, phase: Rolling, _seat: Seat) -> list[Choice]:
    """Return keeping the dice, and each set of dice to roll again."""
    dice = phase.dice or Dice()
    return [Choice(KeepDice()), *(Choice(RollAgain(part)) for part in dice.parts())]


def forbid(_state: State, phase: Rolling, _seat: Seat, command: Command) -> Refusal | None:
    """Return the rule of rolling that the command breaks, or None."""
    match command:
        case KeepDice():
            return None
        case RollAgain(dice):
            if dice.total < 1 or not dice.fits_in(phase.dice or Dice()):
                return Refusal("3.2", "name at least one die, each by what it shows")
            return None
        case _:
            return Refusal("3.1", "roll dice again, or keep them, before anything else")


def resolve(state: State, phase: Rolling, seat: Seat, command: Command, chance: Chance) -> list[Event]:
    """Roll dice again, or keep them (3.1, 3.2)."""
    match command:
        case RollAgain(again):
            dice, draws = rolled(state.data.dice.faces, again.total, chance)
            return [DiceRolledAgain(seat, again, (phase.dice or Dice()).minus(again).plus(dice), draws)]
        case KeepDice():
            return [DiceKept(seat)]
        case _:
            raise unhandled(command)
