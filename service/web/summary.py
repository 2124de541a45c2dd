"""What every visitor may know of a game. It depends on no token, cookie or invitation of the request."""

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET

from domain.game.game import Game, awaiting
from domain.kernel.values import Seat, Value
from projections.ranking import ranking_of
from projections.scores import scores_of
from projections.views import VIEWS
from service.people.accounts import Accounts
from service.play.loaded import Loaded

_BOT = "bot:"
_WITH_BOARD = ("running", "ended")


class PublicSeat(Value, frozen=True):
    """A seat of a game: its player, by name or as a bot, and its score, as far as they are public."""

    seat: Seat
    name: str | None
    """The name of the player, also after a resignation."""
    bot: str | None
    """The bot that plays the seat."""
    is_free: bool
    is_asked: bool
    score: int | None
    rank: int | None
    """The rank by the result; None until the game has ended."""
    is_resigned: bool = False
    """Whether the player has left the seat to the bot."""


class Summary(Value, frozen=True):
    """A public game, as previews of links and pictures show it."""

    id: str
    ruleset: str
    data_set: str
    status: str
    version: int
    unit: str
    """The symbol of the scores."""
    seats: tuple[PublicSeat, ...]
    has_board: bool
    """Whether every visitor may see the board: the game has started, and has spectators or is over."""

    @property
    def taken(self) -> tuple[PublicSeat, ...]:
        """The seats that have a player, by number."""
        return tuple(seat for seat in self.seats if not seat.is_free)

    @property
    def ranked(self) -> tuple[PublicSeat, ...]:
        """The seats with a rank, best first; empty until the game has ended."""
        return tuple(sorted((seat for seat in self.seats if seat.rank), key=lambda seat: seat.rank or 0))


def summary_of(loaded: Loaded, accounts: Accounts, at: int | None = None) -> Summary:
    """Return what every visitor may know of a public game, at a version or the last one.

    Players of an imported game have no names.
    """
    game = loaded.game if at is None else loaded.at(at)
    scores, asked = _scores(loaded, game), awaiting(game)
    ranks = {place.seat: place.rank for place in ranking_of(game)}

    def seat_of(seat: Seat) -> PublicSeat:
        occupant = game.occupants[seat]
        player = None if occupant is None else occupant.player
        resigned = None if occupant is None else occupant.resigned
        return PublicSeat(
            seat=seat,
            name=None if loaded.is_foreign else accounts.name_of(resigned or player),
            bot=player.removeprefix(_BOT) if player is not None and player.startswith(_BOT) else None,
            is_resigned=resigned is not None,
            is_free=occupant is None,
            is_asked=seat in asked,
            score=scores[seat],
            rank=ranks.get(seat),
        )

    return Summary(
        id=game.id,
        ruleset=game.opened.ruleset,
        data_set=game.opened.data_set,
        status=game.status,
        version=game.version,
        unit=game.ruleset.score.symbol,
        seats=tuple(map(seat_of, range(game.opened.seats))),
        has_board=game.status in _WITH_BOARD and _is_shown(loaded, game.version),
    )


def public_view(loaded: Loaded, at: int | None = None) -> Any | None:
    """Return the public view at a version or the last one; None before the start, and if visitors may not watch."""
    version = loaded.game.version if at is None else at
    if not _is_shown(loaded, version):
        return None
    game = loaded.at(version)
    return VIEWS[game.opened.ruleset](game, None)


def _scores(loaded: Loaded, game: Game) -> Sequence[int | None]:
    """Return the scores that the public knows; before the start, and without spectators until the end, none."""
    unknown = [None] * game.opened.seats
    if game.is_adjudicated or not _is_shown(loaded, game.version):
        return unknown
    scores = scores_of(game, None)
    return unknown if scores is UNSET else scores


def _is_shown(loaded: Loaded, version: int) -> bool:
    """Whether every visitor may see the position at a version."""
    is_watched = loaded.game.opened.spectators == "open" or loaded.game.is_over
    return is_watched and loaded.started_at is not None and version >= loaded.started_at
