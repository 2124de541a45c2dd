"""A table of Giganten as the light policy reads it: the evaluation of the careful bot, on the state."""

from functools import cache

from domain.giganten.board import Board, board_of
from domain.giganten.options import Square
from domain.giganten.state import Player, State
from domain.giganten.tables import THIRD
from domain.kernel.values import Seat

MARKER_WORTH = 0.84
"""The value of a stored marker after licences and waiting, as a share of the start price."""

ROUND = 2.2
"""The spaces that the black train advances in a round, in the mean."""

GOALS = 3
"""The number of the best tiles that attract a truck."""


@cache
def _means(data_set: str) -> tuple[float, ...]:
    """Return the mean number of markers under a tile, by its kind."""
    kinds = board_of(data_set).data.tiles.kinds
    return tuple(
        sum(value * copies for value, copies in zip(kind.values, kind.copies, strict=True)) / sum(kind.copies)
        for kind in kinds
    )


class Table:
    """A state as a seat plays it."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.state = state
        self.seat = seat
        self.me: Player = state.players[seat]
        self.board: Board = state.board
        self.fees = self.board.data.fees
        self.marker_worth = MARKER_WORTH * self.board.data.prices.start
        self.rounds_left = max(1.0, (state.black_end - state.black_train) / ROUND)
        self._worth: dict[Square, float] = {}

    def cost(self, site: Square) -> int:
        """Return the price of a derrick on a site."""
        return self.board.data.tiles.kinds[self.board.sites[site].kind - 1].cost

    def worth(self, site: Square) -> float:
        """Return the expected profit of a derrick on a tile in dollars."""
        known = self._worth.get(site)
        if known is None:
            known = self._worth[site] = self._profit(site)
        return known

    def _profit(self, site: Square) -> float:
        if site not in self.state.tiles or len(self.me.derricks) >= self.board.data.pieces.derricks:
            return -1.0
        value = self.me.known.get(site)
        markers = _means(self.state.data_set)[self.board.sites[site].kind - 1] if value is None else float(value)
        pumped = min(markers, self.rounds_left)
        gap = max(0, self.board.column[site] - self.me.train - 4)
        shipped = max(0.0, pumped - gap / 3)
        stands = pumped < markers or markers >= self.rounds_left
        left = (markers - pumped) * self.fees.marker
        return shipped * self.marker_worth + stands * self.fees.train_ranks[THIRD] + left - self.cost(site)

    def best_near(self, square: Square) -> float:
        """Return the profit of the best affordable tile next to a square; 0 if there is none."""
        best, money = 0.0, self.me.money
        for site in self.board.neighbours[square]:
            if site in self.state.tiles and self.cost(site) <= money and (worth := self.worth(site)) > best:
                best = worth
        return best

    def sites_near(self, square: Square) -> list[Square]:
        """Return the sites with a tile next to a square."""
        return [site for site in self.board.neighbours[square] if site in self.state.tiles]

    def goals(self) -> list[tuple[float, int, int]]:
        """Return the best tiles: half the profit, the column and the row."""
        best = sorted(((self.worth(site) * 0.5, site) for site in self.state.tiles), reverse=True)[:GOALS]
        return [(worth, self.board.column[site], ord(site[0])) for worth, site in best]

    def train_goal(self) -> int:
        """Return the column that the train should reach: that of the farthest derrick or planned derrick."""
        columns = [self.board.column[derrick.site] for derrick in self.me.derricks]
        truck = self.me.truck
        if truck is not None and self.best_near(truck) > 0:
            columns.append(self.board.column[max(self.sites_near(truck), key=self.worth)])
        return max(columns, default=1)

    def assets(self, player: Player) -> int:
        """Return what a player has, roughly, in dollars."""
        markers = sum(derrick.markers for derrick in player.derricks) + sum(player.depots)
        return player.money + len(player.derricks) * self.fees.train_ranks[THIRD] + markers * self.fees.marker
