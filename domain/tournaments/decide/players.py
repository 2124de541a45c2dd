"""Acts of players: registration, check-in, leaving, substitutes. A helper may act for a player (chapters 2 and 3)."""

from typing import assert_never

from msgspec import UNSET

from domain.kernel.values import Event
from domain.tournaments.commands import (
    CheckIn,
    DeclineInvitation,
    JoinSubstitutes,
    Leave,
    LeaveSubstitutes,
    PlayerAct,
    Register,
    Return,
    WithdrawCheckIn,
)
from domain.tournaments.decide.guards import Asked, entrant_of, need_player, need_role
from domain.tournaments.events import people
from domain.tournaments.refusals import Refused
from domain.tournaments.state import CheckIn as OpenCheckIn
from domain.tournaments.state import Tournament


def decide_player_act(tournament: Tournament, asked: Asked, act: PlayerAct) -> Event:
    """Return the event of an act of a player."""
    player = asked.author if act.player is None else act.player
    if player != asked.author:
        need_role(tournament, asked.author, "helper")
    match act:
        case Register():
            return register(tournament, player, asked.author)
        case Leave():
            return _leave(tournament, player, asked.author)
        case Return():
            return _return(tournament, player, asked.author)
        case JoinSubstitutes():
            return join_substitutes(tournament, player, asked.author)
        case LeaveSubstitutes():
            need_substitute(tournament, player)
            return people.SubstituteLeft(player, asked.author)
        case DeclineInvitation():
            return _decline(tournament, player, asked.author)
        case CheckIn() | WithdrawCheckIn():
            return _presence(tournament, act, player, asked.author)
        case _:
            assert_never(act)


def register(tournament: Tournament, player: str, author: str) -> Event:
    """Return the event by which a player takes part (rules 2.1 and 2.3).

    Logs of earlier releases have events whose author is an organiser; the service invites instead (rule 2.9).
    """
    need_player(player)
    entrant = tournament.entrants.get(player)
    if entrant is not None and entrant.status in {"active", "dropped", "disqualified"}:
        if entrant.status == "active":
            raise Refused("2.1", "{player} is in the tournament already: nothing is left to do", player=player)
        if entrant.status == "dropped":
            raise Refused("2.1", "{player} is in the tournament already: return instead", player=player)
        raise Refused("2.1", "{player} is in the tournament already: it is excluded", player=player)
    if tournament.rounds:
        need_late_entry(tournament)
    elif tournament.is_closed:
        raise Refused("2.2", "registration is closed: ask an organiser to reopen it")
    need_room(tournament)
    if tournament.rounds:
        return people.EnteredLate(player, tournament.next_round, author)
    return people.Registered(player, author)


def need_late_entry(tournament: Tournament) -> None:
    """Refuse an entry after the last round for late entries was published (rule 2.3)."""
    if tournament.next_round > tournament.terms.late_until:
        reason = "late entries are over: join the substitutes instead"
        raise Refused("2.3", reason)


def need_room(tournament: Tournament) -> None:
    """Refuse a further player in a full tournament (rule 2.1)."""
    if len(tournament.active) >= tournament.terms.max_players:
        reason = "the tournament has its {most} players: join the substitutes instead"
        raise Refused("2.1", reason, most=tournament.terms.max_players)


def need_substitute(tournament: Tournament, player: str) -> None:
    """Refuse a player who is not on the list of substitutes."""
    if player not in tournament.substitutes:
        raise Refused("2.6", "{player} is not on the list of substitutes: join it first", player=player)


def _leave(tournament: Tournament, player: str, author: str) -> Event:
    entrant_of(tournament, player)
    return people.DroppedOut(player, author) if tournament.rounds else people.Withdrawn(player, author)


def _return(tournament: Tournament, player: str, author: str) -> Event:
    entrant = tournament.entrants.get(player)
    if entrant is None or entrant.status != "dropped":
        raise Refused(
            "2.5", "{player} has not dropped out of the tournament: only then is a return possible", player=player
        )
    need_room(tournament)
    is_lacked = tournament.season_lacks(player)
    return people.Returned(player, author, tournament.last_division if is_lacked else UNSET)


def join_substitutes(tournament: Tournament, player: str, author: str) -> Event:
    """Return the event by which a player joins the substitutes (rule 2.6); authors are as in `register`."""
    need_player(player)
    entrant = tournament.entrants.get(player)
    if player in tournament.substitutes or (entrant is not None and entrant.status in {"active", "disqualified"}):
        raise Refused(
            "2.6", "{player} takes part, is excluded, or is on the list of substitutes already", player=player
        )
    return people.SubstituteJoined(player, author)


def _open_check_in(tournament: Tournament, number: int) -> OpenCheckIn:
    if tournament.check_in is None or tournament.check_in.round != number:
        raise Refused("3.1", "check-in for round {round} is not open: wait until it opens", round=number)
    return tournament.check_in


def _decline(tournament: Tournament, player: str, author: str) -> Event:
    if player not in tournament.invited:
        raise Refused("2.9", "{player} has no open invitation: nothing is left to do", player=player)
    return people.InvitationDeclined(player, author)


def _presence(tournament: Tournament, act: CheckIn | WithdrawCheckIn, player: str, author: str) -> Event:
    check_in = _open_check_in(tournament, act.round)
    is_present = player in check_in.players
    if isinstance(act, WithdrawCheckIn):
        if not is_present:
            raise Refused("3.2", "{player} has not checked in for round {round}", player=player, round=act.round)
        return people.CheckInWithdrawn(act.round, player, author)
    entrant_of(tournament, player)
    if is_present:
        raise Refused(
            "3.2", "{player} has checked in for round {round}: nothing is left to do", player=player, round=act.round
        )
    return people.CheckedIn(act.round, player, author)
