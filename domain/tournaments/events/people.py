"""The events of players: who takes part, who is present, who may not meet."""

from msgspec import UNSET, UnsetType

from domain.kernel.values import Event


class Registered(Event, frozen=True, tag="tournament.registered"):
    """A player takes part from the first round on."""

    player: str
    author: str


class EnteredLate(Event, frozen=True, tag="tournament.entered_late"):
    """A player takes part from this round on."""

    player: str
    round: int
    author: str


class Invited(Event, frozen=True, tag="tournament.invited"):
    """An organiser invites a player, who takes part only after registering or joining the substitutes."""

    player: str
    author: str
    as_substitute: bool = False


class InvitationDeclined(Event, frozen=True, tag="tournament.invitation_declined"):
    """A player declines an invitation; with another author, an organiser takes it back."""

    player: str
    author: str


class Withdrawn(Event, frozen=True, tag="tournament.withdrawn"):
    """A player left before the first round."""

    player: str
    author: str


class DroppedOut(Event, frozen=True, tag="tournament.dropped_out"):
    """A player left after the first round was published. The results so far stay."""

    player: str
    author: str


class Returned(Event, frozen=True, tag="tournament.returned"):
    """A player who had dropped out takes part again. The rounds between count nothing."""

    player: str
    author: str
    division: int | UnsetType = UNSET
    """The division, if the season of a league lacks the player. Absent: the return assigns none."""


class SubstituteJoined(Event, frozen=True, tag="tournament.substitute_joined"):
    """A player is last on the list of substitutes."""

    player: str
    author: str


class SubstituteLeft(Event, frozen=True, tag="tournament.substitute_left"):
    """A player is no longer on the list of substitutes."""

    player: str
    author: str


class PlaceTakenOver(Event, frozen=True, tag="tournament.place_taken_over"):
    """A substitute takes part from this round on, instead of a player who has thereby dropped out.

    Each keeps the results of his or her own games.
    """

    player: str
    substitute: str
    round: int
    author: str
    division: int | UnsetType = UNSET
    """The division of the substitute, if the season of a league lacks the player. Absent: that of the player."""


class PairForbidden(Event, frozen=True, tag="tournament.pair_forbidden"):
    """Two players must not meet, ids ascending."""

    pair: tuple[str, str]
    author: str


class PairAllowed(Event, frozen=True, tag="tournament.pair_allowed"):
    """Two players may meet again."""

    pair: tuple[str, str]
    author: str


class CheckInOpened(Event, frozen=True, tag="tournament.check_in_opened"):
    """Players can check in for this round until it is published."""

    round: int
    author: str | None


class CheckedIn(Event, frozen=True, tag="tournament.checked_in"):
    """A player is present for the round."""

    round: int
    player: str
    author: str


class CheckInWithdrawn(Event, frozen=True, tag="tournament.check_in_withdrawn"):
    """A player is not present for the round after all."""

    round: int
    player: str
    author: str
