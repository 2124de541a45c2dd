"""Rule 3: up to three rolls."""

from domain.kernel.chance import Chance
from domain.kernel.values import Choice, Command, Event, Refusal, Seat
from domain.minos.commands import KeepDice, RollAgain
from domain.minos.dice import Dice, rolled
from domain.minos.events import DiceKept, DiceRolled, DiceRolledAgain
from domain.minos.state import Rolling, State

QUESTION = "3.1"


def active(state: State, phase: Rolling) -> Seat:
    """Who rolls."""
    del state
    return phase.seat


def advance(state: State, phase: Rolling, chance: Chance) -> list[Event]:
    """Rule 3.1: the first roll is not asked for."""
    if phase.dice is not None:
        return []
    dice, draws = rolled(state.data.dice.faces, state.data.dice.dice, chance)
    return [DiceRolled(phase.seat, dice, draws)]


def candidates(state: State, phase: Rolling, seat: Seat) -> list[Choice]:
    """Keep the dice, or roll any of them again."""
    del state, seat
    dice = phase.dice or Dice()
    return [Choice(KeepDice()), *(Choice(RollAgain(part)) for part in dice.parts())]


def forbid(state: State, phase: Rolling, seat: Seat, command: Command) -> Refusal | None:
    """Return the rule that the command breaks, if any."""
    del state, seat
    match command:
        case KeepDice():
            return None
        case RollAgain(dice):
            if dice.total < 1 or not dice.fits_in(phase.dice or Dice()):
                return Refusal("3.2", "name at least one die, each by what it shows")
            return None
        case _:
            return Refusal(QUESTION, "roll dice again, or keep them, before anything else")


def resolve(state: State, phase: Rolling, seat: Seat, command: Command, chance: Chance) -> list[Event]:
    """What happens on a command that breaks no rule."""
    match command:
        case RollAgain(again):
            dice, draws = rolled(state.data.dice.faces, again.total, chance)
            return [DiceRolledAgain(seat, again, (phase.dice or Dice()).minus(again).plus(dice), draws)]
        case _:
            return [DiceKept(seat)]
