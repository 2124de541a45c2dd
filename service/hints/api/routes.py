"""Hints: the best choices of the engine for an open decision."""

from typing import Any

import msgspec
from litestar import Response, Router, post

from service.core.http.game_problem_types import ProblemType
from service.core.http.problem_types import declare
from service.core.http.problems import problems
from service.core.http.request.languages import Lang
from service.core.http.response.responses import EncodedResponse
from service.core.keys.signing import Signer
from service.hints.api.messages import HintChoice, HintReply, NewHint
from service.hints.hints import Hints
from service.people.accounts import Accounts
from service.people.api.callers import token_of
from service.people.api.idempotency import IdempotencyKey, origin_of, replay_headers
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.play.api.access import Access
from service.play.api.commands.replies import accepted
from service.play.api.loading import Games
from service.play.api.texts import language_header, texts_of

NO_HINTS = declare(
    "no-hints",
    ProblemType(
        409,
        "No hint",
        "The game has no hints: it is rated, or was opened without `hints`. Or the open decision is not yours to make. "
        "`detail` is the reason. The request had no effect.",
        "Read `hints` of the game. A seat can take a hint for its open decision, in a game that has hints.",
    ),
)


class _Secret(msgspec.Struct, frozen=True):
    choices: tuple[HintChoice, ...]


@post(
    "/{game:str}/hints",
    summary="Take a hint",
    operation_id="takeHint",
    security=with_scope("games:play"),
    responses=problems(
        "bad-request", "token-needed", "scope-missing", "not-yours", "not-found", "no-hints", "decision-closed",
        "game-not-running", "game-paused", "not-possible", "key-reused", "too-many-requests", "unavailable",
    ),
)  # fmt: skip
async def take_hint(
    request: PlayerRequest,
    hints: Hints,
    accounts: Accounts,
    signer: Signer,
    access: Access,
    games: Games,
    game: str,
    data: NewHint,
    key: IdempotencyKey = None,
    lang: Lang = None,
) -> Response[HintReply]:
    """Take a hint for your open decision: the three best choices of the engine, with your winning chance after each.

    Only in games with `hints`, which are never rated. The log gets an event, so that all see that you took a hint; what
    it says is secret until the game is over. The engine gets nothing that your view does not show. A seat has one hint
    for each decision: a further request for the same decision returns it again, and has no effect. All
    earlier decisions are final from then on.

    The reply takes a second or two. The hint stays in the log: `secret` of the event has the choices.
    """
    loaded = await games.load_seen(request, game)
    token, texts = token_of(request, "games:play"), texts_of(request, accounts, lang)
    origin = origin_of(token, key, {"hint": data.decision})
    done = await hints.take(loaded, access.own_seat(request), data.decision, request.asker, origin)
    reply = accepted(done, signer, texts)
    secret: Any = done.loaded.entries[done.first - 1].secret
    choices = msgspec.json.decode(bytes(secret), type=_Secret).choices
    headers = {"Cache-Control": "no-store", **replay_headers(done.replayed), **language_header(texts)}
    return EncodedResponse(HintReply(reply.receipt, reply.events, choices), 201, headers)


router = Router("/v1/games", route_handlers=[take_hint], tags=["play"])
