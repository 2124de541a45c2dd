"""Players and tokens."""

import msgspec
from litestar import Response, Router, get, post, put

from service.core.http.messages import reply_from
from service.core.http.problems import ProblemError, problems
from service.core.http.request.page_parameters import Cursor, Limit
from service.core.http.request.parameters import bad_parameter
from service.core.http.request.player_ids import full_id
from service.core.http.response.responses import PrivateResponse
from service.core.store.timeouts import with_timeout
from service.lists.api.games.listing import page_of_games
from service.lists.api.queries import Status, Title, status_asked
from service.lists.api.scoreboard.messages import CompletionReply, FormerNameReply, PlayerProfile
from service.lists.api.scoreboard.routes import rating_reply
from service.lists.reading import ReadModels
from service.lists.tables.entry import completion_of
from service.lists.tables.lobby import GameQuery
from service.lists.tables.ratings import TITLE, ratings_of
from service.news.api.messages import OwnProfile
from service.news.api.replies import notices_of
from service.news.notifications import Notifications
from service.people.accounts import MIN_SIGN_UP_KEY, Accounts
from service.people.api.callers import account_of, address_of, token_of
from service.people.api.idempotency import IdempotencyKey, keyed_of, replay_headers
from service.people.api.messages import NewName, PlayerReply, SignedUp, SignUp
from service.people.api.names import printable_name
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.people.api.signing_in import note_sign_in
from service.people.sign_ups import SignUps
from service.people.tokens import SigningUp
from service.play.api.games.messages import Games
from service.play.api.titles import title_asked
from service.play.play import Play
from service.profiles.erasing import erase
from service.profiles.limits import my_limits
from service.profiles.player_lists import players
from service.talk.notes import Notes


@post(
    "/players",
    summary="Sign up",
    operation_id="signUp",
    responses=problems(
        *("bad-request", "token-needed", "invalid-name", "name-taken", "invalid-key", "key-reused", "sign-up-limit"),
        *("sign-ups-closed", "sign-up-code-needed", "terms-not-accepted"),
    ),
)
async def sign_up(
    request: PlayerRequest, accounts: Accounts, sign_ups: SignUps, data: SignUp, key: IdempotencyKey = None
) -> Response[SignedUp]:
    """Create a player and return the first token.

    The Idempotency-Key of a sign-up is as secret as the token: use at least 32 random characters.

    An operator may ask for a code (`invitation`), or for the acceptance of the terms (`terms`): `siteState` says so.

    Store the token: no other request returns it. With an `Idempotency-Key`, a repeated request returns the same token.
    """
    if key is not None and len(key) < MIN_SIGN_UP_KEY:
        message = (
            f"the key of a sign-up needs {MIN_SIGN_UP_KEY} random characters or more: it is as secret as the token"
        )
        raise bad_parameter("Idempotency-Key", message, "invalid-key")
    name = printable_name(data.name, "name")
    asked = SigningUp(data.invitation, data.terms)
    made = await sign_ups.sign_up(name, key, address_of(request), asked)
    note_sign_in(request.scope, made.token.player)
    # a repetition returns the current name
    name = accounts.name_of(made.token.player) or name
    reply = SignedUp(made.token.player, name, made.token.created_at, made.secret)
    headers = {"Location": f"/v1/players/{made.token.player}", "Cache-Control": "no-store"}
    return Response(reply, headers=headers | replay_headers(made.replayed))


@get(
    "/players/{player:str}",
    summary="Read a player",
    operation_id="player",
    responses=problems("token-needed", "not-found"),
)
async def player_profile(
    player: str, play: Play, accounts: Accounts, models: ReadModels, notes: Notes
) -> PlayerProfile:
    """Return the public profile of a player with the ratings.

    The profile is public. `owner` and `seats` of a game contain player ids.
    """
    # no database takes every text: only the id of a player is looked up
    found = _player(full_id(player), accounts).id
    return await _profile(found, accounts, models, await with_timeout(notes.absence, found, play.now()))


def _player(player: str, accounts: Accounts) -> PlayerReply:
    found = accounts.player(player)
    if found is None:
        raise ProblemError("not-found", "there is no such player")
    return PlayerReply(found.id, found.name, found.created_at)


async def _profile(player: str, accounts: Accounts, models: ReadModels, away_until: str | None) -> PlayerProfile:
    reply = _player(player, accounts)
    found, rate = await models.read(
        ("ratings", "results"), lambda asked: (ratings_of(asked, player), completion_of(asked, player))
    )
    former = await with_timeout(accounts.former_names, player)
    return PlayerProfile(
        former_names=tuple(reply_from(FormerNameReply, each) for each in former),
        id=reply.id,
        name=reply.name,
        created_at=reply.created_at,
        ratings=tuple(rating_reply(each) for each in found if each.profile == TITLE),
        profile_ratings=tuple(rating_reply(each) for each in found if each.profile != TITLE),
        away_until=away_until,
        completion=CompletionReply(rate.started, rate.finished, rate.percent),
    )


@get(
    "/players/{player:str}/games",
    summary="List the games of a player",
    operation_id="gamesOfPlayer",
    responses=problems("bad-request", "token-needed", "not-found"),
)
async def games_of_player(
    request: PlayerRequest,
    accounts: Accounts,
    models: ReadModels,
    player: str,
    status: Status = None,
    ruleset: Title = None,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Response[Games]:
    """Return the games of a player that you may see, newest first, including games the player resigned from.

    The same list as `games` with `player`. `owner` and `seats` of a game contain player ids.
    """
    player = full_id(player)
    _player(player, accounts)
    wanted = GameQuery(status=status_asked(status), ruleset=title_asked(ruleset), player=player)
    return await page_of_games(request, accounts, models, wanted, limit, cursor)


@get(
    "/me",
    summary="Read your own profile",
    operation_id="me",
    security=with_scope("profile:read"),
    responses=problems("token-needed", "scope-missing"),
)
async def me(
    request: PlayerRequest,
    play: Play,
    accounts: Accounts,
    models: ReadModels,
    notifications: Notifications,
    notes: Notes,
) -> OwnProfile:
    """Return the player of the token with the ratings, and what needs attention.

    Use this operation to check a token.
    """
    token = token_of(request, "profile:read")
    away_until = await with_timeout(notes.absence, token.player, play.now())
    profile = await _profile(token.player, accounts, models, away_until)
    disabled = [] if token.game else await with_timeout(notifications.disabled, token.player)
    return OwnProfile(**msgspec.structs.asdict(profile), notices=notices_of(disabled))


@put(
    "/me/name",
    summary="Change your name",
    operation_id="changeName",
    security=with_scope("account"),
    responses=problems(
        "bad-request", "token-needed", "scope-missing", "invalid-name", "name-taken", "too-many-requests", "key-reused"
    ),
)
async def change_name(
    request: PlayerRequest, accounts: Accounts, data: NewName, key: IdempotencyKey = None
) -> Response[PlayerReply]:
    """Change the name of your account. All lists, results and leaderboards show the new name.

    The former name stays reserved for you for 90 days, and your profile shows it as long. A name can be changed twice
    within 30 days.
    """
    own = account_of(request, "account")
    name = printable_name(data.name, "name")
    replayed = await with_timeout(accounts.rename, own.player, name, keyed_of(request, own, key, {"name": name}))
    # a repetition returns the name that the first request set
    reply = msgspec.structs.replace(_player(own.player, accounts), name=name)
    return PrivateResponse(reply, headers=replay_headers(replayed))


router = Router(
    "/v1",
    route_handlers=[
        sign_up, players, player_profile, games_of_player, me, change_name, erase,
        my_limits,
    ],
    tags=["players"],
)  # fmt: skip
