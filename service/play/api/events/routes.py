"""The events of a game as a viewer sees them, in pages or as a stream."""

from functools import partial
from typing import Any, NamedTuple

from litestar import Response, Router, get
from litestar.openapi.datastructures import ResponseSpec

from domain.kernel.viewers import viewer_name
from projections.history import AnyViewer
from service.core.connections.admission import set_aside
from service.core.http.problems import ProblemError, problems
from service.core.http.request.cursors import next_link
from service.core.http.request.languages import ACCEPT_LANGUAGE, Lang
from service.core.http.request.numbers import parse_int
from service.core.http.request.page_parameters import After, LargeLimit, VersionCursor, Wait, version_asked
from service.core.http.request.parameters import bad_parameter
from service.core.http.response.codings import accepts
from service.core.http.response.conditional import CONTENT_TYPE, JSON, digested, represented
from service.core.http.response.negotiation import ACCEPT, NDJSON, accepted
from service.core.keys.signing import Signer
from service.core.store.times import seconds_until
from service.people.accounts import Accounts
from service.people.api.callers import check_not_expired
from service.people.api.request import PlayerRequest
from service.play.api.access import Access
from service.play.api.commands.messages import Events
from service.play.api.commands.routes import SEEING, As
from service.play.api.loading import Games
from service.play.api.representations import sharing_of
from service.play.api.stream.game_reader import Reader, StreamAsked
from service.play.api.stream.parameters import (
    Follow,
    LastIdInQuery,
    LastVersion,
    Start,
    Ticket,
    WithAwaiting,
    WithOrders,
    WithTalk,
    start_asked,
)
from service.play.api.stream.sending import EVENT_STREAM, EventStreams
from service.play.api.texts import language_header, texts_of
from service.play.closing import closing_of
from service.play.loaded import Loaded
from service.play.play import Play
from service.play.texts import Texts, line_of, said_to, tag_of


@get("/{game:str}/events", summary="List events", operation_id="events", responses=problems(*SEEING))
async def events(
    request: PlayerRequest,
    play: Play,
    accounts: Accounts,
    access: Access,
    games: Games,
    game: str,
    cursor: VersionCursor = None,
    after: After = 0,
    limit: LargeLimit = 200,
    wait: Wait = 0,
    wanted: As = None,
    lang: Lang = None,
) -> Response[Events]:
    """Return events in order, as JSON, or with `Accept: application/x-ndjson` as one line per event.

    A viewer always sees the same of an event, also after the game. Once the game is over, `as=full` shows all secrets.
    Each event has a sentence, `text`, if the request has `lang`, or `Accept-Language` for JSON. The names of players in
    it are the current ones.

    Returns the whole history, or the events after a version: continue with `cursor` = `next`. With `wait`, the response
    is sent at the first new event, or without events after this number of seconds (long polling). Only viewers who know
    a secret get `secret` and `salt` of its event. With a language, each event has a `text`; lines (NDJSON) have it only
    with `lang`, because browsers always send `Accept-Language`.
    """
    in_lines = accepted(request, JSON, NDJSON) == NDJSON
    texts = texts_of(request, accounts, lang, by_header=not in_lines)
    loaded = await games.load_watched(request, game)
    viewer = access.viewer_of(request, loaded.game, wanted)
    texts = said_to(texts, viewer, wanted)
    after = version_asked(cursor, after)
    _not_beyond(loaded, after)
    if wait and after == loaded.game.version and not loaded.game.is_over:
        loaded = await _after_wait(request, play, access, game, viewer, wait)
    page = _Page(loaded, viewer, after, min(after + limit, loaded.game.version), in_lines, texts)
    sharing = sharing_of(access, loaded, viewer, wanted)
    headers = {
        CONTENT_TYPE: NDJSON if in_lines else JSON,
        "Vary": sharing.vary(ACCEPT, ACCEPT_LANGUAGE),
        **language_header(texts),
        **next_link(request, page.end if page.end < loaded.game.version else None, also="after"),
    }
    tag, kept = digested(loaded.shown, page.tag, page.encoded)
    return represented(request, tag, page.encoded, kept=kept, public=sharing.public, headers=headers)


class _Page(NamedTuple):
    """The events with versions in (after, end] as a viewer sees them."""

    loaded: Loaded
    viewer: AnyViewer
    after: int
    end: int
    in_lines: bool
    texts: Texts | None

    @property
    def is_over(self) -> bool:
        """Whether no event follows."""
        return self.end == self.loaded.game.version and self.loaded.game.is_over

    @property
    def tag(self) -> str:
        """The ETag value."""
        tag = f"{self.end}.events.{self.after}.{viewer_name(self.viewer)}.{int(self.is_over)}"
        return f"{tag}{'.ndjson' if self.in_lines else ''}{tag_of(self.loaded, self.texts)}"

    def encoded(self) -> bytes:
        """Return the body."""
        versions = range(self.after + 1, self.end + 1)
        lines = [line_of(self.loaded, version, self.viewer, self.texts) for version in versions]
        if self.in_lines:
            return b"".join(line + b"\n" for line in lines)
        over = b"true" if self.is_over else b"false"
        return b'{"items":[%b],"next":%d,"is_over":%b}' % (b",".join(lines), self.end, over)


async def _after_wait(
    request: PlayerRequest, play: Play, access: Access, game: str, viewer: AnyViewer, seconds: float
) -> Loaded:
    """Return the game after new events or a timeout. Raises 401 and 404 problems if access has ended."""
    until = access.expires_at(request)
    async with set_aside():
        await play.notifier.wait(game, seconds if until is None else min(seconds, seconds_until(until)))
    check_not_expired(request)
    loaded = await play.load(game)
    if not access.still_sees(request, viewer)(loaded.game):
        raise ProblemError("not-found", "you can no longer see this game as this viewer: send a new request")
    return loaded


def _not_beyond(loaded: Loaded, after: int) -> None:
    last = loaded.game.version
    if after > last:
        headers = {"Content-Range": f"versions */{last}"}
        raise ProblemError("beyond-the-end", f"the game has the versions 1 to {last}", headers)


@get(
    "/{game:str}/stream",
    summary="Follow events",
    operation_id="stream",
    responses={
        200: ResponseSpec(str, generate_examples=False, description="Events.", media_type=EVENT_STREAM),
        204: ResponseSpec(None, generate_examples=False, description="The game is over, and you have all its events."),
        **problems(*SEEING),
    },
)
async def stream(
    request: PlayerRequest,
    play: Play,
    accounts: Accounts,
    event_streams: EventStreams,
    signer: Signer,
    access: Access,
    games: Games,
    game: str,
    cursor: VersionCursor = None,
    after: After = 0,
    last_id: LastIdInQuery = None,
    follow: Follow = True,
    wanted: As = None,
    last_event_id: LastVersion = None,
    awaiting: WithAwaiting = None,
    talk: WithTalk = False,
    orders: WithOrders = False,
    lang: Lang = None,
    ticket: Ticket = None,  # noqa: ARG001 - AuthMiddleware redeems it
) -> Response[Any]:
    """Send each event when it is durable, as server-sent events, or with `Accept: application/x-ndjson` as lines.

    The events are those of `events`, byte for byte. They and open decisions have a `text` only with `lang`. The id of a
    server-sent event is its version. A comment or an empty line every 15 seconds keeps the connection alive.

    After each batch, and once at the beginning, the stream sends the open decisions, with the choices of your own seat
    (`Awaiting`): as a server-sent event `awaiting` without an id, or with `awaiting=true` as a line with the field
    `awaiting`. A client that follows the stream does not need to poll. After the last event of a game the stream sends
    its signed head, and ends: as a server-sent event `statement` with the id of the last version, or as a line without
    `record`. With `follow=false` it ends after the current last event. Reconnect with `Last-Event-ID`, as browsers do:
    no event is lost or repeated. A reconnect after the end returns 204.

    A stream of what the public sees, without `talk` and `orders`, is compressed if `Accept-Encoding` has `gzip`.

    With `talk=true` the stream also sends the messages of the rooms that you may read, as a server-sent event `talk`
    without an id. It begins with what is written after its head was sent: then read the messages of the rooms. A
    message whose text was removed is sent again.

    With `orders=true` the stream of a player also sends the standing orders of the own seat when one acts, ends or is
    set, as a server-sent event `order` without an id.
    """
    texts = texts_of(request, accounts, lang, by_header=False)
    loaded = await games.load_watched(request, game)
    viewer = access.viewer_of(request, loaded.game, wanted)
    texts = said_to(texts, viewer, wanted)
    after = version_asked(cursor, after)
    last = start_asked(last_event_id, last_id, None, None)
    if last is not None:
        after = _version_in(last)
    _not_beyond(loaded, after)
    if last is not None and loaded.game.is_over and after == loaded.game.version:
        return Response(None, status_code=204, headers={"Cache-Control": "no-store"})
    as_sse = accepted(request, EVENT_STREAM, NDJSON) == EVENT_STREAM
    aside = await event_streams.asides_of(request, game, talk=talk, orders=orders, as_sse=as_sse)
    # the size of what is compressed tells of it: nothing that a player may not know
    is_packed = viewer is None and aside is None and accepts(request, "gzip")
    asked = StreamAsked(
        game,
        viewer,
        after,
        follow=follow,
        as_sse=as_sse,
        # saved lines are lines of a bundle, so they have the events only unless the client asks for more
        awaiting=as_sse if awaiting is None else awaiting,
        may_go_on=access.still_sees(request, viewer),
        until=access.expires_at(request),
        texts=texts,
        closing=partial(closing_of, signer),
        aside=aside,
        is_packed=is_packed,
    )
    language = texts and texts.language
    is_watched = not isinstance(viewer, int) and access.is_watched_by(request, loaded.game)
    return event_streams.open(
        request,
        "game",
        partial(Reader, play, asked),
        as_sse=as_sse,
        language=language,
        watched=game if is_watched else None,
        is_packed=is_packed,
    )


def _version_in(last: Start) -> int:
    """Return the version that a Last-Event-ID names; raises a 400 problem."""
    version = parse_int(last.cursor)
    if version is None:
        raise bad_parameter(last.parameter, f"{last.parameter} is not a version of this game")
    return version


router = Router("/v1/games", route_handlers=[events, stream], tags=["play"])
