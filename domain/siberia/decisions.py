"""The decision events of Siberia, and the command that each of them answers."""

from collections.abc import Mapping, Sequence

from domain.kernel.twins import Twin, commands_from
from domain.kernel.values import Command, Event
from domain.siberia import commands, events


def _placed(event: events.TokenPlaced) -> Sequence[Command]:
    return [commands.PlaceToken(event.secret.token, event.secret.spot)]


def _changed(event: events.PlacingChanged) -> Sequence[Command]:
    kind = commands.TakeBack if event.secret.taken_back else commands.PlaceToken
    return [kind(event.secret.token, event.secret.spot)]


TWINS: Mapping[type[Event], Twin] = {
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


def commands_of(event: Event) -> Sequence[Command]:
    """Return the command that a decision event answers; none for an event that nobody decides."""
    return commands_from(event, TWINS)
