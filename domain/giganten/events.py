"""What happens in Giganten: outcomes in names and whole dollars, never the way to compute them."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from domain.giganten.fields import (
    ActualSteps,
    Attempt,
    BidValue,
    CardId,
    Cards,
    ChosenSteps,
    CompanyName,
    DieNumber,
    Dollars,
    Draws,
    Licences,
    LicenceValues,
    Markers,
    Ones,
    Player,
    Points,
    Price,
    PriceSteps,
    Round,
    SeatNumber,
    Site,
    Space,
    Spaces,
    SquareName,
    TileValue,
    Twos,
    Way,
)
from domain.kernel.values import Event, Seat, Value

Deck: TypeAlias = Literal["red", "beige", "licences"]
PhaseNumber: TypeAlias = Literal["2", "3", "4", "5", "6", "7", "8"]
Carrier: TypeAlias = Literal["own", "black", "opponent"]
ChosenOpponent: TypeAlias = Annotated[
    Seat | None,
    Meta(
        description="The seat of the opponent whose train carries, with the carrier `opponent` under the option "
        "`opponent_train` = `any_ahead`. Absent otherwise."
    ),
]


class Drawn(Value, frozen=True):
    """Draws that count through hidden cards or tiles: whoever knew them and the outcome could tell what is hidden."""

    draws: Draws


class DealtLicences(Value, frozen=True):
    """The values of licences in the order of dealing, 1 or 2 each."""

    values: LicenceValues


class InspectedTile(Value, frozen=True):
    """The value of a tile."""

    value: TileValue


class Payment(Value, frozen=True):
    """What one owner of a train is paid, in dollars."""

    seat: Player
    amount: Dollars


class TrainPosition(Value, frozen=True):
    """The space on which a player's train stands."""

    seat: Player
    space: Space


# Set-up and round


class FirstPlayerDrawn(Event, frozen=True, tag="giganten.first_player_drawn"):
    """Who begins (0.11); no draw where the options name the seat."""

    seat: Player
    draws: Draws


class RoundStarted(Event, frozen=True, tag="giganten.round_started"):
    """A round begins with this first player (9.1)."""

    round: Round
    first_player: SeatNumber


class PhaseStarted(Event, frozen=True, tag="giganten.phase_started"):
    """The phase of this number begins."""

    phase: Annotated[PhaseNumber, Meta(description="The number of the phase in the rules.")]


# 1 Prices


class PriceRolled(Event, frozen=True, tag="giganten.price_rolled", omit_defaults=True):
    """The die was rolled for a company (1.1): its face, the price after it, and how far the price has moved."""

    company: CompanyName
    colour: Annotated[Literal["red", "blue"], Meta(description="The colour of the face that was rolled.")]
    steps: DieNumber
    price: Price
    draws: Draws
    actual_steps: ActualSteps = None


# 2 Action cards


class RedCardRevealed(Event, frozen=True, tag="giganten.red_card_revealed"):
    """The red card of the round (2a.1)."""

    card: CardId
    draws: Draws


class BlackTrainAdvanced(Event, frozen=True, tag="giganten.black_train_advanced"):
    """The black train went on to this space, its last one at the most (2a.1, 2a.2)."""

    spaces: Spaces
    to: Space


class BeigeCardRevealed(Event, frozen=True, tag="giganten.beige_card_revealed"):
    """One of the beige cards of the round (2b.1)."""

    card: CardId
    draws: Draws


class DeckReshuffled(Event, frozen=True, tag="giganten.deck_reshuffled"):
    """The discards of a deck became its new face-down deck (2a.3, 2b.2, 3.3)."""

    deck: Annotated[Deck, Meta(description="Which deck.")]
    cards: Cards


class ActionCardTaken(Event, frozen=True, tag="giganten.action_card_taken"):
    """A player chose an open card (2c.1)."""

    seat: Player
    card: CardId


class ActionCardLeft(Event, frozen=True, tag="giganten.action_card_left"):
    """The card that nobody took was discarded (2c.3)."""

    card: CardId


# 3 Licences


class LicencesDealt(Event, frozen=True, tag="giganten.licences_dealt"):
    """A player was dealt licences (3.1); their values are the player's secret (3.2)."""

    seat: Player
    cards: Licences
    secret: DealtLicences

    @property
    def known_to(self) -> tuple[Seat, ...]:
        """The player who holds them."""
        return (self.seat,)


class LicencesShort(Event, frozen=True, tag="giganten.licences_short"):
    """Deck and discards are empty: the rest of a player's deal is forfeited (3.4)."""

    seat: Player
    cards: Licences


# 4 Movement and specials


class TruckPlaced(Event, frozen=True, tag="giganten.truck_placed"):
    """A truck entered the board (4a.1)."""

    seat: Player
    square: SquareName


class TruckDriven(Event, frozen=True, tag="giganten.truck_driven"):
    """A truck drove the squares of `way`, the last one its new place, for so many movement points (4a.4)."""

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
    """The draws of what was just dealt or inspected (3.2, 4b.4): nobody's before the end, not even the holder's."""

    secret: Drawn


class TrainAdvanced(Event, frozen=True, tag="giganten.train_advanced"):
    """A player's train went on to this space for so many movement points (4c.1)."""

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


# 5 Drilling


class DerrickBuilt(Event, frozen=True, tag="giganten.derrick_built"):
    """A player paid the bank and built (5.3): the tile's value, and the markers that the supply had for it (5.6)."""

    seat: Player
    site: Site
    cost: Dollars
    value: TileValue
    markers: Markers
    secret: Drawn


class DrillingDeclined(Event, frozen=True, tag="giganten.drilling_declined"):
    """A player builds no derrick this round, by choice or because none can be built."""

    seat: Player


# 6 Extraction and transport


class OilShipped(Event, frozen=True, tag="giganten.oil_shipped", omit_defaults=True):
    """A marker went from a derrick to a depot: who carried it, and what the owner paid the bank and whom else."""

    seat: Player
    site: Site
    company: CompanyName
    carrier: Annotated[Carrier, Meta(description="Whose train carried it.")]
    to_bank: Dollars
    payments: Annotated[tuple[Payment, ...], Meta(description="What owners of trains were paid.")]
    opponent: ChosenOpponent = None


class OilDiscarded(Event, frozen=True, tag="giganten.oil_discarded"):
    """A marker from a derrick went back to the supply: no train, no money, or by choice (6.2, 6.9, 6.10)."""

    seat: Player
    site: Site
    reason: Annotated[Literal["waived", "no_train", "no_money"], Meta(description="Why it was not shipped.")]


class DerrickExhausted(Event, frozen=True, tag="giganten.derrick_exhausted"):
    """The last marker is gone and the derrick is back with its owner (6.11)."""

    seat: Player
    site: Site


# 7 Auctions and sale


class AuctionOpened(Event, frozen=True, tag="giganten.auction_opened"):
    """The right to sell to a company is up: who may bid, in their order; attempt 2 and on follow a bluff (7a.10)."""

    company: CompanyName
    attempt: Attempt
    bidders: Annotated[tuple[Seat, ...], Meta(description="The seats that may bid, the first one first.")]


class BidPlaced(Event, frozen=True, tag="giganten.bid_placed"):
    """A player bid licences of this total value (7a.4)."""

    seat: Player
    company: CompanyName
    value: BidValue


class BidPassed(Event, frozen=True, tag="giganten.bid_passed"):
    """A player is out of this auction (7a.5)."""

    seat: Player
    company: CompanyName


class AuctionWon(Event, frozen=True, tag="giganten.auction_won"):
    """Nobody is left but this bidder, who can pay (7a.7)."""

    seat: Player
    company: CompanyName
    bid: BidValue


class BluffCalled(Event, frozen=True, tag="giganten.bluff_called"):
    """The highest bidder cannot pay and must give up this many licences (7a.8)."""

    seat: Player
    company: CompanyName
    bid: BidValue
    cards: Licences


class LicencesForfeited(Event, frozen=True, tag="giganten.licences_forfeited"):
    """The licences of a bluffer that were discarded (7a.9); the draws count through the hand and stay secret."""

    seat: Player
    ones: Ones
    twos: Twos
    secret: Drawn


class LicencesPaid(Event, frozen=True, tag="giganten.licences_paid"):
    """The licences that a winner discarded (7a.7)."""

    seat: Player
    company: CompanyName
    ones: Ones
    twos: Twos


class AuctionFailed(Event, frozen=True, tag="giganten.auction_failed"):
    """Nobody sells to this company this round (7a.12)."""

    company: CompanyName


class OilSold(Event, frozen=True, tag="giganten.oil_sold"):
    """The winner sold markers at the price; the bank paid the proceeds in dollars (7b.1)."""

    seat: Player
    company: CompanyName
    markers: Markers
    price: Price
    proceeds: Dollars


class PriceInflated(Event, frozen=True, tag="giganten.price_inflated"):
    """The inflation variant moved a price after an auction (7c.1)."""

    company: CompanyName
    steps: PriceSteps
    price: Price


# 8 Storage


class ExcessReturned(Event, frozen=True, tag="giganten.excess_returned"):
    """A depot held more than it may: the excess went back to the supply for a refund by the bank (8.1)."""

    seat: Player
    company: CompanyName
    markers: Markers
    refund: Dollars
