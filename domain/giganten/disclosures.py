"""The events of Giganten that show a viewer what was hidden from it before.

Hidden are licences (3.2), inspected tiles (4b.4), and with `money_public` false the money of the others (0.7).
"""

from domain.giganten.events import (
    AuctionWon,
    BluffCalled,
    DerrickBuilt,
    DrillingDeclined,
    LicencesDealt,
    LicencesForfeited,
    LicencesPaid,
    OilDiscarded,
    SiteInspected,
)
from domain.giganten.resample import tiles_seen_by
from domain.giganten.state import State
from domain.kernel.values import Event, Seat

_HIDDEN_MONEY: frozenset[type[Event]] = frozenset({DrillingDeclined, OilDiscarded})
"""The events that happen without a choice where money is lacking (5.1, 6.9)."""

DISCLOSES: frozenset[type[Event]] = _HIDDEN_MONEY | {
    *(LicencesDealt, SiteInspected, DerrickBuilt),
    # whether a hand covers the bid, and what it paid or lost (7a.7 to 7a.9)
    *(AuctionWon, BluffCalled, LicencesForfeited, LicencesPaid),
}
"""The events that disclose something under some options."""

_OPEN_MONEY = DISCLOSES - _HIDDEN_MONEY


def disclosing(state: State) -> frozenset[type[Event]]:
    """Return the events that disclose something under the options of the game."""
    return _OPEN_MONEY if state.options.money_public else DISCLOSES


def is_foreseen(state: State, event: Event, seat: Seat) -> bool:
    """Return whether a seat knows what an event shows: its own hand and money, and the tiles that it sees."""
    match event:
        case LicencesDealt() | SiteInspected():
            return False
        case DerrickBuilt(site=site):
            return site in tiles_seen_by(state, seat)
        case _:
            return getattr(event, "seat", None) == seat
