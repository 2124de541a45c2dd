"""The events of Minos: outcomes in names and whole numbers. All dice are rolled in the open."""

# The package shows the events of its chapters under one name.
# pyright: reportUnusedImport=false

from domain.minos.events.building import BuildingBuilt, PieceRecruited
from domain.minos.events.conflict import (
    AttackRepelled,
    AttackWon,
    ConflictDiceRerolled,
    ConflictDiceRolled,
    ConflictDiceStood,
    ConflictOpened,
    DuelFought,
    EntryBarred,
)
from domain.minos.events.conquest import (
    FreeSoldierDeclined,
    FreeSoldierPlaced,
    PlayEnded,
    PlayerEliminated,
    SettlementAbandoned,
    SettlementTaken,
)
from domain.minos.events.dice import DiceKept, DiceRolled, DiceRolledAgain, DiceUsed, RingsBought
from domain.minos.events.fields import EndReason, Piece
from domain.minos.events.movement import ShipMoved, SoldierCarried, SoldierMoved
from domain.minos.events.rounds import (
    FieldsCovered,
    FirstPlayerDrawn,
    RoundStarted,
    TalentsHidden,
    TalentsShown,
    TurnEnded,
    TurnStarted,
)
