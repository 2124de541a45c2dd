"""A tournament after the events of its players."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from domain.kernel.values import Event
from domain.tournaments.events import people, rulings
from domain.tournaments.evolve.parts import in_division, with_entrant
from domain.tournaments.state import Tournament


def _registered(tournament: Tournament, event: people.Registered) -> Tournament:
    return _without_substitute(with_entrant(tournament, event.player, "active", 1), event.player)


def _entered_late(tournament: Tournament, event: people.EnteredLate) -> Tournament:
    after = _without_substitute(with_entrant(tournament, event.player, "active", event.round), event.player)
    return in_division(after, event.player, tournament.last_division)


def _withdrawn(tournament: Tournament, event: people.Withdrawn) -> Tournament:
    return _absent(with_entrant(tournament, event.player, "withdrawn"), event.player)


def _dropped(tournament: Tournament, event: people.DroppedOut) -> Tournament:
    return _absent(with_entrant(tournament, event.player, "dropped"), event.player)


def _returned(tournament: Tournament, event: people.Returned) -> Tournament:
    after = with_entrant(tournament, event.player, "active")
    # returns of earlier releases never have a division: finished tournaments keep their standings
    return after if event.division is UNSET else in_division(after, event.player, event.division)


def _disqualified(tournament: Tournament, event: rulings.Disqualified) -> Tournament:
    return _absent(with_entrant(tournament, event.player, "disqualified"), event.player)


def _substitute_joined(tournament: Tournament, event: people.SubstituteJoined) -> Tournament:
    after = _without_invitation(tournament, event.player)
    return replace(after, substitutes=(*after.substitutes, event.player))


def _substitute_left(tournament: Tournament, event: people.SubstituteLeft) -> Tournament:
    return _without_substitute(tournament, event.player)


def _without_substitute(tournament: Tournament, player: str) -> Tournament:
    after = _without_invitation(tournament, player)
    return replace(after, substitutes=tuple(other for other in after.substitutes if other != player))


def _invited(tournament: Tournament, event: people.Invited) -> Tournament:
    return replace(tournament, invited={**tournament.invited, event.player: event.as_substitute})


def _invitation_declined(tournament: Tournament, event: people.InvitationDeclined) -> Tournament:
    after = _without_invitation(tournament, event.player)
    is_by_player = event.author == event.player
    return replace(after, declined=(*after.declined, event.player)) if is_by_player else after


def _without_invitation(tournament: Tournament, player: str) -> Tournament:
    if player not in tournament.invited and player not in tournament.declined:
        return tournament
    return replace(
        tournament,
        invited={other: as_what for other, as_what in tournament.invited.items() if other != player},
        declined=tuple(other for other in tournament.declined if other != player),
    )


def _taken_over(tournament: Tournament, event: people.PlaceTakenOver) -> Tournament:
    is_present = tournament.check_in is not None and event.player in tournament.check_in.players
    after = _absent(with_entrant(tournament, event.player, "dropped"), event.player)
    known = tournament.entrants.get(event.substitute)
    since = event.round if known is None else known.since
    after = _without_substitute(with_entrant(after, event.substitute, "active", since), event.substitute)
    if after.seasons:
        division = after.seasons[-1].get(event.player, 1) if event.division is UNSET else event.division
        after = in_division(after, event.substitute, division)
    return _present(after, event.substitute) if is_present else after


def _absent(tournament: Tournament, player: str) -> Tournament:
    """Return the tournament with a player who has not checked in."""
    check_in = tournament.check_in
    if check_in is None:
        return tournament
    players = tuple(other for other in check_in.players if other != player)
    return replace(tournament, check_in=replace(check_in, players=players))


def _present(tournament: Tournament, player: str) -> Tournament:
    check_in = tournament.check_in
    assert check_in is not None
    return replace(tournament, check_in=replace(check_in, players=(*check_in.players, player)))


def _forbidden(tournament: Tournament, event: people.PairForbidden) -> Tournament:
    return replace(tournament, forbidden=(*tournament.forbidden, event.pair))


def _allowed(tournament: Tournament, event: people.PairAllowed) -> Tournament:
    return replace(tournament, forbidden=tuple(pair for pair in tournament.forbidden if pair != event.pair))


def _checked_in(tournament: Tournament, event: people.CheckedIn) -> Tournament:
    return _present(tournament, event.player)


def _check_in_withdrawn(tournament: Tournament, event: people.CheckInWithdrawn) -> Tournament:
    return _absent(tournament, event.player)


PEOPLE: Mapping[type[Event], Callable[[Tournament, Any], Tournament]] = {
    people.Registered: _registered,
    people.EnteredLate: _entered_late,
    people.Invited: _invited,
    people.InvitationDeclined: _invitation_declined,
    people.Withdrawn: _withdrawn,
    people.DroppedOut: _dropped,
    people.Returned: _returned,
    people.SubstituteJoined: _substitute_joined,
    people.SubstituteLeft: _substitute_left,
    people.PlaceTakenOver: _taken_over,
    people.PairForbidden: _forbidden,
    people.PairAllowed: _allowed,
    people.CheckedIn: _checked_in,
    people.CheckInWithdrawn: _check_in_withdrawn,
    rulings.Disqualified: _disqualified,
}
