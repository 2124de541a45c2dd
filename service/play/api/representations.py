"""Representations of one game, cached with the game and sent conditionally (RFC 9110 8.8, 13.1)."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec
from litestar import Request, Response

from projections.history import AnyViewer
from service.core.http.response.conditional import Kept, Lasting, digest_of, represented, vary
from service.play.loaded import Loaded


class Sharing(NamedTuple):
    """Whether shared caches may store a representation of a game, and whether they need one copy for all callers."""

    public: bool
    for_all: bool

    def vary(self, *more: str) -> str:
        """Return the value of Vary; `more` are further headers that select the representation."""
        return vary(*more, public=self.public, for_all=self.for_all)


def sharing_of(loaded: Loaded, viewer: AnyViewer, wanted: str | None) -> Sharing:
    """Return how caches may share what a viewer sees. `wanted` is the viewer that the address names.

    Without a name, a player gets the view of the own seat at the address at which others get the public one. A game
    that is over shows every viewer to everybody.
    """
    opened = loaded.game.opened
    if opened.visibility != "public":
        return Sharing(public=False, for_all=False)
    is_open = viewer is None and opened.spectators == "open"
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

    The tag names version, viewer and format; the ETag has a digest of the bytes, too, because another release may
    encode the same version differently. The encoded bytes and their digest are cached with the game. The compressed
    form has its own tag, because its bytes differ. `public` and `for_all` are those of `represented`.
    """
    lasting, kept = digested(loaded, tag, lambda: msgspec.json.encode(make()))
    return represented(
        request, lasting, lambda: kept(lasting, bytes), kept=kept, public=public, for_all=for_all, headers=headers
    )


def digested(loaded: Loaded, tag: str, encode: Callable[[], bytes]) -> tuple[Lasting, Kept]:
    """Return a tag with a digest of the bytes that `encode` returns, and the cached forms of them."""

    def plain() -> bytes:
        return loaded.shown(tag, encode)

    digest = loaded.shown(f"{tag}.digest", lambda: digest_of(plain()).encode()).decode()
    whole = Lasting(f"{tag}.{digest[:16]}")
    return whole, lambda form, make: plain() if form == whole else loaded.shown(form, make)
