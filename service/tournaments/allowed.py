"""The types of the acts that are possible for a player now."""

from collections.abc import Iterator

from domain.tournaments import commands as c
from domain.tournaments.decide.guards import Asked, is_organiser
from domain.tournaments.decide.possible import is_possible, possible_acts
from domain.tournaments.state import Tournament

_RULINGS = ("adjust_points", "penalise", "disqualify", "forfeit_seat", "replace_result", "void_table", "give_bye")

_OTHER = "player:00000000-0000-0000-0000-000000000000"
"""Stands for a player who has no part in the tournament."""


def allowed_acts(tournament: Tournament, player: str | None) -> tuple[str, ...]:
    """Return the types of the acts that are possible for a player with suitable fields, ascending.

    Acts that need a choice of players or tables are listed by role and by the state of the tournament.
    """
    if player is None or tournament.is_over:
        return ()
    asked = Asked(player, tournament.tip.at)
    tried = {str(act.__struct_config__.tag) for act in possible_acts(tournament, asked)}
    return tuple(sorted({*tried, *_by_role(tournament, asked)}))


def _by_role(tournament: Tournament, asked: Asked) -> Iterator[str]:
    if is_organiser(tournament, asked.author, "helper"):
        yield from _of_helper(tournament, asked)
    if is_organiser(tournament, asked.author, "director"):
        yield from _of_director(tournament, asked)
    if is_organiser(tournament, asked.author, "owner"):
        yield from ("appoint", "dismiss") if len(tournament.organisers) > 1 else ("appoint",)
        if not tournament.rounds:
            yield "change_terms"


def _of_helper(tournament: Tournament, asked: Asked) -> Iterator[str]:
    if is_possible(tournament, asked, c.Invite(_OTHER)):
        yield from ("invite", "register")
    elif is_possible(tournament, asked, c.Invite(_OTHER, as_substitute=True)):
        yield "invite"
    if tournament.invited:
        yield "decline_invitation"
    if tournament.active:
        yield from ("leave", "check_in", "withdraw_check_in") if tournament.check_in else ("leave",)
    if tournament.substitutes:
        yield "substitute"


def _of_director(tournament: Tournament, asked: Asked) -> Iterator[str]:
    yield "forbid_pair"
    if tournament.forbidden:
        yield "allow_pair"
    if is_possible(tournament, asked, c.Finish(early=True)):
        yield "finish"
    if tournament.rounds:
        yield from _RULINGS
        if any(not table.is_decided for table in tournament.rounds[-1].tables):
            yield "swap_players"
