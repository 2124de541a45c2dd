"""What the owner of a game may do. The game of a tournament obeys its owner only while the owner directs it."""

import re
import uuid

from msgspec import UNSET

from domain.game.game import Game, seat_of
from domain.kernel.values import Seat
from domain.tournaments.decide.guards import is_organiser
from domain.tournaments.decide.rounds import table_of_game
from domain.tournaments.state import Tournament
from service.api.access import only_owner, player_in, sitter_or_owner
from service.api.request import PlayerRequest
from service.games.requests import Allowed
from service.http.problems import ProblemError
from service.services import Services
from service.tournaments.tournaments import UnknownTournamentError

_TAG = re.compile(r"[0-9a-f]{32}", re.ASCII)

_INSTEAD = "directors who do not play at its table rule with `forfeit_seat`, `replace_result` or `void_table`"


async def tournament_of(services: Services, game: Game) -> Tournament | None:
    """Return the tournament that has opened a game; None: the game belongs to none.

    Any account may give a game the tag of a tournament: the tournament itself has to know the game.
    """
    for tag in () if game.opened.tags is UNSET else filter(_TAG.fullmatch, game.opened.tags):
        try:
            found = (await services.tournaments.load(str(uuid.UUID(tag)))).tournament
        except UnknownTournamentError:
            continue
        if table_of_game(found, game.id) is not None or game.id in found.discarded:
            return found
    return None


async def directing_owner(request: PlayerRequest, game: Game) -> Allowed:
    """Return a check that the requester owns a game and, in a tournament, is a director (rules 1.3 and 6.1).

    Both raise 401 and 403 problems.
    """
    allowed = only_owner(request)
    tournament = await tournament_of(request.services, game)
    if tournament is None:
        return allowed

    def check(game: Game) -> None:
        player, owner = player_in(request, game) or "", game.opened.owner
        if player != owner and is_organiser(tournament, player, "director"):
            raise ProblemError("not-yours", f"the game belongs to {owner}, who alone rules on it: {_INSTEAD}")
        allowed(game)
        _must_direct(tournament, player)

    return check


async def sitter_or_directing_owner(request: PlayerRequest, game: Game, seat: Seat) -> Allowed:
    """Return a check that the requester has the seat, or owns the game as `directing_owner` says."""
    allowed = sitter_or_owner(request, seat)
    tournament = await tournament_of(request.services, game)

    def check(game: Game) -> None:
        allowed(game)
        player = player_in(request, game) or ""
        if tournament is not None and seat_of(game, player) != seat:
            _must_direct(tournament, player)

    return check


def _must_direct(tournament: Tournament, player: str) -> None:
    if not is_organiser(tournament, player, "director"):
        raise ProblemError("not-yours", f"you are no longer a director of the tournament: {_INSTEAD}")
