"""What happens in Minos: outcomes in names and whole numbers; every die is rolled in the open."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from domain.kernel.values import Draw, Event, Value
from domain.minos.dice import ActionSymbol, Dice
from domain.minos.options import Building, Field, PieceKind, Points, Rights, Rings, Round, Seat, Space, Talents

Draws: TypeAlias = Annotated[
    tuple[Draw, ...],
    Meta(description="The draws in their order: of how many outcomes, and which of them, from 0."),
]
EndReason: TypeAlias = Annotated[
    Literal["all_built", "last_standing", "idle"],
    Meta(description="Why the game is over: all is built, all but one are out, or nobody has built for long."),
]
Income: TypeAlias = Annotated[int, Meta(description="The income of this seat after it, in talents.")]
Worth: TypeAlias = Annotated[int, Meta(description="What the dice are worth in the conflict.")]
Shown: TypeAlias = Annotated[Dice, Meta(description="What all dice show now.")]
Again: TypeAlias = Annotated[Dice, Meta(description="What the dice showed that were rolled again.")]


class Piece(Value, frozen=True):
    """A ship or a soldier, named by where it stands."""

    kind: PieceKind
    space: Space


# Set-up and rounds


class FieldsCovered(Event, frozen=True, tag="minos.fields_covered"):
    """These fields are out of the game (11.4)."""

    fields: Annotated[tuple[Field, ...], Meta(description="The covered fields.")]
    draws: Draws


class FirstPlayerDrawn(Event, frozen=True, tag="minos.first_player_drawn"):
    """Who begins (2.7); no draw where the options name the seat."""

    seat: Seat
    draws: Draws


class RoundStarted(Event, frozen=True, tag="minos.round_started"):
    """A round begins (3.12)."""

    round: Round


class TurnStarted(Event, frozen=True, tag="minos.turn_started"):
    """A seat's turn begins (3.12)."""

    seat: Seat


class TurnEnded(Event, frozen=True, tag="minos.turn_ended"):
    """A seat's turn is over; dice, points and rights left are lost (3.12)."""

    seat: Seat


# 3 Dice


class DiceRolled(Event, frozen=True, tag="minos.dice_rolled"):
    """The first roll of a turn: what all dice show (3.1)."""

    seat: Seat
    dice: Shown
    draws: Draws


class DiceRolledAgain(Event, frozen=True, tag="minos.dice_rolled_again"):
    """The dice that showed `rolled` were rolled again; what all dice show now (3.2)."""

    seat: Seat
    rolled: Again
    dice: Shown
    draws: Draws


class DiceKept(Event, frozen=True, tag="minos.dice_kept"):
    """A player rolls no more (3.1)."""

    seat: Seat


class DiceUsed(Event, frozen=True, tag="minos.dice_used"):
    """Dice were used; `gain` is in talents, rings, movement points or building rights, after the symbol (3.3)."""

    seat: Seat
    symbol: ActionSymbol
    dice: Annotated[int, Meta(description="Dice that showed the symbol itself.")]
    joker: Annotated[bool, Meta(description="Whether a Joker was one more of them.")]
    star: Annotated[bool, Meta(description="Whether a Star added one.")]
    gain: Annotated[int, Meta(description="What they brought, in the unit of the symbol.")]


class RingsBought(Event, frozen=True, tag="minos.rings_bought"):
    """A player bought rings with the Arrow (3.6)."""

    seat: Seat
    rings: Rings
    cost: Talents


# 4 Movement, 12 Transport


class ShipMoved(Event, frozen=True, tag="minos.ship_moved"):
    """A ship moved one step for a movement point (4.1)."""

    seat: Seat
    origin: Space
    to: Space


class SoldierMoved(Event, frozen=True, tag="minos.soldier_moved"):
    """A soldier moved one step for a movement point (4.1)."""

    seat: Seat
    origin: Space
    to: Space


class SoldierCarried(Event, frozen=True, tag="minos.soldier_carried"):
    """A ship carried a soldier from field to field for so many movement points (12.1)."""

    seat: Seat
    origin: Field
    to: Field
    points: Points


# 5 Building, 7 Recruiting


class BuildingBuilt(Event, frozen=True, tag="minos.building_built"):
    """A player built: what it cost, the income after it, and whether a soldier came with it (5.9, 6.3)."""

    seat: Seat
    field: Field
    building: Building
    rights: Rights
    cost: Talents
    income: Income
    soldier: Annotated[bool, Meta(description="Whether a soldier came with it.")]


class PieceRecruited(Event, frozen=True, tag="minos.piece_recruited"):
    """A player recruited a soldier or a ship in a settlement (7.1, 7.2)."""

    seat: Seat
    field: Field
    piece: PieceKind
    cost: Talents


# 8 Conflict


class ConflictOpened(Event, frozen=True, tag="minos.conflict_opened"):
    """Pieces attack: at a field, dot or sea space, for so many movement points (8.1, 8.3)."""

    seat: Seat
    attackers: Annotated[tuple[Piece, ...], Meta(description="The pieces that attack, in the order of their duels.")]
    place: Space
    defender: Annotated[Seat, Meta(description="The seat that is attacked.")]
    points: Points


class ConflictDiceRolled(Event, frozen=True, tag="minos.conflict_dice_rolled"):
    """The free roll of one side in a duel: what its dice show, and what they are worth (8.4)."""

    seat: Seat
    dice: Shown
    value: Worth
    draws: Draws


class ConflictDiceRerolled(Event, frozen=True, tag="minos.conflict_dice_rerolled"):
    """One side gave up a ring and rolled the dice that showed `rolled` again (8.6)."""

    seat: Seat
    rolled: Again
    dice: Shown
    value: Worth
    draws: Draws


class ConflictDiceStood(Event, frozen=True, tag="minos.conflict_dice_stood"):
    """One side leaves its dice as they are, by choice or because it cannot reroll (8.6)."""

    seat: Seat
    value: Worth


class DuelFought(Event, frozen=True, tag="minos.duel_fought"):
    """A duel is decided (8.8): both values, who won, and the piece that the loser put back (8.9)."""

    attacker: Annotated[int, Meta(description="What the dice of the attacker were worth.")]
    defender: Annotated[int, Meta(description="What the dice of the defender were worth.")]
    winner: Seat
    loser: Seat
    lost: Annotated[Piece, Meta(description="The piece that the loser put back.")]


class AttackWon(Event, frozen=True, tag="minos.attack_won"):
    """No defender is left: the attackers enter the place (9.1)."""

    seat: Seat
    place: Space


class AttackRepelled(Event, frozen=True, tag="minos.attack_repelled"):
    """No attacker is left; whether the attacker's turn goes on is an option (8.3)."""

    seat: Seat
    place: Space


class EntryBarred(Event, frozen=True, tag="minos.entry_barred"):
    """The attack at the fish was won, but other ships lie there: the attacker stays where it was (4.6)."""

    seat: Seat
    place: Space


# 9 Conquest


class SettlementAbandoned(Event, frozen=True, tag="minos.settlement_abandoned"):
    """The last piece has left a settlement: nobody owns it; its owner's income after that (9.3)."""

    seat: Seat
    field: Field
    income: Income


class SettlementTaken(Event, frozen=True, tag="minos.settlement_taken"):
    """A settlement changed hands: from whom (null: abandoned), both incomes, and whether a soldier is due (9.2)."""

    seat: Seat
    field: Field
    taken_from: Annotated[Seat | None, Meta(description="The seat that owned it; null where it was abandoned.")]
    income: Income
    loser_income: Annotated[int | None, Meta(description="The income that is left to that seat, in talents.")]
    soldier_due: Annotated[bool, Meta(description="Whether a free soldier can be placed next.")]


class FreeSoldierPlaced(Event, frozen=True, tag="minos.free_soldier_placed"):
    """A ship's conquest brought a soldier (9.4)."""

    seat: Seat
    field: Field


class FreeSoldierDeclined(Event, frozen=True, tag="minos.free_soldier_declined"):
    """A player did without the free soldier, by choice (9.4)."""

    seat: Seat
    field: Field


class PlayerEliminated(Event, frozen=True, tag="minos.player_eliminated"):
    """A player has no piece on the board and is out; all talents and these rings leave the game (8.10)."""

    seat: Seat
    rings: Rings


# 10 End


class PlayEnded(Event, frozen=True, tag="minos.play_ended"):
    """The game is over (10.1, 10.4, 10.5)."""

    reason: EndReason
