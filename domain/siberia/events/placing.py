"""Rule 2: drawing and placing tokens."""

from typing import Annotated

from msgspec import Meta

from domain.kernel.values import Event, Value
from domain.siberia.events.fields import Count, Draws
from domain.siberia.options import Seat, Spot, Token


class Drawn(Value, frozen=True):
    """Draws that would show hidden tokens if they were public."""

    draws: Draws


class Hand(Value, frozen=True):
    """The tokens that a seat has drawn, in the order of drawing."""

    tokens: Annotated[tuple[Token, ...], Meta(description="The tokens, in the order of drawing.")]


class Laid(Value, frozen=True):
    """A token, and where on the panel it lies."""

    token: Token
    spot: Spot


class Change(Value, frozen=True):
    """A token that was placed or taken back, and where on the panel."""

    token: Token
    spot: Spot
    taken_back: Annotated[bool, Meta(description="Whether the token was taken back; false: it was placed.")]


class Placement(Value, frozen=True):
    """All that a seat has placed in a round, in the order in which tokens and columns are printed."""

    seat: Seat
    tokens: Annotated[tuple[Laid, ...], Meta(description="The tokens, and where they lie.")]


class TokensDrawn(Event, frozen=True, tag="siberia.tokens_drawn"):
    """A seat drew tokens, which only that seat sees (2.1)."""

    seat: Seat
    count: Count
    secret: Hand

    @property
    def known_to(self) -> tuple[Seat, ...]:
        """The seat that has drawn."""
        return (self.seat,)


class DrawingEnded(Event, frozen=True, tag="siberia.drawing_ended"):
    """All seats have drawn. The draws stay secret, because they show what is in the bag."""

    secret: Drawn


class TokenPlaced(Event, frozen=True, tag="siberia.token_placed"):
    """A seat placed one of its tokens, which the others do not see (2.2)."""

    seat: Seat
    left: Count
    secret: Laid

    @property
    def known_to(self) -> tuple[Seat, ...]:
        """The seat that has placed."""
        return (self.seat,)


class PlacingChanged(Event, frozen=True, tag="siberia.placing_changed"):
    """A seat placed one of its tokens or took one back, and the others do not see which of the two (2.8)."""

    seat: Seat
    secret: Change

    @property
    def known_to(self) -> tuple[Seat, ...]:
        """The seat that has changed its panel."""
        return (self.seat,)


class PlacingEnded(Event, frozen=True, tag="siberia.placing_ended"):
    """A seat has placed all its tokens and takes none back any more (2.8)."""

    seat: Seat


class PlacementsRevealed(Event, frozen=True, tag="siberia.placements_revealed"):
    """All have placed, and the places of all tokens become public (2.7)."""

    placements: Annotated[tuple[Placement, ...], Meta(description="For each seat what it has placed.")]
