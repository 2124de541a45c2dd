"""Representations of one game, cached with the game and sent conditionally (RFC 9110 8.8, 13.1)."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec
from litestar import Request, Response

from projections.history import AnyViewer
from service.core.http.response.conditional import represented, vary
from service.play.api.access import Access
from service.play.loaded import Loaded


class Sharing(NamedTuple):
    """Whether shared caches may store a representation of a game, and whether they need one copy for all callers."""

    public: bool
    for_all: bool

    def vary(self, *more: str) -> str:
        """Return the value of Vary; `more` are further headers that select the representation."""
        return vary(*more, public=self.public, for_all=self.for_all)


def sharing_of(access: Access, loaded: Loaded, viewer: AnyViewer, wanted: str | None) -> Sharing:
    """Return how caches may share what a viewer sees. `wanted` is the viewer that the address names.

    Without a name, a player gets the view of the own seat at the address at which others get the public one. A game
    that is over shows every viewer to everybody. What only some may see is shared with no one: a private game, and one
    that is withheld.
    """
    if not access.is_seen_by_all(loaded.game):
        return Sharing(public=False, for_all=False)
    is_open = viewer is None and loaded.game.opened.spectators == "open"
    if wanted is None:
        return Sharing(public=is_open, for_all=False)
    is_shared = is_open or loaded.game.is_over
    return Sharing(public=is_shared, for_all=is_shared)


def conditional(
    request: Request[Any, Any, Any],
    loaded: Loaded,
    tag: str,
    make: Callable[[], Any],
    *,
    public: bool,
    for_all: bool = False,
    headers: Mapping[str, str] | None = None,
) -> Response[Any]:
    """Return the result of `make` with an ETag, or 304 if the client has it.

    The tag names version, viewer and format. The encoded bytes are cached with the game. The compressed form has its
    own tag, because its bytes differ. `public` and `for_all` are those of `represented`.
    """
    return represented(
        request,
        tag,
        lambda: msgspec.json.encode(make()),
        kept=loaded.shown,
        public=public,
        for_all=for_all,
        headers=headers,
    )
