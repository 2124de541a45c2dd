"""The entry points: open a tournament, and decide an act of a person."""

from domain.game.events import Seed
from domain.kernel.values import Event
from domain.ledger.records import seed_commitment
from domain.tournaments.commands import AnyAct, CourseAct, OrganiserAct, PlayerAct, RoundAct
from domain.tournaments.decide.course import decide_course_act
from domain.tournaments.decide.guards import Asked, need_going_on, need_player
from domain.tournaments.decide.organisers import decide_organiser_act
from domain.tournaments.decide.players import decide_player_act
from domain.tournaments.decide.rounds import decide_round_act
from domain.tournaments.decide.rulings import decide_ruling
from domain.tournaments.decide.terms import check_terms
from domain.tournaments.events.opening import TournamentOpened
from domain.tournaments.state import Tournament
from domain.tournaments.terms import Terms

Batch = tuple[Event, ...]


def open_tournament(terms: Terms, owner: str, seed: bytes) -> Batch:
    """Return the batch that opens a tournament (rules 1.1 and 1.2). Raises Refused."""
    need_player(owner, None)
    check_terms(terms)
    return (TournamentOpened(terms, owner, seed_commitment(seed), Seed(seed.hex())),)


def decide(tournament: Tournament, asked: Asked, act: AnyAct) -> Batch:
    """Return the batch of an act. Raises Refused with the number of the rule and the reason."""
    need_going_on(tournament)
    if isinstance(act, PlayerAct):
        return (decide_player_act(tournament, asked, act),)
    if isinstance(act, OrganiserAct):
        return (decide_organiser_act(tournament, asked, act),)
    if isinstance(act, CourseAct):
        return (decide_course_act(tournament, asked, act),)
    if isinstance(act, RoundAct):
        return (decide_round_act(tournament, asked, act),)
    return (decide_ruling(tournament, asked, act),)
