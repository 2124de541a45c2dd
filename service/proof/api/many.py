"""The bundles of many games in one reply."""

import asyncio
import zlib
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from typing import Any

from litestar import Response, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.types import Receive, Scope, Send
from zstandard import ZstdCompressor

from domain.proof.bundle import MEDIA_TYPE
from service.core.http.headers import NEXT_CURSOR
from service.core.http.middleware.methods import HEAD_ASKED
from service.core.http.problems import problems
from service.core.http.request.cursors import after_number, cursor_of, next_link
from service.core.http.request.page_parameters import FILES, Cursor, FileLimit
from service.core.http.response.codings import Coding, coding_for
from service.core.http.response.responses import RawResponse, SelfSendingResponse
from service.lists.reading import ReadModels
from service.lists.tables.ends import ends_after
from service.people.api.request import PlayerRequest
from service.play.api.stream.connection import WRITE_TIMEOUT
from service.proof.bundling import Bundling


@get(
    "/games/bundles",
    summary="Download the bundles of many games",
    operation_id="bundles",
    responses={
        200: ResponseSpec(str, generate_examples=False, description="The bundles as NDJSON.", media_type=MEDIA_TYPE),
        **problems("bad-request", "token-needed", "unavailable"),
    },
)
async def game_bundles(
    request: PlayerRequest,
    models: ReadModels,
    bundling: Bundling,
    limit: FileLimit = FILES,
    cursor: Cursor = None,
) -> Response[Any]:
    """Return the bundles of public games that are over, as NDJSON: the lines of each one after those of the one before.

    The games are in the order in which their ends are in the log; abandoned games are among them, imported ones are
    not. New games always follow at the end. The header `Ludolog-Next-Cursor` has the cursor after the last bundle: send
    it as `cursor` at once, or at any later time. `Link` has the next page if there are more games now.

    A bundle has the proofs of the transparency log of the site, as the one of a single game has.

    For mirrors and archives. A reply that ends early was interrupted: its last bundle may lack its closing line. Store
    the cursor once the reply is complete. `ludolog verify` reads the reply as a file. Larger amounts are faster as
    files: see [the dumps](/dumps/).
    """
    after = after_number(cursor)
    found = await models.read(("ends",), lambda asked: ends_after(asked, after, limit + 1))
    page, rest = found[:limit], found[limit:]
    upto = cursor_of(page[-1].position if page else after)
    headers = {
        "Content-Type": MEDIA_TYPE,
        # a moderator may withhold a game, and new games may follow
        "Cache-Control": "no-store",
        "Vary": "Accept-Encoding",
        NEXT_CURSOR: upto,
        **next_link(request, upto if rest else None),
    }
    if HEAD_ASKED in request.scope:
        return RawResponse(200, headers, None)
    # so that a refusal of the first one is a problem document
    first = await bundling.of(request.asker, page[0].game) if page else b""
    parts = bundling.following(request.asker, first, [end.game for end in page[1:]])
    return _Sent(parts, coding_for(request), headers)


class _Sent(SelfSendingResponse):
    """Bundles, sent while they are made. If one cannot be made, the connection ends without the end of the reply."""

    def __init__(self, parts: AsyncGenerator[bytes], coding: Coding | None, headers: Mapping[str, str]) -> None:
        # Brotli takes too long for a reply of this size
        self._coding = coding if coding in {"zstd", "gzip"} else None
        self._parts = parts
        named = headers if self._coding is None else {**headers, "Content-Encoding": self._coding}
        self._headers = [(name.lower().encode(), value.encode()) for name, value in named.items()]
        self.status_code = 200

    async def _send(self, _scope: Scope, _receive: Receive, send: Send, /) -> None:
        pack, end = _packing(self._coding)
        async with aclosing(self._parts) as parts:
            await send({"type": "http.response.start", "status": 200, "headers": self._headers})
            async for part in parts:
                if data := pack(part):
                    async with asyncio.timeout(WRITE_TIMEOUT):
                        await send({"type": "http.response.body", "body": data, "more_body": True})
        await send({"type": "http.response.body", "body": end(), "more_body": False})


def _packing(coding: str | None) -> tuple[Callable[[bytes], bytes], Callable[[], bytes]]:
    """Return the functions that compress a part of a body, and that end it."""
    if coding == "zstd":
        zstd = ZstdCompressor(level=3).compressobj()
        return zstd.compress, zstd.flush
    if coding == "gzip":
        packer = zlib.compressobj(3, wbits=31)
        return packer.compress, packer.flush
    return bytes, bytes
