"""A process in which rounds are paired: a search of seconds must not hold the interpreter that answers requests."""

import asyncio
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from typing import ParamSpec, TypeVar

from domain.kernel.values import RefusalPart
from domain.tournaments.refusals import Refused
from service.core.processes.pool import ProcessPool

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


class PairingProcess:
    """One process, started with the first work and again after a crash. It does one piece of work at a time."""

    def __init__(self) -> None:
        self._pool = ProcessPool(lambda: 1, "pairs rounds")

    @property
    def pid(self) -> int | None:
        """The id of the process; None: there is none."""
        return next(iter(self._pool.pids), None)

    async def run(
        self, work: Callable[_Arguments, _Result], *arguments: _Arguments.args, **named: _Arguments.kwargs
    ) -> _Result:
        """Call a function of a module in the process, with arguments that can be pickled.

        Raises Refused and what the function raises. If no process can be used, a thread does the work.
        """
        try:
            result, refused = await self._pool.run(_result_of, work, arguments, named)
        except BrokenExecutor:
            return await asyncio.to_thread(work, *arguments, **named)
        if refused is not None:
            rule, text, field, parts = refused
            raise Refused(rule, text, field, **parts)
        assert result is not None
        return result[0]

    def close(self) -> None:
        """Stop the process at once. What is being paired is paired by another process, or after the next start."""
        self._pool.close()


def _result_of(
    work: Callable[..., _Result], arguments: tuple[object, ...], named: dict[str, object]
) -> tuple[tuple[_Result] | None, tuple[str, str, str | None, dict[str, RefusalPart]] | None]:
    """Return the result of a function, or the rule, text, field and parts of its refusal."""
    try:
        return (work(*arguments, **named),), None
    except Refused as refused:
        return None, (refused.rule, refused.text, refused.field, refused.parts)
