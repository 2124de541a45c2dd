"""What happens in Giganten: outcomes in names and whole dollars, never the way to compute them."""

from typing import Literal, TypeAlias

from domain.giganten.options import Company, Square
from domain.kernel.values import Draw, Event, Seat, Value

Draws: TypeAlias = tuple[Draw, ...]
Deck: TypeAlias = Literal["red", "beige", "licences"]
PhaseNumber: TypeAlias = Literal["2", "3", "4", "5", "6", "7", "8"]
Carrier: TypeAlias = Literal["own", "black", "opponent"]


class Drawn(Value, frozen=True):
    """Draws that count through hidden cards or tiles: whoever knew them and the outcome could tell what is hidden."""

    draws: Draws


class DealtLicences(Value, frozen=True):
    """The values of licences in the order of dealing, 1 or 2 each."""

    values: tuple[int, ...]


class InspectedTile(Value, frozen=True):
    """The value of a tile."""

    value: int


class Payment(Value, frozen=True):
    """What one owner of a train is paid, in dollars."""

    seat: Seat
    amount: int


class TrainPosition(Value, frozen=True):
    """The space on which a player's train stands."""

    seat: Seat
    space: int


# Set-up and round


class FirstPlayerDrawn(Event, frozen=True, tag="giganten.first_player_drawn"):
    """Who begins (0.11); no draw where the options name the seat."""

    seat: Seat
    draws: Draws


class RoundStarted(Event, frozen=True, tag="giganten.round_started"):
    """A round begins with this first player (9.1)."""

    round: int
    first_player: Seat


class PhaseStarted(Event, frozen=True, tag="giganten.phase_started"):
    """The phase of this number begins."""

    phase: PhaseNumber


# 1 Prices


class PriceRolled(Event, frozen=True, tag="giganten.price_rolled"):
    """The die was rolled for a company (1.1): its face, and the price after it in dollars a marker."""

    company: Company
    colour: Literal["red", "blue"]
    steps: int
    price: int
    draws: Draws


# 2 Action cards


class RedCardRevealed(Event, frozen=True, tag="giganten.red_card_revealed"):
    """The red card of the round (2a.1)."""

    card: str
    draws: Draws


class BlackTrainAdvanced(Event, frozen=True, tag="giganten.black_train_advanced"):
    """The black train went on to this space, its last one at the most (2a.1, 2a.2)."""

    spaces: int
    to: int


class BeigeCardRevealed(Event, frozen=True, tag="giganten.beige_card_revealed"):
    """One of the beige cards of the round (2b.1)."""

    card: str
    draws: Draws


class DeckReshuffled(Event, frozen=True, tag="giganten.deck_reshuffled"):
    """The discards of a deck became its new face-down deck (2a.3, 2b.2, 3.3)."""

    deck: Deck
    cards: int


class ActionCardTaken(Event, frozen=True, tag="giganten.action_card_taken"):
    """A player chose an open card (2c.1)."""

    seat: Seat
    card: str


class ActionCardLeft(Event, frozen=True, tag="giganten.action_card_left"):
    """The card that nobody took was discarded (2c.3)."""

    card: str


# 3 Licences


class LicencesDealt(Event, frozen=True, tag="giganten.licences_dealt"):
    """A player was dealt licences (3.1); their values are the player's secret (3.2)."""

    seat: Seat
    cards: int
    secret: DealtLicences

    @property
    def known_to(self) -> tuple[Seat, ...]:
        """The player who holds them."""
        return (self.seat,)


class LicencesShort(Event, frozen=True, tag="giganten.licences_short"):
    """Deck and discards are empty: the rest of a player's deal is forfeited (3.4)."""

    seat: Seat
    cards: int


# 4 Movement and specials


class TruckPlaced(Event, frozen=True, tag="giganten.truck_placed"):
    """A truck entered the board (4a.1)."""

    seat: Seat
    square: Square


class TruckDriven(Event, frozen=True, tag="giganten.truck_driven"):
    """A truck drove the squares of `way`, the last one its new place, for so many movement points (4a.4)."""

    seat: Seat
    way: tuple[Square, ...]
    points: int


class SiteInspected(Event, frozen=True, tag="giganten.site_inspected"):
    """A player looked at the value of a tile (4b.1), which only that player knows (4b.4)."""

    seat: Seat
    site: Square
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

    seat: Seat
    spaces: int
    to: int
    points: int


class MovementEnded(Event, frozen=True, tag="giganten.movement_ended"):
    """A player's movement is over; these movement points are lost (4.3)."""

    seat: Seat
    points_lost: int


class PriceShifted(Event, frozen=True, tag="giganten.price_shifted"):
    """A player moved a price by the special of the card (4d.2): steps up, or down where negative."""

    seat: Seat
    company: Company
    steps: int
    price: int


class FreeOilStored(Event, frozen=True, tag="giganten.free_oil_stored"):
    """A player took a marker from the supply into a depot (4d.3)."""

    seat: Seat
    company: Company


class TrainsPushedBack(Event, frozen=True, tag="giganten.trains_pushed_back"):
    """A player pushed all opponents' trains back (4d.4): where each stands now."""

    seat: Seat
    spaces: int
    trains: tuple[TrainPosition, ...]


class SpecialDeclined(Event, frozen=True, tag="giganten.special_declined"):
    """The special of a card was not carried out, by choice or because it could not be (4d.1, 4d.3)."""

    seat: Seat


class ActionCardDiscarded(Event, frozen=True, tag="giganten.action_card_discarded"):
    """A player's card went to its discards (4e.1)."""

    seat: Seat
    card: str


# 5 Drilling


class DerrickBuilt(Event, frozen=True, tag="giganten.derrick_built"):
    """A player paid the bank and built (5.3): the tile's value, and the markers that the supply had for it (5.6)."""

    seat: Seat
    site: Square
    cost: int
    value: int
    markers: int
    secret: Drawn


class DrillingDeclined(Event, frozen=True, tag="giganten.drilling_declined"):
    """A player builds no derrick this round, by choice or because none can be built."""

    seat: Seat


# 6 Extraction and transport


class OilShipped(Event, frozen=True, tag="giganten.oil_shipped"):
    """A marker went from a derrick to a depot: who carried it, and what the owner paid the bank and whom else."""

    seat: Seat
    site: Square
    company: Company
    carrier: Carrier
    to_bank: int
    payments: tuple[Payment, ...]


class OilDiscarded(Event, frozen=True, tag="giganten.oil_discarded"):
    """A marker from a derrick went back to the supply: no train, no money, or by choice (6.2, 6.9, 6.10)."""

    seat: Seat
    site: Square
    reason: Literal["waived", "no_train", "no_money"]


class DerrickExhausted(Event, frozen=True, tag="giganten.derrick_exhausted"):
    """The last marker is gone and the derrick is back with its owner (6.11)."""

    seat: Seat
    site: Square


# 7 Auctions and sale


class AuctionOpened(Event, frozen=True, tag="giganten.auction_opened"):
    """The right to sell to a company is up: who may bid, in their order; attempt 2 and on follow a bluff (7a.10)."""

    company: Company
    attempt: int
    bidders: tuple[Seat, ...]


class BidPlaced(Event, frozen=True, tag="giganten.bid_placed"):
    """A player bid licences of this total value (7a.4)."""

    seat: Seat
    company: Company
    value: int


class BidPassed(Event, frozen=True, tag="giganten.bid_passed"):
    """A player is out of this auction (7a.5)."""

    seat: Seat
    company: Company


class AuctionWon(Event, frozen=True, tag="giganten.auction_won"):
    """Nobody is left but this bidder, who can pay (7a.7)."""

    seat: Seat
    company: Company
    bid: int


class BluffCalled(Event, frozen=True, tag="giganten.bluff_called"):
    """The highest bidder cannot pay and must give up this many licences (7a.8)."""

    seat: Seat
    company: Company
    bid: int
    cards: int


class LicencesForfeited(Event, frozen=True, tag="giganten.licences_forfeited"):
    """The licences of a bluffer that were discarded (7a.9); the draws count through the hand and stay secret."""

    seat: Seat
    ones: int
    twos: int
    secret: Drawn


class LicencesPaid(Event, frozen=True, tag="giganten.licences_paid"):
    """The licences that a winner discarded (7a.7)."""

    seat: Seat
    company: Company
    ones: int
    twos: int


class AuctionFailed(Event, frozen=True, tag="giganten.auction_failed"):
    """Nobody sells to this company this round (7a.12)."""

    company: Company


class OilSold(Event, frozen=True, tag="giganten.oil_sold"):
    """The winner sold markers at the price; the bank paid the proceeds in dollars (7b.1)."""

    seat: Seat
    company: Company
    markers: int
    price: int
    proceeds: int


class PriceInflated(Event, frozen=True, tag="giganten.price_inflated"):
    """The inflation variant moved a price after an auction (7c.1)."""

    company: Company
    steps: int
    price: int


# 8 Storage


class ExcessReturned(Event, frozen=True, tag="giganten.excess_returned"):
    """A depot held more than it may: the excess went back to the supply for a refund by the bank (8.1)."""

    seat: Seat
    company: Company
    markers: int
    refund: int


EVENTS: tuple[type[Event], ...] = (
    FirstPlayerDrawn,
    RoundStarted,
    PhaseStarted,
    PriceRolled,
    RedCardRevealed,
    BlackTrainAdvanced,
    BeigeCardRevealed,
    DeckReshuffled,
    ActionCardTaken,
    ActionCardLeft,
    LicencesDealt,
    LicencesShort,
    TruckPlaced,
    TruckDriven,
    SiteInspected,
    DrawsSealed,
    TrainAdvanced,
    MovementEnded,
    PriceShifted,
    FreeOilStored,
    TrainsPushedBack,
    SpecialDeclined,
    ActionCardDiscarded,
    DerrickBuilt,
    DrillingDeclined,
    OilShipped,
    OilDiscarded,
    DerrickExhausted,
    AuctionOpened,
    BidPlaced,
    BidPassed,
    AuctionWon,
    BluffCalled,
    LicencesForfeited,
    LicencesPaid,
    AuctionFailed,
    OilSold,
    PriceInflated,
    ExcessReturned,
)
