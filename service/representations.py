"""Representations that can be asked for conditionally, made once and sent compressed (RFC 9110 8.8, 12.5.3, 13.1)."""

import gzip
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from litestar import Request, Response

from service.loaded import Loaded
from service.numbers import small_number
from service.problems import ProblemError

JSON = "application/json"
COMPRESSED_FROM = 1024
"""Bytes from which on a body is sent compressed to whom accepts it."""

_GZIP = ".gzip"


def conditional(
    request: Request[Any, Any, Any],
    loaded: Loaded,
    tag: str,
    make: Callable[[], Any],
    *,
    public: bool,
    headers: Mapping[str, str] | None = None,
) -> Response[Any]:
    """Return what `make` makes under an ETag, or 304 where the client has it already.

    The tag names version, viewer and form; what bears it is made once and kept with the game. The compressed form
    has a tag of its own, for it consists of other bytes.
    """
    return represented(
        request, tag, lambda form: loaded.shown(form, lambda: _bytes(make, form)), public=public, headers=headers
    )


def represented(
    request: Request[Any, Any, Any],
    tag: str,
    body_of: Callable[[str], bytes],
    *,
    public: bool,
    headers: Mapping[str, str] | None = None,
    media_type: str = JSON,
) -> Response[Any]:
    """Return the body of a tag, or of its compressed form, or 304."""
    all_headers = {
        "Vary": "Authorization, Accept, Accept-Encoding",
        "Cache-Control": "public, no-cache" if public else "private, no-cache",
        **(headers or {}),
    }
    known = {candidate.strip().removeprefix("W/") for candidate in request.headers.get("if-none-match", "").split(",")}
    for form in (tag, tag + _GZIP):
        if f'"{form}"' in known or "*" in known:
            unchanged: Response[Any] = Response(None, status_code=304, headers={**all_headers, "ETag": f'"{form}"'})
            return unchanged
    body = body_of(tag)
    if len(body) >= COMPRESSED_FROM and _accepts_gzip(request):
        tag += _GZIP
        body = body_of(tag)
        all_headers["Content-Encoding"] = "gzip"
    return Response(body, media_type=media_type, headers={**all_headers, "ETag": f'"{tag}"'})


def compressed_if(form: str, body: bytes) -> bytes:
    """Return the body, compressed where the form's tag says so; the same bytes every time."""
    return gzip.compress(body, compresslevel=3, mtime=0) if form.endswith(_GZIP) else body


def _bytes(make: Callable[[], Any], form: str) -> bytes:
    return compressed_if(form, msgspec.json.encode(make()))


def _accepts_gzip(request: Request[Any, Any, Any]) -> bool:
    for part in request.headers.get("accept-encoding", "").lower().split(","):
        coding, _, weight = part.partition(";")
        if coding.strip() == "gzip":
            return weight.replace(" ", "") not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}
    return False


def expected_version(request: Request[Any, Any, Any]) -> int | None:
    """Return the version that If-Match names, if any: the number at the start of an ETag of this game."""
    header = request.headers.get("if-match")
    if header is None or header.strip() == "*":
        return None
    number = small_number(header.strip().strip('"').split(".")[0])
    if number is None:
        raise ProblemError("version-changed", "If-Match names no version of this game: send an ETag that it gave")
    return number
