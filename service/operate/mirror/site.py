"""What a mirror asks of a site, over HTTP. A site is not trusted: what it sends is bounded, and has to lead on."""

import re
from contextlib import suppress
from http import HTTPStatus
from typing import Any, NamedTuple, Self
from urllib.parse import quote

import httpx
import msgspec

from domain.kernel.values import Value
from domain.transparency.merkle import HASH_BYTES
from domain.transparency.notes import MAX_NOTE_BYTES
from domain.transparency.tiles import MAX_ENTRY_BYTES, TileName
from service.terminal.connection.client import Client, problem_in
from service.terminal.connection.errors import OversizeError, ProblemReply, ServerError

PAGE = 300
"""The bundles of a request: as many as a site sends."""

LISTED = 200
"""The tournaments of a page."""

MOST_LISTED = 100_000
"""The tournaments of a site that a mirror follows."""

MOST_KEYS, MOST_BUNDLE, MOST_PAGE, MOST_LIST, MOST_ANSWER = 2**20, 2**27, 2**28, 2**24, 2**24
"""The most bytes of the signing keys, of a bundle, of a page of bundles, of a list, and of another reply."""

PATIENCE = 2.0
"""Seconds of retries for one thing if no reply comes. Then the site itself is asked for its checkpoint."""

_GONE = frozenset({HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND, HTTPStatus.GONE})

_NEXT = re.compile(r'rel="?next"?')


class Page(NamedTuple):
    """Bundles one after another, the cursor after the last one, and whether there are more now."""

    body: bytes
    cursor: str | None
    is_more: bool


class NotServedError(Exception):
    """The site does not serve something. The message says how it answers."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(f"{status} {reason}".rstrip())
        self.is_withheld = status == HTTPStatus.UNAVAILABLE_FOR_LEGAL_REASONS
        """Whether moderators of the site have removed it from public view."""


class UnreadError(Exception):
    """Something cannot be read, though the site answers otherwise. The message says how it answers."""


class TooLargeError(UnreadError):
    """The same, because it is larger than it can be, or comes too slowly."""


class _Tournament(Value, frozen=True):
    id: str


class _Listed(Value, frozen=True):
    items: tuple[_Tournament, ...]
    next: str | None = None


class Site:
    """A site.

    Its methods raise NotServedError for what it does not serve, UnreadError for what it answers in another way, and
    ServerError if it does not answer at all.
    """

    def __init__(self, address: str) -> None:
        self._client = Client(address)
        self.address = self._client.server
        self.requests = 0
        """The requests so far."""
        self._limit = PAGE
        """The bundles of a request, fewer once a page was too large."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._client.__exit__(None, None, None)

    def log_keys(self) -> list[str]:
        """Return the keys of the log, as verifier keys, that the site states."""
        return self._text("/log/vkey").split()

    def checkpoint(self) -> str:
        """Return the last checkpoint of the log, a signed note. Never raises UnreadError."""
        return self._text("/log/checkpoint")

    def tile(self, name: TileName) -> bytes:
        """Return a tile of the log, or a bundle of its entries."""
        each = 2 + MAX_ENTRY_BYTES if name.level is None else HASH_BYTES
        return self._file(f"/log/{name.path}", name.width * each)

    def signing_keys(self) -> bytes:
        """Return the set of the keys that sign bundles."""
        return self._file("/.well-known/jwks.json", MOST_KEYS)

    def bundles(self, cursor: str | None) -> Page:
        """Return the bundles of public games that are over, in the order of their ends, after a cursor."""
        asked: dict[str, Any] = {} if cursor is None else {"cursor": cursor}
        while True:
            try:
                reply = self._answered("/v1/games/bundles", MOST_PAGE, limit=self._limit, **asked)
            except TooLargeError:
                if self._limit == 1:
                    raise
                self._limit = max(1, self._limit // 16)
                continue
            is_more = _NEXT.search(reply.headers.get("Link", "")) is not None
            return Page(reply.content, reply.headers.get("Ludolog-Next-Cursor"), is_more)

    def bundle(self, game: str) -> bytes:
        """Return the bundle of a game, in the form of the pages of bundles."""
        return self._file(f"/v1/games/{quote(game, safe='')}/bundle", MOST_BUNDLE)

    def ask_for_game(self, game: str) -> None:
        """Ask whether the site has a game."""
        self._file(f"/v1/games/{quote(game, safe='')}", MOST_ANSWER)

    def ask_for_log_of(self, game: str) -> None:
        """Ask where the log has a game. A site then takes a game that has just ended into it."""
        self._file(f"/v1/games/{quote(game, safe='')}/log", MOST_ANSWER)

    def tournament(self, tournament: str) -> bytes:
        """Return the bundle of a tournament."""
        return self._file(f"/v1/tournaments/{quote(tournament, safe='')}/bundle", MOST_BUNDLE)

    def tournaments(self) -> list[str]:
        """Return the ids of all public tournaments."""
        found: dict[str, None] = {}
        asked: dict[str, Any] = {}
        while True:
            body = self._file("/v1/tournaments", MOST_LIST, limit=LISTED, **asked)
            try:
                page = msgspec.json.decode(body, type=_Listed)
            except (msgspec.DecodeError, UnicodeDecodeError):
                message = "it is not as this release expects it"
                raise UnreadError(message) from None
            before = len(found)
            found.update((item.id, None) for item in page.items)
            if page.next is None:
                return list(found)
            # a cursor that repeats gives no new ones
            if len(found) == before or len(found) > MOST_LISTED:
                message = f"it does not end after {len(found)} tournaments"
                raise UnreadError(message)
            asked = {"cursor": page.next}

    def _text(self, path: str) -> str:
        """Return a text of the site, which is asked again for a while if it is out of order."""
        self.requests += 1
        try:
            return self._client.fetch(path, MAX_NOTE_BYTES).content.decode()
        except UnicodeDecodeError:
            message = f"{path} of the site is no text"
            raise ServerError(message) from None
        except ProblemReply as error:
            told = str(error) if error.problem else httpx.codes.get_reason_phrase(error.status)
            if _is_refusal(error.status):
                raise NotServedError(error.status, told) from None
            message = f"{path} of the site cannot be read: {error.status} {told}"
            raise ServerError(message) from None

    def _file(self, path: str, most: int, **query: Any) -> bytes:
        return self._answered(path, most, **query).content

    def _answered(self, path: str, most: int, **query: Any) -> httpx.Response:
        """Return the reply of the status 200. An error of the site is only that of this path if its log is served."""
        for is_last in (False, True):
            self.requests += 1
            try:
                reply = self._client.answer(path, most, PATIENCE, **query)
            except OversizeError as error:
                raise TooLargeError(str(error)) from None
            except ServerError as error:
                problem = str(error)
            else:
                if reply.status_code == HTTPStatus.OK:
                    return reply
                told = _told(reply)
                if _is_refusal(reply.status_code):
                    raise NotServedError(reply.status_code, told)
                problem = f"{reply.status_code} {told}".rstrip()
                if reply.status_code < HTTPStatus.INTERNAL_SERVER_ERROR:
                    break
            if not is_last:
                with suppress(NotServedError):
                    self.checkpoint()
        raise UnreadError(problem)


def _is_refusal(status: int) -> bool:
    return status in _GONE or status == HTTPStatus.UNAVAILABLE_FOR_LEGAL_REASONS


def _told(reply: httpx.Response) -> str:
    """Return what a reply says of its status: the detail of a problem, or the name of the status."""
    if problem := problem_in(reply):
        return str(ProblemReply(reply.status_code, problem))
    return reply.reason_phrase
