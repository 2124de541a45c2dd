"""Checks replies before they are read, so that a failure says what the service answered."""

from typing import Any, TypeVar

import httpx

Reply = TypeVar("Reply", bound=httpx.Response)


def explained(reply: httpx.Response) -> str:
    """Return what was asked and what came of it: method, path, status, and of a problem code, detail, request id."""
    told = reply.text[:300]
    if reply.headers.get("content-type") == "application/problem+json":
        problem: dict[str, Any] = reply.json()
        told = f"{problem['code']}: {problem['detail']}"
    asked = f"{reply.request.method} {reply.request.url.raw_path.decode()}"
    return f"{asked}: {reply.status_code} {told} (request {reply.headers.get('x-request-id')})"


def ok(reply: Reply, *expected: int) -> Reply:
    """Return a reply with one of these statuses, or without any with a status of 2xx. Raises AssertionError."""
    is_expected = reply.status_code in expected if expected else reply.is_success
    assert is_expected, explained(reply)
    return reply
