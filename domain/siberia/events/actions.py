"""Rules 3 to 9: turns, Research, and the actions of persons."""

from domain.kernel.values import Event
from domain.siberia.events.fields import Returned
from domain.siberia.options import Area, Column, Exchange, Moves, Origin, Place, Resource, Seat, Token


class TurnStarted(Event, frozen=True, tag="siberia.turn_started"):
    """It is a seat's turn to take an action or to pass (3.1)."""

    seat: Seat


class RoundPassed(Event, frozen=True, tag="siberia.round_passed"):
    """A seat passed, and takes no more turns in this round (3.5, 3.8)."""

    seat: Seat


class ActionVoided(Event, frozen=True, tag="siberia.action_voided"):
    """A seat used a column without effect; its tokens returned to the bag (3.6)."""

    seat: Seat
    column: Column
    tokens: Returned


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


class JokerPlayed(Event, frozen=True, tag="siberia.joker_played"):
    """A Manager token went into a free space of a column; the other one, if any, returned to the bag (5.2)."""

    seat: Seat
    column: Column
    tokens: Returned


class LogisticsStarted(Event, frozen=True, tag="siberia.logistics_started"):
    """A seat used Logistics, which gives moves (6.1)."""

    seat: Seat
    moves: Moves
    tokens: Returned


class WorkerMoved(Event, frozen=True, tag="siberia.worker_moved"):
    """A worker moved from one place to another (6.1)."""

    seat: Seat
    origin: Place
    to: Place
    moves: Moves


class LogisticsEnded(Event, frozen=True, tag="siberia.logistics_ended"):
    """The Logistics of a seat is over; some moves may be unused (6.6)."""

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
