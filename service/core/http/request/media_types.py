"""Validation of the media types of request bodies: JSON or NDJSON in UTF-8, uncompressed (RFC 9110 8.3, 8.4)."""

import re
from collections.abc import Iterable

from service.core.http.request.parameters import bad_parameter

_PARAMETER = re.compile(rb"""\s*([\w!#$%&'*+.^`|~-]+)=(?:"([^"]*)"|([\w!#$%&'*+.^`|~-]+))\s*""")
_JSON = re.compile(rb"application/(?:[\w.+-]+\+)?json")
_PATCH = re.compile(rb"application/(?:[\w.+-]*-)?patch\+json")
_LINES = re.compile(rb"application/(?:x-ndjson|octet-stream)")


def check_body_type(headers: Iterable[tuple[bytes, bytes]], *, lines: bool) -> None:
    """Raise a 415 problem for an unsupported media type. With `lines`, the body is a bundle in NDJSON.

    A body without Content-Type is read as the expected type. Patch formats such as `application/merge-patch+json` are
    JSON, but describe changes instead of a representation.
    """
    for name, value in headers:
        if name == b"content-encoding" and value.strip().lower() not in {b"", b"identity"}:
            message = "send the body uncompressed, without Content-Encoding"
            error = bad_parameter("Content-Encoding", message, "media-type")
            error.headers["Accept-Encoding"] = "identity"
            raise error
        if name == b"content-type" and (message := _unreadable(value, lines=lines)):
            raise bad_parameter("Content-Type", message, "media-type")


def _unreadable(content_type: bytes, *, lines: bool) -> str | None:
    media_type, *parameters = content_type.strip().lower().split(b";")
    wanted = "application/x-ndjson" if lines else "application/json"
    essence = media_type.strip()
    if not (_LINES if lines else _JSON).fullmatch(essence) or _PATCH.fullmatch(essence):
        return f"send the body as {wanted}"
    for parameter in parameters:
        found = _PARAMETER.fullmatch(parameter)
        if found is None:
            return f"the parameters of Content-Type cannot be read: send the body as {wanted}"
        if found[1] == b"charset" and (found[2] or found[3]) != b"utf-8":
            return f"the body has to be in UTF-8: send it as {wanted}, with charset=utf-8 or without charset"
    return None
