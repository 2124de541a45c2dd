"""What a mirror asks of a site, over HTTP."""

import re
from http import HTTPStatus
from typing import Any, NamedTuple, Self
from urllib.parse import quote

from domain.transparency.tiles import TileName
from service.terminal.connection.client import Client
from service.terminal.connection.errors import ProblemReply, ServerError

PAGE = 300
"""The bundles of a request: as many as a site sends."""

LISTED = 200
"""The tournaments of a page."""

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
        super().__init__(f"{status} {reason}")
        self.is_withheld = status == HTTPStatus.UNAVAILABLE_FOR_LEGAL_REASONS
        """Whether moderators of the site have removed it from public view."""


class Site:
    """A site. Its methods raise ServerError, and NotServedError for what it does not serve."""

    def __init__(self, address: str) -> None:
        self._client = Client(address)
        self.address = self._client.server
        self.requests = 0
        """The requests so far."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._client.__exit__(None, None, None)

    def log_keys(self) -> list[str]:
        """Return the keys of the log, as verifier keys, that the site states."""
        return self._text("/log/vkey").split()

    def checkpoint(self) -> str:
        """Return the last checkpoint of the log, a signed note."""
        return self._text("/log/checkpoint")

    def tile(self, name: TileName) -> bytes:
        """Return a tile of the log, or a bundle of its entries."""
        return self._file(f"/log/{name.path}")

    def signing_keys(self) -> bytes:
        """Return the set of the keys that sign bundles."""
        return self._file("/.well-known/jwks.json")

    def bundles(self, cursor: str | None) -> Page:
        """Return the bundles of public games that are over, in the order of their ends, after a cursor."""
        self.requests += 1
        asked = {"limit": PAGE} if cursor is None else {"limit": PAGE, "cursor": cursor}
        reply = self._client.fetch("/v1/games/bundles", **asked)
        is_more = _NEXT.search(reply.headers.get("Link", "")) is not None
        return Page(reply.content, reply.headers.get("Ludolog-Next-Cursor"), is_more)

    def bundle(self, game: str) -> bytes:
        """Return the bundle of a game, in the form of the pages of bundles."""
        return self._file(f"/v1/games/{quote(game, safe='')}/bundle")

    def ask_for_game(self, game: str) -> None:
        """Ask whether the site has a game."""
        self._file(f"/v1/games/{quote(game, safe='')}")

    def ask_for_log_of(self, game: str) -> None:
        """Ask where the log has a game. A site then takes a game that has just ended into it."""
        self._file(f"/v1/games/{quote(game, safe='')}/log")

    def tournament(self, tournament: str) -> bytes:
        """Return the bundle of a tournament."""
        return self._file(f"/v1/tournaments/{quote(tournament, safe='')}/bundle")

    def tournaments(self) -> list[str]:
        """Return the ids of all public tournaments."""
        found: list[str] = []
        cursor: str | None = None
        while True:
            self.requests += 1
            page = self._client.get("/tournaments", limit=LISTED, cursor=cursor)
            try:
                found += [str(item["id"]) for item in page["items"]]
                cursor = page["next"]
            except (KeyError, TypeError):
                message = f"{self.address} does not list its tournaments as this release expects it"
                raise ServerError(message) from None
            if cursor is None:
                return found

    def _text(self, path: str) -> str:
        try:
            return self._file(path).decode()
        except UnicodeDecodeError:
            message = f"{path} of the site is no text"
            raise ServerError(message) from None

    def _file(self, path: str, **query: Any) -> bytes:
        self.requests += 1
        try:
            return self._client.fetch(path, **query).content
        except ProblemReply as error:
            if error.status in _GONE or error.status == HTTPStatus.UNAVAILABLE_FOR_LEGAL_REASONS:
                raise NotServedError(error.status, str(error)) from None
            raise
