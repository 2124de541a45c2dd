"""The events by which a tournament is opened, organised and ended.

`author` is the player who acted. It is null where the service acted because of the time.
"""

from domain.game.events import Seed
from domain.kernel.values import Event, Value
from domain.tournaments.terms import Role, Terms


class TournamentOpened(Event, frozen=True, tag="tournament.opened"):
    """A tournament was opened: its terms, its owner, and the commitment to the seed of its pairings and lots."""

    terms: Terms
    owner: str
    seed_commitment: str
    secret: Seed


class TermsChanged(Event, frozen=True, tag="tournament.terms_changed"):
    """The terms were replaced, before the first round."""

    terms: Terms
    author: str


class OrganiserAppointed(Event, frozen=True, tag="tournament.organiser_appointed"):
    """A player has this role from now on."""

    player: str
    role: Role
    author: str


class OrganiserDismissed(Event, frozen=True, tag="tournament.organiser_dismissed"):
    """A player has no role any more."""

    player: str
    author: str


class RegistrationClosed(Event, frozen=True, tag="tournament.registration_closed"):
    """The tournament takes no registrations until they are reopened."""

    author: str | None


class RegistrationReopened(Event, frozen=True, tag="tournament.registration_reopened"):
    """The tournament takes registrations again."""

    author: str


class HoldPlaced(Event, frozen=True, tag="tournament.hold_placed"):
    """The service takes no automatic step until the hold is lifted."""

    reason: str
    author: str | None


class HoldLifted(Event, frozen=True, tag="tournament.hold_lifted"):
    """The service takes the steps that are due again."""

    author: str


class FinalPlace(Value, frozen=True):
    """The final rank of a player. `division` is 1 in all formats but a league."""

    player: str
    rank: int
    division: int


class TournamentFinished(Event, frozen=True, tag="tournament.finished"):
    """The tournament is over, with the final ranking, best first. The seed is public from now on."""

    places: tuple[FinalPlace, ...]
    author: str | None


class TournamentCancelled(Event, frozen=True, tag="tournament.cancelled"):
    """The tournament is over without a final ranking. The seed is public from now on."""

    reason: str
    author: str
