"""The events of Siberia: outcomes in names and whole dollars."""

# The package shows the events of its chapters under one name.
# pyright: reportUnusedImport=false

from domain.siberia.events.actions import (
    ActionVoided,
    InvestmentTaken,
    JokerPlayed,
    LogisticsEnded,
    LogisticsStarted,
    ResearchFailed,
    ResourcePlaced,
    RoundPassed,
    SalesmanPlaced,
    TurnStarted,
    WorkerMoved,
    WorkerPlaced,
)
from domain.siberia.events.ending import EndTriggered, PlayEnded, TokenReturned
from domain.siberia.events.fields import Ending
from domain.siberia.events.mining import AreaExhausted, CubesSold, SentHome
from domain.siberia.events.placing import (
    Change,
    DrawingEnded,
    Drawn,
    Hand,
    Laid,
    Placement,
    PlacementsRevealed,
    PlacingChanged,
    PlacingEnded,
    TokenPlaced,
    TokensDrawn,
)
from domain.siberia.events.rounds import (
    AreaSeeded,
    FirstPlayerDrawn,
    InvestmentRevealed,
    PhaseStarted,
    RoundStarted,
    SidesChosen,
)
