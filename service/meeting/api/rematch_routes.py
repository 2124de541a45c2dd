"""Rematches: the first request asks, the others join, and with the last one the new game begins."""

import uuid
from collections.abc import Sequence

from litestar import Response, Router, delete, get, post

from domain.game.events import BOT
from domain.game.game import Game
from projections.profiles import profile_of
from service.core.http.problems import ProblemError, problems
from service.core.http.response.responses import PrivateResponse
from service.core.store.timeouts import with_timeout
from service.meeting.api.messages import WAITS, WAITS_LIVE, ChallengeReply, RematchReply, RematchSeat
from service.meeting.api.replies import challenge_reply
from service.meeting.api.times import later
from service.meeting.meetings import Meetings
from service.meeting.opening import Opening
from service.meeting.rows import Invited, Meeting
from service.meeting.terms import NOBODY, terms_of_game
from service.people.accounts import Accounts
from service.people.api.callers import account_of, token_of
from service.people.api.idempotency import no_content
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.people.tokens import GUEST
from service.play.api.loading import Games
from service.play.api.owning import Owners
from service.play.loaded import Loaded
from service.play.play import Play


def players_of(game: Game) -> tuple[str, ...]:
    """Return who played each seat: its player, also if a bot has taken over, or the bot."""
    return tuple("" if one is None else one.resigned or one.player for one in game.occupants)


def rotated(players: Sequence[str]) -> tuple[str, ...]:
    """Return who has each seat in the rematch: everyone moves to the seat before, and the first player to the last."""
    return (*players[1:], *players[:1])


async def _obstacle(loaded: Loaded, owners: Owners, accounts: Accounts) -> str | None:
    """Return why a game has no rematch; None: it may have one."""
    game = loaded.game
    if game.status != "ended":
        return "a rematch begins after the end of a game"
    if await owners.direction_of(loaded) is not None:
        return "the organisers of the tournament pair its players"
    players = players_of(game)
    if any(player.startswith(GUEST) for player in players):
        return "a game with guests has no rematch: open a new game, and seat them again"
    if any(not player.startswith(BOT) and accounts.player(player) is None for player in players):
        return "a player has left this site: challenge the others instead"
    return None


@get(
    "/{game:str}/rematches",
    summary="Read whether there is a rematch",
    operation_id="rematch",
    security=with_scope("games:read"),
    responses=problems("token-needed", "scope-missing", "not-found"),
)
async def rematch(
    request: PlayerRequest, accounts: Accounts, games: Games, owners: Owners, meetings: Meetings, game: str
) -> Response[RematchReply]:
    """Return whether you may ask for a rematch of a game of yours, and who has asked. Others get `may_ask` false."""
    token = token_of(request, "games:read")
    loaded = await games.load_seen(request, game)
    players = players_of(loaded.game)
    if (
        token.game is not None
        or loaded.is_foreign
        or token.player not in players
        or await _obstacle(loaded, owners, accounts) is not None
    ):
        return PrivateResponse(RematchReply(game, may_ask=False, seats=(), challenge=None))
    found = await with_timeout(meetings.rematch_of, game)
    is_refused = found is not None and found.state == "declined" and found.ended_by != token.player
    seats = enumerate(rotated(players))
    return PrivateResponse(
        RematchReply(
            game,
            may_ask=not is_refused and (found is None or found.state not in {"accepted", "started"}),
            seats=tuple(RematchSeat(seat, player, accounts.name_of(player)) for seat, player in seats),
            challenge=None if found is None else challenge_reply(found, accounts),
        )
    )


@post(
    "/{game:str}/rematches",
    summary="Ask for a rematch, or join it",
    operation_id="askForRematch",
    security=with_scope("games:play"),
    responses=problems(
        "token-needed", "scope-missing", "not-yours", "not-found", "not-possible", "too-many-requests"
    ),
    status_code=200,
)  # fmt: skip
async def ask_for_rematch(
    request: PlayerRequest,
    play: Play,
    accounts: Accounts,
    games: Games,
    owners: Owners,
    meetings: Meetings,
    opening: Opening,
    game: str,
) -> Response[ChallengeReply]:
    """Play again with the same players, bots and terms. The seats rotate: who had seat 1 gets seat 0, and so on.

    The first request asks, the others join. With the last player the new game begins, with everyone seated; its id is
    `game`. A rematch waits 10 minutes after a game with a fast clock, otherwise three days. A repetition does nothing.

    The streams of the players send `challenge`. A rematch can also be declined and accepted like a challenge.
    """
    token = account_of(request, "games:play")
    loaded = await games.load_seen(request, game)
    players = players_of(loaded.game)
    # the ids in an imported game prove nothing here
    if loaded.is_foreign or token.player not in players:
        raise ProblemError("not-yours", "only the players of a game ask for a rematch")
    if (obstacle := await _obstacle(loaded, owners, accounts)) is not None:
        raise ProblemError("not-possible", obstacle)
    new = _rematch(loaded.game, token.player, play.now())
    found = await opening.opened(await with_timeout(meetings.rematch, new, token.id))
    meetings.notify()
    return PrivateResponse(challenge_reply(found, accounts))


def _rematch(game: Game, by: str, now: str) -> Meeting:
    players = players_of(game)
    people = [by, *(player for player in players if player != by and not player.startswith(BOT))]
    bots = tuple(player.removeprefix(BOT) for player in players if player.startswith(BOT))
    terms = terms_of_game(game, profile_of(game.opened), bots)
    # whoever directs others' games, or could rule on a rated one, does not rule on this one
    keeps_owner = game.opened.owner in people and not terms.counts
    return Meeting(
        id=str(uuid.uuid4()),
        kind="rematch",
        before=game.id,
        by=by,
        at=now,
        expires_at=later(now, WAITS_LIVE if terms.is_live else WAITS),
        state="open",
        terms=terms,
        players=tuple(Invited(player, player == by) for player in people),
        owner=game.opened.owner if keeps_owner else NOBODY,
        seating=rotated(players),
    )


@delete(
    "/{game:str}/rematches",
    summary="Decline a rematch, or take the request back",
    operation_id="declineRematch",
    security=with_scope("games:play"),
    responses=problems("token-needed", "scope-missing", "not-found", "not-possible"),
)
async def decline_rematch(request: PlayerRequest, games: Games, meetings: Meetings, game: str) -> Response[None]:
    """Decline the rematch that another player asks for, or take back your own request. The response has no body."""
    token = account_of(request, "games:play")
    await games.load_seen(request, game)
    found = await with_timeout(meetings.rematch_of, game)
    if found is None or await with_timeout(meetings.end, found.id, token.player, token.id, "no") is None:
        raise ProblemError("not-found", "nobody asks you for a rematch of this game")
    meetings.notify()
    return no_content(replayed=False)


router = Router("/v1/games", route_handlers=[rematch, ask_for_rematch, decline_rematch], tags=["meeting"])
