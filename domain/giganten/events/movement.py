"""Rule 4: movement and specials."""

from typing import Annotated

from msgspec import Meta

from domain.giganten.events.secrets import Drawn, InspectedTile
from domain.giganten.fields import (
    ActualSteps,
    CardId,
    ChosenSteps,
    CompanyName,
    Player,
    Points,
    Price,
    Site,
    Space,
    Spaces,
    SquareName,
    Way,
)
from domain.kernel.values import Event, Seat, Value


class TrainPosition(Value, frozen=True):
    """The space on which a player's train stands."""

    seat: Player
    space: Space


class TruckPlaced(Event, frozen=True, tag="giganten.truck_placed"):
    """A truck entered the board (4a.1)."""

    seat: Player
    square: SquareName


class TruckDriven(Event, frozen=True, tag="giganten.truck_driven"):
    """A truck drove along the squares of `way` to the last one (4a.4)."""

    seat: Player
    way: Way
    points: Points


class SiteInspected(Event, frozen=True, tag="giganten.site_inspected"):
    """A player looked at the value of a tile (4b.1), which only that player knows (4b.4)."""

    seat: Player
    site: Site
    secret: InspectedTile

    @property
    def known_to(self) -> tuple[Seat, ...]:
        """The player who looked."""
        return (self.seat,)


class DrawsSealed(Event, frozen=True, tag="giganten.draws_sealed"):
    """The draws of the deal or inspection before it (3.2, 4b.4). No seat sees them before the end of the game."""

    secret: Drawn


class TrainAdvanced(Event, frozen=True, tag="giganten.train_advanced"):
    """The train of a player advanced to this space (4c.1)."""

    seat: Player
    spaces: Spaces
    to: Space
    points: Points


class MovementEnded(Event, frozen=True, tag="giganten.movement_ended"):
    """A player's movement is over; these movement points are lost (4.3)."""

    seat: Player
    points_lost: Points


class PriceShifted(Event, frozen=True, tag="giganten.price_shifted", omit_defaults=True):
    """A player moved a price by the special of the card (4d.2): the steps chosen, and how far the price has moved."""

    seat: Player
    company: CompanyName
    steps: ChosenSteps
    price: Price
    actual_steps: ActualSteps = None


class FreeOilStored(Event, frozen=True, tag="giganten.free_oil_stored"):
    """A player took a marker from the supply into a depot (4d.3)."""

    seat: Player
    company: CompanyName


class TrainsPushedBack(Event, frozen=True, tag="giganten.trains_pushed_back"):
    """A player pushed all opponents' trains back (4d.4): where each stands now."""

    seat: Player
    spaces: Spaces
    trains: Annotated[tuple[TrainPosition, ...], Meta(description="The opponents' trains.")]


class SpecialDeclined(Event, frozen=True, tag="giganten.special_declined"):
    """The special of a card was not carried out, by choice or because it could not be (4d.1, 4d.3)."""

    seat: Player


class ActionCardDiscarded(Event, frozen=True, tag="giganten.action_card_discarded"):
    """A player's card went to its discards (4e.1)."""

    seat: Player
    card: CardId
