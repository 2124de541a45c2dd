"""Challenges: a player names others and the terms of a game, which begins when all have accepted."""

import uuid
from functools import partial
from typing import Annotated

import msgspec
from litestar import Response, Router, delete, get, post
from litestar.params import PathParameter, QueryParameter

from domain.game.decide import check_new_game
from service.core.http.json_text import quoted
from service.core.http.problems import ProblemError, field_problem, problem_at, problems
from service.core.http.request.cursors import cursor_of, next_link, paged, time_and_text_in
from service.core.http.request.page_parameters import Cursor, Limit
from service.core.http.request.player_ids import PLAYER, full_id
from service.core.http.response.conditional import listed
from service.core.http.response.responses import PrivateResponse
from service.core.settings import Settings
from service.core.store.timeouts import with_timeout
from service.meeting.api.messages import (
    LONGEST,
    SHORTEST,
    WAITS,
    WAITS_LIVE,
    ChallengeReply,
    Challenges,
    NewChallenge,
    Refusal,
)
from service.meeting.api.replies import challenge_reply
from service.meeting.api.times import later
from service.meeting.meetings import Meetings
from service.meeting.opening import Opening
from service.meeting.rows import Invited, Meeting
from service.meeting.terms import NOBODY, MeetingTerms, new_game_of, terms_of_new
from service.people.accounts import Accounts
from service.people.api.callers import account_of, token_of
from service.people.api.idempotency import IdempotencyKey, keyed_of, no_content, replay_headers
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.people.names import name_keys
from service.play.api.clocks.durations import seconds_in
from service.play.api.games.messages import OpenGame
from service.play.api.games.new_game import new_game
from service.play.api.titles import bot_named, ruleset_in
from service.play.play import Play

ChallengeId = Annotated[str, PathParameter(description="The id of a challenge to you, or of yours.")]
OnlyOpen = Annotated[bool, QueryParameter(description="With `false`, also those of the last 30 days that have ended.")]

ASKING = (
    "bad-request", "token-needed", "scope-missing", "not-possible", "unknown-player", "unknown-ruleset", "seats",
    "data-set", "invalid-option", "unknown-bot", "no-such-seat", "invalid-value", "key-reused", "limit-reached",
    "too-many-requests",
)  # fmt: skip
ANSWERING = ("token-needed", "scope-missing", "not-found", "not-possible")


@post(
    "/challenges",
    summary="Challenge players",
    operation_id="challenge",
    security=with_scope("games:create"),
    responses=problems(*ASKING),
)
async def challenge(
    request: PlayerRequest,
    settings: Settings,
    play: Play,
    accounts: Accounts,
    meetings: Meetings,
    data: NewChallenge,
    key: IdempotencyKey = None,
) -> Response[ChallengeReply]:
    """Challenge one to three players, by name or id, to a game with these terms. Bots may have further seats.

    When all have accepted, the game begins at once with everyone seated; its id is that of the challenge. One player
    who declines ends the challenge. The streams of the players send `challenge` for each change. In a rated game nobody
    rules, also not you.

    Above a limit the response is 429 with `Retry-After`: for an account, for one in its first day, and for challenges
    to one player without a game.
    """
    token = account_of(request, "games:create")
    players = [_named(text, accounts, f"players/{number}") for number, text in enumerate(data.players)]
    for number, player in enumerate(players):
        if player == token.player or player in players[:number]:
            reason = "you play anyway" if player == token.player else "this player is named twice"
            raise problem_at("invalid-value", f"players/{number}", reason)
    terms = _terms(data, token.player, settings, play, accounts)
    people = [token.player, *players]
    if data.seat is not None and data.seat >= terms.seats:
        raise field_problem("no-such-seat", "seat", f"the game has the seats 0 to {terms.seats - 1}")
    keyed = keyed_of(request, token, key, msgspec.to_builtins(data))
    now = play.now()
    new = Meeting(
        # with a key another one
        id=str(uuid.uuid4()),
        kind="challenge",
        before=None,
        by=token.player,
        at=now,
        expires_at=later(now, _waits(data, terms)),
        state="open",
        terms=terms,
        players=tuple(Invited(player, player == token.player) for player in people),
        owner=NOBODY if terms.counts else token.player,
        wish=data.seat,
    )
    made, is_replayed = await with_timeout(meetings.challenge, new, token.id, keyed)
    meetings.notify()
    headers = {"Cache-Control": "no-store", "Location": f"/v1/challenges/{made.id}", **replay_headers(is_replayed)}
    return Response(challenge_reply(made, accounts), headers=headers, status_code=201)


def _named(text: str, accounts: Accounts, field: str) -> str:
    """Return the id of a player of this name or id. Raises a 422 problem."""
    found = accounts.player(full_id(text))
    if found is None:
        wanted = name_keys(text).folded
        # the shortest name that begins so is the first
        found = next((each for each in accounts.players_named(text, limit=1)), None)
        if found is not None and name_keys(found.name).folded != wanted:
            found = None
    if found is None or not found.id.startswith(PLAYER):
        raise problem_at("unknown-player", field, f"there is no player {quoted(text)}: check the spelling of the name")
    return found.id


def _terms(data: NewChallenge, by: str, settings: Settings, play: Play, accounts: Accounts) -> MeetingTerms:
    """Return the terms of the game. Raises OptionError, NotPossible and problems."""
    ruleset_in(data.ruleset)
    for number, bot in enumerate(data.bots):
        bot_named(data.ruleset, bot, f"bots/{number}")
    seats = 1 + len(data.players) + len(data.bots)
    if not data.bots:
        rated = data.rated
    elif data.rated:
        raise field_problem("invalid-value", "rated", "a rated game has no bots: omit `rated`, or the bots")
    else:
        rated = False
    asked = OpenGame(
        ruleset=data.ruleset,
        seats=min(seats, 4),
        profile=data.profile,
        options=data.options,
        data_set=data.data_set,
        visibility=data.visibility,
        spectators=data.spectators,
        take_back=data.take_back,
        clock=data.clock,
        rated=rated,
        others_left="end",
        hints=data.hints,
    )
    new = new_game(asked, by, settings, play, accounts)
    ruleset = new.ruleset
    if seats not in ruleset.seats:
        least, most = ruleset.seats[0], ruleset.seats[-1]
        reason = f"{ruleset.title} is for {least} to {most} players: you, those whom you challenge, and bots"
        raise field_problem("seats", "players", reason)
    check_new_game(new)
    profile = None if data.options else data.profile or ruleset.default_profile
    terms = terms_of_new(new, profile, data.bots)
    # all that could fail at the opening fails now
    seating = [by, *(f"{PLAYER}{number}" for number in range(len(data.players))), *(f"bot:{bot}" for bot in data.bots)]
    check_new_game(new_game_of(terms, seating, by)[0])
    return terms


def _waits(data: NewChallenge, terms: MeetingTerms) -> int:
    """Return for how many seconds a challenge waits. Raises a 422 problem."""
    if data.expires_in is None:
        return WAITS_LIVE if terms.is_live else WAITS
    seconds = seconds_in(data.expires_in, "expires_in", "expires_in")
    if not SHORTEST <= seconds <= LONGEST:
        raise field_problem("invalid-value", "expires_in", "a challenge waits for PT1M to P14D")
    return seconds


@get(
    "/challenges",
    summary="List your challenges",
    operation_id="challenges",
    security=with_scope("games:read"),
    responses=problems("bad-request", "token-needed", "scope-missing"),
)
async def challenges(
    request: PlayerRequest,
    accounts: Accounts,
    meetings: Meetings,
    open: OnlyOpen = True,  # noqa: A002 - the name in the query
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Response[Challenges]:
    """Return the challenges and rematches of yours and to you that wait for answers, the last changed first.

    The token of a seat has none.
    """
    token = token_of(request, "games:read")
    before = None if cursor is None else time_and_text_in(cursor)
    if token.game is not None:
        return listed(request, Challenges((), None), next_link(request, None))
    ask = partial(meetings.page, token.player, only_open=open, before=before, limit=limit + 1)
    found = await with_timeout(ask)
    page, following = paged(found, limit, lambda each: cursor_of(each.changed_at, each.id))
    items = tuple(challenge_reply(each, accounts) for each in page)
    return listed(request, Challenges(items, following), next_link(request, following))


@get(
    "/challenges/{challenge:str}",
    summary="Read a challenge",
    operation_id="readChallenge",
    security=with_scope("games:read"),
    responses=problems("token-needed", "scope-missing", "not-found"),
)
async def read_challenge(
    request: PlayerRequest, accounts: Accounts, meetings: Meetings, challenge: ChallengeId
) -> Response[ChallengeReply]:
    """Return a challenge of yours or to you, or the pairing of a pool, as it is now. Only its players can read it."""
    token = account_of(request, "games:read")
    found = await with_timeout(meetings.find, challenge, token.player)
    return PrivateResponse(challenge_reply(_found(found), accounts))


@post(
    "/challenges/{challenge:str}/acceptances",
    summary="Accept a challenge",
    operation_id="acceptChallenge",
    security=with_scope("games:play"),
    responses=problems(*ANSWERING),
    status_code=200,
)
async def accept_challenge(
    request: PlayerRequest, accounts: Accounts, meetings: Meetings, opening: Opening, challenge: ChallengeId
) -> Response[ChallengeReply]:
    """Accept a challenge or a rematch. With the last player the game begins, and its clock; its id is `game`.

    A repetition does nothing.
    """
    token = account_of(request, "games:play")
    found = _found(await with_timeout(meetings.accept, challenge, token.player, token.id))
    found = await opening.opened(found)
    meetings.notify()
    return PrivateResponse(challenge_reply(found, accounts))


@post(
    "/challenges/{challenge:str}/refusals",
    summary="Decline a challenge",
    operation_id="declineChallenge",
    security=with_scope("games:play"),
    responses=problems("bad-request", *ANSWERING),
    status_code=200,
)
async def decline_challenge(
    request: PlayerRequest, accounts: Accounts, meetings: Meetings, challenge: ChallengeId, data: Refusal
) -> Response[ChallengeReply]:
    """Decline a challenge or a rematch, with one of five reasons, which the others see. A repetition does nothing."""
    token = account_of(request, "games:play")
    found = _found(await with_timeout(meetings.find, challenge, token.player))
    if found.by == token.player:
        raise ProblemError("not-possible", "this challenge is yours: cancel it with DELETE")
    declined = await with_timeout(meetings.end, challenge, token.player, token.id, data.reason)
    meetings.notify()
    return PrivateResponse(challenge_reply(_found(declined), accounts))


@delete(
    "/challenges/{challenge:str}",
    summary="Cancel a challenge",
    operation_id="cancelChallenge",
    security=with_scope("games:create"),
    responses=problems(*ANSWERING),
)
async def cancel_challenge(request: PlayerRequest, meetings: Meetings, challenge: ChallengeId) -> Response[None]:
    """Take back a challenge of yours, or your request for a rematch. A repetition does nothing. There is no body."""
    token = account_of(request, "games:create")
    found = _found(await with_timeout(meetings.find, challenge, token.player))
    if found.by != token.player:
        raise ProblemError("not-possible", "another player has asked: decline it")
    await with_timeout(meetings.end, challenge, token.player, token.id, None)
    meetings.notify()
    return no_content(replayed=False)


def _found(meeting: Meeting | None) -> Meeting:
    if meeting is None:
        raise ProblemError("not-found", "you have no such challenge")
    return meeting


router = Router(
    "/v1",
    route_handlers=[
        challenge,
        challenges,
        read_challenge,
        accept_challenge,
        decline_challenge,
        cancel_challenge,
    ],
    tags=["meeting"],
)
