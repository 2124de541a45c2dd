"""Who reads and writes in which room.

Players at the table write in the room `table`, which everyone may read who may watch the game. Others write in the room
`spectators`. Who plays, or has played, reads it after the end only; therefore it is not open to visitors before, and
needs the token of an account, which says who asks. Guests and deputies talk as their seat. Nobody writes in an imported
game: the ids of its players prove nothing here.
"""

from domain.game.game import Game, has_sat, seat_of, seat_to_return_to
from domain.kernel.values import Seat, Value
from domain.tournaments.decide.guards import is_organiser
from domain.tournaments.state import Tournament
from service.core.http.problems import ProblemError
from service.people.api.callers import token_of
from service.people.api.request import PlayerRequest
from service.people.tokens import GUEST, Token
from service.play.api.access import Access
from service.play.api.loading import Games
from service.talk.rows import Room
from service.talk.talk import Topic
from service.tournaments.api.access import load_seen, player_of
from service.tournaments.api.directing import direction_of
from service.tournaments.tournaments import Tournaments

BOTH: tuple[Room, ...] = ("table", "spectators")
TABLE: tuple[Room, ...] = ("table",)


class Standing(Value, frozen=True):
    """What a request may do with the messages of a topic."""

    topic: Topic
    reads: tuple[Room, ...]
    writes: Room | None
    """The room in which its messages are; None: it may not write."""
    sets: bool
    """Whether it may set who may write."""
    player: str | None
    """The player of the request; None: a visitor."""
    seat: Seat | None = None
    seated: tuple[str, ...] = ()
    """The players at the table; of a tournament, its players, organisers and substitutes."""

    def check_reads(self, request: PlayerRequest, room: Room) -> None:
        """Raise a 401 or 403 problem unless the request may read a room."""
        if room not in self.reads:
            token_of(request, "games:read")
            raise ProblemError("not-yours", "players read the room of the spectators after the end")


def rooms_read(request: PlayerRequest, access: Access, game: Game) -> tuple[Room, ...]:
    """Return the rooms that a request may read in this state of a game."""
    player = access.player_in(request, game)
    if game.is_over:
        return BOTH
    return BOTH if _has_account(request) and player is not None and not has_sat(game, player) else TABLE


def standing_in(request: PlayerRequest, access: Access, game: Game, above: str | None) -> Standing:
    """Return what a request may do with the messages of a game. `above` is the tournament of the game."""
    player = access.player_in(request, game)
    is_player = player is not None and has_sat(game, player)
    sits = player is not None and (seat_of(game, player) is not None or seat_to_return_to(game, player) is not None)
    writes: Room | None = None
    if sits or (is_player and game.is_over):
        writes = "table"
    elif player is not None and not is_player and _has_account(request):
        writes = "spectators"
    is_deputy = request.user is not None and _is_deputy(request.user)
    return Standing(
        topic=Topic(f"games/{game.id}", above and f"tournaments/{above}"),
        reads=rooms_read(request, access, game),
        writes=writes,
        sets=player is not None and not is_deputy and (sits or player == game.opened.owner),
        player=player,
        seat=None if player is None else seat_of(game, player),
        seated=tuple(each.player for each in game.occupants if each is not None),
    )


def standing_at(request: PlayerRequest, tournament: Tournament) -> Standing:
    """Return what a request may do with the messages of a tournament."""
    player = player_of(request)
    entrant = None if player is None else tournament.entrants.get(player)
    takes_part = player is not None and (
        entrant is not None or player in tournament.organisers or player in tournament.substitutes
    )
    is_out = entrant is not None and entrant.status in {"withdrawn", "disqualified"}
    sits = takes_part and (not is_out or player in tournament.organisers)
    return Standing(
        topic=Topic(f"tournaments/{tournament.id}"),
        reads=BOTH if tournament.is_over or (player is not None and not takes_part) else TABLE,
        writes="table" if sits else None if player is None or takes_part else "spectators",
        sets=player is not None and is_organiser(tournament, player, "director"),
        player=player,
        seated=tuple(
            sorted({each.player for each in tournament.entrants.values() if each.status == "active"})
            + sorted({*tournament.organisers, *tournament.substitutes} - tournament.entrants.keys())
        ),
    )


class Standings:
    """Finds what requests may do."""

    def __init__(self, access: Access, games: Games, tournaments: Tournaments) -> None:
        self._access = access
        self._games = games
        self._tournaments = tournaments

    async def in_game(self, request: PlayerRequest, game: str) -> Standing:
        """Return what a request may do in a game that it may watch. Raises a 404 problem for other games."""
        loaded = await self._games.load_watched(request, game)
        directed = await direction_of(self._tournaments, loaded)
        return standing_in(request, self._access, loaded.game, None if directed is None else directed.tournament.id)

    async def at_tournament(self, request: PlayerRequest, tournament: str) -> Standing:
        """Return what a request may do at a tournament that it may see. Raises a 404 problem for others."""
        loaded = await load_seen(request, self._tournaments, tournament)
        return standing_at(request, loaded.tournament)


def _has_account(request: PlayerRequest) -> bool:
    """Whether the request has the token of an account that reads games, not that of one seat."""
    return request.reader is not None and request.reader.game is None


def _is_deputy(token: Token) -> bool:
    return token.game is not None and not token.player.startswith(GUEST)
