"""oEmbed 1.0: how other sites show the pages of games, tournaments, leaderboards and results."""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from functools import partial
from html import escape
from typing import Annotated, Any, Literal, NamedTuple
from urllib.parse import SplitResult, parse_qsl, urlencode, urlsplit

import msgspec
from litestar import Response, get
from msgspec import UNSET, Meta, UnsetType

from domain.tournaments.state import Tournament
from service.core.connections.origins import OriginError, parsed_origin
from service.core.http.messages import Reply
from service.core.http.problems import ProblemError
from service.core.http.request.numbers import parse_int
from service.core.http.request.parameters import bad_parameter
from service.core.http.response.conditional import CONTENT_TYPE, digest_of, represented
from service.core.site_address import SiteAddress
from service.lists.reading import ReadModels
from service.people.accounts import Accounts
from service.people.api.request import PlayerRequest
from service.play.api.loading import Games
from service.tournaments.api.access import load_public as load_public_tournament
from service.tournaments.api.names import unique_names
from service.tournaments.tournaments import Tournaments
from service.web.pages import page_language
from service.web.sharing.embeds import GAME_PARAMETERS
from service.web.sharing.links import Picture, picture_of
from service.web.sharing.rows import MOST_RANKED, shown_players, shown_results
from service.web.sharing.sizes import game_height, list_height, sentence_height, table_height
from service.web.sharing.texts import game_title, leaderboard_title, results_title
from service.web.summary import summary_of
from service.web.titles import check_title

CACHE_AGE = 300
"""Seconds that a consumer should keep a document. The title of a game changes with its players."""

_STYLE = ("theme", "lang")
_HEADERS = {"Cache-Control": f"public, max-age={CACHE_AGE}", "Vary": "Accept-Language, Accept-Encoding"}


class Size(NamedTuple):
    """A width and a height in pixels."""

    width: int
    height: int

    def within(self, width: int | None, height: int | None) -> "Size":
        """Return the size, made smaller in proportion until it fits."""
        ratio = min(1.0, (width or self.width) / self.width, (height or self.height) / self.height)
        return Size(max(1, int(self.width * ratio)), max(1, int(self.height * ratio)))


class Embedded(NamedTuple):
    """An embed: the path and query of its address, its title, its size, and its picture."""

    path: str
    title: str
    width: int
    height: Callable[[int], int]
    """Returns its height at a width, in pixels."""
    picture: Picture | None = None

    def size(self, width: int | None, height: int | None) -> Size:
        """Return the size of the frame in the room of the consumer. The embed fits every height."""
        shown = min(self.width, width or self.width)
        whole = self.height(shown)
        return Size(shown, min(whole, height or whole))


EMBEDDED = "a game, a tournament, a leaderboard or the results"

_STATUS, _TABLE = 30, 9
"""The letters of the status of a tournament, and of the name of a table."""

BOARD, TABLE = 640, 480
"""The widths of embedded boards and tables, unless the consumer has less room."""


@get("/oembed", include_in_schema=False)
async def oembed(
    request: PlayerRequest,
    accounts: Accounts,
    models: ReadModels,
    tournaments: Tournaments,
    site: SiteAddress,
    games: Games,
) -> Response[Any]:
    """Return the oEmbed document of a page of this site.

    `url` is the address of the page; `maxwidth` and `maxheight` limit the size. Raises a 404 problem for other
    addresses and for games and tournaments that not every visitor may see, and answers 501 to other formats than JSON.
    """
    query = request.query_params
    if query.get("format", "json") != "json":
        # the status that oEmbed 2.3.4 requires
        raise ProblemError("format-not-supported", "only JSON is supported: omit format, or send format=json")
    width, height = _limit(request, "maxwidth"), _limit(request, "maxheight")
    if not query.get("url"):
        raise bad_parameter("url", "url is missing: give the address of a page of this site")
    found = await _embedded(request, accounts, models, tournaments, site, games, _own(request, site, query["url"]))
    body = msgspec.json.encode(_document(request, site, found, width, height))
    return represented(
        request, digest_of(body), lambda: body, public=True, headers={**_HEADERS, CONTENT_TYPE: "application/json"}
    )


class OEmbedReply(Reply, frozen=True, omit_defaults=True):
    """An oEmbed document (oEmbed 1.0, section 2.3.4)."""

    type: Annotated[Literal["rich"], Meta(description="Always `rich`.")]
    version: Annotated[Literal["1.0"], Meta(description="Always `1.0`.")]
    title: Annotated[str, Meta(description="The title of the page.")]
    provider_name: Annotated[str, Meta(description="Always `Ludolog`.")]
    provider_url: Annotated[str, Meta(description="The address of this site.")]
    cache_age: Annotated[int, Meta(description="The seconds for which the document may be kept.")]
    html: Annotated[str, Meta(description="The frame, for the page that shows it.")]
    width: Annotated[int, Meta(description="The width of the frame, in pixels.")]
    height: Annotated[int, Meta(description="The height of the frame, in pixels.")]
    thumbnail_url: Annotated[str, Meta(description="A picture of a game.")] | UnsetType = UNSET
    thumbnail_width: Annotated[int, Meta(description="Its width, in pixels.")] | UnsetType = UNSET
    thumbnail_height: Annotated[int, Meta(description="Its height, in pixels.")] | UnsetType = UNSET


def _document(
    request: PlayerRequest, site: SiteAddress, found: Embedded, width: int | None, height: int | None
) -> OEmbedReply:
    origin, size = site.address_of(request), found.size(width, height)
    frame = (
        f'<iframe src="{escape(origin + found.path)}" width="{size.width}" height="{size.height}" '
        f'title="{escape(found.title)}" loading="lazy" frameborder="0" style="border:0;max-width:100%"></iframe>'
    )
    return OEmbedReply(
        type="rich",
        version="1.0",
        title=found.title,
        provider_name="Ludolog",
        provider_url=f"{origin}/",
        cache_age=CACHE_AGE,
        html=frame,
        width=size.width,
        height=size.height,
        **_thumbnail(found.picture, width, height),
    )


def _thumbnail(picture: Picture | None, width: int | None, height: int | None) -> dict[str, Any]:
    if picture is None:
        return {}
    size = Size(picture.width, picture.height).within(width, height)
    url = picture.url
    if size.width < picture.width:
        # a PNG has one size, an SVG has any
        url = url.replace("/picture.png", "/picture.svg")
    return {"thumbnail_url": url, "thumbnail_width": size.width, "thumbnail_height": size.height}


def _limit(request: PlayerRequest, name: str) -> int | None:
    """Return a maximum in pixels; None if the request has none. Raises a 400 problem."""
    given = request.query_params.get(name)
    if given is None:
        return None
    number = parse_int(given)
    if number is None or number < 1:
        raise bad_parameter(name, f"{name} is not a whole number of pixels from 1")
    return number


def _own(request: PlayerRequest, site: SiteAddress, url: str) -> SplitResult:
    """Return the parts of an address of this site. Raises a 404 problem for any other address.

    The site has the host of its configured origin, and the one by which the request was sent: a proxy may send another
    one on, and further names may lead to the site.
    """
    try:
        parts = urlsplit(url)
        hosts = {_host(parts.scheme, parts.netloc)}
    except (ValueError, OriginError):
        hosts, parts = set[str](), SplitResult("", "", "", "", "")
    origin = urlsplit(site.address_of(request))
    known = {_host(origin.scheme, origin.netloc)}
    with contextlib.suppress(OriginError):
        known.add(_host(parts.scheme, request.headers.get("host", "")))
    if not hosts & known:
        raise ProblemError("not-found", "url is not the address of a page of this site")
    return parts


def _host(scheme: str, place: str) -> str:
    """Return the host and port of an address without the default port. Raises OriginError."""
    return parsed_origin(f"{scheme}://{place}").partition("://")[2]


async def _embedded(
    request: PlayerRequest,
    accounts: Accounts,
    models: ReadModels,
    tournaments: Tournaments,
    site: SiteAddress,
    games: Games,
    address: SplitResult,
) -> Embedded:
    """Return the embed of a page. Raises a 404 problem for a page without one."""
    asked, language = dict(parse_qsl(address.query)), page_language(request)
    match address.path.removeprefix("/embed").strip("/").split("/"):
        case ["games", game]:
            return await _game(request, accounts, site, games, game, asked)
        case ["leaderboards", name]:
            check_title(name)
            title = leaderboard_title(name, language)
            rows = await shown_players(accounts, models, name)
            return _table(f"/embed/leaderboards/{name}{_query(asked)}", title, rows)
        case ["tournaments", tournament]:
            found = (await load_public_tournament(tournaments, tournament)).tournament
            return _tournament(accounts, found, f"/embed/tournaments/{found.id}{_query(asked)}")
        case ["results"]:
            title = asked.get("title") or asked.get("ruleset")
            if title is not None:
                check_title(title)
            query = _query({**asked, "title": title} if title else asked, "title")
            rows = await shown_results(accounts, models, title)
            return _table(f"/embed/results{query}", results_title(language), rows)
        case _:
            raise ProblemError("not-found", f"this page cannot be embedded: give {EMBEDDED}")


async def _game(
    request: PlayerRequest, accounts: Accounts, site: SiteAddress, games: Games, game: str, asked: dict[str, str]
) -> Embedded:
    summary = summary_of(await games.load_public(game), accounts)
    title = game_title(summary, page_language(request))
    has_controls = summary.has_board and (summary.status == "ended" or "at" in asked)
    path = f"/embed/games/{game}{_query(asked, *GAME_PARAMETERS)}"
    picture = picture_of(site.address_of(request), summary, at=asked.get("at"))
    # in a thread: a board without a layout takes a noticeable time to draw
    await asyncio.to_thread(game_height, summary, title, BOARD, has_controls=has_controls)
    return Embedded(path, title, BOARD, partial(game_height, summary, title, has_controls=has_controls), picture)


def _table(path: str, title: str, rows: Sequence[int]) -> Embedded:
    return Embedded(path, title, TABLE, partial(table_height, title, rows=rows))


def _tournament(accounts: Accounts, found: Tournament, path: str) -> Embedded:
    """Return the embed of a tournament: its status, the tables of the current round, and the standings."""
    name, last, players = found.terms.name, found.last_round, len(found.entrants)
    names = unique_names(found, accounts)
    tables = () if last is None or found.is_over else last.tables
    letters = [[_TABLE, *(len(names.get(player, "")) + 2 for player in table.players)] for table in tables]
    rows = [1] * min(players, MOST_RANKED) if last is not None else []
    # the status, and the link to all players
    sentences = 2 if players > MOST_RANKED and last is not None else 1

    def height(width: int) -> int:
        others = sentences * sentence_height(_STATUS, width) + list_height(letters, width)
        return table_height(name, width, rows, others)

    return Embedded(path, name, TABLE, height)


def _query(asked: dict[str, str], *names: str) -> str:
    """Return those of the parameters that the embed takes, and that it fits its frame, as a query."""
    kept = {name: asked[name] for name in (*names, *_STYLE) if name in asked}
    return f"?{urlencode({**kept, 'fit': 1})}"


routes = (oembed,)
