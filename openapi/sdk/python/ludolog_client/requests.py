"""Requests that are sent again until there is an answer, and lists as iteration."""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Generic, TypeVar
from urllib.parse import quote

import httpx

from ludolog_client.errors import NoAnswer, problem_in
from ludolog_client.oauth import Grant, refreshed
from ludolog_client.positions import HEADER, Positions
from ludolog_client.receipts import Receipts, hex_of
from ludolog_client.retrying import AGAIN, UNAUTHORIZED, Patience
from ludolog_client.streams import Stream

T = TypeVar("T")

TIMEOUT = 45.0
"""Seconds for which a request may be silent. The longest `wait` is 30."""


class Pages(Generic[T]):
    """The items of a list; iteration requests one page after another."""

    def __init__(self, page: Callable[[Any], Any], start: Any) -> None:
        self._page, self._start = page, start

    def page(self) -> Any:
        """Return the first page: `items`, `next`, and what else the reply has."""
        return self._page(self._start)

    def __iter__(self) -> Iterator[T]:
        position = self._start
        while True:
            page = self._page(position)
            yield from page["items"]
            position = page.get("next")
            if position is None or not page["items"]:
                return


class Requests:
    """Sends requests to one server as one player. Threads may share it."""

    def __init__(
        self,
        server: str,
        token: str | None = None,
        *,
        grant: Grant | None = None,
        on_refresh: Callable[[Grant], None] | None = None,
        receipts: str | Path | None = None,
        trusted: Mapping[str, str] | None = None,
        patience: float = 60.0,
        lang: str | None = None,
    ) -> None:
        """Connect to a server, such as `https://ludolog.example`.

        `grant` is that of `ludolog_client.oauth`, and `on_refresh` stores the one that replaces it. `receipts` is the
        file to which receipts are added. `trusted` are public keys in hex by their ids, in place of those that the
        server publishes. `patience` are the seconds for which a request, or the connection of a stream, is tried again.
        """
        if not server.startswith(("http://", "https://")):
            raise ValueError(f"{server!r} is no address of a server: write it with http:// or https://")
        self.server, self.token, self.patience = server.rstrip("/"), token, patience
        self.positions = Positions.of(self.server)
        self.http = httpx.Client(timeout=TIMEOUT, headers={"Accept-Language": lang} if lang else {})
        self.receipts = Receipts(self._public_keys if trusted is None else lambda: trusted, receipts)
        self._grant, self._on_refresh, self._lock = grant, on_refresh, threading.Lock()
        if grant is not None:
            self.token = grant.access_token

    def close(self) -> None:
        """Close the connections."""
        self.http.close()

    def forget_position(self) -> None:
        """Let the next replies show all, after you have learnt of something newer elsewhere, such as by a webhook."""
        self.positions.forget()

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        headers: Mapping[str, str | None] | None = None,
        key: str | None = None,
    ) -> httpx.Response:
        """Send a request until there is a whole answer, and return it. Raises Problem, or NoAnswer after `patience`.

        A change has an idempotency key, by default a random one: however often it is sent, it is executed once.
        """
        sent = {name: value for name, value in (headers or {}).items() if value is not None}
        if method != "GET":
            # that of a sign-up is as secret as its token
            sent["Idempotency-Key"] = key or secrets.token_hex(16)
        content = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        if content is not None:
            sent.setdefault("Content-Type", "application/x-ndjson" if isinstance(body, bytes) else "application/json")
        patience, is_read = Patience(self.patience), method == "GET"
        while True:
            token = self.token
            began, seen = self.positions.begin()
            said = {HEADER: seen} if is_read and seen is not None else {}
            try:
                answer = self.http.request(
                    *(method, self.server + path),
                    params=given(query),
                    content=content,
                    headers=self.signed({**sent, **said}, token),
                )
                if answer.is_success and answer.headers.get("Content-Type", "").startswith("application/json"):
                    answer.json()  # of an answer without a length, the end may be missing
            except (httpx.TransportError, json.JSONDecodeError) as error:
                self.positions.note(began, None, is_read=is_read)
                patience.wait(NoAnswer(f"no whole answer from {self.server}: {error!r}"))
                continue
            self.positions.note(began, answer.headers.get(HEADER), is_read=is_read)
            if answer.is_success:
                return answer
            problem = problem_in(answer)
            if answer.status_code == UNAUTHORIZED and self.renew(token):
                continue
            if answer.status_code not in AGAIN:
                raise problem
            patience.wait(problem, problem.retry_after)

    def signed(self, headers: Mapping[str, str], token: str | None) -> dict[str, str]:
        """Return headers with the token."""
        return {**headers, "Authorization": f"Bearer {token}"} if token else dict(headers)

    def renew(self, refused: str | None) -> bool:
        """Return whether there is another token than the one that was refused: the grant is refreshed if it can be."""
        with self._lock:
            if self.token != refused:
                return True
            if self._grant is None or self._grant.refresh_token is None:
                return False
            self._grant = refreshed(self._grant, self.http)
            self.token = self._grant.access_token
            if self._on_refresh is not None:
                self._on_refresh(self._grant)
            return True

    def _ask(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        key: str | None = None,
        if_match: str | None = None,
        invitation: str | None = None,
        accept: str | None = None,
    ) -> Any:
        """Return the reply of an operation: JSON, bytes if it `accept`s another type, or None."""
        headers = {"If-Match": if_match, "Ludolog-Invitation": invitation, "Accept": accept}
        known = self.receipts.versions()
        answer = self.request(method, path, query=query, body=body, headers=headers, key=key)
        if accept is not None:
            return answer.content
        reply: Any = answer.json() if answer.content else None
        if reply:
            self.receipts.read(reply, known, is_repeated="Idempotency-Replayed" in answer.headers)
        return reply

    def _pages(self, method: str, path: str, *, query: Mapping[str, Any], **others: str | None) -> Pages[Any]:
        return Pages(lambda at: self._ask(method, path, query={**query, "cursor": at}, **others), query["cursor"])

    def _stream(
        self, _method: str, path: str, *, query: Mapping[str, Any], invitation: str | None = None
    ) -> Stream[Any]:
        return Stream(self, path, given(query), invitation)

    def _public_keys(self) -> dict[str, str]:
        """Return the keys that the server publishes, in hex by their ids."""
        return {key["kid"]: hex_of(key["x"]) for key in self.request("GET", "/.well-known/jwks.json").json()["keys"]}


def given(query: Mapping[str, Any] | None) -> dict[str, str]:
    """Return the parameters that have a value, as text."""
    return {name: _text(value) for name, value in (query or {}).items() if value is not None}


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def quoted(value: object) -> str:
    """Return a part of a path."""
    return quote(str(value), safe="")
