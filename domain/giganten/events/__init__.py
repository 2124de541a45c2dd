"""The events of Giganten: outcomes in names and whole dollars."""

# The package shows the events of its chapters under one name.
# pyright: reportUnusedImport=false

from domain.giganten.events.auction import (
    AuctionFailed,
    AuctionOpened,
    AuctionWon,
    BidPassed,
    BidPlaced,
    BluffCalled,
    LicencesForfeited,
    LicencesPaid,
    OilSold,
    PriceInflated,
)
from domain.giganten.events.cards import (
    ActionCardLeft,
    ActionCardTaken,
    BeigeCardRevealed,
    BlackTrainAdvanced,
    DeckReshuffled,
    LicencesDealt,
    LicencesShort,
    PriceRolled,
    RedCardRevealed,
)
from domain.giganten.events.movement import (
    ActionCardDiscarded,
    DrawsSealed,
    FreeOilStored,
    MovementEnded,
    PriceShifted,
    SiteInspected,
    SpecialDeclined,
    TrainAdvanced,
    TrainPosition,
    TrainsPushedBack,
    TruckDriven,
    TruckPlaced,
)
from domain.giganten.events.oil import (
    Carrier,
    ChosenOpponent,
    DerrickBuilt,
    DerrickExhausted,
    DrillingDeclined,
    ExcessReturned,
    OilDiscarded,
    OilShipped,
    Payment,
)
from domain.giganten.events.rounds import FirstPlayerDrawn, PhaseStarted, RoundStarted
from domain.giganten.events.secrets import DealtLicences, Drawn, InspectedTile
