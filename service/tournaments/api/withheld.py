"""The games of a tournament that are withheld from public view. What a tournament shows does not name them.

It is the same for all readers, so that shared caches may store it. Players find their game in their own lists.
"""

from collections.abc import Collection

from domain.kernel.values import NO_GAME
from service.core.http.response.conditional import digest_of
from service.play.api.access import Access
from service.tournaments.loaded import LoadedTournament


def withheld_of(access: Access, loaded: LoadedTournament) -> frozenset[str]:
    """Return the withheld games of a tournament."""
    return frozenset(filter(access.is_withheld, loaded.games))


def tag_of(withheld: Collection[str]) -> str:
    """Return a part of the ETag: a game can be withheld without a new version of the tournament."""
    return f".{digest_of(' '.join(sorted(withheld)).encode())[:16]}" if withheld else ""


def shown_id(game: str, withheld: Collection[str]) -> str:
    """Return the id of a game as readers see it."""
    return NO_GAME if game in withheld else game
