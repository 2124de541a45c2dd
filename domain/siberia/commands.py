"""The commands of Siberia: small steps, so that the service can list the legal ones."""

from typing import ClassVar, TypeAlias

from domain.kernel.values import Command
from domain.siberia.options import Area, Areas, Column, Exchange, Origin, Place, Resource, Sides, Spot, Token


class ChooseSides(Command, frozen=True, tag="siberia.choose_sides"):
    """Say which sides of the five exchange tiles are up, in their order, such as `ABABA` (1.7)."""

    sides: Sides


class PlaceToken(Command, frozen=True, tag="siberia.place_token"):
    """Lay one of the tokens that you drew into a column or into the research zone (2.3)."""

    token: Token
    spot: Spot


class TakeBack(Command, frozen=True, tag="siberia.take_back"):
    """Take back a token that you placed in this round, before you say that you are done (2.8)."""

    undoes: ClassVar[bool] = True

    token: Token
    spot: Spot


class EndPlacing(Command, frozen=True, tag="siberia.end_placing"):
    """Say that you are done: all your tokens lie, and none is taken back any more (2.8)."""


class Pass(Command, frozen=True, tag="siberia.pass"):
    """Take no more turns in this round (3.5)."""


class VoidAction(Command, frozen=True, tag="siberia.void_action"):
    """Use a column without effect, to return its tokens (3.6)."""

    column: Column


class PlaceResource(Command, frozen=True, tag="siberia.place_resource"):
    """Place a cube from the reserve for one of your research tokens (4.1)."""

    token: Token
    resource: Resource
    area: Area


class PlayJoker(Command, frozen=True, tag="siberia.play_joker"):
    """Use the Manager: lay one Manager token into a free space of another column (5.2)."""

    column: Column


class UseLogistics(Command, frozen=True, tag="siberia.use_logistics"):
    """Use Logistics, to move your workers (6.1)."""


class MoveWorker(Command, frozen=True, tag="siberia.move_worker"):
    """Move a worker from a place to another along the cheapest way (6.1)."""

    origin: Place
    to: Place


class EndLogistics(Command, frozen=True, tag="siberia.end_logistics"):
    """Leave the rest of your moves unused (6.6)."""


class PlaceSalesman(Command, frozen=True, tag="siberia.place_salesman"):
    """Use the Salesman: put a pawn at an exchange, from `reserve`, another exchange or a place of the map (7.1)."""

    origin: Origin
    exchange: Exchange


class PlaceWorker(Command, frozen=True, tag="siberia.place_worker"):
    """Use the Worker: put a pawn at the start, from `reserve`, an exchange or an area (8.1)."""

    origin: Origin


class TakeInvestment(Command, frozen=True, tag="siberia.take_investment"):
    """Use the Investor: take an open investment tile into its column (9.1)."""

    tile: Column


class SellCubes(Command, frozen=True, tag="siberia.sell_cubes"):
    """Mine a cube in each of these areas, named in the order of the map, and sell them at one exchange (10.1)."""

    resource: Resource
    exchange: Exchange
    areas: Areas


class ReturnToken(Command, frozen=True, tag="siberia.return_token"):
    """Return a token of a column to the bag, beyond those that you may keep (11.2)."""

    token: Token
    column: Column


AnyCommand: TypeAlias = (
    ChooseSides
    | PlaceToken
    | TakeBack
    | EndPlacing
    | Pass
    | VoidAction
    | PlaceResource
    | PlayJoker
    | UseLogistics
    | MoveWorker
    | EndLogistics
    | PlaceSalesman
    | PlaceWorker
    | TakeInvestment
    | SellCubes
    | ReturnToken
)
