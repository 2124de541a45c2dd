"""What the owner of a game may do. The game of a tournament obeys its owner only while the owner directs it."""

import re
import uuid

from msgspec import UNSET

from domain.game.game import Game, seat_of
from domain.kernel.values import Seat
from domain.tournaments.decide.guards import is_organiser
from domain.tournaments.decide.rounds import table_of_game
from domain.tournaments.state import Tournament
from service.api.access import Access
from service.api.request import PlayerRequest
from service.games.loaded import Loaded
from service.games.requests import Allowed
from service.http.problems import ProblemError
from service.tournaments.tournaments import Tournaments, UnknownTournamentError

_TAG = re.compile(r"[0-9a-f]{32}", re.ASCII)

_INSTEAD = "directors who do not play at its table rule with `forfeit_seat`, `replace_result` or `void_table`"


async def tournament_of(tournaments: Tournaments, loaded: Loaded) -> Tournament | None:
    """Return the tournament that has opened a game; None: the game belongs to none.

    The service opens the games of a tournament without a request, and with its tag alone. Any account may give a game
    this tag, but the log has the sender of the request; so at most one tournament is loaded. The tournament itself has
    to know the game, too.
    """
    game, tags = loaded.game, loaded.game.opened.tags
    if loaded.entries[0].origin is not None or tags is UNSET or len(tags) != 1 or not _TAG.fullmatch(tags[0]):
        return None
    try:
        found = (await tournaments.load(str(uuid.UUID(tags[0])))).tournament
    except UnknownTournamentError:
        return None
    return found if table_of_game(found, game.id) is not None or game.id in found.discarded else None


async def directing_owner(request: PlayerRequest, tournaments: Tournaments, access: Access, loaded: Loaded) -> Allowed:
    """Return a check that the requester owns a game and, in a tournament, is a director (rules 1.3 and 6.1).

    Both raise 401 and 403 problems. The check may run later, when it is the turn of the request: it takes the newest
    version of the tournament that this process knows. A director whose request arrives after a dismissal was answered
    is refused, in every process; of a request and a dismissal at the same time, either may be the first.
    """
    allowed = access.only_owner(request)
    tournament = await tournament_of(tournaments, loaded)
    if tournament is None:
        return allowed

    def check(game: Game) -> None:
        newest = tournaments.newest(tournament)
        player, owner = access.player_in(request, game) or "", game.opened.owner
        if player != owner and is_organiser(newest, player, "director"):
            raise ProblemError("not-yours", f"the game belongs to {owner}, who alone rules on it: {_INSTEAD}")
        allowed(game)
        _must_direct(newest, player)

    return check


async def sitter_or_directing_owner(
    request: PlayerRequest, tournaments: Tournaments, access: Access, loaded: Loaded, seat: Seat
) -> Allowed:
    """Return a check that the requester has the seat, or owns the game as `directing_owner` says."""
    allowed = access.sitter_or_owner(request, seat)
    tournament = await tournament_of(tournaments, loaded)

    def check(game: Game) -> None:
        allowed(game)
        player = access.player_in(request, game) or ""
        if tournament is not None and seat_of(game, player) != seat:
            _must_direct(tournaments.newest(tournament), player)

    return check


def _must_direct(tournament: Tournament, player: str) -> None:
    if not is_organiser(tournament, player, "director"):
        raise ProblemError("not-yours", f"you are no longer a director of the tournament: {_INSTEAD}")
