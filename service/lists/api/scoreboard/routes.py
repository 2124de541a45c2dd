"""The scoreboard: results, leaderboards and ratings, for sites that show them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from litestar import Response, Router, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import QueryParameter
from msgspec.structs import asdict

from domain.rulesets import ruleset_of
from projections.rows import ratings as model
from projections.rows.ratings import SCALE
from projections.rows.results import SeatResult
from service.core.http.messages import reply_from
from service.core.http.problems import ProblemError, problems
from service.core.http.request.cursors import after_number, cursor_of, number_and_text_in, paged
from service.core.http.request.page_parameters import Cursor, LargeLimit
from service.core.http.request.player_ids import full_id
from service.core.http.request.times import time_asked
from service.core.http.response.conditional import unchanging
from service.core.http.response.csv import tabular
from service.lists.api.queries import (
    ME,
    OpponentsAsked,
    Order,
    Owner,
    Player,
    TagAsked,
    Title,
    TournamentAsked,
    opponents_asked,
    player_asked,
    tag_asked,
)
from service.lists.api.scoreboard.messages import (
    FinishedGame,
    FinishedSeat,
    Leaderboard,
    RankedPlayer,
    RatedGame,
    RatingHistory,
    RatingModel,
    RatingReply,
    Results,
)
from service.lists.api.tournament_games import TournamentGames
from service.lists.reading import ReadModels
from service.lists.tables.ratings import (
    TITLE,
    LeaderboardEntry,
    PlayerRating,
    RatingChange,
    history,
    leaderboard,
)
from service.lists.tables.results import NumberedResult, ResultQuery, results
from service.people.accounts import Accounts
from service.people.api.request import PlayerRequest
from service.play.api.titles import profile_asked, ruleset_named, title_asked

_GAME = ("profile", "data_set", "owner", "owner_name", "opened_at", "started_at", "unit")
_SEATS = ("seat", "player", "name", "rank", "score", "resigned", "bot")
_RULINGS = ("former", "adjudicated")
RESULT_COLUMNS = (
    *("cursor", "game", "ruleset", "ruleset_version", "version", "ended_at"),
    *_SEATS,
    *("won", "rated"),
    *_GAME,
    *_RULINGS,
    "options",
    "ending",
    "voided",
)
"""The columns of results as CSV, one line per seat. New columns go to the end."""

Profile = Annotated[str | None, QueryParameter(description="Only games with this profile.")]

BOARD_COLUMNS = RankedPlayer.__struct_fields__
HISTORY_COLUMNS = RatedGame.__struct_fields__


def _listed(kind: type[Any], *codes: str) -> dict[int, ResponseSpec]:
    """Return the declared responses of a list. Examples document its other media types."""
    return {200: ResponseSpec(kind, generate_examples=False, description="The page."), **problems(*codes)}


@get(
    "/results",
    summary="List results",
    operation_id="results",
    responses=_listed(Results, "bad-request", "token-needed"),
)
async def list_results(
    request: PlayerRequest,
    accounts: Accounts,
    models: ReadModels,
    tournament_games: TournamentGames,
    since: Annotated[
        str | None,
        QueryParameter(format="date-time", description="Only games that ended at this time (RFC 3339) or later."),
    ] = None,
    until: Annotated[
        str | None,
        QueryParameter(format="date-time", description="Only games that ended before this time (RFC 3339)."),
    ] = None,
    ruleset: Title = None,
    profile: Profile = None,
    player: Player = None,
    owner: Owner = None,
    tag: TagAsked = None,
    tournament: TournamentAsked = None,
    opponents: OpponentsAsked = None,
    order: Order = "asc",
    limit: LargeLimit = 50,
    cursor: Cursor = None,
) -> Response[Any]:
    """Return the results of public games in the order of the log, as JSON, NDJSON or CSV by `Accept`.

    New results are always appended. A client that reads oldest first and continues from the `cursor` of the last row
    gets every result exactly once. In CSV, each row is a seat, and `options` is JSON.

    For scoreboard sites: store the `cursor` of the last row, and continue from it at any later time. Private games that
    were not opened as rated ones, and imported games, are excluded. `resigned` includes seats that the clock gave to a
    bot and to which the player did not return. In CSV, a text that a spreadsheet would evaluate as a formula starts
    with an apostrophe; JSON is exact.
    """
    wanted = ResultQuery(
        since=time_asked(since, "since"),
        until=time_asked(until, "until"),
        ruleset=title_asked(ruleset),
        profile=profile_asked(profile, ruleset),
        player=player_asked(request, player),
        owner=player_asked(request, owner),
        tag=tag_asked(tag, tournament),
        among=await tournament_games.asked(tournament),
        opponents=opponents_asked(opponents),
        is_newest_first=order == "desc",
        after=None if cursor is None else after_number(cursor),
        limit=limit + 1,
    )
    found = await models.read(("results", "lobby"), lambda asked: results(asked, wanted))
    page, following = paged(found, limit, lambda one: cursor_of(one.number))
    items = [finished(accounts, one) for one in page]
    return tabular(request, items, following, _lines(items), RESULT_COLUMNS, public=ME not in {owner, player})


def _lines(items: Sequence[FinishedGame]) -> Iterator[Mapping[str, object]]:
    """Return the lines of results as CSV, one for each seat."""
    for item in items:
        for seat in item.seats:
            former = {"former": " ".join(seat.former)}
            yield asdict(item) | asdict(seat) | former


def finished(accounts: Accounts, numbered: NumberedResult) -> FinishedGame:
    """Return the reply for a result. Its cursor is that of the list and of the stream of results."""
    row = numbered.result
    return FinishedGame(
        cursor=cursor_of(numbered.number),
        game=row.game,
        ruleset=row.ruleset,
        ruleset_version=row.ruleset_version,
        version=row.version,
        ended_at=row.ended_at,
        profile=row.profile,
        data_set=row.data_set,
        options=dict(row.options),
        owner=row.owner,
        owner_name=accounts.name_of(row.owner),
        opened_at=row.opened_at,
        started_at=row.started_at,
        unit=ruleset_of(row.ruleset, row.ruleset_version).score.unit,
        seats=tuple(_seat(accounts, seat) for seat in row.seats),
        rated=bool(model.finishes(row)) and not numbered.is_void,
        adjudicated=row.ending == "adjudicated",
        ending=row.ending,
        voided=numbered.is_void,
    )


def _seat(accounts: Accounts, seat: SeatResult) -> FinishedSeat:
    name = accounts.name_of(seat.player)
    return FinishedSeat(
        seat.seat, seat.player, name, seat.rank, seat.score, seat.resigned, seat.bot, seat.won, seat.former
    )


@get(
    "/leaderboards/{name:str}",
    summary="Read a leaderboard",
    operation_id="leaderboard",
    responses=_listed(Leaderboard, "bad-request", "token-needed", "not-found"),
)
async def show_leaderboard(
    request: PlayerRequest,
    accounts: Accounts,
    models: ReadModels,
    name: str,
    profile: Annotated[
        str | None, QueryParameter(description="The ratings of games with this profile, by default of all games.")
    ] = None,
    provisional: Annotated[
        bool, QueryParameter(description="List the players with provisional ratings instead of the ranked ones.")
    ] = False,
    limit: LargeLimit = 50,
    cursor: Cursor = None,
) -> Response[Any]:
    """Return the ranked players of a title, best first, as JSON, NDJSON or CSV by `Accept`.

    Players with provisional ratings are in a list of their own (`provisional` true), where `rank` is the place in that
    list. Ranks may change between two pages, so a player may appear twice or not at all. To copy a leaderboard, request
    one page (`limit` up to 1000), or follow `results` and read the ratings of their players.
    """
    title = ruleset_named(name)
    games = profile_asked(profile, title.name) or TITLE
    after = None if cursor is None else number_and_text_in(cursor)
    found = await models.read(
        ("ratings",), lambda asked: leaderboard(asked, title.name, games, after, limit + 1, provisional=provisional)
    )
    page, following = paged(
        found, limit, lambda one: cursor_of(one.player_rating.rating.ordinal, one.player_rating.player)
    )
    items = [_ranked(accounts, one) for one in page]
    return tabular(request, items, following, map(asdict, items), BOARD_COLUMNS)


def _ranked(accounts: Accounts, ranked: LeaderboardEntry) -> RankedPlayer:
    player, numbers = ranked.player_rating.player, rating_reply(ranked.player_rating)
    return reply_from(RankedPlayer, numbers, rank=ranked.rank, player=player, name=accounts.name_of(player))


def rating_reply(standing: PlayerRating) -> RatingReply:
    """Return a player's rating in a title."""
    rating = standing.rating
    return RatingReply(
        ruleset=standing.ruleset,
        profile=None if standing.profile == TITLE else standing.profile,
        rating=rating.ordinal / SCALE,
        mu=rating.mu / SCALE,
        sigma=rating.sigma / SCALE,
        games=standing.games,
        wins=standing.wins,
        provisional=standing.is_provisional,
    )


@get("/ratings", summary="Read the rating model", operation_id="ratingModel")
async def rating_model(request: PlayerRequest) -> Response[RatingModel]:
    """Return the rating model, its parameters, and the conditions for rated games.

    With these parameters and the results, anyone can recompute all ratings exactly.
    """
    return unchanging(request, "ratings", _rating_model)


def _rating_model() -> RatingModel:
    return RatingModel(
        model="Plackett-Luce (Weng and Lin, JMLR 12, 2011), as in openskill 6 for Python",
        mu=model.MU / SCALE,
        sigma=model.SIGMA / SCALE,
        beta=model.BETA / SCALE,
        tau=model.TAU / SCALE,
        kappa=model.KAPPA / SCALE,
        rating=f"mu - {model.CERTAINTY} sigma",
        resolution=1 / SCALE,
        provisional_below=model.PROVISIONAL_BELOW,
        provisional_above=model.PROVISIONAL_ABOVE / SCALE,
        weight="The mean over the opponents of 1 / (1 + n), where n is the number of rated games of the two in the "
        f"title that come earlier in the results and ended at most {model.WEIGHT_HOURS} hours before the end of the "
        "game. It is rounded to a millionth. The change of mu and that of sigma are multiplied by it, and "
        "rounded (half to even). The title and the profile have the same weight.",
        weight_hours=model.WEIGHT_HOURS,
        rated="Public games, and private ones that were opened as rated, that were played here to their end, between "
        "two or more players who have signed up, all different, on all seats: neither guests nor bots from the start. "
        "The players of each seat made two decisions or more; what a bot decided for them does not count. A game that "
        "ended because the others left is rated like every other. "
        "Games that were opened as unrated do not count. A game with take-backs is not rated. A game opened without "
        "`rated` is not rated if a ruling adjudicated it, replaced a player or gave up a seat. In a game opened with "
        "`rated` true, a seat whose player was replaced by a ruling counts for none of its players; the others count. "
        "If it is adjudicated, the ranks stand as its owner gave them. Each title has ratings of its own. Games count "
        "in the order of the results; players count in the order of their seats. Equals share a rank, and so do "
        "players who resigned: they are last, whatever score the bot has reached on their seat. A player who did not "
        "return to a seat that the clock gave to a bot counts as resigned. A game that all of its players gave up is "
        "not rated.",
    )


@get(
    "/players/{player:str}/ratings",
    summary="List the rated games of a player",
    operation_id="ratingsOfPlayer",
    responses=_listed(RatingHistory, "bad-request", "token-needed", "not-found"),
)
async def ratings_of_player(
    request: PlayerRequest,
    accounts: Accounts,
    models: ReadModels,
    player: str,
    ruleset: Title = None,
    profile: Annotated[
        str | None, QueryParameter(description="The rating in this profile, by default in the title.")
    ] = None,
    limit: LargeLimit = 50,
    cursor: Cursor = None,
) -> Response[Any]:
    """Return the rated games of a player and the rating after each, oldest first, as JSON, NDJSON or CSV.

    The last row of a title has the current rating. A game that is withheld from public view counts, and is not named.
    """
    player = full_id(player)
    if accounts.player(player) is None:
        raise ProblemError("not-found", "there is no such player")
    after, title = after_number(cursor), title_asked(ruleset)
    games = profile_asked(profile, title) or TITLE
    found = await models.read(("ratings",), lambda asked: history(asked, player, title, games, after, limit + 1))
    page, following = paged(found, limit, lambda one: cursor_of(one.number))
    items = list(map(_rated, page))
    return tabular(request, items, following, map(asdict, items), HISTORY_COLUMNS)


def _rated(rated: RatingChange) -> RatedGame:
    rating = rated.rating
    return RatedGame(
        cursor=cursor_of(rated.number),
        ruleset=rated.ruleset,
        game=rated.game,
        ended_at=rated.at,
        rank=rated.rank,
        rating=rating.ordinal / SCALE,
        mu=rating.mu / SCALE,
        sigma=rating.sigma / SCALE,
        weight=rated.weight / SCALE,
        withheld=rated.is_withheld,
    )


router = Router(
    "/v1",
    route_handlers=[list_results, show_leaderboard, rating_model, ratings_of_player],
    tags=["scoreboard"],
)
