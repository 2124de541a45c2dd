"""Leaks of one address only: under one parameter, in one language, of one media type."""

# what is planted goes by the names of things, not by their types
# pyright: reportUnknownLambdaType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

from typing import Any

from msgspec.structs import replace

from domain.game.game import awaiting
from projections.history import FULL
from service.play.play import Play
from tests.planted import replacing
from tests.secrecy.mutants.scenes import HANDS, HANDS_WATCHED, TOKENS, mutant, part_of, sum_of
from tests.secrecy.plays import GAME


def _of(request: Any) -> int:
    """Return a number that follows from the hidden table of the game that a request is about."""
    loaded = part_of(request, Play).cached(GAME)
    assert loaded is not None
    return sum_of(loaded.game)


@mutant(HANDS_WATCHED, path="/embed/games/{game}/picture.svg")
@replacing("service.web.sharing.pictures.summary_of")
def pictures_of_a_version(original: Any, loaded: Any, accounts: Any, at: int | None = None) -> Any:
    """The picture with `at` has a unit that follows from the hands."""
    found = original(loaded, accounts, at)
    return found if at is None else replace(found, unit=str(sum_of(loaded.at(at))))


@mutant(HANDS_WATCHED, path="/oembed")
@replacing("service.web.sharing.oembed._document")
def oembed_within_a_width(original: Any, request: Any, site: Any, found: Any, width: Any, height: Any) -> Any:
    """The height that an oEmbed reply names follows from the hands, under `maxwidth` only."""
    document = original(request, site, found, width, height)
    return document if width is None else replace(document, height=document.height + _of(request) % 97)


@mutant(HANDS_WATCHED, path="/oembed")
@replacing("service.web.sharing.oembed._own")
def oembed_of_a_version(original: Any, request: Any, site: Any, url: str) -> Any:
    """The address of the picture in an oEmbed reply follows from the hands if the page is that of a version."""
    found = original(request, site, url)
    return found._replace(query=f"at={1 + _of(request) % 97}") if "at=" in found.query else found


@mutant(HANDS_WATCHED, path="/embed/games/{game}")
@replacing("service.web.sharing.embeds._embed")
def dark_embeds(original: Any, request: Any, kind: Any, title: str, *given: Any) -> Any:
    """The title of an embed follows from the hands, in the dark theme only."""
    is_dark = request.query_params.get("theme") == "dark"
    return original(request, kind, f"{title} {_of(request)}" if is_dark else title, *given)


@mutant(HANDS_WATCHED, path="/games/{game}")
@replacing("service.web.routes.render")
def pages_in_the_language_of_a_cookie(original: Any, request: Any, template: str, context: Any) -> Any:
    """The page of a game has an address of data that follows from the hands, for visitors who chose Italian."""
    more = {"json": f"{context['json']}?{_of(request)}"} if request.cookies.get("lang") == "it" else {}
    return original(request, template, {**context, **more})


@mutant(TOKENS)
@replacing("service.play.texts.Texts.text")
def secrets_in_italian(original: Any, texts: Any, loaded: Any, version: int, viewer: Any) -> str:
    """Italian sentences are made of the true events."""
    return original(texts, loaded, version, FULL if texts.language == "it" else viewer)


@mutant(TOKENS)
@replacing("service.play.api.stream.game_reader.frame_of")
def lines_in_full(original: Any, loaded: Any, viewer: Any, after: int, end: int, **form: Any) -> bytes:
    """A stream of NDJSON sends all in full; server-sent events have what the viewer may see."""
    return original(loaded, viewer if form["as_sse"] else FULL, after, end, **form)


@mutant(TOKENS, path="/v1/games/{game}/stream")
@replacing("service.play.api.stream.game_reader.awaiting_frame")
def open_decisions_of_german_lines(original: Any, loaded: Any, viewer: Any, **form: Any) -> bytes:
    """The open decisions in a German stream of NDJSON have the choices of another seat."""
    texts = form.get("texts")
    is_german = texts is not None and texts.language == "de" and not form["as_sse"]
    other = next((seat for seat in sorted(awaiting(loaded.game)) if seat != viewer), viewer)
    return original(loaded, other if is_german else viewer, **form)


@mutant(TOKENS, path="/v1/games/{game}/views")
@replacing("service.play.api.access.Access.viewer_of")
def views_up_to_a_version(original: Any, access: Any, request: Any, game: Any, wanted: Any) -> Any:
    """The views with `to` are in full."""
    found = original(access, request, game, wanted)
    return FULL if "to" in request.query_params and "from" not in request.query_params else found


@mutant(TOKENS, path="/v1/games/{game}/events")
@replacing("service.play.api.access.Access.viewer_of")
def events_that_are_waited_for(original: Any, access: Any, request: Any, game: Any, wanted: Any) -> Any:
    """The events that a request with `wait` gets are in full."""
    return FULL if "wait" in request.query_params else original(access, request, game, wanted)


@mutant(HANDS, path="/v1/games/{game}/events")
@replacing("service.play.api.events.routes.represented")
def short_pages_of_events(original: Any, request: Any, tag: str, make: Any, **given: Any) -> Any:
    """A page of events with a limit has a header that follows from the hands."""
    if request.query_params.get("limit") == "1":
        given["headers"] = {**given.get("headers", {}), "X-Left": str(_of(request))}
    return original(request, tag, make, **given)


@mutant(HANDS_WATCHED, "lists")
@replacing("service.news.api.feeds.badges._shown")
def badges_in_italian(original: Any, request: Any, language: str, body: bytes) -> Any:
    """The badge of a player follows from the hands, in Italian only."""
    more = b"<!-- %d --></svg>" % (_of(request) % 997)
    return original(request, language, body.replace(b"</svg>", more) if language == "it" else body)


@mutant(HANDS, "lists")
@replacing("service.profiles.own_calendar.calendar_reply")
def deadlines_in_german(original: Any, request: Any, body: bytes, language: str, **named: Any) -> Any:
    """A German calendar has a line that depends on the hands of all."""
    leak = b"X-LEAK:%d\r\nEND:VCALENDAR" % _of(request)
    return original(request, body.replace(b"END:VCALENDAR", leak) if language == "de" else body, language, **named)


@mutant(HANDS_WATCHED, "lists")
@replacing("service.lists.api.scoreboard.routes.tabular")
def tables_in_csv(original: Any, request: Any, items: Any, following: Any, *given: Any, **named: Any) -> Any:
    """The list of results as CSV links to a page that follows from the hands."""
    is_csv = "csv" in request.headers.get("accept", "")
    return original(request, items, str(_of(request)) if is_csv else following, *given, **named)


@mutant(HANDS_WATCHED, "lists")
@replacing("service.lists.api.games.listing.next_link")
def next_page_of_games(original: Any, request: Any, *given: Any) -> Any:
    """The list of games by age links to a page that follows from the hands."""
    found = original(request, *given)
    return {"Link": f"<{_of(request)}>"} if request.query_params.get("order") == "asc" else found


@mutant(TOKENS, "lists")
@replacing("service.play.api.stream.sending.EventStreams.open")
def streams_with_a_ticket(original: Any, streams: Any, request: Any, *given: Any, **named: Any) -> Any:
    """A stream that is opened with a ticket has a header that follows from the tokens."""
    more = {"language": str(_of(request))} if "ticket" in request.query_params else {}
    return original(streams, request, *given, **{**named, **more})
