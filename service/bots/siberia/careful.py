"""The careful bot of Siberia: fills columns, spreads workers over rich areas, sells at the best price."""

import random
from collections.abc import Callable, Mapping, Sequence

from domain.kernel.values import Choice, Command, Seat
from domain.siberia import commands as c
from projections.views.siberia.parts import SiberiaView
from service.bots.siberia import aims
from service.bots.siberia.evaluation import Table


def choose(view: SiberiaView, seat: Seat, choices: Sequence[Choice], rng: random.Random) -> Command:
    """Return the choice with the highest value. The rng breaks ties."""
    table = Table.of_view(view, seat)

    def worth(choice: Choice) -> tuple[float, float]:
        weigh = _HANDLERS.get(type(choice.command))
        return (0.0 if weigh is None else weigh(table, choice.command)), rng.random()

    return max(choices, key=worth).command


def _place_token(table: Table, command: Command) -> float:
    """Prefer columns worth using."""
    assert isinstance(command, c.PlaceToken)
    score = aims.spot_score(table, command.token, command.spot)
    assert score is not None, "a full column is not listed"
    return score


def _take_back(_table: Table, _command: Command) -> float:
    """Never take a token back: its place was the best, and no new information has come."""
    return -1.0


_HANDLERS: Mapping[type[Command], Callable[[Table, Command], float]] = {
    **aims.HANDLERS,
    c.PlaceToken: _place_token,
    c.TakeBack: _take_back,
}
"""The value of each kind of command. Passing and ending have the value 0."""
