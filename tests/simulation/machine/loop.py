"""An event loop without a selector: its callbacks run in their order when the scheduler chooses its process."""

import asyncio
import contextlib
from asyncio import Handle, TimerHandle
from collections import deque
from collections.abc import Callable, Coroutine
from contextvars import Context
from functools import partial
from math import ceil
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.simulation.machine.scheduler import Scheduler


class Killed(BaseException):
    """The process that runs ends here. Nothing of it runs afterwards."""


class Loop(asyncio.AbstractEventLoop):
    """The event loop of one simulated process."""

    def __init__(self, scheduler: "Scheduler", name: str) -> None:
        self.scheduler = scheduler
        self.name = name
        self.is_dead = False
        self.is_queued = False
        """Whether the scheduler knows that a callback can run."""
        self.remains: list[Any] = []
        """What a killed process leaves. It is kept, since Python would run the `finally` blocks of what it frees."""
        self.faults: list[str] = []
        """Exceptions of callbacks, which a loop only logs."""
        self.open: list[asyncio.Future[Any]] = []
        """The replies that clients await from this process."""
        self.tasks_of_clients: set[asyncio.Task[Any]] = set()
        self._callbacks: deque[Handle] = deque()
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def has_ready(self) -> bool:
        """Whether a callback can run."""
        return bool(self._callbacks)

    def run_one(self) -> None:
        """Run the first callback."""
        if not self._callbacks:
            # killed by a thread
            return
        handle = self._callbacks.popleft()
        if not handle.cancelled():
            handle._run()  # noqa: SLF001 - as asyncio's own loops do
        if self.is_dead:
            self.remains.append(handle)

    def push(self, handle: Handle) -> None:
        """Add a callback to those that can run."""
        if self.is_dead:
            self.remains.append(handle)
            return
        self._callbacks.append(handle)
        if not self.is_queued:
            self.is_queued = True
            self.scheduler.ready(self)

    def kill(self) -> None:
        """End the process: none of its callbacks, timers and threads runs any more."""
        self.is_dead = True
        self.remains += [*self._callbacks, *self._tasks]
        self._callbacks.clear()

    def bury(self) -> None:
        """Close what is left of all tasks, after the end of the simulation."""
        self.is_dead = True
        for task in self._tasks:
            # private: killed tasks are no mistake of the program
            setattr(task, "_log_destroy_pending", False)  # noqa: B010 - the attribute is not declared
            coroutine: Any = task.get_coro()
            for _ in range(20):
                # a `finally` block that waits raises RuntimeError, and the next attempt gets further
                with contextlib.suppress(Exception, Killed, asyncio.CancelledError):
                    coroutine.close()
                    break

    def time(self) -> float:
        return self.scheduler.now / 1_000_000

    def call_soon(self, callback: Callable[..., Any], *args: Any, context: Context | None = None) -> Handle:
        handle = Handle(callback, args, self, context)
        self.push(handle)
        return handle

    call_soon_threadsafe = call_soon

    def call_later(
        self, delay: float, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> TimerHandle:
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(
        self, when: float, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> TimerHandle:
        handle = TimerHandle(when, callback, args, self, context)
        # like asyncio's own loops, never early
        self.scheduler.at(ceil(when * 1_000_000), self, handle)
        return handle

    def timer(self, callback: Callable[[], Any]) -> TimerHandle:
        """Return a callback that the scheduler can run in this loop."""
        return TimerHandle(0.0, callback, (), self)

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def create_task(  # pyright: ignore[reportIncompatibleMethodOverride] - tasks of the service are coroutines
        self, coro: Coroutine[Any, Any, Any], *, name: str | None = None, context: Context | None = None
    ) -> asyncio.Task[Any]:
        # without a name, Python would number the tasks of the interpreter
        task = asyncio.Task(coro, loop=self, name=name or "task", context=context)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def run_in_executor(  # pyright: ignore[reportIncompatibleMethodOverride] - a future is an awaitable
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        future = self.create_future()

        def done(result: Any, error: BaseException | None) -> None:
            if future.done():
                return
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)

        self.scheduler.thread(self, partial(func, *args), done)
        return future

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        # the messages without a handle come when Python frees a task, which is no moment of the simulation
        if "handle" in context and not self.is_dead:
            self.faults.append(f"{context.get('message')}: {context.get('exception')!r}")

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return True

    def is_closed(self) -> bool:
        return self.is_dead

    def _timer_handle_cancelled(self, handle: TimerHandle) -> None:
        """Do nothing: a cancelled callback is skipped when its time comes."""
