"""The draws of Giganten against what was to be expected of them."""

from collections.abc import Sequence

from domain.giganten import events as e
from domain.giganten.options import COMPANIES, Square
from domain.giganten.phases import prices
from domain.giganten.state import State
from domain.kernel.analysis import (
    Measured,
    MeasureInfo,
    Moment,
    Spread,
    first_player_drawn,
    with_replacement,
    without_replacement,
)
from domain.kernel.values import Seat

MEASURES = (
    MeasureInfo("first_player", "First player", "0.11"),
    MeasureInfo("stored_oil", "Price changes of oil in depots, in dollars", "1.1"),
    MeasureInfo("licences", "Value of licences dealt", "3.1"),
    MeasureInfo("tiles_inspected", "Oil under inspected tiles", "4b.1"),
    MeasureInfo("tiles_drilled", "Oil under drilled tiles", "5.5"),
    MeasureInfo("licences_forfeited", "Value of licences lost by bluffing", "7a.9"),
)


class Luck:
    """Measures the draws of a game. It keeps all inspected tiles of each seat; the view may forget them (4b.4)."""

    def __init__(self) -> None:
        self._seen: set[tuple[Seat, Square]] = set()
        self._rolled: list[Measured] = []
        """What the price rolls of the round changed, until phase 2a has passed."""

    def __call__(self, moment: Moment[State]) -> Sequence[Measured]:
        """Return what an event drew."""
        event, before = moment.event, moment.before
        match event:
            case e.FirstPlayerDrawn() if event.draws:
                return first_player_drawn("first_player", event.seat, len(before.players))
            case e.PriceRolled():
                self._rolled += _stored_oil(before, event, moment.version)
                return ()
            case e.BlackTrainAdvanced():
                # on its last space it breaks off the round, whose prices do not matter any more (10.1)
                rolled, self._rolled = self._rolled, []
                return () if event.to >= before.black_end else rolled
            case e.LicencesDealt():
                expected = without_replacement(before.licences.contents(), event.cards)
                return [Measured(event.seat, "licences", sum(event.secret.values), expected)]
            case e.SiteInspected():
                expected = self._tile(before, event.seat, event.site)
                self._seen.add((event.seat, event.site))
                return [Measured(event.seat, "tiles_inspected", event.secret.value, expected)] if expected else ()
            case e.DerrickBuilt():
                expected = self._tile(before, event.seat, event.site)
                return [Measured(event.seat, "tiles_drilled", event.value, expected)] if expected else ()
            case e.LicencesForfeited() if event.secret.draws:
                hand = before.players[event.seat]
                expected = without_replacement(((1, hand.ones), (2, hand.twos)), event.ones + event.twos)
                return [Measured(event.seat, "licences_forfeited", event.ones + 2 * event.twos, expected)]
            case _:
                return ()

    def _tile(self, state: State, seat: Seat, site: Square) -> Spread | None:
        """Return what a seat had to expect under a tile; None if it knew the value.

        Every value of this kind that the seat has not seen is equally likely: those that are not drawn yet, and
        those of the tiles on the map that only others have inspected.
        """
        if (seat, site) in self._seen:
            return None
        kind = state.board.sites[site].kind
        pool = [*state.undrawn[kind - 1].contents()]
        for other, value in state.tiles.items():
            if value is not None and state.board.sites[other].kind == kind and (seat, other) not in self._seen:
                pool.append((value, 1))
        return without_replacement(pool, 1)


def _stored_oil(state: State, event: e.PriceRolled, version: int) -> list[Measured]:
    """Return how the roll at a version changes the worth of the markers in the depots of a company, at its price."""
    place = COMPANIES.index(event.company)
    price = state.prices[place]
    changes = [prices.rolled(state, event.company, face).price - price for face in range(prices.faces(state))]
    return [
        Measured(
            seat,
            "stored_oil",
            player.depots[place] * (event.price - price),
            with_replacement([player.depots[place] * change for change in changes], 1),
            version,
        )
        for seat, player in enumerate(state.players)
        if player.depots[place]
    ]
