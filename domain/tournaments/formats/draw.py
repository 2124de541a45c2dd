"""The tables of the next round, by the format of the tournament."""

from typing import assert_never

from domain.tournaments.formats.drawn import Drawn, too_few
from domain.tournaments.formats.heats import draw_heat, rounds_of_heats
from domain.tournaments.formats.league import draw_league
from domain.tournaments.formats.rounds import draw_scheduled, draw_swiss
from domain.tournaments.pairing import PairingError
from domain.tournaments.refusals import Refused
from domain.tournaments.state import Tournament, pairing_seed
from domain.tournaments.terms import Heats, League, Schedule, Swiss


def rounds_of(tournament: Tournament) -> int:
    """Return the number of rounds of a tournament, as things stand."""
    form = tournament.terms.format
    match form:
        case Swiss() | Schedule():
            return form.rounds
        case Heats():
            return rounds_of_heats(tournament, form)
        case League():
            return form.rounds * form.seasons
        case _:
            assert_never(form)


def draw(tournament: Tournament, seed_of_round: bytes, attempt: int) -> Drawn:
    """Return the tables of the next round. Raises Refused if the players who are present allow none."""
    smallest = min(tournament.terms.sizes)
    if len(tournament.present) < smallest:
        raise too_few(tournament, smallest)
    try:
        return _drawn(tournament, pairing_seed(seed_of_round, attempt), attempt)
    except PairingError as error:
        raise Refused("2.8", "{why}", why=str(error)) from None


def _drawn(tournament: Tournament, seed: bytes, attempt: int) -> Drawn:
    form = tournament.terms.format
    match form:
        case Swiss():
            return draw_swiss(tournament, seed, form)
        case Schedule():
            return draw_scheduled(tournament, seed, form, is_again=attempt > 0)
        case Heats():
            return draw_heat(tournament, seed, form)
        case League():
            return draw_league(tournament, seed, form)
        case _:
            assert_never(form)
