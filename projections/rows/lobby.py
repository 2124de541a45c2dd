"""The rows of the list of games."""

from collections.abc import Mapping

from domain.game.events import Visibility
from domain.game.game import Ending, Status
from domain.game.reservations import invited
from domain.game.terms import Clock
from domain.kernel.values import Value
from projections.following import Followed
from projections.profiles import profile_of
from projections.rows.terms import ShownTerms, present_terms


class LobbyRow(Value, frozen=True):
    """A game in the list of games."""

    game: str
    ruleset: str
    status: Status
    visibility: Visibility
    owner: str
    opened_at: str
    players: tuple[str | None, ...]
    """The players by seat: player id, `bot:<name>`, or None."""
    data_set: str
    profile: str | None
    options: Mapping[str, int | str | bool]
    started_at: str | None
    ended_at: str | None
    """The time of the end or the cancellation."""
    is_foreign: bool
    """Whether the game was imported. Its player ids do not refer to players of this service."""
    terms: ShownTerms = ShownTerms()
    paused_until: str | None = None
    """The end of the pause; None: the game is not paused."""
    ending: Ending | None = None
    """Why the game has ended; None: it has not."""
    clock: Clock | None = None
    is_withheld: bool = False
    """Whether a moderator has removed the game from public view. Only a stored row says so."""
    is_void: bool = False
    """Whether a moderator has voided the result. Only a stored row says so."""

    @property
    def is_public(self) -> bool:
        """Whether every viewer may see the game. Imported games are public, unless a moderator has withheld them."""
        return not self.is_withheld and (self.visibility == "public" or self.is_foreign)


def lobby_row(followed: Followed) -> LobbyRow:
    """Return the row of a game."""
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
        clock=opened.clock if isinstance(opened.clock, Clock) else None,
        terms=present_terms(game),
        paused_until=game.paused_until,
        ending=game.ending,
    )


def sitters(followed: Followed) -> list[str]:
    """Return the players and bots with a seat in a game, and those who had one. Empty for a foreign game."""
    if followed.is_foreign:
        return []
    seated = [occupant for occupant in followed.game.occupants if occupant is not None]
    players = {
        player
        for occupant in seated
        for player in (occupant.player, occupant.resigned, *occupant.former)
        if player is not None
    }
    return sorted(players)


def invited_players(followed: Followed) -> list[str]:
    """Return the players who may see a game because a seat is reserved for them, or as substitutes."""
    return [] if followed.is_foreign else sorted(invited(followed.game))
