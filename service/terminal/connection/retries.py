"""The retries of requests whose reply was lost, and of a server that is not ready."""

import threading
import time
from collections.abc import Callable
from http import HTTPStatus

import httpx

from service.terminal.connection.errors import ServerError, UnreachableError

RETRY_TIMEOUT = 60.0
"""Seconds of retries for a server that has answered before."""

_OUT_OF_ORDER = frozenset({HTTPStatus.BAD_GATEWAY, HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.GATEWAY_TIMEOUT})


class Retries:
    """Sends requests of one client until a reply comes. The user is notified once when an outage begins and ends."""

    def __init__(self, server: str, notice: Callable[[str], None]) -> None:
        self._server = server
        self._notice = notice
        self.is_met = False
        """Whether the server has answered as a Ludolog server does."""
        self._lock = threading.Lock()
        self._is_out = False
        """Whether an outage was reported that has not ended."""

    def reply_to(self, send: Callable[[], httpx.Response]) -> httpx.Response:
        """Return the reply. Retry if no reply came or the server was not ready; raises ServerError."""
        lost: float | None = None
        pause = 0.05
        while True:
            try:
                reply = send()
            except httpx.LocalProtocolError:
                # another attempt would fail, too; the error may quote a secret header
                message = f"the request to {self._server} cannot be sent: it is not valid HTTP"
                raise ServerError(message) from None
            except httpx.ConnectError as error:
                lost = self._check_timeout(lost, str(error), RETRY_TIMEOUT if self.is_met else 0.0)
            except httpx.RequestError as error:
                # the server exists, but the reply was lost
                reason = str(error) or type(error).__name__
                lost = self._check_timeout(lost, reason, RETRY_TIMEOUT if self.is_met else 2.0)
            else:
                if reply.status_code == HTTPStatus.TOO_MANY_REQUESTS:
                    pause = _asked_pause(reply)
                elif reply.status_code not in _OUT_OF_ORDER:
                    self._end_outage()
                    self._check_redirect(reply)
                    return reply
                reply.close()
                lost = self._check_timeout(lost, f"status {reply.status_code}", RETRY_TIMEOUT if self.is_met else 2.0)
            time.sleep(pause)
            pause = min(2.0, pause * 2)

    def _check_timeout(self, lost: float | None, reason: str, timeout: float) -> float:
        """Return the time of the first failure; raises UnreachableError after the timeout."""
        now = time.monotonic()
        since = now if lost is None else lost
        if now - since >= timeout:
            message = f"no Ludolog server answers at {self._server}: {reason}"
            raise UnreachableError(message)
        # the stream and the game send requests in threads of their own
        with self._lock:
            is_news = now - since > 1 and not self._is_out
            self._is_out |= is_news
        if is_news:
            self._notice(f"no answer from {self._server}, trying again: {reason}")
        return since

    def _end_outage(self) -> None:
        with self._lock:
            was_out, self._is_out = self._is_out, False
        if was_out:
            self._notice(f"{self._server} answers again")

    def _check_redirect(self, reply: httpx.Response) -> None:
        """Raise UnreachableError for a redirect: the token is only for the server that was named."""
        if not HTTPStatus.MULTIPLE_CHOICES <= reply.status_code < HTTPStatus.BAD_REQUEST:
            return
        reply.close()
        location = reply.headers.get("Location", "")
        server = _server_behind(reply, location)
        hint = f": use --server {server}" if server and server != self._server else ""
        message = f"{self._server} redirects to {location or 'no address'}{hint}"
        raise UnreachableError(message)


def _server_behind(reply: httpx.Response, location: str) -> str:
    """Return the address of the server that a redirect names; empty if it names none."""
    try:
        url = reply.request.url.join(location)
    except httpx.InvalidURL:
        return ""
    if url.scheme not in {"http", "https"} or not url.host:
        return ""
    origin = f"{url.scheme}://{url.netloc.decode('ascii')}"
    # a server can be below a path: https://host/games/v1/me for the request /v1/me
    before, api, rest = url.path.partition("/v1/")
    same = api and reply.request.url.path.endswith(f"{api}{rest}")
    return f"{origin}{before}" if same else origin


def _asked_pause(reply: httpx.Response) -> float:
    asked = reply.headers.get("Retry-After", "")
    return max(0.1, min(30.0, float(asked))) if asked.isdecimal() else 1.0
