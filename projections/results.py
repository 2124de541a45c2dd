"""The results: how each public game has ended. Private games and games played elsewhere are left out."""

from domain.game import Game
from domain.kernel.values import Place, Seat, Value
from domain.lobby import BOT
from projections.following import Followed
from projections.ranking import ranking_of, winners_of


class SeatResult(Value, frozen=True):
    """How a seat finished; who gave it up has resigned, and `bot` played it to the end."""

    seat: Seat
    player: str
    """Who sat there from the start: a player's id, or `bot:<name>`."""
    rank: int
    """The rank from 1, in which resigned seats are last (see `projections.ranking`)."""
    score: int
    resigned: bool
    bot: str | None
    """The name of the bot that has played it to the end, if one has."""
    won: bool = False


class ResultRow(Value, frozen=True):
    """How a game has ended, best seat first."""

    game: str
    ruleset: str
    ruleset_version: int
    version: int
    ended_at: str
    seats: tuple[SeatResult, ...]


def result_row(followed: Followed) -> ResultRow | None:
    """Return how a game has ended; None where it has not, or where it is private or foreign."""
    return ended_row(followed.game, is_foreign=followed.is_foreign)


def ended_row(game: Game, *, is_foreign: bool) -> ResultRow | None:
    """Return how a game has ended; None where it has not, or where it is private or foreign."""
    opened = game.opened
    if game.status != "ended" or opened.visibility != "public" or is_foreign:
        return None
    winners = winners_of(game)
    seats = tuple(_seat(game, place, won=place.seat in winners) for place in ranking_of(game))
    return ResultRow(game.id, opened.ruleset, opened.ruleset_version, game.version, game.tip.at, seats)


def _seat(game: Game, place: Place, *, won: bool) -> SeatResult:
    occupant = game.occupants[place.seat]
    assert occupant is not None
    return SeatResult(
        seat=place.seat,
        player=occupant.resigned or occupant.player,
        rank=place.rank,
        score=place.score,
        resigned=occupant.resigned is not None,
        bot=occupant.player.removeprefix(BOT) if occupant.is_bot else None,
        won=won,
    )
