"""The feeds and the calendar of a tournament, which only public tournaments have."""

from functools import partial
from typing import Any

from litestar import Response, get

from projections.languages import ENGLISH
from service.core.http.request.cursors import after_number, cursor_of, paged
from service.core.http.request.languages import Lang, language_of
from service.core.http.request.page_parameters import Cursor, EntryLimit
from service.core.http.request.queries import PASTED
from service.core.site_address import SiteAddress
from service.core.store.timeouts import with_timeout
from service.news.api.feeds.replies import (
    Feeds,
    Form,
    calendar_reply,
    calendar_responses,
    feed_reply,
    feed_responses,
)
from service.news.feeds import texts
from service.news.feeds.atom import ATOM
from service.news.feeds.calendars import as_ics
from service.news.feeds.json_feed import JSON_FEED
from service.news.feeds.schedule import rounds_in
from service.news.feeds.texts import phrase
from service.news.feeds.tournaments import shown_before, terms_changed_at, tournament_entry
from service.people.accounts import Accounts
from service.people.api.request import PlayerRequest
from service.tournaments.api.access import load_public
from service.tournaments.tournaments import Tournaments


@get(
    "/tournaments/{tournament:str}/feed.atom",
    summary="Read a tournament as an Atom feed",
    operation_id="tournamentAtom",
    opt=PASTED,
    responses=feed_responses(ATOM, "bad-request", "not-found"),
)
async def tournament_atom(
    request: PlayerRequest,
    accounts: Accounts,
    tournaments: Tournaments,
    feeds: Feeds,
    tournament: str,
    lang: Lang = None,
    limit: EntryLimit = 50,
    cursor: Cursor = None,
) -> Response[Any]:
    """Return rounds, results, rulings on tables and the end of a public tournament, newest first, as Atom."""
    return await _tournament(request, accounts, tournaments, feeds, tournament, lang, (limit, cursor), ATOM)


@get(
    "/tournaments/{tournament:str}/feed.json",
    summary="Read a tournament as a JSON feed",
    operation_id="tournamentJsonFeed",
    opt=PASTED,
    responses=feed_responses(JSON_FEED, "bad-request", "not-found"),
)
async def tournament_json(
    request: PlayerRequest,
    accounts: Accounts,
    tournaments: Tournaments,
    feeds: Feeds,
    tournament: str,
    lang: Lang = None,
    limit: EntryLimit = 50,
    cursor: Cursor = None,
) -> Response[Any]:
    """Return the same as `tournamentAtom` as JSON Feed 1.1, with the next page in `next_url`."""
    return await _tournament(request, accounts, tournaments, feeds, tournament, lang, (limit, cursor), JSON_FEED)


async def _tournament(
    request: PlayerRequest,
    accounts: Accounts,
    tournaments: Tournaments,
    feeds: Feeds,
    tournament: str,
    lang: str | None,
    page: tuple[int, str | None],
    form: Form,
) -> Response[Any]:
    limit, cursor = page
    before = None if cursor is None else after_number(cursor)
    loaded = await load_public(tournaments, tournament)
    found = loaded.tournament
    about = feeds.about(request, lang, f"/tournaments/{found.id}", f"/v1/tournaments/{found.id}")
    language, name_of = about.language, accounts.name_of
    shown, following = paged(
        shown_before(loaded.entries, before, limit + 1), limit, lambda one: cursor_of(one.record.version)
    )
    revised = terms_changed_at(loaded.entries)
    entries = tuple(tournament_entry(found, one, name_of, about.origin, language, revised) for one in shown)
    subtitle = phrase(language, texts.TOURNAMENT_TEXT)
    feed = about.feed(found.terms.name, subtitle, following, entries=entries, since=revised)
    return feed_reply(request, feed, form)


@get(
    "/tournaments/{tournament:str}/calendar.ics",
    summary="Read the calendar of a tournament",
    operation_id="tournamentCalendar",
    opt=PASTED,
    responses=calendar_responses("bad-request", "not-found"),
)
async def tournament_calendar(
    request: PlayerRequest, tournaments: Tournaments, site: SiteAddress, tournament: str, lang: Lang = None
) -> Response[Any]:
    """Return the end of registration, check-ins and rounds of a public tournament as far as their times are known."""
    loaded = await load_public(tournaments, tournament)
    language = language_of(request, lang) or ENGLISH
    appointments = rounds_in(loaded.tournament, loaded.entries, site.address_of(request), language)
    # in a thread, since the first use imports the library
    body = await with_timeout(partial(as_ics, loaded.tournament.terms.name, appointments))
    return calendar_reply(request, body, language, public=True)


routes = (tournament_atom, tournament_json, tournament_calendar)
