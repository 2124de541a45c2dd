"""The rows of the results of public games and of private rated ones. Other private and foreign games are excluded."""

from collections.abc import Mapping

from domain.game.events import BOT, REGISTERED
from domain.game.game import Ending, Game
from domain.game.rulings.standing import can_be_rated, rated_as_played
from domain.kernel.values import Place, Seat, Value
from projections.following import NO_TIMES, Followed, Times
from projections.played import Played
from projections.profiles import profile_of
from projections.ranking import ranking_of, winners_of


class SeatResult(Value, frozen=True):
    """The result of a seat. If the player resigned, `bot` played the seat to the end.

    A seat that the clock gave to a bot counts as resigned, unless its player has returned before the end.
    """

    seat: Seat
    player: str
    """The last player of the seat, even if a bot plays on: a player id, or `bot:<name>` for a bot from the start."""
    rank: int
    """The rank from 1, with resigned seats last (see `projections.ranking`)."""
    score: int
    resigned: bool
    bot: str | None
    """The name of the bot that played the seat at the end, if any."""
    won: bool = False
    former: tuple[str, ...] = ()
    """The players whom rulings replaced, in order."""
    decisions: int | None = None
    """The decisions of its players, at most `projections.played.ENOUGH`; None: the game cannot be rated anyway."""


class ResultRow(Value, frozen=True):
    """The result of a game, best seat first."""

    game: str
    ruleset: str
    ruleset_version: int
    version: int
    ended_at: str
    opened_at: str
    started_at: str
    owner: str
    data_set: str
    profile: str | None
    options: Mapping[str, int | str | bool]
    seats: tuple[SeatResult, ...]
    rated: bool | None = None
    """As the game was opened; None: rated if players who have signed up had all seats (rulings/standing.py)."""
    ending: Ending = "rules"
    """Why the game has ended. Only after a ruling the ranks are those that the owner of the game gave."""


def result_row(followed: Followed) -> ResultRow | None:
    """Return the result of a game; None if it is not over, not public or foreign."""
    return ended_row(followed.game, followed.played, followed.times, is_foreign=followed.is_foreign)


def completions(followed: Followed) -> list[tuple[str, bool]]:
    """Return the registered players who started a game with others, each with whether the player has finished it.

    A player has not finished a game if the clock or a ruling gave the seat up, or another player got it. A player who
    resigned has. Empty for a game that has not ended, or whose result is not public.
    """
    row = result_row(followed)
    if row is None:
        return []
    people = [player for seat in row.seats for player in (*seat.former, seat.player) if not player.startswith(BOT)]
    if len(people) < 2:  # noqa: PLR2004 - a game alone against bots hurts no one
        return []
    found: dict[str, bool] = {}
    for seat in row.seats:
        found |= dict.fromkeys(seat.former, False)
        found[seat.player] = seat.seat not in followed.absent and found.get(seat.player, True)
    return [(player, finished) for player, finished in found.items() if player.startswith(REGISTERED)]


def needs_decisions(followed: Followed) -> bool:
    """Whether the decisions of the seats decide on whether an ended game is rated."""
    game = followed.game
    return game.status == "ended" and not followed.is_foreign and can_be_rated(game)


def ended_row(game: Game, played: Played | None, times: Times = NO_TIMES, *, is_foreign: bool) -> ResultRow | None:
    """Return the result of a game; None if it is not over, not public or foreign."""
    opened = game.opened
    if game.status != "ended" or not has_public_result(game) or is_foreign:
        return None
    winners = winners_of(game)
    made = played.made if played is not None and can_be_rated(game) else None
    return ResultRow(
        game=game.id,
        ruleset=opened.ruleset,
        ruleset_version=opened.ruleset_version,
        version=game.version,
        ended_at=game.tip.at,
        opened_at=game.opened_at,
        started_at=times.started_at or game.opened_at,
        owner=opened.owner,
        data_set=opened.data_set,
        profile=profile_of(opened),
        options=opened.options,
        seats=tuple(
            _seat(game, place, None if made is None else made[place.seat], won=place.seat in winners)
            for place in ranking_of(game)
        ),
        rated=rated_as_played(game),
        ending=game.ending or "rules",
    )


def has_public_result(game: Game) -> bool:
    """Whether the result of a game is public: the game is public, or it was opened as a rated one."""
    return game.opened.visibility == "public" or game.opened.rated is True


def _seat(game: Game, place: Place, decisions: int | None, *, won: bool) -> SeatResult:
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
        former=occupant.former,
        decisions=decisions,
    )
