"""Rule 8: conflicts."""

from typing import Annotated

from msgspec import Meta

from domain.kernel.values import Event
from domain.minos.events.fields import Again, Draws, Piece, Shown, Worth
from domain.minos.options import Points, Seat, Space


class ConflictOpened(Event, frozen=True, tag="minos.conflict_opened"):
    """Pieces attack a field, dot or sea space (8.1, 8.3)."""

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
    """No attacker is left; whether the attacker's turn continues is an option (8.3)."""

    seat: Seat
    place: Space


class EntryBarred(Event, frozen=True, tag="minos.entry_barred"):
    """The attack at the fish was won, but other ships lie there: the attacker stays where it was (4.6)."""

    seat: Seat
    place: Space
