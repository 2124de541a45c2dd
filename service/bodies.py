"""How long a request's body may take to come (RFC 9110 15.5.9): nobody keeps a request open by sending half of one."""

import asyncio

from litestar.types import HTTPScope, Receive, ReceiveMessage

from service.problems import ProblemError

BODY_WITHIN = 10.0
"""Seconds within which a body has to be there, or the next part of one that comes in many."""


def has_body(scope: HTTPScope) -> bool:
    """Whether a request comes with a body."""
    return any(
        name == b"transfer-encoding" or (name == b"content-length" and value != b"0")
        for name, value in scope["headers"]
    )


def received_in_time(receive: Receive, *, in_parts: bool) -> Receive:
    """Return what receives a body, and raises a 408 problem when it does not come in time."""
    deadline: float | None = None
    is_complete = False

    async def receive_in_time() -> ReceiveMessage:
        nonlocal deadline, is_complete
        if is_complete:
            # whoever waits now waits for the client to go
            return await receive()
        if deadline is None or in_parts:
            deadline = asyncio.get_running_loop().time() + BODY_WITHIN
        try:
            async with asyncio.timeout_at(deadline):
                message = await receive()
        except TimeoutError:
            reason = f"the body did not come within {BODY_WITHIN:.0f} seconds"
            raise ProblemError("body-late", reason) from None
        is_complete = not message.get("more_body")
        return message

    return receive_in_time
