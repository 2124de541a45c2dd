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
    """Return what `make` makes under an ETag, or 304 where the client has it already.

    The tag names version, viewer and form; what bears it is made once and kept with the game. The compressed form
    has a tag of its own, for it consists of other bytes.
    """
    return represented(
        request, tag, lambda: msgspec.json.encode(make()), kept=loaded.shown, public=public, headers=headers
    )
