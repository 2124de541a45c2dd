"""A tournament after an event. Nothing is decided here."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.kernel.values import Event
from domain.tournaments.events.people import CheckInOpened
from domain.tournaments.events.rounds import RoundClosed, RoundPublished, RoundWithdrawn
from domain.tournaments.evolve.opening import OPENING
from domain.tournaments.evolve.parts import with_round
from domain.tournaments.evolve.people import PEOPLE
from domain.tournaments.evolve.rounds import ROUNDS, published, withdrawn
from domain.tournaments.evolve.rulings import RULINGS
from domain.tournaments.state import CheckIn, Tournament

EVOLVE: Mapping[type[Event], Callable[[Tournament, Any], Tournament]] = {**OPENING, **PEOPLE, **ROUNDS, **RULINGS}
"""By event type: the tournament after the event. `evolve` itself handles the events that need their time."""


def evolve(tournament: Tournament, event: Event, at: str) -> Tournament:
    """Return the tournament after an event that happened at a time; checks no rule."""
    if isinstance(event, RoundPublished):
        return published(tournament, event, at)
    if isinstance(event, RoundWithdrawn):
        return withdrawn(tournament, event, at)
    if isinstance(event, CheckInOpened):
        return replace(tournament, check_in=CheckIn(event.round, at))
    if isinstance(event, RoundClosed):
        return with_round(tournament, event.round, lambda held: replace(held, closed_at=at))
    return EVOLVE[type(event)](tournament, event)
