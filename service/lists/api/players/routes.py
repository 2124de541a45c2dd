"""What the results say of players: in all, against another one, and by day."""

import datetime
from collections.abc import Sequence
from itertools import groupby
from typing import Annotated, Any
from urllib.parse import urlencode

import msgspec
from litestar import Response, Router, get
from litestar.params import QueryParameter

from service.core.http.json_text import quoted
from service.core.http.messages import Reply
from service.core.http.problems import ProblemError, problems
from service.core.http.request.parameters import bad_parameter
from service.core.http.request.player_ids import full_id
from service.core.http.response.conditional import digest_of, represented
from service.lists.api.players.messages import (
    ActiveDay,
    HeadToHead,
    LastMeeting,
    MeetingsInTitle,
    PlayerActivity,
    PlayerRecord,
    RecordAgainst,
    RecordAtTables,
)
from service.lists.reading import ReadModels
from service.lists.tables.records_of_players import (
    GamesOfDay,
    Meetings,
    against,
    by_day,
    record_of,
)
from service.people.accounts import Accounts
from service.people.api.request import PlayerRequest
from service.people.tokens import Player
from service.play.play import Play

LONGEST = 366
"""Days that one request may ask for."""

MOST_OPPONENTS = 20
"""Opponents in the record of a player."""

_DAY = datetime.timedelta(days=1)

FirstDay = Annotated[
    str | None,
    QueryParameter(
        format="date",
        description=f"The first day (UTC), such as 2026-01-31; by default {LONGEST - 1} days before `until`.",
    ),
]
LastDay = Annotated[
    str | None, QueryParameter(format="date", description="The last day (UTC), which is included; by default today.")
]


@get(
    "/{player:str}/against/{opponent:str}",
    summary="Compare two players",
    operation_id="headToHead",
    responses=problems("bad-request", "token-needed", "not-found"),
)
async def head_to_head(
    request: PlayerRequest, accounts: Accounts, models: ReadModels, player: str, opponent: str
) -> Response[HeadToHead]:
    """Return how a player has done against another one, in all and by title.

    The games are those of `results` in which both had a seat at the end, rated or not, with any number of other
    players. The better rank wins; ranks are those of the results, where resigned players are last. `results` leads to
    the games themselves.
    """
    one, other = _known(accounts, player), _known(accounts, opponent)
    if one.id == other.id:
        raise bad_parameter("opponent", "both are the same player: name two")
    titles = await models.read(("results",), lambda cursor: against(cursor, one.id, other.id))
    query = urlencode({"player": one.id, "opponents": other.id, "order": "desc"}, safe=":")
    last = max(titles, key=lambda each: (each.last_at, each.last), default=None)
    reply = HeadToHead(
        player=one.id,
        name=one.name,
        opponent=other.id,
        opponent_name=other.name,
        games=sum(each.games for each in titles),
        wins=sum(each.wins for each in titles),
        losses=sum(each.losses for each in titles),
        draws=sum(each.draws for each in titles),
        last=None if last is None else _last(last),
        titles=tuple(
            MeetingsInTitle(each.ruleset, each.games, each.wins, each.losses, each.draws, _last(each))
            for each in titles
        ),
        results=f"/v1/results?{query}",
    )
    return _for_all(request, reply)


@get(
    "/{player:str}/record",
    summary="Read the record of a player",
    operation_id="recordOfPlayer",
    responses=problems("token-needed", "not-found"),
)
async def record(request: PlayerRequest, accounts: Accounts, models: ReadModels, player: str) -> Response[PlayerRecord]:
    """Return what a player has played and won by title and number of seats, and against whom most often.

    The games are those of `results` in which the player had a seat at the end, rated or not. `headToHead` compares two
    players in more detail, and `results` with `opponents` has the games themselves.
    """
    known = _known(accounts, player)
    found = await models.read(("results",), lambda cursor: record_of(cursor, known.id, MOST_OPPONENTS))
    reply = PlayerRecord(
        player=known.id,
        name=known.name,
        games=sum(each.games for each in found.tables),
        wins=sum(each.wins for each in found.tables),
        tables=tuple(RecordAtTables(each.ruleset, each.seats, each.games, each.wins) for each in found.tables),
        opponents=tuple(
            RecordAgainst(
                each.opponent, accounts.name_of(each.opponent), each.games, each.wins, each.losses, each.draws
            )
            for each in found.opponents
        ),
    )
    return _for_all(request, reply)


def _last(met: Meetings) -> LastMeeting:
    return LastMeeting(met.last, met.ruleset, met.last_at)


@get(
    "/{player:str}/activity",
    summary="Read the activity of a player",
    operation_id="activityOfPlayer",
    responses=problems("bad-request", "token-needed", "not-found"),
)
async def activity(
    request: PlayerRequest,
    accounts: Accounts,
    models: ReadModels,
    play: Play,
    player: str,
    since: FirstDay = None,
    until: LastDay = None,
) -> Response[PlayerActivity]:
    """Return the games of a player that ended on each day (UTC), for at most a year.

    The games are those of `results`: public ones, and private ones that were opened as rated. Days without games are
    left out.
    """
    known = _known(accounts, player)
    last = _day_asked(until, "until") or datetime.date.fromisoformat(play.now()[:10])
    first = _day_asked(since, "since") or _earlier(last, LONGEST - 1)
    if first > last:
        raise bad_parameter("since", "since is after until: give an earlier day")
    if (last - first).days >= LONGEST:
        raise bad_parameter("since", f"the time from since to until has more than {LONGEST} days: ask for parts of it")
    span = f"{first}T00:00:00.000000Z", f"{last}T23:59:59.999999Z"
    found = await models.read(("results",), lambda cursor: by_day(cursor, known.id, *span))
    days = tuple(_active(day, [*games]) for day, games in groupby(found, lambda each: each.day))
    return _for_all(request, PlayerActivity(known.id, f"{first}", f"{last}", days))


def _for_all(request: PlayerRequest, reply: Reply) -> Response[Any]:
    """Return a reply that is the same for every caller."""
    body = msgspec.json.encode(reply)
    return represented(request, digest_of(body), lambda: body, public=True, for_all=True)


def _active(day: str, found: Sequence[GamesOfDay]) -> ActiveDay:
    return ActiveDay(
        day,
        sum(each.games for each in found),
        sum(each.wins for each in found),
        {each.ruleset: each.games for each in found},
    )


def _earlier(day: datetime.date, days: int) -> datetime.date:
    """Return the day some days before another one, or the first day that exists."""
    return datetime.date.fromordinal(max(1, day.toordinal() - days))


def _day_asked(text: str | None, parameter: str) -> datetime.date | None:
    """Return the day of a query parameter. Raises a 400 problem that names the parameter."""
    if text is None:
        return None
    try:
        day = datetime.date.fromisoformat(text)
    except ValueError:
        day = None
    # the library also reads weeks and days without hyphens
    if day is None or day.isoformat() != text:
        raise bad_parameter(parameter, f"{parameter} is {quoted(text)}: give a day, such as 2026-11-20")
    return day


def _known(accounts: Accounts, player: str) -> Player:
    """Return a player. Raises a 404 problem for an unknown or deleted one."""
    found = accounts.player(full_id(player))
    if found is None:
        raise ProblemError("not-found", "there is no such player")
    return found


router = Router("/v1/players", route_handlers=[head_to_head, record, activity], tags=["scoreboard"])
