"""Conditional requests: ETag, If-None-Match, If-Match and compressed, cached bodies (RFC 9110 8.8, 12.5.3, 13.1)."""

import gzip
import hashlib
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeAlias

import msgspec
from litestar import Request, Response

from service.core.http.headers import CREDENTIALS, INVITATION_HEADER
from service.core.http.request.numbers import parse_int
from service.core.http.request.parameters import bad_parameter
from service.core.http.response.codings import CODINGS, Coding, Effort, accepts, coding_for, compressed
from service.core.http.response.responses import RawResponse

JSON = "application/json"
CONTENT_TYPE = "Content-Type"
COMPRESSED_FROM = 1024
"""The size in bytes from which a body is compressed if the client accepts gzip."""
COMPRESSED_ONCE_FROM = 256
"""The same for a body that is compressed once and kept: a page of a checkout loads dozens of small modules."""

WHO_ASKS = f"{CREDENTIALS}, {INVITATION_HEADER}"
"""The headers that identify the viewer, for Vary."""

_GZIP = ".gzip"
_CODINGS: Mapping[str, Coding] = {f".{coding}": coding for coding in CODINGS}
"""The codings by the ends of the tags of compressed forms."""

_OK, _NOT_MODIFIED = 200, 304


Kept: TypeAlias = Callable[[str, Callable[[], bytes]], bytes]
"""Returns the cached bytes for a tag; the function creates them on a cache miss."""


def smaller(body: bytes) -> Kept:
    """Return the forms of the body of a page, compressed with more effort than those for one request."""
    return lambda form, _make: body if (coding := _coding_of(form)) is None else compressed(body, "smaller", coding)


def _coding_of(form: str) -> Coding | None:
    """Return the coding of a form by its tag; None: it is plain."""
    return _CODINGS.get(f".{form.rpartition('.')[2]}")


def unpacked_size(packed: bytes) -> int:
    """Return the size of a body of which only the gzip form is held, below 4 GiB (RFC 1952 2.3.1)."""
    return int.from_bytes(packed[-4:], "little")


class Representation(RawResponse):
    """A representation, or 304 without a body."""

    def __init__(self, headers: Mapping[str, str], body: bytes | None) -> None:
        super().__init__(_NOT_MODIFIED if body is None else _OK, headers, body)


def represented(
    request: Request[Any, Any, Any],
    tag: str,
    make: Callable[[], bytes],
    *,
    public: bool,
    for_all: bool = False,
    kept: Kept | None = None,
    compressible: bool = True,
    headers: Mapping[str, str] | None = None,
) -> Response[Any]:
    """Return the bytes that `make` creates, compressed if accepted, or 304. `kept` caches both forms by tag.

    `public`: shared caches may store this reply. `for_all`: they need one copy, because no caller gets another reply at
    this address; only public replies are. The media type is JSON unless `headers` contain Content-Type.

    The tag determines the bytes in every release: it has a digest of them (`digest_of`, `digested`), or the version of
    a specified format. Another release may encode the same version differently.
    """
    caching = kept or _uncached
    return _represented(
        request,
        tag,
        lambda tag: _forms(request, tag, make, caching) if compressible else (tag, caching(tag, make)),
        public=public,
        for_all=for_all,
        headers=headers,
    )


def represented_packed(
    request: Request[Any, Any, Any],
    tag: str,
    packed: bytes,
    *,
    public: bool,
    for_all: bool = False,
    headers: Mapping[str, str] | None = None,
) -> Response[Any]:
    """Return the same for a body of which only the gzip form is held; `packed` may be empty if `is_known`."""

    def form_of(tag: str) -> tuple[str, bytes]:
        # to decompress it takes milliseconds, and most clients accept it as it is
        if unpacked_size(packed) >= COMPRESSED_FROM and accepts(request, "gzip"):
            return tag + _GZIP, packed
        return tag, gzip.decompress(packed)

    return _represented(request, tag, form_of, public=public, for_all=for_all, headers=headers)


def _forms(request: Request[Any, Any, Any], tag: str, make: Callable[[], bytes], kept: Kept) -> tuple[str, bytes]:
    """Return the form of a body for a request, with its tag."""
    plain = kept(tag, make)
    is_once = kept is _cached_forever
    effort: Effort = "smallest" if is_once else "quickest"
    least = COMPRESSED_ONCE_FROM if is_once else COMPRESSED_FROM
    coding = None if len(plain) < least else coding_for(request, effort, len(plain))
    if coding is None:
        return tag, plain
    form = f"{tag}.{coding}"
    packed = kept(form, lambda: compressed(plain, effort, coding))
    return (form, packed) if len(packed) < len(plain) else (tag, plain)


def _represented(
    request: Request[Any, Any, Any],
    tag: str,
    form_of: Callable[[str], tuple[str, bytes]],
    *,
    public: bool,
    for_all: bool,
    headers: Mapping[str, str] | None,
) -> Response[Any]:
    """Return a representation, or 304. `form_of` returns the tag and the bytes of the form to send."""
    media_type = (headers or {}).get(CONTENT_TYPE, JSON)
    all_headers = {
        "Vary": vary(public=public, for_all=for_all),
        "Cache-Control": "public, no-cache" if public else "private, no-cache",
        **{name: value for name, value in (headers or {}).items() if name != CONTENT_TYPE},
    }
    if (form := _known_form(request, tag)) is not None:
        return Representation({**all_headers, "ETag": f'"{form}"'}, None)
    tag, body = form_of(tag)
    if (coding := _coding_of(tag)) is not None:
        all_headers["Content-Encoding"] = coding
    content_type = f"{media_type}; charset=utf-8" if media_type.startswith("text/") else media_type
    return Representation({**all_headers, "ETag": f'"{tag}"', CONTENT_TYPE: content_type}, body)


def is_known(request: Request[Any, Any, Any], tag: str) -> bool:
    """Whether `represented` returns 304 for this tag, so that the representation need not be made."""
    return _known_form(request, tag) is not None


def _known_form(request: Request[Any, Any, Any], tag: str) -> str | None:
    """Return the first form of a tag, plain or compressed, that If-None-Match has; None if it has none."""
    known = {candidate.strip().removeprefix("W/") for candidate in request.headers.get("if-none-match", "").split(",")}
    forms = (tag, *(tag + end for end in _CODINGS))
    return next((form for form in forms if f'"{form}"' in known or "*" in known), None)


def vary(*more: str, public: bool, for_all: bool = False) -> str:
    """Return the value of Vary. A private representation also varies by invitation, one for all not by credentials.

    `more` are further headers that select the representation, such as Accept where a format is negotiated.
    """
    assert public or not for_all, "what is private is not the same for all"
    who = () if for_all else (CREDENTIALS if public else WHO_ASKS,)
    return ", ".join((*who, "Accept-Encoding", *more))


LIFETIME, SHARED_LIFETIME = 31_536_000, 300
"""Seconds for which a browser, and a shared cache, may use what never changes without asking."""


def immutable(lifetime: int = LIFETIME) -> str:
    """Return the value of Cache-Control for public bytes that never change at their address (RFC 8246).

    A moderator may withhold a game at any time. What a client has already, it may keep; a shared cache, which sends it
    to others, asks again after `SHARED_LIFETIME`, and gets 304 or 451.
    """
    return f"public, max-age={lifetime}, s-maxage={SHARED_LIFETIME}, immutable"


def unchanging(request: Request[Any, Any, Any], name: str, make: Callable[[], Any]) -> Response[Any]:
    """Return a public value that is constant while the process runs. The first request creates it."""
    return unchanging_bytes(request, name, lambda: msgspec.json.encode(make()))


def unchanging_bytes(
    request: Request[Any, Any, Any],
    name: str,
    make: Callable[[], bytes],
    *,
    headers: Mapping[str, str] | None = None,
    media_type: str = JSON,
) -> Response[Any]:
    """Return public bytes that are constant while the process runs. The first request creates them."""
    body = _cached_forever(name, make)
    return represented(
        request,
        _cached_digest(body),
        lambda: body,
        kept=_cached_forever,
        public=True,
        for_all=True,
        headers={**(headers or {}), CONTENT_TYPE: media_type},
    )


def listed(request: Request[Any, Any, Any], page: Any, headers: Mapping[str, str]) -> Response[Any]:
    """Return a page of a list that depends on the player, but not on invitations. Its ETag is a digest of the bytes."""
    body = msgspec.json.encode(page)
    vary = {"Vary": f"{CREDENTIALS}, Accept-Encoding"}
    return represented(request, digest_of(body), lambda: body, public=False, headers={**vary, **headers})


_FOREVER: dict[str, bytes] = {}


def _cached_forever(form: str, make: Callable[[], bytes]) -> bytes:
    if form not in _FOREVER:
        _FOREVER[form] = make()
    return _FOREVER[form]


def digest_of(body: bytes) -> str:
    """Return the ETag value of a representation that has no version."""
    return hashlib.sha256(body).hexdigest()[:32]


def digested(shown: Kept, tag: str, encode: Callable[[], bytes]) -> tuple[str, Kept]:
    """Return a tag with a digest of the bytes that `encode` returns, and the cached forms of them.

    `tag` names version, viewer and format. `shown` caches the bytes and their digest.
    """

    def plain() -> bytes:
        return shown(tag, encode)

    whole = with_digest(tag, shown(f"{tag}.digest", lambda: digest_of(plain()).encode()))
    return whole, lambda form, make: plain() if form == whole else shown(form, make)


def with_digest(tag: str, digest: bytes) -> str:
    """Return a tag that determines the bytes of which this is the digest."""
    return f"{tag}.{digest.decode()[:16]}"


_cached_digest = cache(digest_of)


def _uncached(_form: str, make: Callable[[], bytes]) -> bytes:
    return make()


def expected_versions(request: Request[Any, Any, Any]) -> frozenset[int] | None:
    """Return the versions in If-Match, any of which may be the current one; None for any version.

    The number at the start of an ETag of a game is its version. Raises a 412 problem if If-Match has no version.
    """
    header = request.headers.get("if-match")
    if header is None or header.strip() == "*":
        return None
    tags = [tag.strip().strip('"') for tag in header.split(",")]
    numbers = [parse_int(tag.split(".")[0]) for tag in tags]
    versions = frozenset(number for number in numbers if number is not None)
    if not versions:
        reason = "If-Match has no version of this game: send an ETag of the game"
        raise bad_parameter("If-Match", reason, "version-changed")
    return versions
