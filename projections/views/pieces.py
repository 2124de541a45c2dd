"""What stands on the board of a title, as part of a view. A client draws it without code of the title."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from domain.kernel.values import Seat
from projections.views.common import Part

Kind = Annotated[str, Meta(description="The kind, such as `truck`: which symbol it has.")]


class Piece(Part, frozen=True, omit_defaults=True, kw_only=True, gc=False):
    """A piece on the board. Lengths are in the units of the picture of the board (`board`)."""

    id: Annotated[
        str,
        Meta(
            description="The id of the piece, which no other piece has. The part before `#` is the id of a target "
            "(`choices[].anchors`), if the piece can be one."
        ),
    ]
    kind: Kind
    seat: Annotated[Seat | None, Meta(description="The seat to which it belongs; null for none.")]
    place: Annotated[str, Meta(description="The id of its place in the picture, such as `square:B7`.")]
    offset: Annotated[
        tuple[float, float],
        Meta(description="How far right of and below the centre of the place its middle is, in units."),
    ]
    size: Annotated[float, Meta(gt=0, description="The side of the square that it fills, in units.")]
    count: Annotated[int, Meta(ge=0, description="How many equal pieces it stands for.")]
    text: Annotated[str, Meta(description="The figure that is written on it; empty: none.")]
    faces: (
        Annotated[tuple[Kind, ...], Meta(description="The kinds of the symbols on it, from top to bottom.")] | UnsetType
    ) = UNSET


class Pieces(Part, frozen=True):
    """What stands on the board."""

    items: Annotated[tuple[Piece, ...], Meta(description="The pieces, in the order in which they are drawn.")]
    closed: Annotated[
        tuple[str, ...], Meta(description="The ids of the places that are not in play, or used up: draw them paler.")
    ]
