"""The start of the application within the server: what ends it is told once, in one line."""

import logging
from typing import Any

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from service.store.outage import OUTAGE


class Start:
    """An application whose failed start leaves its error, instead of the traceback that the server would log."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self.error: Exception | None = None
        """What has ended the start."""
        self._has_started = False
        logging.getLogger("_granian").addFilter(self._is_news)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what the server asks."""
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
        """Return whether a line of the server tells more than the error of the start, which is told anyway."""
        return self.error is None or record.levelno < logging.ERROR

    def _untraced(self, send: Send) -> Send:
        async def pass_on(message: Message) -> None:
            # the framework's types leave the start and the end of the application out
            sent: Any = message
            if sent["type"] == "lifespan.startup.failed":
                sent["message"] = ""
            if sent["type"] == "lifespan.startup.complete":
                self._has_started = True
                OUTAGE.release()
            await send(message)

        return pass_on


def _single(error: Exception) -> Exception:
    """Return the error of a group of one, in which the framework wraps it."""
    inner: tuple[Any, ...] = getattr(error, "exceptions", ())
    return _single(inner[0]) if len(inner) == 1 else error
