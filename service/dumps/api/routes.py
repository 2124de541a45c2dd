"""The files of the dumps. Downloads can be resumed."""

import asyncio
import os
from typing import Any

import msgspec
from litestar import Response, get

from service.core.http.game_problem_types import ProblemType
from service.core.http.middleware.methods import HEAD_ASKED
from service.core.http.problem_types import declare
from service.core.http.problems import ProblemError
from service.core.http.response.conditional import CONTENT_TYPE, JSON, digest_of, represented
from service.core.http.response.responses import RawResponse
from service.dumps.api.messages import Index, listed
from service.dumps.api.ranges import UnsatisfiableError, http_date, is_unchanged, part_asked
from service.dumps.api.sending import SentFile
from service.dumps.archive import Archive, OpenedFile
from service.dumps.manifest import MANIFEST
from service.dumps.periods import Period
from service.people.api.request import PlayerRequest

RANGE_MISSING = declare(
    "range-missing",
    ProblemType(
        416,
        "No such range",
        "The file has none of the bytes that the header `Range` asks for: the range begins at the end of the file, or "
        "after it. This is also the answer if the file was loaded completely before.",
        "Compare the size of what you have with `Content-Range`. To load the file again, omit `Range`.",
    ),
)

_HEADERS = {"Cache-Control": "public, no-cache", "X-Content-Type-Options": "nosniff"}
"""A dump changes if a moderator withholds one of its games: caches ask each time, and get 304."""


def missing() -> ProblemError:
    """Return the problem of a site, or a period, without dumps."""
    return ProblemError("not-found", "this site has no such dump: /dumps/ lists all")


async def index_of(archive: Archive) -> Index:
    """Return the index of an archive."""
    return Index(tuple(map(listed, await asyncio.to_thread(archive.dumps))))


@get("/dumps/index.json", include_in_schema=False)
async def index(request: PlayerRequest, archive: Archive | None) -> Response[Any]:
    """Return the index of the dumps as JSON."""
    if archive is None:
        raise missing()
    return await as_json(request, archive)


async def as_json(request: PlayerRequest, archive: Archive, vary: str = "Accept-Encoding") -> Response[Any]:
    """Return the index of an archive as JSON."""
    body = msgspec.json.encode(await index_of(archive))
    headers = {**_HEADERS, "Vary": vary, CONTENT_TYPE: JSON}
    return represented(request, digest_of(body), lambda: body, public=True, for_all=True, headers=headers)


@get("/dumps/{period:str}/{name:str}", include_in_schema=False)
async def file(request: PlayerRequest, archive: Archive | None, period: str, name: str) -> Response[Any]:
    """Return a file of a dump, or the range of it that is asked for."""
    asked = Period.named(period)
    if archive is None or asked is None:
        raise missing()
    try:
        opened = await asyncio.to_thread(archive.open, asked, name)
    except (OSError, msgspec.DecodeError):
        raise missing() from None
    try:
        return _sent(request, period, name, opened)
    except BaseException:
        opened.file.close()
        raise


def _sent(request: PlayerRequest, period: str, name: str, opened: OpenedFile) -> Response[Any]:
    """Return the reply with an open file, which closes the file."""
    status = os.fstat(opened.file.fileno())
    listed_file = opened.manifest.file(name)
    digest = digest_of(opened.content) if listed_file is None else listed_file.sha256
    etag, modified = f'"{digest}"', http_date(status.st_mtime)
    headers = {**_HEADERS, "ETag": etag, "Last-Modified": modified, "Accept-Ranges": "bytes"}
    if is_unchanged(request.headers, etag, modified):
        opened.file.close()
        return RawResponse(304, headers, None)
    is_head = HEAD_ASKED in request.scope
    try:
        # a range is one of GET alone (RFC 9110 14.2)
        part = part_asked({} if is_head else request.headers, status.st_size, etag, modified)
    except UnsatisfiableError:
        reason = f"the file has {status.st_size} bytes"
        raise ProblemError(RANGE_MISSING, reason, {"Content-Range": f"bytes */{status.st_size}"}) from None
    headers |= {
        CONTENT_TYPE: JSON if listed_file is None else listed_file.media_type,
        "Content-Length": str(part.size),
        "Content-Disposition": f'attachment; filename="ludolog-{period}-{name}"',
    }
    if name == MANIFEST:
        headers["Content-Disposition"] = "inline"
    if not part.is_whole:
        headers["Content-Range"] = f"bytes {part.first}-{part.first + part.size - 1}/{status.st_size}"
    if is_head:
        opened.file.close()
        return RawResponse(200, headers, None)
    return SentFile(opened.file, part, headers)


pages = (index, file)
