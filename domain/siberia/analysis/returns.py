"""What sales and investment tiles of Siberia returned."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from domain.kernel.analysis import AmountInfo, KindInfo, Moment, Return
from domain.kernel.values import Seat
from domain.siberia import events as e
from domain.siberia.options import Column
from domain.siberia.state import State

KINDS = (
    KindInfo("sale", "Sale", ("3.4", "10.5"), in_score=True),
    KindInfo("investment", "Investment tile", ("3.3", "3.4", "9.1", "9.5")),
)

AMOUNTS = (
    AmountInfo("sales", "sales", is_score=True),
    AmountInfo("tokens", "tokens"),
    AmountInfo("tokens_saved", "tokens saved"),
    AmountInfo("column_sales", "sales in its column"),
    AmountInfo("cubes", "cubes"),
    AmountInfo("price", "price"),
)

OUTCOMES: Mapping[str, str] = {"sold": "sold", "used": "used", "unused": "never used"}


class Returns:
    """Keeps the accounts of a game: a sale at once, an investment tile as long as its column is used."""

    def __init__(self, _state: State, _version: int) -> None:
        self._all: list[Return] = []
        self._tiles: dict[tuple[Seat, Column], int] = {}
        """The place of the account of each tile on a panel."""
        self._returned: defaultdict[int, defaultdict[str, int]] = defaultdict(lambda: defaultdict(int))
        """What the tiles have returned, by the places of their accounts."""

    def take(self, moment: Moment[State], /) -> None:
        """Follow an event."""
        event = moment.event
        column = _column_of(event)
        if column is None:
            return
        if (event.seat, column) in self._tiles:
            # the tile stands for one of the two tokens that fill a column (3.3)
            returned = self._returned[self._tiles[event.seat, column]]
            returned["tokens_saved"] += 1
            if isinstance(event, e.CubesSold):
                returned["column_sales"] += event.proceeds
        match event:
            case e.CubesSold():
                self._all.append(_sale(moment.version, event))
            case e.InvestmentTaken():
                self._tiles[event.seat, event.tile] = len(self._all)
                self._all.append(
                    Return(
                        kind="investment",
                        version=moment.version,
                        seat=event.seat,
                        outcome="unused",
                        about=(f"column:{event.seat}:{event.tile}",),
                        paid={"tokens": len(event.tokens)},
                    )
                )
            case _:
                pass

    def end(self, _state: State, /) -> Iterable[Return]:
        """Return the accounts."""
        for place, returned in self._returned.items():
            self._all[place] = replace(self._all[place], outcome="used", returned=dict(returned))
        return self._all


def _sale(version: int, event: e.CubesSold) -> Return:
    return Return(
        kind="sale",
        version=version,
        seat=event.seat,
        outcome="sold",
        ends=version,
        about=(f"cubes:{event.resource}", f"exchange:{event.exchange}"),
        paid={"tokens": len(event.tokens)},
        returned={"sales": event.proceeds},
        facts={"cubes": len(event.areas), "price": event.price},
    )


def _column_of(event: object) -> Column | None:
    """Return the column that an event uses; None: it uses none."""
    column: Column | None
    match event:
        case e.ActionVoided():
            column = event.column
        case e.JokerPlayed():
            # its field names the column into which the joker goes (5.2)
            column = "manager"
        case e.LogisticsStarted():
            column = "logistics"
        case e.SalesmanPlaced():
            column = "salesman"
        case e.WorkerPlaced():
            column = "worker"
        case e.InvestmentTaken():
            column = "investor"
        case e.CubesSold():
            column = event.resource
        case _:
            column = None
    return column
