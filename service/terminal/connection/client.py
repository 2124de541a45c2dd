"""An HTTP client of the API with safe retries."""

import os
import re
import shlex
import uuid
from collections.abc import Callable, Iterator, Mapping
from http import HTTPStatus
from types import TracebackType
from typing import Any, Self, TypeAlias

import httpx
import msgspec

from service.terminal.connection.bounded import ACCEPTED, MOST_BYTES, read_whole
from service.terminal.connection.errors import ProblemReply, UnreachableError
from service.terminal.connection.headers import checked_language, checked_secret
from service.terminal.connection.retries import Retries

Json: TypeAlias = dict[str, Any]

DEFAULT_SERVER = "http://127.0.0.1:8000"

WAIT = 25
"""The timeout of a long poll, in seconds."""

LINE_TIMEOUT = 40.0
"""Seconds without a line of a stream after which the connection is lost. The server sends a heartbeat every 15."""

NDJSON = "application/x-ndjson"

TIMEOUT = httpx.Timeout(15.0, connect=5.0)
PAGE = 500


class Batch(msgspec.Struct, frozen=True):
    """New events of a game, and whether the game is over with them."""

    events: list[Json]
    is_over: bool


class Client:
    """A client of one server. It retries requests whose reply was lost; see `post`."""

    def __init__(
        self,
        server: str,
        token: str | None = None,
        notice: Callable[[str], None] | None = None,
        language: str | None = None,
    ) -> None:
        """Connect to a server. `language` is a tag of RFC 5646; None: the language of the locale."""
        self.server = server.rstrip("/")
        self._retries = Retries(self.server, notice or _no_notice)
        self.account: str | None = None
        """The name of the account on the server; None for the default account."""
        self._language = language
        self._content_language: str | None = None
        """The language of the texts of the server; None until a reply has some."""
        headers = {"Accept": "application/json", "Accept-Language": checked_language(language or language_of_locale())}
        try:
            url = httpx.URL(self.server)
            if url.scheme not in {"http", "https"} or not url.host:
                raise UnreachableError(_no_address(server))
            self._http = httpx.Client(base_url=f"{self.server}/v1", timeout=TIMEOUT, headers=headers)
        except (httpx.InvalidURL, UnicodeError, ValueError):
            raise UnreachableError(_no_address(server)) from None
        if token:
            self.use(token)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._http.close()

    @property
    def address(self) -> str:
        """Return the command line options for this server and account; empty for the defaults."""
        is_usual = self.server == DEFAULT_SERVER and not os.environ.get("LUDOLOG_SERVER")
        server = "" if is_usual else f" --server {shlex.quote(self.server)}"
        return server + self.named

    @property
    def named(self) -> str:
        """Return the command line option for the account; empty for the default account."""
        return f" --name {shlex.quote(self.account)}" if self.account else ""

    @property
    def in_language(self) -> str:
        """Return the command line option for the language; empty for that of the locale."""
        return f" --lang {self._language}" if self._language else ""

    @property
    def options(self) -> str:
        """Return the command line options for this language, server and account."""
        return self.in_language + self.address

    @property
    def has_token(self) -> bool:
        """Return whether requests are sent with a token."""
        return "Authorization" in self._http.headers

    def invited(self, invitation: str) -> None:
        """Send an invitation with every further request; raises Misused if it cannot be one."""
        self._http.headers["Ludolog-Invitation"] = checked_secret("the invitation", invitation)

    def use(self, token: str) -> None:
        """Send a token with every further request; raises Misused if it cannot be one."""
        self._http.headers["Authorization"] = f"Bearer {checked_secret('the token', token)}"

    def get(self, path: str, **query: Any) -> Json:
        """Send a GET request and return the reply; raises ServerError."""
        asked = {name: value for name, value in query.items() if value is not None}
        return self._send("GET", path, params=asked)

    def put(self, path: str, body: Json | None = None) -> Json:
        """Send a PUT request, which is safe to retry."""
        return self._send("PUT", path, json=body or {})

    def delete(self, path: str) -> None:
        """Send a DELETE request."""
        self._send("DELETE", path)

    def download(self, path: str) -> bytes:
        """Return a file of the server by its path, of at most MOST_BYTES; raises ServerError."""
        return self.fetch(path).content

    def fetch(self, path: str, most: int = MOST_BYTES, **query: Any) -> httpx.Response:
        """Return the whole reply for a file of the server by its path; raises ServerError.

        OversizeError for a file of more than `most` bytes; ProblemReply for each status of an error, whatever its body.
        """
        reply = self._replied(lambda: self._whole(path, most, query))
        if reply.status_code < HTTPStatus.BAD_REQUEST:
            self._retries.is_met = True
            return reply
        problem = problem_in(reply)
        self._retries.is_met |= bool(problem)
        raise ProblemReply(reply.status_code, problem)

    def answer(self, path: str, most: int, patience: float, **query: Any) -> httpx.Response:
        """Return the whole reply for a file of the server, whatever its status.

        A lost reply is retried for `patience` seconds, and a server that is out of order is not asked again. Raises
        ServerError if no reply comes, and OversizeError.
        """
        return self._retries.answer_to(lambda: self._whole(path, most, query), patience)

    def _whole(self, path: str, most: int, query: Mapping[str, Any]) -> httpx.Response:
        headers = {"Accept": "*/*", "Accept-Encoding": ACCEPTED}
        request = self._http.build_request("GET", f"{self.server}{path}", params=query, headers=headers)
        return read_whole(self._http.send(request, stream=True), most)

    def post(self, path: str, body: Json | None = None, key: str | None = None) -> Json:
        """Send a POST request with an idempotency key, by default a new one. Retries have no further effect."""
        headers = {"Idempotency-Key": key or new_key()}
        return self._send("POST", path, json=body, headers=headers)

    def form(self, path: str, fields: Mapping[str, str]) -> Json:
        """Send a form of OAuth to a path of the server and return the reply; raises ProblemReply with its `error`."""
        return self._read(self._reply("POST", f"{self.server}{path}", data=dict(fields)))

    def events(self, game: str, after: int = 0, viewer: str | None = None) -> list[Json]:
        """Return all events after a version."""
        found: list[Json] = []
        while True:
            page = self.get(f"/games/{game}/events", after=after, limit=PAGE, **{"as": viewer})
            found += page["items"]
            after = page["next"]
            if len(page["items"]) < PAGE:
                return found

    def follow(self, game: str, after: int = 0, viewer: str | None = None, wait: int = WAIT) -> Iterator[Batch]:
        """Yield the events after a version as they happen, each once and in order, until the game is over.

        A batch is empty if a long poll times out. A lost connection resumes where it broke.
        """
        while True:
            page = self.get(f"/games/{game}/events", after=after, limit=PAGE, wait=wait, **{"as": viewer})
            after = page["next"]
            last = bool(page["is_over"]) and len(page["items"]) < PAGE
            yield Batch(page["items"], last)
            if last:
                return

    def lines(self, path: str, **query: Any) -> Iterator[Json]:
        """Yield the lines of a stream until it ends or the connection is lost; raises ServerError.

        The first line comes after as many attempts as for any request. Streams have sentences only with `lang`; the
        replies before it show which language the server has.
        """
        if self._content_language is not None:
            query["lang"] = self._content_language
        request = self._http.build_request(
            "GET", path, params=query, headers={"Accept": NDJSON}, timeout=httpx.Timeout(LINE_TIMEOUT, connect=5.0)
        )
        reply = self._replied(lambda: self._http.send(request, stream=True))
        try:
            if reply.status_code >= HTTPStatus.BAD_REQUEST:
                reply.read()
                self._read(reply)
            self._retries.is_met = True
            for line in reply.iter_lines():
                # heartbeats are empty lines
                if line:
                    yield msgspec.json.decode(line, type=dict[str, Any])
        except (httpx.RequestError, msgspec.DecodeError, UnicodeDecodeError):
            # a part of a line, or nothing: the caller continues after the last whole line
            return
        finally:
            reply.close()

    def _send(self, method: str, path: str, **parts: Any) -> Json:
        return self._read(self._reply(method, path, **parts))

    def _reply(self, method: str, path: str, **parts: Any) -> httpx.Response:
        timeout = _timeout(parts.get("params"))
        return self._replied(lambda: self._http.request(method, path, timeout=timeout, **parts))

    def _replied(self, send: Callable[[], httpx.Response]) -> httpx.Response:
        """Return the reply after as many attempts as needed, and note the language of its texts."""
        reply = self._retries.reply_to(send)
        self._content_language = reply.headers.get("Content-Language", self._content_language)
        return reply

    def _read(self, reply: httpx.Response) -> Json:
        try:
            body = msgspec.json.decode(reply.content, type=dict[str, Any]) if reply.content else {}
        except (msgspec.DecodeError, UnicodeDecodeError):
            message = f"{self.server} does not speak this API: {reply.request.url.path} is no JSON object"
            raise UnreachableError(message) from None
        self._retries.is_met = True
        if reply.status_code >= HTTPStatus.BAD_REQUEST:
            raise ProblemReply(reply.status_code, body)
        return body


def problem_in(reply: httpx.Response) -> Json:
    """Return the problem document of a reply; empty if its body is none."""
    try:
        return msgspec.json.decode(reply.content, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError):
        return {}


def language_of_locale() -> str:
    """Return the language of the environment (POSIX, Locale), such as `de-AT` for de_AT.UTF-8; `en` if it has none."""
    locale = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    tag = re.split(r"[.@]", locale)[0].replace("_", "-")
    return tag if re.fullmatch(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*", tag) else "en"


def new_key() -> str:
    """Return a new idempotency key."""
    return f"{uuid.uuid4().hex}{uuid.uuid4().hex}"


def _no_notice(_text: str) -> None:
    """Say nothing."""


def _no_address(server: str) -> str:
    return f"{server!r} is not the address of a server: use one such as http://127.0.0.1:8000"


def _timeout(query: Mapping[str, Any] | None) -> httpx.Timeout:
    wait = (query or {}).get("wait", 0)
    return httpx.Timeout(15.0 + wait, connect=5.0)
