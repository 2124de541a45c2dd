"""The current names of players in representations of a tournament."""

import msgspec

from domain.tournaments.state import Tournament
from service.core.http.response.conditional import digest_of
from service.people.accounts import Accounts


def names_tag(tournament: Tournament, accounts: Accounts) -> str:
    """Return a digest of all names: they can change without a new version of the tournament."""
    players = (*tournament.organisers, *tournament.entrants, *tournament.substitutes, *tournament.invited)
    return digest_of(msgspec.json.encode([accounts.name_of(player) for player in players]))[:16]


def unique_names(tournament: Tournament, accounts: Accounts) -> dict[str, str]:
    """Return a name for each player that no other player of the tournament has, for tables that know names only."""
    names: dict[str, str] = {}
    for number, player in enumerate(tournament.entrants, 1):
        names[player] = accounts.name_of(player) or f"player {number}"
    return names
