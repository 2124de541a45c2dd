"""The retries of requests whose reply was lost, and of a server that is not ready."""

import shlex
import threading
import time
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import httpx
import msgspec

from service.terminal.connection.errors import ServerError, UnreachableError

RETRY_TIMEOUT = 60.0
"""Seconds of retries for a server that has answered before, or that asks to wait."""

_OUT_OF_ORDER = frozenset({HTTPStatus.BAD_GATEWAY, HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.GATEWAY_TIMEOUT})


class _Request:
    """The attempts of one request so far."""

    def __init__(self, patience: float | None = None) -> None:
        self.patience = patience
        """Seconds of retries if no reply comes, and each status is an answer; None: as for every other request."""
        self.began = time.monotonic()
        self.lost: float | None = None
        """The time of the first attempt that failed since the server has last asked to wait."""
        self.knows_outage = False
        """Whether an outage was reported during these attempts, also by another request."""
        self.notified_wait = 0.0
        """The longest wait that was reported."""

    def seconds_since_loss(self) -> float:
        """Return the seconds since the first attempt that failed. The first call starts the count."""
        now = time.monotonic()
        self.lost = now if self.lost is None else self.lost
        return now - self.lost


class Retries:
    """Sends requests of one client until a reply comes. The user is notified once when an outage begins and ends."""

    def __init__(self, server: str, notice: Callable[[str], None]) -> None:
        self._server = server
        self._notice = notice
        self.is_met = False
        """Whether the server has answered as a Ludolog server does."""
        # the stream and the game send requests in threads of their own
        self._lock = threading.Lock()
        self._reporter: _Request | None = None
        """The request that has reported an outage that has not ended. Only its end is the end of the outage."""

    def reply_to(self, send: Callable[[], httpx.Response]) -> httpx.Response:
        """Return the reply. Retry if no reply came or the server was not ready; raises ServerError."""
        reply = self._settled(send, _Request())
        self._check_redirect(reply)
        return reply

    def answer_to(self, send: Callable[[], httpx.Response], patience: float) -> httpx.Response:
        """Return the reply whatever its status, also a redirect. Retry for so many seconds if none came.

        A server that asks to wait is asked again, as by `reply_to`. Raises ServerError.
        """
        return self._settled(send, _Request(patience))

    def _settled(self, send: Callable[[], httpx.Response], request: _Request) -> httpx.Response:
        """Return the reply after as many attempts as needed, and report the end of an outage."""
        try:
            reply = self._reply_to(send, request)
        except BaseException:
            self._is_end_of_outage(request)
            raise
        if self._is_end_of_outage(request):
            self._notice(f"{self._server} answers again")
        return reply

    def _reply_to(self, send: Callable[[], httpx.Response], request: _Request) -> httpx.Response:
        pause = 0.05
        while True:
            reply = self._sent(send, request)
            if reply is not None:
                if reply.status_code == HTTPStatus.TOO_MANY_REQUESTS:
                    asked = self._asked_pause(request, reply)
                    if asked is None:
                        return reply
                    pause = asked
                elif reply.status_code in _OUT_OF_ORDER and request.patience is None:
                    self._check_timeout(request, f"status {reply.status_code}{_detail_in(reply)}", self._patience)
                else:
                    return reply
                reply.close()
            time.sleep(pause)
            pause = min(2.0, pause * 2)

    def _sent(self, send: Callable[[], httpx.Response], request: _Request) -> httpx.Response | None:
        """Return the reply of one attempt; None if no reply came."""
        try:
            return send()
        except httpx.LocalProtocolError:
            # another attempt would fail, too; the error may quote a secret header
            message = f"the request to {self._server} cannot be sent: it is not valid HTTP"
            raise ServerError(message) from None
        except UnicodeEncodeError:
            # an argument of the command
            raise
        except UnicodeError:
            # httpx decodes the host of a redirect
            message = f"{self._server} redirects to an address that is not valid"
            raise UnreachableError(message) from None
        except httpx.ConnectError as error:
            patience = RETRY_TIMEOUT if self.is_met else 0.0
            self._check_timeout(request, str(error), patience if request.patience is None else request.patience)
        except httpx.RequestError as error:
            # the server exists, but the reply was lost
            patience = self._patience if request.patience is None else request.patience
            self._check_timeout(request, str(error) or type(error).__name__, patience)
        return None

    @property
    def _patience(self) -> float:
        """Return the seconds of retries for a server that exists."""
        return RETRY_TIMEOUT if self.is_met else 2.0

    def _asked_pause(self, request: _Request, reply: httpx.Response) -> float | None:
        """Return the pause that the server asks for; None if it does not fit into the time left."""
        header = reply.headers.get("Retry-After", "")
        asked = max(0.1, float(header)) if header.isdecimal() else 1.0
        if time.monotonic() - request.began + asked > RETRY_TIMEOUT:
            return None
        # the server is there: no outage
        request.lost = None
        if asked > request.notified_wait:
            request.notified_wait = asked
            self._notice(f"too many requests: trying again in {asked:g} s")
        return asked

    def _check_timeout(self, request: _Request, reason: str, timeout: float) -> None:
        """Report an outage that lasts; raises UnreachableError after the timeout."""
        seconds = request.seconds_since_loss()
        if seconds >= timeout:
            message = f"no Ludolog server answers at {self._server}: {reason}"
            if not self.is_met:
                message += "; start one with `ludolog serve`, or name another one with --server"
            raise UnreachableError(message)
        with self._lock:
            request.knows_outage |= self._reporter is not None
            is_news = seconds > 1 and not request.knows_outage
            if is_news:
                self._reporter, request.knows_outage = request, True
        if is_news:
            self._notice(f"no answer from {self._server}, trying again: {reason}")

    def _is_end_of_outage(self, request: _Request) -> bool:
        """Forget the outage that a request has reported. Return whether it has reported one."""
        with self._lock:
            is_end = self._reporter is request
            self._reporter = None if is_end else self._reporter
        return is_end

    def _check_redirect(self, reply: httpx.Response) -> None:
        """Raise UnreachableError for a redirect: the token is only for the server that was named."""
        if not HTTPStatus.MULTIPLE_CHOICES <= reply.status_code < HTTPStatus.BAD_REQUEST:
            return
        reply.close()
        location = reply.headers.get("Location", "")
        message = f"{self._server} redirects to {location or 'no address'}{_hint(self._server, reply, location)}"
        raise UnreachableError(message)


def _hint(server: str, reply: httpx.Response, location: str) -> str:
    """Return what a redirect means: another address of the same API, or a sign-in page; empty if neither."""
    try:
        asked, named, known = reply.request.url, reply.request.url.join(location), httpx.URL(server)
        target = f"{named.scheme}://{named.netloc.decode('ascii')}"
    except (httpx.InvalidURL, UnicodeError):
        return ""
    if not location or named.scheme not in {"http", "https"} or not named.netloc:
        return ""
    known_path = _path(known).rstrip("/")
    operation, path = _path(asked).removeprefix(known_path), _path(named).rstrip("/")
    if not path.endswith(operation):
        return ": it seems to be behind a sign-in page"
    prefix = path.removesuffix(operation)
    # httpx normalises letters and default ports
    is_same = (target, prefix) == (f"{known.scheme}://{known.netloc.decode('ascii')}", known_path)
    # a server that repeats slashes of the request names no host of its own with them
    if is_same or location.startswith("//"):
        return ""
    return f": use --server {shlex.quote(target + prefix)}"


def _path(url: httpx.URL) -> str:
    """Return the path of a URL as it is sent."""
    return url.raw_path.partition(b"?")[0].decode("ascii")


def _detail_in(reply: httpx.Response) -> str:
    """Return the detail of a problem document after a comma; empty if the reply has none.

    The body of a stream is not read: it could take longer than all retries.
    """
    if not reply.is_closed:
        return ""
    try:
        problem: Any = msgspec.json.decode(reply.read(), type=dict[str, Any])
    except (httpx.RequestError, msgspec.DecodeError, UnicodeDecodeError):
        return ""
    detail = problem.get("detail")
    return f", {detail}" if isinstance(detail, str) else ""
