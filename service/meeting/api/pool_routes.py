"""Pools: players who want to play the same title with the same clock, whoever comes."""

from collections.abc import Mapping

from litestar import Response, Router, delete, get, post, put
from msgspec.structs import replace

from domain.rulesets import RULESETS
from projections.rows.ratings import MU, SCALE
from service.bots import NAMES
from service.core.http.json_text import quoted
from service.core.http.problems import ProblemError, field_problem, problems
from service.core.http.response.responses import PrivateResponse
from service.core.settings import Settings
from service.core.store.timeouts import with_timeout
from service.lists.reading import ReadModels
from service.lists.tables.ratings import TITLE, ratings_of
from service.meeting.api.messages import ChallengeReply
from service.meeting.api.pool_messages import JoinPool, OwnPool, PoolBot, PoolReply, PoolsReply, WaitingReply
from service.meeting.api.replies import challenge_reply
from service.meeting.api.times import later
from service.meeting.meetings import Meetings
from service.meeting.opening import Opening
from service.meeting.pairing import seconds_since, width_of
from service.meeting.pool import ALIVE, Pools, Waiting
from service.meeting.pool_rows import Entry
from service.meeting.terms import MeetingTerms, terms_of_new
from service.people.accounts import Accounts
from service.people.api.callers import account_of, token_of
from service.people.api.idempotency import no_content
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.play.api.clocks.messages import ClockRequest
from service.play.api.clocks.presets import PRESETS
from service.play.api.games.messages import OpenGame
from service.play.api.games.new_game import new_game
from service.play.api.titles import bot_named, ruleset_in
from service.play.play import Play

BOTS_AFTER = 60.0
"""Seconds of waiting after which bots are offered."""

WAITING = ("token-needed", "scope-missing")


class PoolTerms:
    """What is played in each pool: the default options of the title, public and rated."""

    def __init__(self, settings: Settings, play: Play, accounts: Accounts) -> None:
        self._found: Mapping[tuple[str, str], MeetingTerms] = {
            (title, clock): self._terms(title, clock, settings, play, accounts)
            for title in RULESETS
            for clock in PRESETS
        }

    @staticmethod
    def _terms(title: str, clock: str, settings: Settings, play: Play, accounts: Accounts) -> MeetingTerms:
        ruleset = RULESETS[title]
        asked = OpenGame(
            ruleset=title,
            seats=ruleset.seats[0],
            clock=ClockRequest(preset=clock),
            take_back=False,
            rated=True,
            others_left="end",
        )
        return terms_of_new(new_game(asked, "", settings, play, accounts), ruleset.default_profile, ())

    def of(self, entry: Entry) -> MeetingTerms:
        """Return the terms of the pool of an entry."""
        return self._found[entry.ruleset, entry.clock]

    def asked(self, data: JoinPool) -> MeetingTerms:
        """Return the terms of a pool that a body names. Raises a 422 problem."""
        ruleset_in(data.ruleset)
        if data.clock not in PRESETS:
            reason = f"there is no preset {quoted(data.clock)}: the presets are {', '.join(PRESETS)}"
            raise field_problem("invalid-value", "clock", reason)
        return self._found[data.ruleset, data.clock]

    def all(self) -> Mapping[tuple[str, str], MeetingTerms]:
        """Return the terms of all pools, by title and clock."""
        return self._found


@get("/pools", summary="List the pools", operation_id="pools")
async def pools(pool_terms: PoolTerms, player_pools: Pools) -> Response[PoolsReply]:
    """Return all pools, and how many players wait in each. Pools are always open."""
    numbers = await with_timeout(player_pools.numbers)
    items = tuple(
        PoolReply(title, clock, terms.seats, numbers.get((title, clock), 0))
        for (title, clock), terms in pool_terms.all().items()
    )
    return Response(PoolsReply(items), headers={"Cache-Control": "no-store"})


@post(
    "/me/pools",
    summary="Wait in a pool",
    operation_id="joinPool",
    security=with_scope("games:play"),
    responses=problems("bad-request", *WAITING, "unknown-ruleset", "invalid-value"),
    status_code=200,
)
async def join_pool(
    request: PlayerRequest,
    play: Play,
    accounts: Accounts,
    models: ReadModels,
    meetings: Meetings,
    opening: Opening,
    player_pools: Pools,
    pool_terms: PoolTerms,
    data: JoinPool,
) -> Response[WaitingReply]:
    """Wait for players who want to play the same title with the same clock. You leave any other pool.

    The service pairs players of about the same skill. The longer you wait, the more it may differ; after 45 seconds by
    any amount. Send PUT every 5 seconds: a client that sends none for 20 seconds is not paired. When you are paired the
    game begins at once: it is public and rated, has the default options, and nobody rules in it.
    """
    token = account_of(request, "games:play")
    terms = pool_terms.asked(data)
    ratings = await models.ask(lambda cursor: ratings_of(cursor, token.player))
    skill = next((each.rating.mu for each in ratings if (each.ruleset, each.profile) == (data.ruleset, TITLE)), MU)
    now = play.now()
    entry = Entry(token.player, data.ruleset, data.clock, skill, now, now)
    found = await with_timeout(player_pools.join, entry, terms, token.id)
    return await _answer(found, play, accounts, meetings, opening, pool_terms)


@put(
    "/me/pools",
    summary="Stay in the pool",
    operation_id="stayInPool",
    security=with_scope("games:play"),
    responses=problems(*WAITING, "not-found"),
)
async def stay_in_pool(
    request: PlayerRequest,
    play: Play,
    accounts: Accounts,
    meetings: Meetings,
    opening: Opening,
    player_pools: Pools,
    pool_terms: PoolTerms,
) -> Response[WaitingReply]:
    """Show that you still wait, and learn whether you are paired. The request has no body.

    A client that comes back within five minutes keeps its place, also after a restart of the service; later the
    response is 404.
    """
    token = account_of(request, "games:play")
    found = await with_timeout(player_pools.stay, token.player, pool_terms.of, token.id)
    return await _answer(_found(found), play, accounts, meetings, opening, pool_terms)


@get(
    "/me/pools",
    summary="Read your place in a pool",
    operation_id="ownPool",
    security=with_scope("games:read"),
    responses=problems(*WAITING),
)
async def own_pool(
    request: PlayerRequest, play: Play, accounts: Accounts, player_pools: Pools, pool_terms: PoolTerms
) -> Response[OwnPool]:
    """Return your place in a pool, or the last pairing for five minutes. It does not keep your place: PUT does."""
    token = token_of(request, "games:read")
    found = None if token.game is not None else await with_timeout(player_pools.find, token.player)
    return PrivateResponse(OwnPool(None if found is None else _reply(found, play.now(), accounts, pool_terms)))


@delete(
    "/me/pools",
    summary="Leave the pool",
    operation_id="leavePool",
    security=with_scope("games:play"),
    responses=problems(*WAITING, "not-possible"),
)
async def leave_pool(request: PlayerRequest, player_pools: Pools) -> Response[None]:
    """Wait no longer. A repetition does nothing. The response has no body; it is 409 if you were paired before."""
    token = account_of(request, "games:play")
    await with_timeout(player_pools.leave, token.player, token.id)
    return no_content(replayed=False)


@post(
    "/me/pools/bots",
    summary="Play with bots instead",
    operation_id="playBotsInstead",
    security=with_scope("games:play"),
    responses=problems("bad-request", *WAITING, "not-found", "unknown-bot"),
    status_code=200,
)
async def play_bots_instead(
    request: PlayerRequest,
    accounts: Accounts,
    meetings: Meetings,
    opening: Opening,
    player_pools: Pools,
    pool_terms: PoolTerms,
    data: PoolBot,
) -> Response[ChallengeReply]:
    """Leave the pool for a game with bots on all other seats, with the same clock. It is not rated.

    If you were paired in the meantime, the reply is that pairing.
    """
    token = account_of(request, "games:play")
    waits = _found(await with_timeout(player_pools.find, token.player))
    bot_named(waits.entry.ruleset, data.bot, "bot")
    terms = pool_terms.of(waits.entry)
    terms = replace(terms, rated=False, take_back=True, hints=True, bots=(data.bot,) * (terms.seats - 1))
    found = await with_timeout(player_pools.play_bots, token.player, terms, token.id)
    if found is None:
        raise _not_waiting()
    found = await opening.opened(found)
    meetings.notify()
    return PrivateResponse(challenge_reply(found, accounts))


async def _answer(
    waiting: Waiting, play: Play, accounts: Accounts, meetings: Meetings, opening: Opening, pool_terms: PoolTerms
) -> Response[WaitingReply]:
    """Return the reply to a sign of life; opens the game of a pairing."""
    if waiting.meeting is not None:
        waiting = replace(waiting, meeting=await opening.opened(waiting.meeting))
        meetings.notify()
    return PrivateResponse(_reply(waiting, play.now(), accounts, pool_terms))


def _reply(waiting: Waiting, now: str, accounts: Accounts, pool_terms: PoolTerms) -> WaitingReply:
    entry, meeting = waiting.entry, waiting.meeting
    seconds = seconds_since(entry, now)
    width = width_of(seconds)
    return WaitingReply(
        state="waiting" if meeting is None else "paired",
        ruleset=entry.ruleset,
        clock=entry.clock,
        seats=pool_terms.of(entry).seats,
        waiting=waiting.number,
        since=entry.since,
        lapses_at=later(entry.seen_at, int(ALIVE)),
        within=None if width is None else round(width / SCALE, 1),
        bots=NAMES[entry.ruleset] if meeting is None and seconds >= BOTS_AFTER else (),
        challenge=None if meeting is None else challenge_reply(meeting, accounts),
    )


def _found(waiting: Waiting | None) -> Waiting:
    if waiting is None:
        raise _not_waiting()
    return waiting


def _not_waiting() -> ProblemError:
    return ProblemError("not-found", "you wait in no pool: join one with POST")


router = Router(
    "/v1",
    route_handlers=[pools, join_pool, stay_in_pool, own_pool, leave_pool, play_bots_instead],
    tags=["meeting"],
)
