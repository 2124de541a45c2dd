"""How long a request's body may take to come (RFC 9110 15.5.9): nobody keeps a request open by sending half of one."""

import asyncio

from litestar.types import Receive, ReceiveMessage

from service.http.problems import ProblemError

BODY_WITHIN = 10.0
"""Seconds within which a body has to be there; of a bundle, which comes in many parts, the next of them."""

BUNDLE_WITHIN = 300.0
"""Seconds within which a whole bundle has to be there."""


def received_in_time(receive: Receive, whole: float = BODY_WITHIN, part: float = BODY_WITHIN) -> Receive:
    """Return what receives a body, and raises a 408 problem when the whole or its next part does not come in time.

    What comes after the body is waited for as ever: that the client goes.
    """
    end: float | None = None
    is_complete = False

    async def receive_in_time() -> ReceiveMessage:
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
            raise ProblemError("body-late", "the body was waited for in vain: send it whole") from None
        is_complete = not message.get("more_body")
        return message

    return receive_in_time
