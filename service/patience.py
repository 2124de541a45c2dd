"""How long a request waits for the database."""

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

PATIENCE = 5.0
"""Seconds that a step of a request waits for the store; what is not known to be stored by then is answered as such.

A request has three steps at the most: hear how far the log goes, read a game, append. All have an answer in 15 seconds.
"""

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


async def in_time(
    work: Callable[_Arguments, _Result], *arguments: _Arguments.args, **named: _Arguments.kwargs
) -> _Result:
    """Return what work in a thread returns; raises TimeoutError after a while, and the work may still be done."""
    async with asyncio.timeout(PATIENCE):
        return await asyncio.to_thread(work, *arguments, **named)
