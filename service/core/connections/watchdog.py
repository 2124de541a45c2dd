"""A thread that closes idle connections and connections above the limits."""

import asyncio
import logging
import threading
import time
from collections import Counter
from collections.abc import Iterable

from service.core.connections.activity import Activity
from service.core.connections.addresses import Addresses
from service.core.connections.limits import ConnectionLimits
from service.core.connections.policy import Closing, ConnectionState, Reason, states_of, to_close
from service.core.connections.sockets import (
    ClientSocket,
    ClientSockets,
    has_bytes_to_read,
    has_bytes_to_send,
    is_supported,
)

EVERY = 0.25
"""Seconds between two scans."""

EVERY_WITH_MANY = 1.0
"""Seconds between two scans of more than MANY connections."""

EVERY_UNDER_PRESSURE = 0.1
"""Seconds between two scans while connections above the limits are closed."""

MANY = 2_000

PAUSE = 0.001
"""Seconds between two parts of a scan, in which the event loop can run."""

LOGGED_EVERY = 10.0
"""Seconds between two log lines about the same limit."""

_log = logging.getLogger(__name__)


class Watchdog:
    """Scans the connections to a port until it is stopped."""

    def __init__(self, port: int, activity: Activity, limits: ConnectionLimits, addresses: Addresses) -> None:
        self.limits = limits
        self._sockets = ClientSockets(port)
        self._activity = activity
        self._addresses = addresses
        self._stopping = threading.Event()
        self._woken = threading.Event()
        self._is_closing_all = False
        self._thread = threading.Thread(target=self._run, name="connections", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._report = _Report(limits)

    def start(self) -> None:
        """Start on the running event loop."""
        if not is_supported():
            _log.warning("idle connections are not closed: this system does not list the descriptors of a process")
            return
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    def close_all(self) -> None:
        """Close every open connection from now on, also of running requests: the service stops and waits no longer."""
        self._is_closing_all = True
        self._woken.set()

    def stop(self) -> None:
        """Stop. The connections stay open."""
        self._stopping.set()
        self._woken.set()

    def _run(self) -> None:
        wait = EVERY
        while not self._is_stopped_within(wait):
            try:
                wait = self._scan()
            except Exception:  # noqa: BLE001 - the limits depend on this thread
                _log.exception("the scan of the connections failed: it is repeated")
                wait = EVERY_WITH_MANY

    def _is_stopped_within(self, seconds: float) -> bool:
        """Wait for some seconds, or until the thread is woken; returns whether it is to stop."""
        self._woken.wait(seconds)
        self._woken.clear()
        return self._stopping.is_set()

    def _scan(self) -> float:
        """Scan once and close connections. Returns the seconds until the next scan."""
        sockets = self._sockets.scan(lambda: self._stopping.wait(PAUSE))
        if self._is_closing_all:
            return self._shut_all(sockets)
        states = states_of(sockets, self._activity, has_bytes_to_send)
        closing = [
            each
            for each in to_close(states, self.limits, time.monotonic(), self._addresses.key_of)
            if not _has_unread_data(each) and self._sockets.shut(each.socket)
        ]
        self._report.add(closing, states)
        self._forget_closed(sockets)
        if any(each.reason in {"address", "total"} for each in closing):
            return EVERY_UNDER_PRESSURE
        return EVERY if len(sockets) < MANY else EVERY_WITH_MANY

    def _shut_all(self, sockets: Iterable[ClientSocket]) -> float:
        for each in sockets:
            if not each.is_shut:
                self._sockets.shut(each)
        return EVERY_UNDER_PRESSURE

    def _forget_closed(self, sockets: Iterable[ClientSocket]) -> None:
        assert self._loop is not None
        peers = {each.peer for each in sockets}
        try:
            self._loop.call_soon_threadsafe(self._activity.forget_all_but, peers)
        except RuntimeError:
            # the event loop is closed, since the process ends
            self._stopping.set()


def _has_unread_data(closing: Closing) -> bool:
    """Return whether a connection to close has received data that the server has not read yet."""
    return closing.reason != "silent" and has_bytes_to_read(closing.socket)


class _Report:
    """Logs closed connections, at most one line in LOGGED_EVERY seconds for each limit."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self._limits = limits
        self._closed: Counter[Reason] = Counter()
        self._addresses: Counter[str] = Counter()
        self._logged_at: dict[Reason, float] = {}

    def add(self, closing: Iterable[Closing], states: list[ConnectionState]) -> None:
        """Count closed connections, and log them if a line is due."""
        for each in closing:
            self._closed[each.reason] += 1
            if each.reason == "address":
                self._addresses[each.socket.peer[0]] += 1
        if self._is_due("address"):
            self._write_addresses()
        if self._is_due("total"):
            _log.warning(
                "%d idle connections were closed, for %d are open of the %d that this process serves "
                "(LUDOLOG_CONNECTIONS, and the number of files it may open)",
                self._closed.pop("total"),
                len(states),
                self._limits.total,
            )

    def _write_addresses(self) -> None:
        address, most = self._addresses.most_common(1)[0]
        _log.warning(
            "%d connections were closed, %d of them from %s: more than %d of one address "
            "(LUDOLOG_CONNECTIONS_PER_ADDRESS)",
            self._closed.pop("address"),
            most,
            address,
            self._limits.per_address,
        )
        self._addresses.clear()

    def _is_due(self, reason: Reason) -> bool:
        now = time.monotonic()
        if not self._closed[reason] or now - self._logged_at.get(reason, -LOGGED_EVERY) < LOGGED_EVERY:
            return False
        self._logged_at[reason] = now
        return True
