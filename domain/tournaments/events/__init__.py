"""The events of a tournament. Stored names never change."""

from domain.kernel.values import Event
from domain.tournaments.events import opening, people, rounds, rulings

TOURNAMENT_EVENTS: tuple[type[Event], ...] = (
    opening.TournamentOpened,
    opening.TermsChanged,
    opening.OrganiserAppointed,
    opening.OrganiserDismissed,
    opening.RegistrationClosed,
    opening.RegistrationReopened,
    opening.HoldPlaced,
    opening.HoldLifted,
    opening.TournamentFinished,
    opening.TournamentCancelled,
    people.Registered,
    people.EnteredLate,
    people.Invited,
    people.InvitationDeclined,
    people.Withdrawn,
    people.DroppedOut,
    people.Returned,
    people.SubstituteJoined,
    people.SubstituteLeft,
    people.PlaceTakenOver,
    people.PairForbidden,
    people.PairAllowed,
    people.CheckInOpened,
    people.CheckedIn,
    people.CheckInWithdrawn,
    rounds.RoundPublished,
    rounds.RoundWithdrawn,
    rounds.GamesOpened,
    rounds.ResultTaken,
    rounds.RoundClosed,
    rulings.TablesChanged,
    rulings.ByeGiven,
    rulings.PointsAdjusted,
    rulings.PenaltyGiven,
    rulings.Disqualified,
    rulings.SeatForfeited,
    rulings.ResultReplaced,
    rulings.TableVoided,
)
"""Every event type of a tournament."""

OPENED = "tournament.opened"
FINAL = frozenset({"tournament.finished", "tournament.cancelled"})
"""The types of the first event and of the last one."""
