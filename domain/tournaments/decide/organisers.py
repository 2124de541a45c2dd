"""Acts of organisers about terms, roles, registration and pairs (chapters 1 and 2)."""

from typing import assert_never

from msgspec import UNSET

from domain.kernel.values import Event
from domain.tournaments.commands import (
    AllowPair,
    Appoint,
    ChangeTerms,
    CloseRegistration,
    Dismiss,
    ForbidPair,
    Invite,
    OrganiserAct,
    ReopenRegistration,
    Substitute,
)
from domain.tournaments.decide.guards import (
    RANKS,
    Asked,
    entrant_of,
    is_organiser,
    need_before_start,
    need_dismissible,
    need_player,
    need_role,
)
from domain.tournaments.decide.invitations import invite
from domain.tournaments.decide.players import need_substitute
from domain.tournaments.decide.terms import check_terms
from domain.tournaments.events import opening, people
from domain.tournaments.refusals import Refused
from domain.tournaments.state import Tournament
from domain.tournaments.terms import Role

MAX_ORGANISERS = 50
MAX_PAIRS = 500


def decide_organiser_act(tournament: Tournament, asked: Asked, act: OrganiserAct) -> Event:
    """Return the event of an act of an organiser."""
    author = asked.author
    if isinstance(act, Dismiss) and act.player == author:
        return _give_up_role(tournament, author)
    need_role(tournament, author, role_of(act))
    match act:
        case ChangeTerms():
            need_before_start(tournament, "1.4")
            check_terms(act.terms)
            return opening.TermsChanged(act.terms, author)
        case Appoint():
            return _appoint(tournament, act, author)
        case Dismiss():
            return _dismiss(tournament, act, author)
        case CloseRegistration():
            return close_registration(tournament, author)
        case ReopenRegistration():
            return _reopen(tournament, author)
        case Invite():
            return invite(tournament, act, author)
        case Substitute():
            return _substitute(tournament, act, author)
        case ForbidPair() | AllowPair():
            return _pair(tournament, act, author)
        case _:
            assert_never(act)


def role_of(act: OrganiserAct) -> Role:
    """Return the role that an act needs (rule 1.3)."""
    match act:
        case Appoint() | Dismiss() | ChangeTerms():
            return "owner"
        case Invite() | Substitute():
            return "helper"
        case CloseRegistration() | ReopenRegistration() | ForbidPair() | AllowPair():
            return "director"
        case _:
            assert_never(act)


def _appoint(tournament: Tournament, act: Appoint, author: str) -> Event:
    need_player(act.player)
    if RANKS[act.role] >= RANKS["owner"] or act.player == tournament.opened.owner:
        raise Refused("1.3", "a tournament keeps its owner: appoint directors and helpers")
    if tournament.organisers.get(act.player) == act.role:
        raise Refused("1.3", "{player} has the role {role} already", player=act.player, role=act.role)
    if len(tournament.organisers) >= MAX_ORGANISERS:
        raise Refused("1.3", "a tournament has {most} organisers at most: dismiss one first", most=MAX_ORGANISERS)
    return opening.OrganiserAppointed(act.player, act.role, author)


def _dismiss(tournament: Tournament, act: Dismiss, author: str) -> Event:
    need_dismissible(tournament, act.player)
    if act.player not in tournament.organisers:
        raise Refused("1.3", "{player} has no role", player=act.player)
    return opening.OrganiserDismissed(act.player, author)


def _give_up_role(tournament: Tournament, author: str) -> Event:
    """Return the event by which an organiser gives up the own role: with the account only (rule 8.2)."""
    need_role(tournament, author, "helper")
    heads = [player for player in tournament.organisers if is_organiser(tournament, player, "director")]
    if author == tournament.opened.owner and not tournament.rounds:
        raise Refused("1.3", "a tournament keeps its owner until it has begun: cancel it instead")
    if heads == [author]:
        raise Refused("1.3", "a tournament keeps an owner or a director: finish it, or cancel it")
    return opening.OrganiserDismissed(author, author)


def close_registration(tournament: Tournament, author: str | None) -> Event:
    """Return the event that closes registration (rule 2.2)."""
    need_before_start(tournament, "2.2")
    if tournament.is_closed:
        raise Refused("2.2", "registration is closed already")
    return opening.RegistrationClosed(author)


def _reopen(tournament: Tournament, author: str) -> Event:
    need_before_start(tournament, "2.2")
    if not tournament.is_closed:
        raise Refused("2.2", "registration is open already")
    return opening.RegistrationReopened(author)


def _substitute(tournament: Tournament, act: Substitute, author: str) -> Event:
    entrant_of(tournament, act.player)
    need_substitute(tournament, act.substitute)
    division = tournament.last_division if tournament.season_lacks(act.player) else UNSET
    return people.PlaceTakenOver(act.player, act.substitute, tournament.next_round, author, division)


def _pair(tournament: Tournament, act: ForbidPair | AllowPair, author: str) -> Event:
    first, second = sorted(act.players)
    if first == second:
        raise Refused("2.8", "name two different players", "players")
    for player in (first, second):
        need_player(player, "players")
    is_forbidden = (first, second) in tournament.forbidden
    if isinstance(act, ForbidPair) == is_forbidden:
        if is_forbidden:
            raise Refused("2.8", "the pair is forbidden already: nothing is left to do")
        raise Refused("2.8", "the pair is not forbidden: nothing is left to do")
    if isinstance(act, ForbidPair) and len(tournament.forbidden) >= MAX_PAIRS:
        reason = "a tournament has {most} forbidden pairs at most: allow one first"
        raise Refused("2.8", reason, "players", most=MAX_PAIRS)
    event = people.PairForbidden if isinstance(act, ForbidPair) else people.PairAllowed
    return event((first, second), author)
