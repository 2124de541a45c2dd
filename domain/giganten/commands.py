"""The commands of Giganten: small steps, so that the service can list the legal ones."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from domain.giganten.events import Carrier, ChosenOpponent
from domain.giganten.fields import BidValue, CardId, CompanyName, Markers, Ones, Site, Spaces, SquareName, Twos
from domain.kernel.values import Command


class PlaceTruck(Command, frozen=True, tag="giganten.place_truck"):
    """Enter the board with your truck on a free square of column 1 (4a.1)."""

    square: SquareName


class TakeActionCard(Command, frozen=True, tag="giganten.take_action_card"):
    """Take an open action card, named by its id (2c.1)."""

    card: CardId


class DriveTruck(Command, frozen=True, tag="giganten.drive_truck"):
    """Drive your truck to a square along the cheapest way (4a.4)."""

    to: SquareName


class InspectSite(Command, frozen=True, tag="giganten.inspect_site"):
    """Look at the value of a tile beside your truck (4b.1)."""

    site: Site


class AdvanceTrain(Command, frozen=True, tag="giganten.advance_train"):
    """Advance your train (4c.1)."""

    spaces: Spaces


class EndMovement(Command, frozen=True, tag="giganten.end_movement"):
    """End your movement; points left are lost (4.3)."""


class ShiftPrice(Command, frozen=True, tag="giganten.shift_price"):
    """Use the special of your card: move the price of a company up (1) or down (-1) (4d.2)."""

    company: CompanyName
    direction: Annotated[int, Meta(description="1 for up, -1 for down.")]
    steps: Annotated[int, Meta(description="Steps of the price on its track, without a sign.")]


class StoreFreeOil(Command, frozen=True, tag="giganten.store_free_oil"):
    """Take a marker from the supply into your depot at a company, as your card's special (4d.3)."""

    company: CompanyName


class PushTrainsBack(Command, frozen=True, tag="giganten.push_trains_back"):
    """Push all opponents' trains back, as your card's special (4d.4)."""


class DeclineSpecial(Command, frozen=True, tag="giganten.decline_special"):
    """Do without your card's special (4d.1)."""


class BuildDerrick(Command, frozen=True, tag="giganten.build_derrick"):
    """Pay for a derrick on a tile beside your truck (5.1)."""

    site: Site


class DeclineDrilling(Command, frozen=True, tag="giganten.decline_drilling"):
    """Build no derrick this round (5.1)."""


class ShipOil(Command, frozen=True, tag="giganten.ship_oil", omit_defaults=True):
    """Ship the marker from one of your derricks to your depot at a company, by this train (6.2)."""

    site: Site
    company: CompanyName
    carrier: Annotated[Carrier, Meta(description="Whose train is to carry it.")]
    opponent: ChosenOpponent = None


class DiscardOil(Command, frozen=True, tag="giganten.discard_oil"):
    """Discard the marker from one of your derricks (6.2)."""

    site: Site


class Bid(Command, frozen=True, tag="giganten.bid"):
    """Bid licences of this total value for the right to sell (7a.4)."""

    value: BidValue


class PassBid(Command, frozen=True, tag="giganten.pass_bid"):
    """Leave this auction (7a.5)."""


class PayLicences(Command, frozen=True, tag="giganten.pay_licences"):
    """Pay your bid with licences of value 1 and of value 2 (7a.7)."""

    ones: Ones
    twos: Twos


class ForfeitLicences(Command, frozen=True, tag="giganten.forfeit_licences"):
    """Choose the licences that your bluff costs you, under the option bluff_pick=owner (7a.9)."""

    ones: Ones
    twos: Twos


class SellOil(Command, frozen=True, tag="giganten.sell_oil"):
    """Sell markers of your depot at the price, or none (7b.1)."""

    markers: Markers


AnyCommand: TypeAlias = (
    PlaceTruck
    | TakeActionCard
    | DriveTruck
    | InspectSite
    | AdvanceTrain
    | EndMovement
    | ShiftPrice
    | StoreFreeOil
    | PushTrainsBack
    | DeclineSpecial
    | BuildDerrick
    | DeclineDrilling
    | ShipOil
    | DiscardOil
    | Bid
    | PassBid
    | PayLicences
    | ForfeitLicences
    | SellOil
)
