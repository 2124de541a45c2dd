"""Representations of one game, cached with the game and sent conditionally (RFC 9110 8.8, 13.1)."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from litestar import Request, Response

from service.games.loaded import Loaded
from service.http.response.conditional import represented


def conditional(
    request: Request[Any, Any, Any],
    loaded: Loaded,
    tag: str,
    make: Callable[[], Any],
    *,
    public: bool,
    headers: Mapping[str, str] | None = None,
) -> Response[Any]:
    """Return the result of `make` with an ETag, or 304 if the client has it.

    The tag names version, viewer and format. The encoded bytes are cached with the game. The compressed form has its
    own tag, because its bytes differ.
    """
    return represented(
        request, tag, lambda: msgspec.json.encode(make()), kept=loaded.shown, public=public, headers=headers
    )
