"""The feeds of results."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from litestar import Response, get

from service.core.http.request.cursors import after_number, cursor_of, paged
from service.core.http.request.languages import Lang
from service.core.http.request.page_parameters import Cursor, EntryLimit
from service.core.http.request.queries import PASTED
from service.lists.api.queries import TagAsked, Title
from service.lists.reading import ReadModels
from service.lists.tables.results import NumberedResult, ResultQuery, results
from service.news.api.feeds.replies import Feeds, Form, feed_reply, feed_responses
from service.news.feeds import texts
from service.news.feeds.atom import ATOM
from service.news.feeds.json_feed import JSON_FEED
from service.news.feeds.results import result_entry
from service.news.feeds.texts import phrase, title_named
from service.people.accounts import Accounts
from service.people.api.request import PlayerRequest
from service.play.api.titles import title_asked


@get(
    "/results/feed.atom",
    summary="Read the results as an Atom feed",
    operation_id="resultsAtom",
    opt=PASTED,
    responses=feed_responses(ATOM, "bad-request"),
)
async def results_atom(
    request: PlayerRequest,
    accounts: Accounts,
    models: ReadModels,
    feeds: Feeds,
    ruleset: Title = None,
    tag: TagAsked = None,
    lang: Lang = None,
    limit: EntryLimit = 50,
    cursor: Cursor = None,
) -> Response[Any]:
    """Return the results of public games, newest first, as Atom (RFC 4287). `rel="next"` leads to older ones.

    The id of an entry is that of the game. Private games are left out, rated ones too.
    """
    query = ResultQuery(ruleset=title_asked(ruleset), tag=tag, after=_after(cursor), limit=limit)
    return await _results(request, accounts, models, feeds, query, lang, ATOM)


@get(
    "/results/feed.json",
    summary="Read the results as a JSON feed",
    operation_id="resultsJsonFeed",
    opt=PASTED,
    responses=feed_responses(JSON_FEED, "bad-request"),
)
async def results_json(
    request: PlayerRequest,
    accounts: Accounts,
    models: ReadModels,
    feeds: Feeds,
    ruleset: Title = None,
    tag: TagAsked = None,
    lang: Lang = None,
    limit: EntryLimit = 50,
    cursor: Cursor = None,
) -> Response[Any]:
    """Return the same as `resultsAtom` as JSON Feed 1.1, with the next page in `next_url`."""
    query = ResultQuery(ruleset=title_asked(ruleset), tag=tag, after=_after(cursor), limit=limit)
    return await _results(request, accounts, models, feeds, query, lang, JSON_FEED)


def _after(cursor: str | None) -> int | None:
    return None if cursor is None else after_number(cursor)


async def _results(
    request: PlayerRequest,
    accounts: Accounts,
    models: ReadModels,
    feeds: Feeds,
    query: ResultQuery,
    lang: str | None,
    form: Form,
) -> Response[Any]:
    found, following = await newest(models, query)
    asked = {"ruleset": query.ruleset} if query.ruleset else {}
    suffix = f"?{urlencode(asked)}" if asked else ""
    about = feeds.about(request, lang, f"/results{suffix}", f"/v1/results{suffix}")
    language, name_of = about.language, accounts.name_of
    title = (
        phrase(language, texts.RESULTS)
        if query.ruleset is None
        else phrase(language, texts.RESULTS_OF, title=title_named(query.ruleset, language))
    )
    entries = tuple(result_entry(one.result, name_of, about.origin, language) for one in found)
    cursor = None if following is None else cursor_of(following)
    feed = about.feed(f"Ludolog: {title}", phrase(language, texts.RESULTS_TEXT), cursor, entries=entries)
    return feed_reply(request, feed, form)


async def newest(models: ReadModels, query: ResultQuery) -> tuple[Sequence[NumberedResult], int | None]:
    """Return a page of results of public games, newest first, and the number after which the next page begins."""
    given = {name: getattr(query, name) for name in ("ruleset", "tag", "player", "after")}
    wanted = ResultQuery(**given, is_public=True, is_newest_first=True, limit=query.limit + 1)
    found = await models.read(("results", "lobby"), lambda cursor: results(cursor, wanted))
    page, following = paged(found, query.limit, lambda one: str(one.number))
    return page, None if following is None else int(following)


routes = (results_atom, results_json)
