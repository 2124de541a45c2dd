"""The decision events of Minos, and the commands that lead to them."""

from collections.abc import Sequence

from domain.kernel.decisions import commands_by_event
from domain.kernel.values import Command
from domain.minos import commands, events
from domain.minos.board import harbour_of


def _rolled_again(event: events.DiceRolledAgain) -> Sequence[Command]:
    return [commands.RollAgain(event.rolled)]


def _rerolled(event: events.ConflictDiceRerolled) -> Sequence[Command]:
    return [commands.RerollInConflict(event.rolled)]


def _attacked(event: events.ConflictOpened) -> Sequence[Command]:
    """Return the steps that are this attack (8.1). The event names a field; a ship moves to the harbour of it.

    At the fish the step is refused, and elsewhere the attack on a ship is (4.6).
    """
    match event.attackers:
        case (events.Piece("ship"), events.Piece("soldier", origin)):
            return [commands.CarrySoldier(origin, event.place)]
        case (events.Piece("ship", origin),):
            moves = [commands.MoveShip(origin, to) for to in (harbour_of(event.place), event.place)]
            return [*moves, commands.AttackShip(origin, event.place, event.defender)]
        case (events.Piece("soldier", origin),):
            return [commands.MoveSoldier(origin, event.place)]
        case _:
            return []


def _shown(_event: events.TalentsShown) -> Sequence[Command]:
    return [commands.ShowTalents()]


commands_of = commands_by_event(
    {
        events.TalentsShown: _shown,
        events.TalentsHidden: commands.HideTalents,
        events.DiceRolledAgain: _rolled_again,
        events.DiceKept: commands.KeepDice,
        events.DiceUsed: commands.UseDice,
        events.RingsBought: commands.BuyRings,
        events.ShipMoved: commands.MoveShip,
        events.SoldierMoved: commands.MoveSoldier,
        events.SoldierCarried: commands.CarrySoldier,
        events.ConflictOpened: _attacked,
        events.BuildingBuilt: commands.Build,
        events.PieceRecruited: commands.Recruit,
        events.FreeSoldierPlaced: commands.PlaceSoldier,
        events.FreeSoldierDeclined: commands.DeclineSoldier,
        events.ConflictDiceRerolled: _rerolled,
        events.ConflictDiceStood: commands.StandInConflict,
        events.TurnEnded: commands.EndTurn,
    }
)
"""Returns the commands that may have led to a decision event; none for an event that follows from another one."""
