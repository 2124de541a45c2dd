"""Rule 8: duels of dice, in the middle of a turn; both sides are asked."""

from domain.kernel.chance import Chance
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

QUESTION = "8.6"


def active(state: State, phase: Fighting) -> Seat:
    """Whose dice may be rolled again: the attacker's first, then the defender's (8.8)."""
    del state
    return phase.turn.seat if phase.step == "attack" else phase.defender


def advance(state: State, phase: Fighting, chance: Chance) -> list[Event]:
    """Roll for the side whose turn it is, settle a duel, end the conflict when only one side is left."""
    seat = phase.turn.seat
    foes = pieces_at(state, phase.defender, phase.place)
    if not phase.attackers:
        return [AttackRepelled(seat, phase.place)]
    if phase.place == state.board.fish and phase.duels_won:
        # one ship is fought at a time, and all have to be gone before the attacker enters (4.6)
        return [EntryBarred(seat, phase.place) if seats_at_fish(state) else AttackWon(seat, phase.place)]
    if not foes:
        return [AttackWon(seat, phase.place)]
    if phase.step == "settle":
        won = phase.attack > phase.defence
        winner, loser = (seat, phase.defender) if won else (phase.defender, seat)
        lost = foes[0] if won else phase.attackers[0]
        return [DuelFought(phase.attack, phase.defence, winner, loser, lost)]
    side = active(state, phase)
    if phase.dice is None:
        dice, draws = rolled(state.data.dice.faces, state.data.dice.dice, chance)
        return [ConflictDiceRolled(side, dice, conflict_value(state, dice), draws)]
    if not state.players[side].rings or not _loose(phase.dice).total:
        return [ConflictDiceStood(side, conflict_value(state, phase.dice))]
    return []


def _loose(dice: Dice) -> Dice:
    """Rule 8.7: the dice that can be rolled again; Scales are locked."""
    return dice.minus(Dice(scales=dice.scales))


def candidates(state: State, phase: Fighting, seat: Seat) -> list[Choice]:
    """Stand, or roll any dice but Scales again."""
    del state, seat
    dice = _loose(phase.dice or Dice())
    return [Choice(StandInConflict()), *(Choice(RerollInConflict(part)) for part in dice.parts())]


def forbid(state: State, phase: Fighting, seat: Seat, command: Command) -> Refusal | None:
    """Return the rule that the command breaks, if any."""
    del state, seat
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
            return Refusal(QUESTION, "there is a conflict: roll dice again for a ring, or stand")


def resolve(state: State, phase: Fighting, seat: Seat, command: Command, chance: Chance) -> list[Event]:
    """What happens on a command that breaks no rule."""
    before = phase.dice or Dice()
    match command:
        case RerollInConflict(again):
            new, draws = rolled(state.data.dice.faces, again.total, chance)
            dice = before.minus(again).plus(new)
            return [ConflictDiceRerolled(seat, again, dice, conflict_value(state, dice), draws)]
        case _:
            return [ConflictDiceStood(seat, conflict_value(state, before))]
