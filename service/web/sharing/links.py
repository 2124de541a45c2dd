"""The metadata of pages for other sites: Open Graph, and the address of their oEmbed document."""

import asyncio
import re
from collections.abc import Awaitable
from typing import Literal, TypeVar
from urllib.parse import quote, urlencode

import msgspec
from eventsourcing.persistence import PersistenceError

from domain.kernel.values import Value
from service.core.http.problems import ProblemError
from service.core.http.request.numbers import parse_int
from service.core.site_address import SiteAddress
from service.core.store.errors import StoreError
from service.core.store.outage import OUTAGE
from service.core.store.storage_watch import StorageWatch
from service.news.feeds.atom import ATOM
from service.news.feeds.json_feed import JSON_FEED
from service.people.accounts import Accounts
from service.people.api.request import PlayerRequest
from service.play.api.loading import Games
from service.play.cache import UnknownGameError, UnreadableGameError
from service.play.loaded import Loaded
from service.play.log_poller import LogPoller
from service.tournaments.api.access import load_public as load_public_tournament
from service.tournaments.tournaments import Tournaments
from service.web.pages import page_language
from service.web.sharing.raster import can_rasterise
from service.web.sharing.texts import (
    game_status,
    game_title,
    leaderboard_text,
    leaderboard_title,
    results_text,
    results_title,
    tournament_text,
)
from service.web.summary import Summary, summary_of

PICTURE_WIDTH, PICTURE_HEIGHT = 1200, 630
"""The size of pictures in previews, in pixels."""

_Read = TypeVar("_Read")

TIMEOUT = 3.0
"""Seconds for which a page waits for the data of previews. After that it is sent without them."""

_GAME_ID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.ASCII)


class Picture(Value, frozen=True):
    """A picture of a page."""

    url: str
    media_type: Literal["image/png", "image/svg+xml"]
    width: int = PICTURE_WIDTH
    height: int = PICTURE_HEIGHT


class FeedLink(Value, frozen=True):
    """A feed about what a page shows."""

    path: str
    media_type: str
    title: str


class Share(Value, frozen=True):
    """A page, as other sites name and show it."""

    url: str
    oembed: str
    title: str
    description: str
    picture: Picture | None = None
    feeds: tuple[FeedLink, ...] = ()
    game: Summary | None = None
    """The game of the page, if it is the page of a public game."""


def share_of(
    request: PlayerRequest,
    site: SiteAddress,
    path: str,
    title: str,
    description: str,
    picture: Picture | None = None,
    feeds: tuple[FeedLink, ...] = (),
) -> Share:
    """Return the description of the page at a path."""
    origin = site.address_of(request)
    oembed = f"{origin}/oembed?{urlencode({'url': origin + path})}"
    return Share(origin + path, oembed, title, description, picture, feeds)


def picture_of(
    origin: str,
    game: Summary,
    media_type: Literal["image/png", "image/svg+xml"] | None = None,
    at: str | None = None,
    language: str | None = None,
) -> Picture:
    """Return the picture of a game: as PNG where it can be made, which more sites show, or else as SVG.

    `at` is the version that the address of a page asks for. `language` is that of the page: pictures use no cookies.
    None: the picture is in the language of the reader.
    """
    chosen = media_type or ("image/png" if can_rasterise() else "image/svg+xml")
    suffix = "png" if chosen == "image/png" else "svg"
    # a page shows the last version instead of one that does not exist
    version = parse_int(at or "") or 0
    asked = {"at": version} if 1 <= version <= game.version else {}
    query = urlencode(asked | ({"lang": language} if language else {}))
    return Picture(f"{origin}/embed/games/{game.id}/picture.{suffix}{query and f'?{query}'}", chosen)


async def public_game(storage: StorageWatch, log_poller: LogPoller | None, games: Games, game: str) -> Loaded | None:
    """Return the game of a page; None if not every visitor may see the game.

    A private game and an unknown one have the same page. So has any game while the database does not answer. Raises a
    404 problem for an id that no game has.
    """
    if not _GAME_ID.fullmatch(game):
        raise ProblemError("not-found", "there is no such game")

    async def current() -> Loaded:
        if log_poller is not None:
            await log_poller.catch_up()
        return await games.load_public(game)

    return None if storage.lost is not None else await _found(current())


def game_share(request: PlayerRequest, accounts: Accounts, site: SiteAddress, loaded: Loaded) -> Share:
    """Return the description of the page of a public game."""
    summary, language = summary_of(loaded, accounts), page_language(request)
    picture = picture_of(site.address_of(request), summary, at=request.query_params.get("at"), language=language)
    path = f"/games/{summary.id}"
    share = share_of(request, site, path, game_title(summary, language), game_status(summary, language), picture)
    return msgspec.structs.replace(share, game=summary)


async def tournament_share(
    request: PlayerRequest, tournaments: Tournaments, site: SiteAddress, tournament: str
) -> Share | None:
    """Return the description of the page of a tournament; None if not every visitor may see the tournament."""
    loaded = await _found(load_public_tournament(tournaments, tournament))
    if loaded is None:
        return None
    terms = loaded.tournament.terms
    text = tournament_text(terms.ruleset, page_language(request))
    path = f"/tournaments/{tournament}"
    return share_of(request, site, path, terms.name, text, feeds=feeds_of(f"/v1{path}", terms.name))


def feeds_of(path: str, title: str) -> tuple[FeedLink, ...]:
    """Return the feeds about what a path of the API leads to, as the head of a page names them."""
    return tuple(
        FeedLink(f"{path}/feed{suffix}", kind, title) for suffix, kind in ((".atom", ATOM), (".json", JSON_FEED))
    )


async def _found(reading: Awaitable[_Read]) -> _Read | None:
    """Return what is read; None if not every visitor may see it, or while the database does not answer."""
    try:
        async with asyncio.timeout(TIMEOUT):
            return await reading
    except (ProblemError, UnknownGameError, UnreadableGameError):
        return None
    except (StoreError, PersistenceError, TimeoutError) as error:
        OUTAGE.report("a page is sent without a description", error)
        return None


def leaderboard_share(request: PlayerRequest, site: SiteAddress, name: str) -> Share:
    """Return the description of a leaderboard."""
    language = page_language(request)
    title, text = leaderboard_title(name, language), leaderboard_text(name, language)
    return share_of(request, site, f"/leaderboards/{quote(name)}", title, text)


def results_share(request: PlayerRequest, site: SiteAddress) -> Share:
    """Return the description of the list of results."""
    language = page_language(request)
    title = results_title(language)
    return share_of(request, site, "/results", title, results_text(language), feeds=feeds_of("/v1/results", title))
