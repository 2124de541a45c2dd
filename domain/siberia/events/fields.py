"""The fields that several events of Siberia share."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from domain.kernel.values import Draw
from domain.siberia.options import Token

Draws: TypeAlias = Annotated[
    tuple[Draw, ...],
    Meta(description="The draws in their order: of how many outcomes, and which of them, from 0."),
]
Returned: TypeAlias = Annotated[tuple[Token, ...], Meta(description="The tokens that returned to the bag.")]
PhaseNumber: TypeAlias = Annotated[Literal["3", "11"], Meta(description="The number of a phase in the rules.")]
Ending: TypeAlias = Annotated[
    Literal["areas", "reserves", "standstill"],
    Meta(
        description="Why the game ends: enough areas are exhausted, enough reserves are empty, or no cube was placed "
        "or sold for too many rounds."
    ),
]
Count: TypeAlias = Annotated[int, Meta(description="How many tokens.")]
Ordinal: TypeAlias = Annotated[
    int, Meta(description="Which of the exhausted areas it is, from 1 in the order in which they fell.")
]
