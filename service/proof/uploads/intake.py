"""Receives uploads, with limits per token, account and address, and in total."""

import contextlib
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterable, Generator

from domain.kernel.values import Value
from service.core.http.problems import ProblemError
from service.people.tokens import Token
from service.proof.uploads.memory import Spool, UploadMemory

PER_TOKEN, PER_ACCOUNT, PER_ADDRESS = 2, 4, 8
"""The maximum numbers of concurrent uploads."""

IN_ALL = 64
"""The maximum number of concurrent uploads in total, which also bounds the number of files."""


class Source(Value, frozen=True):
    """The source of an upload: token, account and address."""

    token: Token
    account: str
    address: str


class Uploads:
    """The uploads in progress, from the first byte until the response."""

    def __init__(self, memory: UploadMemory) -> None:
        self._memory = memory
        self._in_progress: Counter[str] = Counter()

    @contextlib.asynccontextmanager
    async def received(self, source: Source, parts: AsyncIterable[bytes]) -> AsyncGenerator[Spool]:
        """Receive an upload and keep it until the block ends. Raises 429 and 503 problems."""
        with self._place(source), Spool(self._memory) as spool:
            async for part in parts:
                await spool.write(part)
            yield spool

    @contextlib.contextmanager
    def _place(self, source: Source) -> Generator[None]:
        places = (f"token {source.token.id}", f"account {source.account}", f"address {source.address}", "all")
        for place, most in zip(places, (PER_TOKEN, PER_ACCOUNT, PER_ADDRESS), strict=False):
            if self._in_progress[place] >= most:
                message = f"{most} bundles are being uploaded or verified for this {place.split()[0]}: wait for one"
                raise ProblemError("too-many-uploads", message, {"Retry-After": "5"})
        if self._in_progress["all"] >= IN_ALL:
            raise ProblemError("unavailable", "too many bundles are being uploaded: try again", {"Retry-After": "5"})
        self._in_progress.update(places)
        try:
            yield
        finally:
            self._in_progress.subtract(places)
            for place in places:
                if not self._in_progress[place]:
                    del self._in_progress[place]
