"""Rulings of the owner of a game."""

import datetime
from typing import assert_never

import msgspec
from litestar import Response, Router, post

from domain.game.decide import Decided, NotPossible
from domain.game.events import STAND_IN
from domain.game.game import Game
from domain.game.rulings import decide
from domain.game.rulings.decide import Ruling
from domain.kernel.values import Seat
from domain.ledger.times import micros
from projections.times import moment
from service.core.http.json_text import quoted
from service.core.http.problems import bad_body, problem_at, problems
from service.core.http.request.player_ids import full_id
from service.core.http.request.times import time_in
from service.people.accounts import Accounts
from service.people.api.callers import account_of
from service.people.api.idempotency import IdempotencyKey, origin_of, replay_headers
from service.people.api.names import printable_text
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.play.api.games.messages import GameReply
from service.play.api.games.replies import game_reply
from service.play.api.loading import Games
from service.play.api.owning import Owners
from service.play.api.rulings.messages import (
    Adjudicate,
    AnyRuling,
    ExtendClock,
    GiveUpSeat,
    Pause,
    ReplacePlayer,
    Resume,
)
from service.play.api.seats.former import release_former
from service.play.play import Play

_MICROSECOND = datetime.timedelta(microseconds=1)


@post(
    "/{game:str}/rulings",
    summary="Rule on a game",
    operation_id="makeRuling", security=with_scope("games:organise"),
    responses=problems(
        "bad-request", "token-needed", "scope-missing", "not-yours", "not-found", "game-not-running", "game-paused",
        "not-possible", "seat-not-yours", "no-such-seat",
        "unknown-player", "invalid-value", "limit-reached", "key-reused",
    ),
)  # fmt: skip
async def rule(
    request: PlayerRequest,
    play: Play,
    accounts: Accounts,
    owners: Owners,
    games: Games,
    game: str,
    data: AnyRuling,
    key: IdempotencyKey = None,
) -> Response[GameReply]:
    """Rule on a running game that you opened. All viewers can read the ruling with its reason and your id.

    `replace_player` takes effect when the new player takes the seat. A player who loses a seat loses its view, its
    tokens and its streams at once. The owner of a game that counts for ratings may not rule on it after playing in it.
    The owner of a game of a tournament may rule on it as the owner or a director of the tournament only.

    The ruling is an event of the game, with its reason and the id of the owner. `replace_player` offers a seat to a
    player who has never had a seat in the game. The player accepts with `takeSeat`, which gives the seat with its
    secrets to the player, or declines with `leaveSeat`. In ratings the seat counts for no player. `give_up_seat` lets a
    bot play on, and the seat ranks last. The ranks of `adjudicate` stand as given. A pause stops all clocks for at most
    30 days. A game has at most 200 rulings and 90 days of pauses.
    """
    loaded = await games.load_seen(request, game)
    token, allowed = account_of(request, "games:organise"), await owners.only_owner(request, loaded)
    ruling = Ruling(token.player, printable_text(data.reason, "invalid-value", "reason"))

    def decision(state: Game, at: str) -> tuple[Seat | None, Decided]:
        allowed(state)
        # here, because a repetition may follow the deletion of the account
        if isinstance(data, ReplacePlayer) and accounts.player(full_id(data.player)) is None:
            raise problem_at("unknown-player", "player", f"there is no player with the id {quoted(data.player)}")
        return None, _decided(state, data, ruling, at)

    origin = origin_of(token, key, {"rule": msgspec.to_builtins(data)})
    done = await play.act_at(loaded, decision, origin)
    await release_former(accounts, done)
    headers = {"Cache-Control": "no-store", **replay_headers(done.replayed)}
    return Response(game_reply(done.loaded.at(done.last), accounts), headers=headers)


def _decided(game: Game, data: AnyRuling, ruling: Ruling, at: str) -> Decided:
    match data:
        case ReplacePlayer():
            return decide.offer_replacement(game, data.seat, full_id(data.player), ruling)
        case GiveUpSeat():
            return decide.give_up_seat(game, data.seat, STAND_IN, ruling)
        case Adjudicate():
            return decide.adjudicate(game, data.ranks, ruling)
        case ExtendClock():
            return decide.extend_clock(game, data.seat, _seconds(data.duration), ruling)
        case Pause():
            return _paused(game, data, ruling, at)
        case Resume():
            return decide.resume(game, ruling, at)
        case _:
            assert_never(data)


def _paused(game: Game, data: Pause, ruling: Ruling, at: str) -> Decided:
    try:
        return decide.pause(game, _end_of(data, at), ruling, at)
    except NotPossible as refused:
        # the end follows from the duration if the request has one
        is_of_duration = refused.field == "until" and data.duration is not None
        raise NotPossible(refused.code, refused.reason, "duration") if is_of_duration else refused from None


def _seconds(duration: datetime.timedelta) -> int:
    if duration.microseconds:
        raise NotPossible("invalid-value", "give a whole number of seconds, such as PT30M", "duration")
    return duration // datetime.timedelta(seconds=1)


def _end_of(pause: Pause, at: str) -> str:
    """Return the end of a pause that begins now, as records have times. Raises NotPossible and a 422 problem."""
    if (pause.until is None) == (pause.duration is None):
        raise bad_body("give either `until` or `duration`", "invalid-value")
    if pause.duration is not None:
        try:
            return moment(micros(at) + pause.duration // _MICROSECOND)
        except OverflowError:
            raise NotPossible("invalid-value", "the pause is too long: 30 days at most", "duration") from None
    return time_in(pause.until or "", "until", "invalid-value")


router = Router("/v1/games", route_handlers=[rule], tags=["rulings"])
