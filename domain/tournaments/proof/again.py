"""The act of a person that led to an event, to decide it again."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.values import Event
from domain.tournaments import commands as c
from domain.tournaments.events import opening, people, rounds, rulings

ACTS: Mapping[type[Event], Callable[[Any], c.AnyAct]] = {
    opening.OrganiserAppointed: lambda e: c.Appoint(e.player, e.role),
    opening.OrganiserDismissed: lambda e: c.Dismiss(e.player),
    opening.RegistrationClosed: lambda _: c.CloseRegistration(),
    opening.RegistrationReopened: lambda _: c.ReopenRegistration(),
    opening.HoldPlaced: lambda e: c.Hold(e.reason),
    opening.HoldLifted: lambda _: c.LiftHold(),
    opening.TournamentCancelled: lambda e: c.Cancel(e.reason),
    people.Registered: lambda e: c.Register(e.player),
    people.EnteredLate: lambda e: c.Register(e.player),
    people.Invited: lambda e: c.Invite(e.player, e.as_substitute),
    people.InvitationDeclined: lambda e: c.DeclineInvitation(e.player),
    people.Withdrawn: lambda e: c.Leave(e.player),
    people.DroppedOut: lambda e: c.Leave(e.player),
    people.Returned: lambda e: c.Return(e.player),
    people.SubstituteJoined: lambda e: c.JoinSubstitutes(e.player),
    people.SubstituteLeft: lambda e: c.LeaveSubstitutes(e.player),
    people.PlaceTakenOver: lambda e: c.Substitute(e.player, e.substitute),
    people.PairForbidden: lambda e: c.ForbidPair(e.pair),
    people.PairAllowed: lambda e: c.AllowPair(e.pair),
    people.CheckInOpened: lambda e: c.OpenCheckIn(e.round),
    people.CheckedIn: lambda e: c.CheckIn(e.player, round=e.round),
    people.CheckInWithdrawn: lambda e: c.WithdrawCheckIn(e.player, round=e.round),
    rounds.RoundWithdrawn: lambda e: c.WithdrawRound(e.round, e.reason),
    rounds.RoundClosed: lambda e: c.CloseRound(e.round),
    rulings.TablesChanged: lambda e: c.SwapPlayers(e.round, e.players, e.reason),
    rulings.ByeGiven: lambda e: c.GiveBye(e.round, e.player, e.reason),
    rulings.PointsAdjusted: lambda e: c.AdjustPoints(e.round, e.player, e.points, e.reason),
    rulings.PenaltyGiven: lambda e: c.Penalise(e.round, e.player, e.points, e.reason),
    rulings.Disqualified: lambda e: c.Disqualify(e.player, e.reason),
    rulings.SeatForfeited: lambda e: c.ForfeitSeat(e.round, e.table, e.player, e.reason),
    rulings.ResultReplaced: lambda e: c.ReplaceResult(e.round, e.table, e.places, e.reason),
    rulings.TableVoided: lambda e: c.VoidTable(e.round, e.table, e.reason),
}
"""By event type: its act. Other checks decide opening, terms, rounds, games, results and the end again."""
