"""The games of tournaments obey their owners only while these direct the tournament (rules 1.3 and 6.1)."""

import re
import uuid

from msgspec import UNSET

from domain.tournaments.decide.guards import is_organiser
from domain.tournaments.decide.rounds import table_of_game
from domain.tournaments.state import Tournament
from service.core.http.problems import ProblemError
from service.play.loaded import Loaded
from service.tournaments.tournaments import Tournaments, UnknownTournamentError

_TAG = re.compile(r"[0-9a-f]{32}", re.ASCII)

_INSTEAD = "directors who do not play at its table rule with `forfeit_seat`, `replace_result` or `void_table`"


class TournamentDirection:
    """Who directs a tournament, at its newest version that this process knows."""

    def __init__(self, tournaments: Tournaments, tournament: Tournament) -> None:
        self._tournaments = tournaments
        self.tournament = tournament

    def check_owner(self, player: str, owner: str) -> None:
        """Raise a 403 problem for a director who does not own the game."""
        if player != owner and self._directs(player):
            raise ProblemError("not-yours", f"the game belongs to {owner}, who alone rules on it: {_INSTEAD}")

    def check_director(self, player: str) -> None:
        """Raise a 403 problem for a player who is not, or no longer, a director."""
        if not self._directs(player):
            raise ProblemError("not-yours", f"you are no longer a director of the tournament: {_INSTEAD}")

    def _directs(self, player: str) -> bool:
        return is_organiser(self._tournaments.newest(self.tournament), player, "director")


async def direction_of(tournaments: Tournaments, loaded: Loaded) -> TournamentDirection | None:
    """Return who directs the tournament that has opened a game; None: the game belongs to none.

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
    is_known = table_of_game(found, game.id) is not None or game.id in found.discarded
    return TournamentDirection(tournaments, found) if is_known else None
