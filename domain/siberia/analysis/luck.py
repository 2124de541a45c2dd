"""The draws of Siberia against what was to be expected of them."""

from collections.abc import Sequence

from domain.kernel.analysis import Measured, MeasureInfo, Moment, first_player_drawn, without_replacement
from domain.siberia import events as e
from domain.siberia.options import COLUMNS, Column
from domain.siberia.state import State

_TITLES: dict[Column, str] = {
    "manager": "Manager tokens",
    "logistics": "Logistics tokens",
    "salesman": "Salesman tokens",
    "worker": "Worker tokens",
    "investor": "Investor tokens",
    "gas": "Tokens with gas",
    "coal": "Tokens with coal",
    "oil": "Tokens with oil",
    "gold": "Tokens with gold",
    "diamonds": "Tokens with diamonds",
}

MEASURES = (
    MeasureInfo("first_player", "First player", "1.3"),
    *(MeasureInfo(column, _TITLES[column], "2.1") for column in COLUMNS),
)


def luck(moment: Moment[State]) -> Sequence[Measured]:
    """Return what an event drew: the first player, or for each column the tokens that can be placed there."""
    event, before = moment.event, moment.before
    match event:
        case e.FirstPlayerDrawn() if event.draws:
            return first_player_drawn("first_player", event.seat, len(before.players))
        case e.TokensDrawn():
            return [_column(before, event, column) for column in COLUMNS] if event.secret.tokens else ()
        case _:
            return ()


def _column(state: State, event: e.TokensDrawn, column: Column) -> Measured:
    """Return how many of the tokens of a hand belong to a column, against the bag from which it was drawn."""
    columns = state.board.columns
    drawn = sum(column in columns[token] for token in event.secret.tokens)
    held = sum(count for token, count in state.bag.contents() if column in columns[token])
    stock = ((1, held), (0, state.bag.total - held))
    return Measured(event.seat, column, drawn, without_replacement(stock, len(event.secret.tokens)))
