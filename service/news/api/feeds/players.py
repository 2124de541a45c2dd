"""The feeds of a player: finished public games and public tournaments."""

import contextlib
from typing import Any

from litestar import Response, get

from service.core.http.problems import ProblemError
from service.core.http.request.cursors import cursor_of, number_and_text_in
from service.core.http.request.languages import Lang
from service.core.http.request.page_parameters import Cursor, EntryLimit
from service.core.http.request.player_ids import full_id
from service.core.http.request.queries import PASTED
from service.lists.reading import ReadModels
from service.lists.tables.results import ResultQuery
from service.news.api.feeds.replies import About, Feeds, Form, feed_reply, feed_responses
from service.news.api.feeds.results import newest
from service.news.feeds import texts
from service.news.feeds.atom import ATOM
from service.news.feeds.entries import Entry
from service.news.feeds.json_feed import JSON_FEED
from service.news.feeds.results import result_entry
from service.news.feeds.texts import phrase
from service.news.feeds.tournaments import entry_of_player, terms_changed_at
from service.people.accounts import Accounts
from service.people.api.request import PlayerRequest
from service.tournaments.listing import TournamentQuery
from service.tournaments.loaded import LoadedTournament
from service.tournaments.tournaments import DamagedTournamentError, Tournaments

MOST_TOURNAMENTS = 20
"""The newest tournaments of a player that the feed has."""


@get(
    "/players/{player:str}/feed.atom",
    summary="Read a player as an Atom feed",
    operation_id="playerAtom",
    opt=PASTED,
    responses=feed_responses(ATOM, "bad-request", "not-found"),
)
async def player_atom(
    request: PlayerRequest,
    accounts: Accounts,
    models: ReadModels,
    tournaments: Tournaments,
    feeds: Feeds,
    player: str,
    lang: Lang = None,
    limit: EntryLimit = 50,
    cursor: Cursor = None,
) -> Response[Any]:
    """Return the finished public games of a player and the newest 20 public tournaments, newest first, as Atom."""
    return await _player(request, accounts, models, tournaments, feeds, player, lang, (limit, cursor), ATOM)


@get(
    "/players/{player:str}/feed.json",
    summary="Read a player as a JSON feed",
    operation_id="playerJsonFeed",
    opt=PASTED,
    responses=feed_responses(JSON_FEED, "bad-request", "not-found"),
)
async def player_json(
    request: PlayerRequest,
    accounts: Accounts,
    models: ReadModels,
    tournaments: Tournaments,
    feeds: Feeds,
    player: str,
    lang: Lang = None,
    limit: EntryLimit = 50,
    cursor: Cursor = None,
) -> Response[Any]:
    """Return the same as `playerAtom` as JSON Feed 1.1, with the next page in `next_url`."""
    return await _player(request, accounts, models, tournaments, feeds, player, lang, (limit, cursor), JSON_FEED)


async def _player(
    request: PlayerRequest,
    accounts: Accounts,
    models: ReadModels,
    tournaments: Tournaments,
    feeds: Feeds,
    player: str,
    lang: str | None,
    page: tuple[int, str | None],
    form: Form,
) -> Response[Any]:
    (limit, cursor), player = page, full_id(player)
    known = accounts.player(player)
    if known is None:
        raise ProblemError("not-found", "there is no such player")
    after, newer = (None, None) if cursor is None else number_and_text_in(cursor)
    found, following = await newest(models, ResultQuery(player=player, after=after, limit=limit))
    about = feeds.about(request, lang, f"/players/{player}", f"/v1/players/{player}")
    games = [result_entry(one.result, accounts.name_of, about.origin, about.language) for one in found]
    older = found[-1].result.ended_at if following is not None else None
    # each page has the tournaments of the time that its games span
    entries = [
        one for one in await _tournaments(about, accounts, tournaments, player) if _is_between(one.at, older, newer)
    ]
    feed = about.feed(
        known.name,
        phrase(about.language, texts.PLAYER_TEXT, player=known.name),
        None if following is None else cursor_of(following, older),
        entries=tuple(sorted([*games, *entries], key=lambda one: (one.at, one.id), reverse=True)),
        since=known.created_at,
    )
    return feed_reply(request, feed, form)


def _is_between(at: str, older: str | None, newer: str | None) -> bool:
    return (older is None or at >= older) and (newer is None or at < newer)


async def _tournaments(about: About, accounts: Accounts, tournaments: Tournaments, player: str) -> list[Entry]:
    # without a requester, the list has public tournaments only
    rows = await tournaments.queries.listed(TournamentQuery(player=player, limit=MOST_TOURNAMENTS))
    loaded: list[LoadedTournament] = []
    for row, _ in rows:
        with contextlib.suppress(DamagedTournamentError):
            loaded.append(await tournaments.load(row.id))
    name_of = accounts.name_of
    origin, language = about.origin, about.language
    return [
        entry_of_player(one.tournament, player, name_of, origin, language, terms_changed_at(one.entries))
        for one in loaded
    ]


routes = (player_atom, player_json)
