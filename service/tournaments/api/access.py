"""Who may see a tournament, and who may act in it."""

from domain.tournaments.commands import ForPlayer
from domain.tournaments.decide.guards import need_role
from domain.tournaments.state import Tournament
from service.core.http.problems import ProblemError
from service.core.store.recorder import Origin
from service.core.store.timeouts import with_timeout
from service.people.api.callers import account_of
from service.people.api.request import PlayerRequest
from service.people.tokens import Token
from service.tournaments.api.messages.acts import AnyActRequest
from service.tournaments.loaded import LoadedTournament
from service.tournaments.tournaments import DamagedTournamentError, Tournaments, UnknownTournamentError


def player_of(request: PlayerRequest) -> str | None:
    """Return the player of a request; None without a token, for the token of one seat, and without a scope to read."""
    token = request.user
    if token is None or token.game is not None:
        return None
    return token.player if token.allows("games:read") or token.allows("tournaments") else None


def is_seen_by(tournament: Tournament, player: str | None) -> bool:
    """Whether a player may see a tournament: a private one is for organisers, players, substitutes and the invited.

    `service.tournaments.listing` applies the same rule.
    """
    if tournament.terms.visibility == "public":
        return True
    entrant = None if player is None else tournament.entrants.get(player)
    is_entrant = entrant is not None and entrant.status != "withdrawn"
    is_known = player in tournament.organisers or player in tournament.substitutes or player in tournament.invited
    return is_entrant or is_known


async def load_seen(
    request: PlayerRequest, tournaments: Tournaments, tournament: str, origin: Origin | None = None
) -> LoadedTournament:
    """Return a tournament that the requester may see. Raises a 404 problem.

    A requester who has left a private tournament may still repeat the request with the idempotency key of `origin`.
    """
    return await _visible(tournaments, tournament, player_of(request), origin)


async def load_public(tournaments: Tournaments, tournament: str) -> LoadedTournament:
    """Return a tournament that every visitor may see. Raises a 404 problem for others, as for an unknown one."""
    return await _visible(tournaments, tournament, None)


async def _visible(
    tournaments: Tournaments, tournament: str, player: str | None, origin: Origin | None = None
) -> LoadedTournament:
    try:
        loaded = await tournaments.load(tournament)
    except UnknownTournamentError:
        loaded = None
    except DamagedTournamentError:
        if await with_timeout(tournaments.log.is_visible, tournament, player):
            raise
        loaded = None
    if loaded is None or not (loaded.has_key(origin) or is_seen_by(loaded.tournament, player)):
        raise ProblemError("not-found", "there is no such tournament")
    return loaded


def actor_of(request: PlayerRequest, act: AnyActRequest) -> Token:
    """Return the token of an act. A player's own acts need `games:play` or `tournaments`; others need `tournaments`."""
    is_own = isinstance(act, ForPlayer) and act.player is None
    token = account_of(request)
    return token if is_own and token.allows("games:play") else account_of(request, "tournaments")


def director_of(request: PlayerRequest, tournament: Tournament) -> Token:
    """Return the token of a director. Raises 401 and 403 problems, and Refused."""
    token = account_of(request, "tournaments")
    need_role(tournament, token.player, "director")
    return token
