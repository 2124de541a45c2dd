"""Representations that can be asked for conditionally, made once and sent compressed (RFC 9110 8.8, 12.5.3, 13.1)."""

import gzip
import hashlib
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import version
from typing import Any, TypeAlias

import msgspec
from litestar import Request, Response
from litestar.types import Receive, Scope, Send

from service.http.headers import INVITATION_HEADER
from service.http.problems import ProblemError
from service.http.request.numbers import small_number
from service.http.response.responses import Sending

JSON = "application/json"
COMPRESSED_FROM = 1024
"""Bytes from which on a body is sent compressed to whom accepts it."""

WHO_ASKS = f"Authorization, {INVITATION_HEADER}"
"""The headers on which it depends what somebody may see."""

RELEASE = hashlib.sha256(version("ludolog").encode()).hexdigest()[:6]
"""Stands in every tag: another release may make other bytes of the same version."""

_GZIP = ".gzip"
_OK, _NOT_MODIFIED = 200, 304

Kept: TypeAlias = Callable[[str, Callable[[], bytes]], bytes]
"""Returns the bytes of a form by its tag, made by the function given only where they are not at hand."""


class Representation(Sending):
    """Sends bytes that are at hand, or no more than a head, without working anything out: most requests are these."""

    def __init__(self, headers: Mapping[str, str], body: bytes | None) -> None:
        super().__init__(None, status_code=_NOT_MODIFIED if body is None else _OK)
        self._raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        self._body = body or b""
        if body is not None:
            self._raw.append((b"content-length", b"%d" % len(body)))

    async def _send(self, scope: Scope, receive: Receive, send: Send) -> None:
        del scope, receive
        await send({"type": "http.response.start", "status": self.status_code or _OK, "headers": self._raw})
        await send({"type": "http.response.body", "body": self._body, "more_body": False})


def represented(
    request: Request[Any, Any, Any],
    tag: str,
    make: Callable[[], bytes],
    *,
    public: bool,
    kept: Kept | None = None,
    headers: Mapping[str, str] | None = None,
    media_type: str = JSON,
) -> Response[Any]:
    """Return what `make` makes, or its compressed form, each once where they are kept; or 304."""
    tag = f"{tag}.{RELEASE}"
    all_headers = {
        # who asks is told by the token, and by the invitation to what is private
        "Vary": f"{'Authorization' if public else WHO_ASKS}, Accept, Accept-Encoding",
        "Cache-Control": "public, no-cache" if public else "private, no-cache",
        **(headers or {}),
    }
    known = {candidate.strip().removeprefix("W/") for candidate in request.headers.get("if-none-match", "").split(",")}
    for form in (tag, tag + _GZIP):
        if f'"{form}"' in known or "*" in known:
            return Representation({**all_headers, "ETag": f'"{form}"'}, None)
    kept = kept or _made
    body = plain = kept(tag, make)
    if len(plain) >= COMPRESSED_FROM and _accepts_gzip(request):
        tag += _GZIP
        body = kept(tag, lambda: gzip.compress(plain, compresslevel=3, mtime=0))
        all_headers["Content-Encoding"] = "gzip"
    content_type = f"{media_type}; charset=utf-8" if media_type.startswith("text/") else media_type
    return Representation({**all_headers, "ETag": f'"{tag}"', "Content-Type": content_type}, body)


def unchanging(request: Request[Any, Any, Any], name: str, make: Callable[[], Any]) -> Response[Any]:
    """Return what is public and the same for as long as the process runs, made when it is first asked for by name."""
    return unchanging_bytes(request, name, lambda: msgspec.json.encode(make()))


def unchanging_bytes(
    request: Request[Any, Any, Any],
    name: str,
    make: Callable[[], bytes],
    *,
    headers: Mapping[str, str] | None = None,
    media_type: str = JSON,
) -> Response[Any]:
    """Return bytes that are public and the same for as long as the process runs, made when first asked for by name."""
    body = _kept_for_ever(name, make)
    return represented(
        request,
        _digest_kept(body),
        lambda: body,
        kept=_kept_for_ever,
        public=True,
        headers=headers,
        media_type=media_type,
    )


def listed(request: Request[Any, Any, Any], page: Any, headers: Mapping[str, str]) -> Response[Any]:
    """Return a page of what whoever asks may see, whether invited or not; its bytes are what names it."""
    body = msgspec.json.encode(page)
    vary = {"Vary": "Authorization, Accept-Encoding"}
    return represented(request, digest_of(body), lambda: body, public=False, headers={**vary, **headers})


_FOR_EVER: dict[str, bytes] = {}


def _kept_for_ever(form: str, make: Callable[[], bytes]) -> bytes:
    if form not in _FOR_EVER:
        _FOR_EVER[form] = make()
    return _FOR_EVER[form]


def digest_of(body: bytes) -> str:
    """Return what stands in the tag of a representation that only its bytes can name."""
    return hashlib.sha256(body).hexdigest()[:32]


_digest_kept = cache(digest_of)


def _made(form: str, make: Callable[[], bytes]) -> bytes:
    del form
    return make()


def _accepts_gzip(request: Request[Any, Any, Any]) -> bool:
    for part in request.headers.get("accept-encoding", "").lower().split(","):
        coding, _, weight = part.partition(";")
        if coding.strip() == "gzip":
            return weight.replace(" ", "") not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}
    return False


def expected_versions(request: Request[Any, Any, Any]) -> frozenset[int] | None:
    """Return the versions that If-Match names, of which any will do; None where whatever version will.

    The number at the start of an ETag of this game is its version; raises a 412 problem where there is none.
    """
    header = request.headers.get("if-match")
    if header is None or header.strip() == "*":
        return None
    tags = [tag.strip().strip('"') for tag in header.split(",")]
    numbers = [small_number(tag.split(".")[0]) for tag in tags]
    versions = frozenset(number for number in numbers if number is not None)
    if not versions:
        raise ProblemError("version-changed", "If-Match names no version of this game: send an ETag that it gave")
    return versions
