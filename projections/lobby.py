"""The list of games: what it tells of each, and whose game it is."""

from collections.abc import Mapping

from domain.game.events import Visibility
from domain.game.game import Status
from domain.kernel.values import Value
from projections.following import Followed
from projections.profiles import profile_of


class LobbyRow(Value, frozen=True):
    """A game as a list shows it."""

    game: str
    ruleset: str
    status: Status
    visibility: Visibility
    owner: str
    opened_at: str
    players: tuple[str | None, ...]
    """Who sits where: player ids, `bot:<name>`, or nobody."""
    data_set: str
    profile: str | None
    options: Mapping[str, int | str | bool]
    started_at: str | None
    ended_at: str | None
    """When it was played to its end, or abandoned."""
    is_foreign: bool
    """Whether it was played elsewhere: then the ids of its players are nobody's here."""

    @property
    def is_public(self) -> bool:
        """Whether everybody may see it: a game that came here as a file was put there for all."""
        return self.visibility == "public" or self.is_foreign


def lobby_row(followed: Followed) -> LobbyRow:
    """Return the row of a game as it stands."""
    game = followed.game
    opened = game.opened
    return LobbyRow(
        game=game.id,
        ruleset=opened.ruleset,
        status=game.status,
        visibility=opened.visibility,
        owner=opened.owner,
        opened_at=game.opened_at,
        players=tuple(occupant and occupant.player for occupant in game.occupants),
        data_set=opened.data_set,
        profile=profile_of(opened),
        options=opened.options,
        started_at=followed.times.started_at,
        ended_at=followed.times.ended_at,
        is_foreign=followed.is_foreign,
    )


def sitters(followed: Followed) -> list[str]:
    """Return who sits in a game or did so until giving up, bots too; of a foreign game nobody here."""
    if followed.is_foreign:
        return []
    seated = [occupant for occupant in followed.game.occupants if occupant is not None]
    return sorted({player for occupant in seated for player in (occupant.player, occupant.resigned) if player})
