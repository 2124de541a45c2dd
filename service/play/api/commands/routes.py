"""Play: the view, the open decisions, and the commands that answer them."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeAlias

import msgspec
from litestar import Response, Router, get, post
from litestar.params import QueryParameter

from domain.game.game import to_take_back
from domain.kernel.values import IllegalCommand
from domain.kernel.viewers import viewer_name
from projections.boards.pieces import with_pieces
from projections.history import AnyViewer
from projections.views import VIEWS, any_view
from service.core.http.headers import CREDENTIALS
from service.core.http.problems import ProblemError, problems
from service.core.http.request.languages import ACCEPT_LANGUAGE, Lang
from service.core.http.response.conditional import expected_versions, immutable
from service.core.http.response.responses import EncodedResponse, PrivateResponse
from service.core.keys.signing import Signer
from service.core.store.failpoints import at_point
from service.people.accounts import Accounts
from service.people.api.callers import token_of
from service.people.api.idempotency import IdempotencyKey, origin_of, replay_headers
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.play.api.access import Access
from service.play.api.commands.messages import Accepted, Decisions, NewCommand, NewTakeBack, PiecesReply
from service.play.api.commands.previews import preview
from service.play.api.commands.refusals import refused
from service.play.api.commands.replies import accepted, decisions
from service.play.api.commands.turns import turn
from service.play.api.games.replies import version_of
from service.play.api.loading import Games
from service.play.api.representations import Sharing, conditional, sharing_of
from service.play.api.texts import language_header, texts_of
from service.play.api.titles import board_url
from service.play.loaded import Done, Loaded
from service.play.placing import placing_of
from service.play.play import Play
from service.play.requests import Answer
from service.play.texts import Texts, phrases_at, said_to, tag_of

if TYPE_CHECKING:
    AnyView: TypeAlias = msgspec.Struct
else:
    AnyView = any_view()

At = Annotated[int | None, QueryParameter(description="The version of the game, by default the last one.")]
As = Annotated[
    str | None,
    QueryParameter(name="as", description="The viewer: `public`, `seat:N`, or `full` once the game is over."),
]
WithPieces = Annotated[
    bool | None,
    QueryParameter(description="Whether views have `pieces`: what stands on the board, as `pieces` returns it."),
]
SEEING = ("bad-request", "token-needed", "not-found", "beyond-the-end")


@get("/{game:str}/view", summary="Read the view of a game", operation_id="view",
     responses=problems(*SEEING, "not-started"))  # fmt: skip
async def view(
    request: PlayerRequest,
    access: Access,
    games: Games,
    game: str,
    at: At = None,
    wanted: As = None,
    pieces: WithPieces = None,
) -> Response[AnyView]:
    """Return the state of the game at a version as the viewer may see it.

    The view contains everything that the viewer may know. Its schema depends on the title, given by `type`. Without
    `as`, the viewer is your seat, or the public. The response has an ETag. With `pieces=true`, it also has what stands
    on the board, so that a client draws a table with one request.
    """
    seen = await _seen(request, access, games, game, at, wanted)
    place = await placing_of(seen.loaded.game) if pieces else None

    def make() -> Any:
        return seen.view() if place is None else with_pieces(seen.view(), place)

    return seen.conditional(request, "view" if place is None else "view.pieces", make)


@get("/{game:str}/pieces", summary="Read what stands on the board", operation_id="pieces",
     responses=problems(*SEEING, "not-started"))  # fmt: skip
async def standing(
    request: PlayerRequest, access: Access, games: Games, game: str, at: At = None, wanted: As = None
) -> Response[PiecesReply]:
    """Return the pieces on the board of the game at a version, as far as the viewer may see them.

    A client can draw any title without code of its own: put each piece at the centre of its `place` in the picture
    `board_url` (`data-x`, `data-y`) plus `offset`, with a side of `size`. Draw `seat` as a colour, `kind` as a symbol
    or a letter, and `text` on it. `closed` places are not in play. With `pieces=true`, `view` and `views` have the same
    in their member `pieces`.
    """
    seen = await _seen(request, access, games, game, at, wanted)
    place, opened = await placing_of(seen.loaded.game), seen.loaded.game.opened

    def make() -> PiecesReply:
        there = place(seen.view())
        picture = board_url(opened.ruleset, opened.data_set)
        return PiecesReply(seen.version, viewer_name(seen.viewer), picture, there.items, there.closed)

    return seen.conditional(request, "pieces", make)


DAY = 86_400
"""Seconds for which a view at a version may be used without asking."""


class _Seen(NamedTuple):
    """A started game at a version, as a viewer sees it."""

    loaded: Loaded
    version: int
    viewer: AnyViewer
    sharing: Sharing
    is_named: bool
    """Whether the address names the version, so that it always shows the same."""

    def view(self) -> Any:
        then = self.loaded.at(self.version)
        return VIEWS[then.opened.ruleset](then, self.viewer)

    def conditional(self, request: PlayerRequest, form: str, make: Callable[[], Any]) -> Response[Any]:
        """Return the result of `make`, which is cached under the name of its form."""
        tag, sharing = f"{self.version}.{form}.{viewer_name(self.viewer)}", self.sharing
        # a later release may show more
        headers = {"Cache-Control": immutable(DAY)} if self.is_named and sharing.public else {}
        return conditional(
            request, self.loaded, tag, make, public=sharing.public, for_all=sharing.for_all, headers=headers
        )


async def _seen(
    request: PlayerRequest, access: Access, games: Games, game: str, at: int | None, wanted: str | None
) -> _Seen:
    """Return what a request asks for. Raises 400, 404, 409 and 416 problems."""
    loaded = await games.load_watched(request, game)
    version = version_of(loaded, at)
    viewer = access.viewer_of(request, loaded.game, wanted)
    if loaded.started_at is None or version < loaded.started_at:
        raise ProblemError("not-started", "the table is laid out when the game starts")
    return _Seen(loaded, version, viewer, sharing_of(access, loaded, viewer, wanted), at is not None)


@get("/{game:str}/decisions", summary="List open decisions", operation_id="decisions", responses=problems(*SEEING))
async def open_decisions(
    request: PlayerRequest,
    accounts: Accounts,
    access: Access,
    games: Games,
    game: str,
    at: At = None,
    wanted: As = None,
    lang: Lang = None,
) -> Response[Decisions]:
    """Return the open decisions, with the legal commands of your own seat, or with `as=full` of all seats.

    No decision is open at a version within a batch of events. Questions and choices have a `text` if the request has
    `lang` or `Accept-Language`. The names of players in it are the current ones.

    Your own decision lists every legal command. A client that sends one of them with the id of the decision plays
    legally without knowing the rules. With a language, `text` says the question, and each choice in a few words.
    `cost`, `effect` and `anchors` of a choice help to show it, and a preview says what follows.
    """
    texts = texts_of(request, accounts, lang)
    loaded = await games.load_watched(request, game)
    version = version_of(loaded, at)
    viewer = access.viewer_of(request, loaded.game, wanted)
    texts = said_to(texts, viewer, wanted)

    def make() -> Decisions:
        if not loaded.is_settled(version):
            return Decisions(version, ())
        then = loaded.at(version)
        own = to_take_back(then, viewer) if isinstance(viewer, int) else None
        return Decisions(version, decisions(then, viewer, phrases_at(loaded, version, texts)), own)

    tag = f"{version}.decisions.{viewer_name(viewer)}{tag_of(loaded, texts)}"
    sharing = sharing_of(access, loaded, viewer, wanted)
    headers = {"Vary": sharing.vary(ACCEPT_LANGUAGE), **language_header(texts)}
    return conditional(request, loaded, tag, make, public=sharing.public, headers=headers)


COMMANDING = (
    "bad-request", "token-needed", "scope-missing", "not-yours", "not-found", "refused", "decision-closed",
    "game-not-running", "game-paused", "version-changed", "unknown-command", "key-reused",
)  # fmt: skip


@post(
    "/{game:str}/commands",
    summary="Answer a decision",
    operation_id="command",
    security=with_scope("games:play"),
    responses=problems(*COMMANDING),
)
async def command(
    request: PlayerRequest,
    play: Play,
    accounts: Accounts,
    signer: Signer,
    access: Access,
    games: Games,
    game: str,
    data: NewCommand,
    key: IdempotencyKey = None,
    lang: Lang = None,
) -> Response[Accepted]:
    """Answer an open decision of your seat with a command.

    The problem for a command against the rules has the number and title of the rule, and the legal commands.

    A command answers one decision. `decision` prevents an answer to a decision that is no longer open, and `If-Match`
    additionally any change of the game. Send an `Idempotency-Key` with every command, and repeat the same request until
    you have a response: it is executed once. The response has the events that followed, as you see them, and your next
    decision.
    """
    loaded = await games.load_seen(request, game)
    token, texts = token_of(request, "games:play"), texts_of(request, accounts, lang)
    origin = origin_of(token, key, {"command": msgspec.to_builtins(data)})
    seat_in = access.own_seat(request)
    try:
        answer = Answer(data.decision, data.command, expected_versions(request))
        done = await play.command(loaded, seat_in, answer, origin)
    except IllegalCommand as illegal:
        raise refused(loaded, loaded.game, seat_in(loaded.game), illegal, texts) from None
    reply = _answered(done, signer, texts)
    at_point("reply")
    return reply


def _answered(done: Done, signer: Signer, texts: Texts | None) -> Response[Accepted]:
    headers = {"Cache-Control": "no-store", **replay_headers(done.replayed), **language_header(texts)}
    return EncodedResponse(accepted(done, signer, texts), 201, headers)


@get(
    "/{game:str}/commands/{key:str}",
    summary="Look up a command",
    operation_id="commandByKey",
    security=with_scope("games:read"),
    responses=problems("bad-request", "token-needed", "scope-missing", "not-found"),
)
async def command_by_key(
    request: PlayerRequest, accounts: Accounts, signer: Signer, games: Games, game: str, key: str, lang: Lang = None
) -> Response[Accepted]:
    """Return the response to the command with this idempotency key, or 404 if it was not accepted.

    Use this operation if the response to a command was lost and you no longer have its body.
    """
    loaded = await games.load_seen(request, game)
    sender, texts = token_of(request, "games:read").sender, texts_of(request, accounts, lang)
    stored = loaded.keys.get((sender, key))
    if stored is None or stored[1] not in loaded.decided_at:
        raise ProblemError("not-found", "no command with this key was accepted from you")
    done = Done(loaded, stored[1], loaded.request_end(stored[1]), replayed=True)
    reply = accepted(done, signer, texts)
    return PrivateResponse(reply, headers={"Vary": f"{CREDENTIALS}, {ACCEPT_LANGUAGE}", **language_header(texts)})


@post(
    "/{game:str}/take-backs",
    summary="Take back a decision",
    operation_id="takeBack", security=with_scope("games:play"),
    responses=problems(
        "bad-request", "token-needed", "scope-missing", "not-yours", "not-found",
        "nothing-to-take-back", "game-not-running", "game-paused", "key-reused",
    ),
)  # fmt: skip
async def take_back(
    request: PlayerRequest,
    play: Play,
    accounts: Accounts,
    signer: Signer,
    access: Access,
    games: Games,
    game: str,
    data: NewTakeBack,
    key: IdempotencyKey = None,
    lang: Lang = None,
) -> Response[Accepted]:
    """Take back the last decision of your seat. The decision is open again under a new id.

    This is possible until another seat decides, or a hint, a vacation, a return, a resignation or a ruling has
    followed, unless the decision drew or disclosed something. The log keeps both.
    """
    loaded = await games.load_seen(request, game)
    token, texts = token_of(request, "games:play"), texts_of(request, accounts, lang)
    origin = origin_of(token, key, {"take_back": data.decision})
    done = await play.take_back(loaded, access.own_seat(request), data.decision, origin)
    return _answered(done, signer, texts)


router = Router(
    "/v1/games",
    route_handlers=[view, standing, open_decisions, command, command_by_key, turn, take_back, preview],
    tags=["play"],
)
