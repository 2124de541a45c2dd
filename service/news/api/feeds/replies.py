"""Replies with feeds, badges and calendars. All but the calendar of a player are the same for every visitor."""

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias
from urllib.parse import urlencode

from litestar import Response
from litestar.openapi.datastructures import ResponseSpec

from projections.languages import ENGLISH
from service.core.http.problems import problems
from service.core.http.request.languages import CONTENT_LANGUAGE, language_of
from service.core.http.response.conditional import CONTENT_TYPE, digest_of, represented
from service.core.keys.signing import Signer
from service.core.site_address import SiteAddress
from service.news.feeds.atom import ATOM, as_atom
from service.news.feeds.calendars import ICS
from service.news.feeds.entries import Feed, urn_of
from service.news.feeds.json_feed import JSON_FEED, as_json_feed
from service.people.api.request import PlayerRequest

Form: TypeAlias = Literal["application/atom+xml", "application/feed+json"]

MAX_AGE = 60
"""Seconds for which feeds, badges and calendars may be cached."""

PUBLIC: Mapping[str, str] = {
    "Cache-Control": f"public, max-age={MAX_AGE}",
    "Vary": "Accept-Language, Accept-Encoding",
    "X-Content-Type-Options": "nosniff",
}
PRIVATE: Mapping[str, str] = {
    **PUBLIC,
    "Cache-Control": f"private, max-age={MAX_AGE}",
    # the address has a secret
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
}


class About:
    """What a feed is about, and how its request reads it."""

    def __init__(
        self, request: PlayerRequest, secret: str, origin: str, lang: str | None, page: str, data: str
    ) -> None:
        """Take the secret of the ids, the address of the site, and the paths of the page and of the data."""
        self.request = request
        self.origin = origin
        self._secret = secret
        self.language = language_of(request, lang) or ENGLISH
        self.page, self.data = self.origin + page, self.origin + data
        self._subject = data.partition("?")[0]
        """The path of what it is about, which may have an id that the path of the request has without its prefix."""

    def feed(self, title: str, subtitle: str, following: str | None, **more: Any) -> Feed:
        """Return a page of the feed.

        Its id does not depend on the language, the format, the page and the address of the site, which may move
        (RFC 4287 4.2.6). Each site has ids of its own, by a secret that never changes.
        """
        query = self.request.query_params
        filters = {name: value for name, value in query.items() if name not in {"cursor", "lang", "limit"}}
        shown = {name: value for name, value in query.items() if name != "cursor"}
        path = f"{self._subject}/{self.request.url.path.rpartition('/')[2]}"
        return Feed(
            id=urn_of(f"feed {self._secret} {_with(self._subject, filters)}"),
            title=title,
            subtitle=subtitle,
            language=self.language,
            page=self.page,
            data=self.data,
            address=self.origin + _with(path, dict(query.items())),
            first=self.origin + _with(path, shown),
            following=None if following is None else self.origin + _with(path, {**shown, "cursor": following}),
            **more,
        )


class Feeds:
    """Begins the feeds of the site."""

    def __init__(self, site: SiteAddress, signer: Signer) -> None:
        self._site = site
        self._secret = signer.derived("feeds").hex()

    def about(self, request: PlayerRequest, lang: str | None, page: str, data: str) -> About:
        """Return what a feed is about, from the paths of its page and its data."""
        return About(request, self._secret, self._site.address_of(request), lang, page, data)


def _with(path: str, query: Mapping[str, str]) -> str:
    return f"{path}?{urlencode(query)}" if query else path


def feed_reply(request: PlayerRequest, feed: Feed, form: Form) -> Response[Any]:
    """Return a feed in a format, or 304."""
    body = as_atom(feed) if form == ATOM else as_json_feed(feed)
    link = {} if feed.following is None else {"Link": f'<{feed.following}>; rel="next"'}
    headers = {**PUBLIC, CONTENT_LANGUAGE: feed.language, **link, CONTENT_TYPE: form}
    return represented(request, digest_of(body), lambda: body, public=True, headers=headers)


def calendar_reply(request: PlayerRequest, body: bytes, language: str, *, public: bool) -> Response[Any]:
    """Return a calendar, or 304."""
    kept = PUBLIC if public else PRIVATE
    disposition = {"Content-Disposition": 'inline; filename="ludolog.ics"', CONTENT_LANGUAGE: language}
    headers = {**kept, **disposition, CONTENT_TYPE: ICS}
    return represented(request, digest_of(body), lambda: body, public=public, headers=headers)


def feed_responses(form: Form, *codes: str) -> dict[int, ResponseSpec]:
    """Return the declared responses of a feed."""
    return _declared(form, "The feed.", *codes)


def calendar_responses(*codes: str) -> dict[int, ResponseSpec]:
    """Return the declared responses of a calendar."""
    return _declared(ICS, "The calendar (RFC 5545).", *codes)


def _declared(media_type: str, description: str, *codes: str) -> dict[int, ResponseSpec]:
    kind: type[Any] = dict if media_type == JSON_FEED else str
    spec = ResponseSpec(kind, generate_examples=False, description=description, media_type=media_type)
    return {200: spec, **problems(*codes)}
