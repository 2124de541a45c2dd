"""The HTTP server of a process: granian, on a socket of ours."""

import socket
from collections.abc import Callable
from typing import Any

from granian._granian import SocketHolder
from granian.constants import Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.embed import Server

HEADERS_WITHIN = 10_000
"""The timeout in milliseconds for the head of a request."""

BACKLOG = 1024
"""The number of connections that may wait to be accepted while excess connections are closed."""

GRANIAN_LOG: dict[str, Any] = {"handlers": {}, "loggers": {"_granian": {"handlers": [], "propagate": True}}}
"""Makes granian write to the log of the process."""


class Listener(Server):
    """Serves an ASGI application on a socket of ours: that of granian would share a port in use."""

    def __init__(
        self, app: Any, host: str, port: int, listen: Callable[[], socket.socket], connections: int, log_level: str
    ) -> None:
        """`listen` returns the socket of host and port. Further connections than `connections` wait until one closes.

        `log_level` is a level of the settings.
        """
        self._listen = listen
        super().__init__(
            app,
            address=host,
            port=port,
            interface=Interfaces.ASGI,
            # with them granian would answer an upgrade itself, with an empty 403
            websockets=False,
            backpressure=connections,
            http1_settings=HTTP1Settings(header_read_timeout=HEADERS_WITHIN),
            log_access=False,
            log_level=LogLevels(log_level),
            log_dictconfig=GRANIAN_LOG,
        )

    def _init_shared_socket(self) -> None:
        hold: Any = SocketHolder
        self._ssp = None
        self._shd = hold(self._listen().detach(), uds=False, backlog=BACKLOG)
