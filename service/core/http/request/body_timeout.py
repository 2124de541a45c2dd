"""Timeouts for request bodies (RFC 9110 15.5.9): a client cannot keep a request open with an incomplete body."""

import asyncio

from litestar.types import Receive, ReceiveMessage

from service.core.http.problems import ProblemError

BODY_WITHIN = 10.0
"""The timeout in seconds for a body, and for each next part of a bundle."""

BUNDLE_WITHIN = 300.0
"""The timeout in seconds for a whole bundle."""


def with_body_timeout(receive: Receive, whole: float = BODY_WITHIN, part: float = BODY_WITHIN) -> Receive:
    """Return a receive function that raises a 408 problem if the whole body or its next part is late.

    Messages after the body, such as the disconnect of the client, have no timeout.
    """
    end: float | None = None
    is_complete = False

    async def receive_with_timeout() -> ReceiveMessage:
        nonlocal end, is_complete
        if is_complete:
            return await receive()
        now = asyncio.get_running_loop().time()
        if end is None:
            end = now + whole
        try:
            async with asyncio.timeout_at(min(end, now + part)):
                message = await receive()
        except TimeoutError:
            raise ProblemError("body-late", "the body did not arrive in time: send all of it") from None
        is_complete = not message.get("more_body")
        return message

    return receive_with_timeout
