"""The decision events of Siberia, and the commands that lead to them."""

from collections.abc import Sequence

from domain.kernel.decisions import commands_by_event
from domain.kernel.values import Command
from domain.siberia import commands, events


def _placed(event: events.TokenPlaced) -> Sequence[Command]:
    return [commands.PlaceToken(event.secret.token, event.secret.spot)]


def _changed(event: events.PlacingChanged) -> Sequence[Command]:
    kind = commands.TakeBack if event.secret.taken_back else commands.PlaceToken
    return [kind(event.secret.token, event.secret.spot)]


commands_of = commands_by_event(
    {
        events.SidesChosen: commands.ChooseSides,
        events.TokenPlaced: _placed,
        events.PlacingChanged: _changed,
        events.PlacingEnded: commands.EndPlacing,
        events.RoundPassed: commands.Pass,
        events.ActionVoided: commands.VoidAction,
        events.ResourcePlaced: commands.PlaceResource,
        events.JokerPlayed: commands.PlayJoker,
        events.LogisticsStarted: commands.UseLogistics,
        events.WorkerMoved: commands.MoveWorker,
        events.LogisticsEnded: commands.EndLogistics,
        events.SalesmanPlaced: commands.PlaceSalesman,
        events.WorkerPlaced: commands.PlaceWorker,
        events.InvestmentTaken: commands.TakeInvestment,
        events.CubesSold: commands.SellCubes,
        events.TokenReturned: commands.ReturnToken,
    }
)
"""Returns the commands that may have led to a decision event; none for an event that follows from another one."""
