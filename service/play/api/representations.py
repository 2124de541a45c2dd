"""Representations of one game, cached with the game and sent conditionally (RFC 9110 8.8, 13.1)."""

import gzip
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

import msgspec
from litestar import Request, Response

from projections.history import AnyViewer
from service.core.http.response.conditional import digest_of, digested, is_known, represented, vary, with_digest
from service.play.api.access import Access
from service.play.loaded import Loaded
from service.play.turns import in_thread


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

    The tag names version, viewer and format; the ETag has a digest of the bytes, too, because another release may
    encode the same version differently. The encoded bytes and their digest are cached with the game. The compressed
    form has its own tag, because its bytes differ. `public` and `for_all` are those of `represented`.
    """
    whole, kept = digested(loaded.shown, tag, lambda: msgspec.json.encode(make()))
    return represented(
        request, whole, lambda: kept(whole, bytes), kept=kept, public=public, for_all=for_all, headers=headers
    )


async def digested_packed(
    request: Request[Any, Any, Any], loaded: Loaded, tag: str, make: Callable[[], Awaitable[bytes]]
) -> tuple[str, bytes]:
    """Return a tag with a digest of bytes of which `make` returns the gzip form, and this form.

    It is empty if the client has the bytes. The digest is cached with the game also where the bytes are not.
    """
    form = f"{tag}.digest"
    digest = loaded.found(form)
    if digest is not None and is_known(request, whole := with_digest(tag, digest)):
        return whole, b""
    packed = await make()
    if digest is None:
        # in a thread: a page of views has megabytes
        made = await in_thread(lambda: digest_of(gzip.decompress(packed)).encode())
        digest = loaded.shown(form, lambda: made)
    return with_digest(tag, digest), packed
