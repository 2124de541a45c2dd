"""The types of the acts that are possible for a player now."""

from collections.abc import Iterator

from domain.tournaments import commands as c
from domain.tournaments.decide.decide import decide
from domain.tournaments.decide.guards import Asked, is_organiser
from domain.tournaments.decide.publishing import need_next_round
from domain.tournaments.refusals import Refused
from domain.tournaments.state import Tournament

_RULINGS = ("adjust_points", "penalise", "disqualify", "forfeit_seat", "replace_result", "void_table", "give_bye")


_OTHER = "player:00000000-0000-0000-0000-000000000000"
"""Stands for a player who has no part in the tournament."""


def allowed_acts(tournament: Tournament, player: str | None, at: str) -> tuple[str, ...]:
    """Return the types of the acts that are possible for a player with suitable fields, ascending.

    Acts without a choice of fields are tried. The others are listed by role and by the state of the tournament.
    """
    if player is None or tournament.is_over:
        return ()
    tried = {_name(act) for act in _simple(tournament) if _is_possible(tournament, Asked(player, at), act)}
    return tuple(sorted({*tried, *_by_role(tournament, player)}))


def _name(act: c.AnyAct) -> str:
    return str(act.__struct_config__.tag)


def _simple(tournament: Tournament) -> Iterator[c.AnyAct]:
    number = tournament.next_round
    yield from (c.Register(), c.Leave(), c.Return(), c.JoinSubstitutes(), c.LeaveSubstitutes())
    yield from (c.CheckIn(round=number), c.WithdrawCheckIn(round=number), c.OpenCheckIn(number))
    yield from (c.CloseRegistration(), c.ReopenRegistration(), c.Hold("-"), c.LiftHold(), c.Cancel("-"))
    yield c.Finish(early=True)
    yield from (c.CloseRound(held.number) for held in tournament.rounds if held.closed_at is None)


def _is_possible(tournament: Tournament, asked: Asked, act: c.AnyAct) -> bool:
    try:
        decide(tournament, asked, act)
    except Refused:
        return False
    return True


def _by_role(tournament: Tournament, player: str) -> Iterator[str]:
    if is_organiser(tournament, player, "helper"):
        yield from _of_helper(tournament, player)
    if is_organiser(tournament, player, "director"):
        yield from _of_director(tournament)
    if is_organiser(tournament, player, "owner"):
        yield from ("appoint", "dismiss") if len(tournament.organisers) > 1 else ("appoint",)
        if not tournament.rounds:
            yield "change_terms"


def _of_helper(tournament: Tournament, player: str) -> Iterator[str]:
    if _is_possible(tournament, Asked(player, tournament.tip.at), c.Register(_OTHER)):
        yield "register"
    if tournament.active:
        yield from ("leave", "check_in", "withdraw_check_in") if tournament.check_in else ("leave",)
    if tournament.substitutes:
        yield "substitute"


def _of_director(tournament: Tournament) -> Iterator[str]:
    yield "forbid_pair"
    if tournament.forbidden:
        yield "allow_pair"
    if _may_publish(tournament):
        yield "publish_round"
    if tournament.rounds:
        yield from _RULINGS
        if any(not table.is_decided for table in tournament.rounds[-1].tables):
            yield from ("swap_players", "withdraw_round")


def _may_publish(tournament: Tournament) -> bool:
    """Whether the next round can be published if its players allow a pairing. Nothing is paired to find out."""
    try:
        need_next_round(tournament, tournament.next_round)
    except Refused:
        return False
    return len(tournament.present) >= min(tournament.terms.sizes)
