"""A process with many idle connections: `python -m tests.abuse.crowd PORT COUNT`.

It prints a line once it has tried to open all of them, and another one with the number that is still open for each
line that it reads.
"""

import asyncio
import contextlib
import resource
import sys

AT_A_TIME = 200
"""Connections that are being opened at once."""

CONNECT_WITHIN = 5.0


async def main(port: int, count: int) -> None:
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    gate = asyncio.Semaphore(AT_A_TIME)
    still_open: set[asyncio.StreamWriter] = set()

    async def idle() -> None:
        async with gate:
            with contextlib.suppress(OSError, TimeoutError):
                reader, writer = await asyncio.wait_for(asyncio.open_connection("127.0.0.1", port), CONNECT_WITHIN)
                still_open.add(writer)
                watching.append(asyncio.create_task(until_closed(reader, writer)))

    async def until_closed(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            await reader.read()
        still_open.discard(writer)
        writer.close()

    watching: list[asyncio.Task[None]] = []
    await asyncio.gather(*(idle() for _ in range(count)))
    answer(len(still_open))
    while await asyncio.to_thread(sys.stdin.readline):
        answer(len(still_open))


def answer(number: int) -> None:
    """Write a line at once."""
    sys.stdout.write(f"{number}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), int(sys.argv[2])))
