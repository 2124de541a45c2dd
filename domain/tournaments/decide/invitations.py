"""Invitations of players by organisers: taking part needs consent (rule 2.9)."""

from domain.kernel.values import Event
from domain.tournaments.commands import Invite
from domain.tournaments.decide.players import join_substitutes, register
from domain.tournaments.events import people
from domain.tournaments.refusals import Refused
from domain.tournaments.state import Tournament

MAX_INVITATIONS = 1000


def invite(tournament: Tournament, act: Invite, author: str) -> Event:
    """Return the event that invites a player who could take part now."""
    player = act.player
    if player in tournament.declined:
        raise Refused("2.9", "{player} has declined an invitation, and may still register", player=player)
    if tournament.invited.get(player) == act.as_substitute:
        raise Refused("2.9", "{player} is invited already: wait for an answer", player=player)
    if len(tournament.invited) + len(tournament.declined) >= MAX_INVITATIONS:
        reason = "a tournament has {most} invitations at most: let players register themselves"
        raise Refused("2.9", reason, most=MAX_INVITATIONS)
    # what the player could not do, the player is not invited to
    (join_substitutes if act.as_substitute else register)(tournament, player, player)
    return people.Invited(player, author, act.as_substitute)
