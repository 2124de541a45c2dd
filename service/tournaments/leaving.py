"""What becomes of the tournaments of a player who is erased."""

from domain.tournaments.commands import AnyAct, Cancel, DeclineInvitation, Leave, LeaveSubstitutes, WithdrawCheckIn
from domain.tournaments.decide.decide import Batch, decide
from domain.tournaments.decide.guards import Asked
from domain.tournaments.state import Tournament
from service.store.recorder import Origin
from service.tournaments.tournaments import Tournaments

_REASON = "The owner has deleted the account."


async def leave_tournaments(tournaments: Tournaments, player: str, origin: Origin) -> None:
    """Let a player leave all tournaments, and cancel those that the player opened and that have not started.

    A running tournament goes on: its service keeps the times, and other organisers keep their roles.
    """
    for tournament in await tournaments.of_player(player):
        while await tournaments.act(tournament, lambda state, at: _next(state, player, at), origin):
            pass


def _next(state: Tournament, player: str, at: str) -> Batch | None:
    """Return the next act by which a player leaves; None: nothing is left to do."""
    act = _act(state, player)
    return None if act is None else decide(state, Asked(player, at), act)


def _act(state: Tournament, player: str) -> AnyAct | None:
    if state.is_over:
        return None
    if state.opened.owner == player and not state.rounds:
        return Cancel(_REASON)
    if player in state.invited:
        return DeclineInvitation()
    if player in state.substitutes:
        return LeaveSubstitutes()
    if state.check_in is not None and player in state.check_in.players:
        return WithdrawCheckIn(round=state.check_in.round)
    entrant = state.entrants.get(player)
    return Leave() if entrant is not None and entrant.status == "active" else None
