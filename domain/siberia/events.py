"""What happens in Siberia: outcomes in names and whole dollars, never the way to compute them."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from domain.kernel.values import Draw, Event, Value
from domain.siberia.options import (
    Area,
    Areas,
    Column,
    Dollars,
    Exchange,
    Moves,
    Origin,
    Place,
    Resource,
    Round,
    Seat,
    Sides,
    Spot,
    Token,
)

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


class Drawn(Value, frozen=True):
    """The draws behind outcomes that would betray hidden tokens if they were open."""

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


class SentHome(Value, frozen=True):
    """How many workers of a seat left an exhausted area."""

    seat: Seat
    workers: Annotated[int, Meta(description="Workers that returned to the reserve of their player.")]


# 1 Set-up, and the rounds


class FirstPlayerDrawn(Event, frozen=True, tag="siberia.first_player_drawn"):
    """Who begins (1.3); no draw where the options name the seat."""

    seat: Seat
    draws: Draws


class AreaSeeded(Event, frozen=True, tag="siberia.area_seeded"):
    """Different cubes were drawn and laid on an area (1.4)."""

    area: Area
    resources: Annotated[tuple[Resource, ...], Meta(description="The cubes, in the order of drawing.")]
    draws: Draws


class SidesChosen(Event, frozen=True, tag="siberia.sides_chosen"):
    """Which sides of the exchange tiles are up (1.7): chosen by a seat, or by nobody but the options and chance."""

    sides: Sides
    seat: Annotated[Seat | None, Meta(description="The seat that has chosen; null where nobody has.")]
    draws: Draws


class InvestmentRevealed(Event, frozen=True, tag="siberia.investment_revealed"):
    """An investment tile was drawn and lies open (1.9, 9.4)."""

    tile: Column
    draws: Draws


class RoundStarted(Event, frozen=True, tag="siberia.round_started"):
    """A round begins with this first player (11.1)."""

    round: Round
    first_player: Seat


class PhaseStarted(Event, frozen=True, tag="siberia.phase_started"):
    """The phase of this number begins."""

    phase: PhaseNumber


# 2 Drawing and placing


class TokensDrawn(Event, frozen=True, tag="siberia.tokens_drawn"):
    """A seat drew so many tokens, which only that seat sees (2.1)."""

    seat: Seat
    count: Count
    secret: Hand

    @property
    def known_to(self) -> tuple[Seat, ...]:
        """Who has drawn."""
        return (self.seat,)


class DrawingEnded(Event, frozen=True, tag="siberia.drawing_ended"):
    """All seats have drawn; the draws count through a bag that nobody may look into, so nobody sees them yet."""

    secret: Drawn


class TokenPlaced(Event, frozen=True, tag="siberia.token_placed"):
    """A seat placed one of its tokens, unseen by the others (2.2); so many are left to place."""

    seat: Seat
    left: Count
    secret: Laid

    @property
    def known_to(self) -> tuple[Seat, ...]:
        """Who has placed."""
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
    """All have placed, and everybody sees where all tokens lie (2.7)."""

    placements: Annotated[tuple[Placement, ...], Meta(description="For each seat what it has placed.")]


# 3 Order of actions


class TurnStarted(Event, frozen=True, tag="siberia.turn_started"):
    """It is a seat's turn to take an action or to pass (3.1)."""

    seat: Seat


class RoundPassed(Event, frozen=True, tag="siberia.round_passed"):
    """A seat passed, and takes no more turns in this round (3.5, 3.8)."""

    seat: Seat


class ActionVoided(Event, frozen=True, tag="siberia.action_voided"):
    """A seat used a column for nothing; its tokens returned to the bag (3.6)."""

    seat: Seat
    column: Column
    tokens: Returned


# 4 Research


class ResourcePlaced(Event, frozen=True, tag="siberia.resource_placed"):
    """A research token returned to the bag, and a cube went from the reserve to an area (4.1)."""

    seat: Seat
    token: Token
    resource: Resource
    area: Area


class ResearchFailed(Event, frozen=True, tag="siberia.research_failed"):
    """A research token returned to the bag without effect: no cube can be placed for it (4.4)."""

    seat: Seat
    token: Token


# 5 to 9 Persons


class JokerPlayed(Event, frozen=True, tag="siberia.joker_played"):
    """A Manager token went into a free space of a column; the other one, if any, returned to the bag (5.2)."""

    seat: Seat
    column: Column
    tokens: Returned


class LogisticsStarted(Event, frozen=True, tag="siberia.logistics_started"):
    """A seat used Logistics, and has so many moves (6.1)."""

    seat: Seat
    moves: Moves
    tokens: Returned


class WorkerMoved(Event, frozen=True, tag="siberia.worker_moved"):
    """A worker went from one place to another for so many moves (6.1)."""

    seat: Seat
    origin: Place
    to: Place
    moves: Moves


class LogisticsEnded(Event, frozen=True, tag="siberia.logistics_ended"):
    """A seat's Logistics is over; so many moves were left unused (6.6)."""

    seat: Seat
    unused: Moves


class SalesmanPlaced(Event, frozen=True, tag="siberia.salesman_placed"):
    """A pawn became a salesman at an exchange (7.1); it came from `reserve`, an exchange or a place of the map."""

    seat: Seat
    origin: Origin
    exchange: Exchange
    tokens: Returned


class WorkerPlaced(Event, frozen=True, tag="siberia.worker_placed"):
    """A pawn became a worker at the start (8.1); it came from `reserve`, an exchange or an area."""

    seat: Seat
    origin: Origin
    tokens: Returned


class InvestmentTaken(Event, frozen=True, tag="siberia.investment_taken"):
    """A seat took an open investment tile into its column (9.1)."""

    seat: Seat
    tile: Column
    tokens: Returned


# 10 to 13


class CubesSold(Event, frozen=True, tag="siberia.cubes_sold"):
    """A seat mined a cube in each of these areas and sold them: price a cube, and proceeds, in dollars (10.5)."""

    seat: Seat
    resource: Resource
    exchange: Exchange
    areas: Areas
    price: Dollars
    proceeds: Dollars
    tokens: Returned


class AreaExhausted(Event, frozen=True, tag="siberia.area_exhausted"):
    """An area is empty for ever, as the first, second and so on; all workers there went home (12.1, 12.2)."""

    area: Area
    number: Ordinal
    sent_home: Annotated[tuple[SentHome, ...], Meta(description="The workers that stood there, by seat.")]


class EndTriggered(Event, frozen=True, tag="siberia.end_triggered"):
    """The end of the game has come: areas exhausted, reserves empty, or a standstill (13.1, 13.2, 13.6)."""

    reason: Ending


class TokenReturned(Event, frozen=True, tag="siberia.token_returned"):
    """At the end of the round a seat returned a token beyond those that may be kept (11.2)."""

    seat: Seat
    token: Token
    column: Column


class PlayEnded(Event, frozen=True, tag="siberia.play_ended"):
    """Nobody acts any more: money is counted (13.3)."""

    reason: Ending
