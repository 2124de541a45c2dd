"""Pairing: tables and seats of a round, from plain input. [README](README.md) says what is guaranteed."""

from domain.tournaments.pairing.costs import cost_of
from domain.tournaments.pairing.history import after
from domain.tournaments.pairing.measured import seat_values
from domain.tournaments.pairing.pair import pair
from domain.tournaments.pairing.schedule import schedule
from domain.tournaments.pairing.sizes import divide, is_short
from domain.tournaments.pairing.values import (
    Cost,
    CostPart,
    Entrant,
    Method,
    PairedTable,
    Pairing,
    PairingError,
    PairingInput,
    SeatCount,
)

__all__ = [
    "Cost",
    "CostPart",
    "Entrant",
    "Method",
    "PairedTable",
    "Pairing",
    "PairingError",
    "PairingInput",
    "SeatCount",
    "after",
    "cost_of",
    "divide",
    "is_short",
    "pair",
    "schedule",
    "seat_values",
]
