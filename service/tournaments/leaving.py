"""What becomes of the tournaments of a player who is erased."""

import asyncio
from collections.abc import Callable, Collection
from typing import TypeAlias

from domain.tournaments.commands import (
    AnyAct,
    Cancel,
    DeclineInvitation,
    Dismiss,
    Finish,
    Leave,
    LeaveSubstitutes,
    WithdrawCheckIn,
)
from domain.tournaments.decide.decide import Batch, decide
from domain.tournaments.decide.guards import Asked, is_organiser
from domain.tournaments.formats.draw import rounds_of
from domain.tournaments.state import Tournament
from service.core.store.recorder import Origin
from service.tournaments.tournaments import Tournaments

_OWNER_GONE = "The owner has deleted the account."
_NO_DIRECTOR = "The last organiser who can publish and close rounds has deleted the account."

Erased: TypeAlias = Callable[[Collection[str]], frozenset[str]]
"""Returns those of some players whose accounts are deleted."""


async def leave_tournaments(tournaments: Tournaments, player: str, origin: Origin) -> None:
    """Let a player leave all tournaments, and end those that no one can continue (rule 8.2).

    Those that the player opened and that have not started are cancelled. A running tournament goes on while it has
    another director. Without one it is finished if its rounds are over, and otherwise cancelled. An organiser gives up
    the role in the log: of two who leave at the same time, the second one finds that there is no other.
    """
    for tournament in await tournaments.queries.of_player(player):
        await _leave(tournaments, tournament, player, origin)


async def leave_erased(tournaments: Tournaments, tournament: Tournament) -> bool:
    """Let organisers leave a tournament whose accounts are deleted; returns whether there were any.

    Earlier releases left them their roles. A role may also have been given while its player deleted the account.
    """
    erased = await asyncio.to_thread(tournaments.queries.erased, tournament.organisers)
    for player in sorted(erased):
        await _leave(tournaments, tournament.id, player, None)
    return bool(erased)


async def _leave(tournaments: Tournaments, tournament: str, player: str, origin: Origin | None) -> None:
    erased = tournaments.queries.erased
    while await tournaments.act(tournament, lambda state, at: _next(state, player, erased, at), origin):
        pass


def _next(state: Tournament, player: str, erased: Erased, at: str) -> Batch | None:
    """Return the next act by which a player leaves; None: nothing is left to do."""
    if state.is_over:
        return None
    act = _ending(state, player, erased) or _leaving(state, player)
    # only the owner cancels: of a director who leaves later, the service does it in the name of the owner
    author = state.opened.owner if isinstance(act, Cancel) else player
    return None if act is None else decide(state, Asked(author, at), act)


def _ending(state: Tournament, player: str, erased: Erased) -> AnyAct | None:
    """Return the act that ends a tournament; None: it continues without the player."""
    is_owner = state.opened.owner == player
    if not state.rounds:
        return Cancel(_OWNER_GONE) if is_owner else None
    directors = {other for other in state.organisers if is_organiser(state, other, "director")}
    if player not in directors or directors - {player} - erased(directors):
        return None
    is_played = len(state.rounds) == rounds_of(state) and all(held.closed_at is not None for held in state.rounds)
    return Finish() if is_played else Cancel(_OWNER_GONE if is_owner else _NO_DIRECTOR)


def _leaving(state: Tournament, player: str) -> AnyAct | None:
    if player in state.invited:
        return DeclineInvitation()
    if player in state.substitutes:
        return LeaveSubstitutes()
    if state.check_in is not None and player in state.check_in.players:
        return WithdrawCheckIn(round=state.check_in.round)
    entrant = state.entrants.get(player)
    if entrant is not None and entrant.status == "active":
        return Leave()
    return Dismiss(player) if player in state.organisers else None
