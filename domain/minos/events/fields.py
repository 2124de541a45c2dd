"""The fields that several events of Minos share."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from domain.kernel.values import Draw, Value
from domain.minos.dice import Dice
from domain.minos.options import PieceKind, Space

Draws: TypeAlias = Annotated[
    tuple[Draw, ...],
    Meta(description="The draws in their order: of how many outcomes, and which of them, from 0."),
]
EndReason: TypeAlias = Annotated[
    Literal["all_built", "last_standing", "idle"],
    Meta(
        description="Why the game is over: all is built, one player is left, or no player has built for several rounds."
    ),
]
Income: TypeAlias = Annotated[int, Meta(description="The income of this seat after it, in talents.")]
Worth: TypeAlias = Annotated[int, Meta(description="What the dice are worth in the conflict.")]
Shown: TypeAlias = Annotated[Dice, Meta(description="What all dice show now.")]
Again: TypeAlias = Annotated[Dice, Meta(description="What the dice showed that were rolled again.")]


class Piece(Value, frozen=True):
    """A ship or a soldier, named by where it stands."""

    kind: PieceKind
    space: Space
