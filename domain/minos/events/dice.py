"""Rule 3: the dice of a turn, and what they are used for."""

from typing import Annotated

from msgspec import Meta

from domain.kernel.values import Event
from domain.minos.dice import ActionSymbol
from domain.minos.events.fields import Again, Draws, Shown
from domain.minos.options import Rings, Seat, Talents


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
