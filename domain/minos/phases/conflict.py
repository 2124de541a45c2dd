"""Rule 8: a conflict interrupts a turn. It is a series of duels with dice, and both sides choose."""

from collections.abc import Mapping

from domain.kernel.chance import Chance
from domain.kernel.phases import unhandled
from domain.kernel.values import Choice, Command, Event, Refusal, Seat
from domain.minos.commands import RerollInConflict, StandInConflict
from domain.minos.dice import Dice, rolled
from domain.minos.events import (
    AttackRepelled,
    AttackWon,
    ConflictDiceRerolled,
    ConflictDiceRolled,
    ConflictDiceStood,
    DuelFought,
    EntryBarred,
)
from domain.minos.state import Fighting, State, conflict_value, pieces_at, seats_at_fish


def questions(_state: State, phase: Fighting) -> Mapping[Seat, str]:
    """Ask the attacker, then the defender, whether to roll dice again (8.6, 8.8)."""
    return {_side(phase): "8.6"}


def _side(phase: Fighting) -> Seat:
    return phase.turn.seat if phase.step == "attack" else phase.defender


def advance(state: State, phase: Fighting, chance: Chance) -> list[Event]:
    """End the conflict when one side is left, settle a duel, or roll for the side that is to choose."""
    seat = phase.turn.seat
    foes = pieces_at(state, phase.defender, phase.place)
    if not phase.attackers:
        return [AttackRepelled(seat, phase.place)]
    if phase.place == state.board.fish and phase.duels_won:
        # an attack is against one ship, and the attacker enters only when no ship is left (4.6)
        return [EntryBarred(seat, phase.place) if seats_at_fish(state) else AttackWon(seat, phase.place)]
    if not foes:
        return [AttackWon(seat, phase.place)]
    if phase.step == "settle":
        won = phase.attack > phase.defence
        winner, loser = (seat, phase.defender) if won else (phase.defender, seat)
        lost = foes[0] if won else phase.attackers[0]
        return [DuelFought(phase.attack, phase.defence, winner, loser, lost)]
    side = _side(phase)
    if phase.dice is None:
        dice, draws = rolled(state.data.dice.faces, state.data.dice.dice, chance)
        return [ConflictDiceRolled(side, dice, conflict_value(state, dice), draws)]
    if not state.players[side].rings or not _loose(phase.dice).total:
        return [ConflictDiceStood(side, conflict_value(state, phase.dice))]
    return []


def _loose(dice: Dice) -> Dice:
    """Return the dice that can be rolled again: all but Scales (8.7)."""
    return dice.minus(Dice(scales=dice.scales))


def candidates(_state: State, phase: Fighting, _seat: Seat) -> list[Choice]:
    """Return standing, and each set of dice to roll again."""
    dice = _loose(phase.dice or Dice())
    return [Choice(StandInConflict()), *(Choice(RerollInConflict(part)) for part in dice.parts())]


def forbid(_state: State, phase: Fighting, _seat: Seat, command: Command) -> Refusal | None:
    """Return the rule of conflicts that the command breaks, or None."""
    match command:
        case StandInConflict():
            return None
        case RerollInConflict(dice):
            if dice.scales:
                return Refusal("8.7", "Scales stay as they are")
            if dice.total < 1 or not dice.fits_in(phase.dice or Dice()):
                return Refusal("8.6", "name at least one die, each by what it shows")
            return None
        case _:
            return Refusal("8.6", "there is a conflict: roll dice again for a ring, or stand")


def resolve(state: State, phase: Fighting, seat: Seat, command: Command, chance: Chance) -> list[Event]:
    """Roll dice again for a ring, or stand (8.6)."""
    before = phase.dice or Dice()
    match command:
        case RerollInConflict(again):
            new, draws = rolled(state.data.dice.faces, again.total, chance)
            dice = before.minus(again).plus(new)
            return [ConflictDiceRerolled(seat, again, dice, conflict_value(state, dice), draws)]
        case StandInConflict():
            return [ConflictDiceStood(seat, conflict_value(state, before))]
        case _:
            raise unhandled(command)
