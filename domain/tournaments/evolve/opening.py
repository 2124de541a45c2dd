"""A tournament after the events that open, organise and end it."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.kernel.values import Event
from domain.tournaments.events import opening
from domain.tournaments.state import Tournament


def _terms_changed(tournament: Tournament, event: opening.TermsChanged) -> Tournament:
    return replace(tournament, terms=event.terms)


def _appointed(tournament: Tournament, event: opening.OrganiserAppointed) -> Tournament:
    return replace(tournament, organisers={**tournament.organisers, event.player: event.role})


def _dismissed(tournament: Tournament, event: opening.OrganiserDismissed) -> Tournament:
    left = {player: role for player, role in tournament.organisers.items() if player != event.player}
    return replace(tournament, organisers=left)


def _registration_closed(tournament: Tournament, _event: opening.RegistrationClosed) -> Tournament:
    return replace(tournament, is_closed=True)


def _registration_reopened(tournament: Tournament, _event: opening.RegistrationReopened) -> Tournament:
    return replace(tournament, is_closed=False)


def _held(tournament: Tournament, _event: opening.HoldPlaced) -> Tournament:
    return replace(tournament, is_held=True)


def _lifted(tournament: Tournament, _event: opening.HoldLifted) -> Tournament:
    return replace(tournament, is_held=False)


def _finished(tournament: Tournament, event: opening.TournamentFinished) -> Tournament:
    return replace(tournament, status="ended", places=event.places, check_in=None)


def _cancelled(tournament: Tournament, _event: opening.TournamentCancelled) -> Tournament:
    return replace(tournament, status="cancelled", check_in=None)


OPENING: Mapping[type[Event], Callable[[Tournament, Any], Tournament]] = {
    opening.TermsChanged: _terms_changed,
    opening.OrganiserAppointed: _appointed,
    opening.OrganiserDismissed: _dismissed,
    opening.RegistrationClosed: _registration_closed,
    opening.RegistrationReopened: _registration_reopened,
    opening.HoldPlaced: _held,
    opening.HoldLifted: _lifted,
    opening.TournamentFinished: _finished,
    opening.TournamentCancelled: _cancelled,
}
