"""The start of the application in the server. An error of the start is logged once, in one line."""

import logging
from typing import Any

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from service.core.store.outage import OUTAGE


class Start:
    """An application that keeps the error of a failed start, of which the server would log a traceback."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self.error: Exception | None = None
        """The error of the start."""
        self._has_started = False
        logging.getLogger("_granian").addFilter(self._is_news)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward a request or a lifespan event."""
        asked: Any = scope
        if asked["type"] != "lifespan":
            await self._app(scope, receive, send)
            return
        try:
            await self._app(scope, receive, self._untraced(send))
        except Exception as error:
            self.error = None if self._has_started else _single(error)
            raise

    def _is_news(self, record: logging.LogRecord) -> bool:
        """Filter out the errors that the server logs after a failed start, since the caller reports the error."""
        return self.error is None or record.levelno < logging.ERROR

    def _untraced(self, send: Send) -> Send:
        async def pass_on(message: Message) -> None:
            # the types of the framework lack lifespan messages
            sent: Any = message
            if sent["type"] == "lifespan.startup.failed":
                sent["message"] = ""
            if sent["type"] == "lifespan.startup.complete":
                self._has_started = True
                OUTAGE.release()
            await send(message)

        return pass_on


def _single(error: Exception) -> Exception:
    """Return the error in an exception group of one, in which the framework wraps it."""
    inner: tuple[Any, ...] = getattr(error, "exceptions", ())
    return _single(inner[0]) if len(inner) == 1 else error
