"""The calendar of a player, and the links that open it without headers."""

import contextlib
from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any

from litestar import Response, Router, delete, get, post
from litestar.params import QueryParameter

from domain.tournaments.state import Tournament
from projections.languages import ENGLISH
from service.core.http.messages import reply_from
from service.core.http.problems import ProblemError, problems
from service.core.http.request.languages import Lang, language_of
from service.core.http.request.queries import PASTED
from service.core.http.response.responses import PrivateResponse
from service.core.site_address import SiteAddress
from service.core.store.timeouts import with_timeout
from service.lists.reading import ReadModels
from service.lists.tables.activity import changed_at
from service.lists.tables.lobby import GameQuery, Requester
from service.lists.tables.seats import OwnSeat, own_seats
from service.news.api.feeds.messages import (
    CalendarLinkList,
    CalendarLinkMade,
    CalendarLinkReply,
    NewCalendarLink,
)
from service.news.api.feeds.replies import calendar_reply, calendar_responses
from service.news.feeds import texts
from service.news.feeds.calendars import as_ics
from service.news.feeds.schedule import Deadline, deadline, rounds_in
from service.news.feeds.texts import phrase, title_named
from service.people.api.callers import account_of
from service.people.api.idempotency import (
    IdempotencyKey,
    keyed_of,
    missing_unless_executed,
    no_content,
    replay_headers,
)
from service.people.api.names import printable_name
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.people.calendar_links import MOST_LINKS, CalendarLinks, LinksCapError, NewLink
from service.people.request_keys import RequestKeys
from service.tournaments.tournaments import DamagedTournamentError, Tournaments

PATH = "/v1/me/calendar.ics"
MOST_DEADLINES = 200

Secret = Annotated[str, QueryParameter(name="token", description="The secret of a calendar link, part of its `url`.")]


@get(
    "/me/calendar.ics",
    summary="Read your calendar",
    operation_id="ownCalendar",
    opt=PASTED,
    responses=calendar_responses("bad-request", "not-found"),
)
async def own_calendar(
    request: PlayerRequest,
    models: ReadModels,
    tournaments: Tournaments,
    calendar_links: CalendarLinks,
    site: SiteAddress,
    token: Secret,
    lang: Lang = None,
) -> Response[Any]:
    """Return your running clocks and the rounds of your tournaments, for calendar programs.

    The parameter `token` is the only credential: a header Authorization does not count. A deadline moves or disappears
    when the program reads the calendar again, at most once a minute.
    """
    player = await with_timeout(calendar_links.player_of, token)
    if player is None:
        raise ProblemError("not-found", "there is no such calendar: its link is revoked, expired or misspelt")
    language, origin = language_of(request, lang) or ENGLISH, site.address_of(request)
    found = [deadline(each, origin, language) for each in await _deadlines(models, player, language)]
    for tournament in await tournaments.queries.of_player(player):
        with contextlib.suppress(DamagedTournamentError):
            loaded = await tournaments.load(tournament)
            if _takes_part(loaded.tournament, player):
                found += rounds_in(loaded.tournament, loaded.entries, origin, language)
    appointments = sorted(found, key=lambda each: (each.start, each.uid))
    # in a thread, since the first use imports the library
    body = await with_timeout(partial(as_ics, phrase(language, texts.CALENDAR), appointments))
    return calendar_reply(request, body, language, public=False)


def _takes_part(tournament: Tournament, player: str) -> bool:
    """Whether a player still has a part in a tournament: neither withdrawn, nor dropped out, nor disqualified."""
    return player in (*tournament.active, *tournament.substitutes, *tournament.organisers)


async def _deadlines(models: ReadModels, player: str, language: str) -> list[Deadline]:
    """Return the open decisions of a player whose clocks run."""
    query = GameQuery(status="running", limit=MOST_DEADLINES)
    seats, changed = await models.read(
        ("lobby", "seats", "activity"),
        lambda cursor: (own_seats(cursor, Requester(player), query, awaiting=True), changed_at(cursor, player)),
    )
    return [found for seat in seats if (found := _deadline(seat, language, changed)) is not None]


def _deadline(own: OwnSeat, language: str, changed: Mapping[str, str]) -> Deadline | None:
    if own.decision is None or own.due is None or own.since is None:
        return None
    name = own.game.terms.name or title_named(own.game.ruleset, language)
    last = max(own.since, changed.get(own.game.game, own.since))
    return Deadline(own.game.game, own.seat, own.decision, name, own.since, own.due, last)


@get(
    "/me/calendar-links",
    summary="List your calendar links",
    operation_id="calendarLinks",
    security=with_scope("games:read"),
    responses=problems("token-needed", "scope-missing"),
)
async def calendar_links(request: PlayerRequest, calendar_links: CalendarLinks) -> Response[CalendarLinkList]:
    """Return your calendar links in force, without their secrets."""
    found = await with_timeout(calendar_links.of, account_of(request, "games:read").player)
    return PrivateResponse(CalendarLinkList(tuple(reply_from(CalendarLinkReply, each) for each in found)))


@post(
    "/me/calendar-links",
    summary="Create a calendar link",
    operation_id="makeCalendarLink",
    security=with_scope("games:read"),
    responses=problems("bad-request", "token-needed", "scope-missing", "invalid-name", "limit-reached", "key-reused"),
)
async def make_calendar_link(
    request: PlayerRequest,
    calendar_links: CalendarLinks,
    site: SiteAddress,
    data: NewCalendarLink,
    key: IdempotencyKey = None,
) -> Response[CalendarLinkMade]:
    """Create an address for calendar programs, which send no headers. It reads your calendar and nothing else.

    A link ends with the token that created it; one of a session, with the token or passkey that started the session,
    and not by signing out. Revoke a link whose address another person has seen.
    """
    own, links = account_of(request, "games:read"), calendar_links
    new = NewLink(own.player, printable_name(data.label, "label"), own.creates_until, own.ends_with)
    try:
        made = await with_timeout(links.create, new, key)
    except LinksCapError:
        raise ProblemError("limit-reached", f"you have {MOST_LINKS} calendar links: revoke one first") from None
    url = f"{site.address_of(request)}{PATH}?token={made.secret}"
    headers = {"Cache-Control": "no-store", **replay_headers(made.replayed)}
    return Response(reply_from(CalendarLinkMade, made.link, url=url), headers=headers)


@delete(
    "/me/calendar-links/{link:str}",
    summary="Revoke a calendar link",
    operation_id="revokeCalendarLink",
    security=with_scope("games:read"),
    responses=problems("token-needed", "scope-missing", "not-found", "key-reused"),
)
async def revoke_calendar_link(
    request: PlayerRequest,
    request_keys: RequestKeys,
    calendar_links: CalendarLinks,
    link: str,
    key: IdempotencyKey = None,
) -> Response[None]:
    """Revoke one of your calendar links permanently."""
    own, links = account_of(request, "games:read"), calendar_links
    keyed = keyed_of(request, own, key)
    if all(each.id != link for each in await with_timeout(links.of, own.player)):
        return await missing_unless_executed(request_keys, keyed, "you have no such calendar link")
    return no_content(replayed=await with_timeout(links.revoke, link, keyed))


router = Router(
    "/v1",
    route_handlers=[own_calendar, calendar_links, make_calendar_link, revoke_calendar_link],
    tags=["feeds"],
)
