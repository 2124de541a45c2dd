"""The evaluation of a table of Giganten from the view of one seat."""

from domain.giganten.board import Board
from domain.giganten.options import Square
from domain.giganten.tables import THIRD, TileKind
from domain.kernel.values import Seat
from projections.views.giganten.parts import GigantenView, PlayerView, SiteView

MARKER_WORTH = 0.84
"""The value of a stored marker after licences and waiting, as a share of the start price."""


class Evaluator:
    """Values of positions and options, computed from the view of one seat."""

    def __init__(self, view: GigantenView, seat: Seat, board: Board) -> None:
        self.view = view
        self.me: PlayerView = view.players[seat]
        self.others = [player for player in view.players if player.seat != seat]
        self.board = board
        self.fees = board.data.fees
        kinds = board.data.tiles.kinds
        self.costs: dict[int, int] = {kind.derricks: kind.cost for kind in kinds}
        self.mean_value: dict[int, float] = {kind.derricks: _mean(kind) for kind in kinds}
        """The mean number of markers of an unknown tile, by its kind."""
        self.marker_worth = MARKER_WORTH * board.data.prices.start
        self.sites: dict[Square, SiteView] = {site.square: site for site in view.sites}
        self.rounds_left = max(1.0, (view.black_train_end - view.black_train) / 2.2)

    @property
    def money(self) -> int:
        """Dollars in hand."""
        return self.me.money or 0

    def assets(self, player: PlayerView) -> int:
        """Return the visible assets of a player in dollars: money if shown, derricks, and oil."""
        markers = sum(derrick.markers for derrick in player.derricks) + sum(player.depots.values())
        derricks = len(player.derricks) * self.fees.train_ranks[THIRD]
        return (player.money or 0) + derricks + markers * self.fees.marker

    def markers_of(self, site: SiteView) -> float:
        """Return the markers of a tile: the known value, or the mean of its kind."""
        return float(site.value) if site.value is not None else self.mean_value[site.kind]

    def worth(self, square: Square) -> float:
        """Return the expected profit of a derrick on a tile in dollars. Oil that cannot be shipped counts nothing."""
        site = self.sites[square]
        if site.status != "tile" or not self.me.derricks_left:
            return -1.0
        pumped = min(self.markers_of(site), self.rounds_left)
        gap = max(0, self.board.column[square] - self.me.train - 4)
        shipped = max(0.0, pumped - gap / 3)
        derrick_value = (
            self.fees.train_ranks[THIRD]
            if pumped < self.markers_of(site) or self.markers_of(site) >= self.rounds_left
            else 0
        )
        left = (self.markers_of(site) - pumped) * self.fees.marker
        return shipped * self.marker_worth + derrick_value + left - self.costs[site.kind]

    def best_beside(self, square: Square) -> float:
        """Return the profit of the best affordable tile next to a square; 0 if there is none."""
        return max(
            (
                self.worth(site)
                for site in self.board.sites_beside[square]
                if self.costs[self.sites[site].kind] <= self.money
            ),
            default=0.0,
        )

    def train_goal(self) -> int:
        """Return the column that the train should reach: that of the farthest derrick or planned derrick."""
        columns = [self.board.column[derrick.site] for derrick in self.me.derricks]
        truck = self.me.truck
        if truck is not None and self.best_beside(truck) > 0:
            best = max(self.board.sites_beside[truck], key=self.worth)
            columns.append(self.board.column[best])
        return max(columns, default=1)


def _mean(kind: TileKind) -> float:
    return sum(value * copies for value, copies in zip(kind.values, kind.copies, strict=True)) / sum(kind.copies)
