"""The commands of Minos: small steps, so that the service can list the legal ones."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from domain.kernel.values import Command
from domain.minos.dice import ActionSymbol, Dice
from domain.minos.options import Building, Field, PieceKind, Rings, Seat, Space

Origin: TypeAlias = Annotated[Space, Meta(description="Where the piece stands.")]


class ShowTalents(Command, frozen=True, tag="minos.show_talents"):
    """Lay your talents open until your next turn (2.8)."""


class HideTalents(Command, frozen=True, tag="minos.hide_talents"):
    """Keep your talents hidden until your next turn (2.8)."""


class RollAgain(Command, frozen=True, tag="minos.roll_again"):
    """Roll these dice again, named by the symbols that they show (3.2)."""

    dice: Annotated[Dice, Meta(description="The dice to roll again, at least one.")]


class KeepDice(Command, frozen=True, tag="minos.keep_dice"):
    """Roll no more and begin your actions (3.1)."""


class UseDice(Command, frozen=True, tag="minos.use_dice"):
    """Use dice of a symbol, with a Joker as one more of them, and with a Star (3.3, 3.9, 3.10)."""

    symbol: ActionSymbol
    dice: Annotated[int, Meta(description="Dice that show the symbol itself.")]
    joker: Annotated[bool, Meta(description="Whether a Joker is used as one more of them.")]
    star: Annotated[bool, Meta(description="Whether a Star adds one.")]


class BuyRings(Command, frozen=True, tag="minos.buy_rings"):
    """Buy rings together with your Arrow (3.6)."""

    rings: Rings


class MoveShip(Command, frozen=True, tag="minos.move_ship"):
    """Move a ship one step to a sea space or harbour; where an enemy is, attack (4.4, 8.1)."""

    origin: Origin
    to: Space


class AttackShip(Command, frozen=True, tag="minos.attack_ship"):
    """Attack a ship of this seat at the fish, where ships of several players can lie (4.6, 8.1)."""

    origin: Origin
    to: Space
    defender: Annotated[Seat, Meta(description="The seat whose ship is attacked.")]


class MoveSoldier(Command, frozen=True, tag="minos.move_soldier"):
    """Move a soldier one step to a dot or field; where an enemy is, attack (4.2, 8.1)."""

    origin: Origin
    to: Space


class CarrySoldier(Command, frozen=True, tag="minos.carry_soldier"):
    """Carry a soldier by the ship in the harbour of his field to another field, in the advanced game (12.1)."""

    origin: Annotated[Field, Meta(description="The field of ship and soldier.")]
    to: Field


class Build(Command, frozen=True, tag="minos.build"):
    """Build on a field where you have a piece (5.1)."""

    field: Field
    building: Building


class Recruit(Command, frozen=True, tag="minos.recruit"):
    """Recruit a soldier or a ship in your settlement (7.1, 7.2)."""

    field: Field
    piece: PieceKind


class PlaceSoldier(Command, frozen=True, tag="minos.place_soldier"):
    """Place the free soldier in the settlement that your ship has taken (9.4)."""


class DeclineSoldier(Command, frozen=True, tag="minos.decline_soldier"):
    """Do without the free soldier (9.4)."""


class RerollInConflict(Command, frozen=True, tag="minos.reroll_in_conflict"):
    """Give up a ring and roll these dice again, named by the symbols that they show (8.6)."""

    dice: Annotated[Dice, Meta(description="The dice to roll again, at least one.")]


class StandInConflict(Command, frozen=True, tag="minos.stand_in_conflict"):
    """Leave your dice in the conflict as they are (8.6)."""


class EndTurn(Command, frozen=True, tag="minos.end_turn"):
    """End your turn; dice, points and rights left are lost (3.12)."""


AnyCommand: TypeAlias = (
    ShowTalents
    | HideTalents
    | RollAgain
    | KeepDice
    | UseDice
    | BuyRings
    | MoveShip
    | AttackShip
    | MoveSoldier
    | CarrySoldier
    | Build
    | Recruit
    | PlaceSoldier
    | DeclineSoldier
    | RerollInConflict
    | StandInConflict
    | EndTurn
)
