"""The entry points: open a tournament, and decide an act of a person."""

from typing import assert_never

from domain.game.events import Seed
from domain.kernel.values import Event
from domain.ledger.records import seed_commitment
from domain.tournaments.commands import (
    AdjustPoints,
    AllowPair,
    AnyAct,
    Appoint,
    Cancel,
    ChangeTerms,
    CheckIn,
    CloseRegistration,
    CloseRound,
    DeclineInvitation,
    Dismiss,
    Disqualify,
    Finish,
    ForbidPair,
    ForfeitSeat,
    GiveBye,
    Hold,
    Invite,
    JoinSubstitutes,
    Leave,
    LeaveSubstitutes,
    LiftHold,
    OpenCheckIn,
    Penalise,
    PublishRound,
    Register,
    ReopenRegistration,
    ReplaceResult,
    Return,
    Substitute,
    SwapPlayers,
    VoidTable,
    WithdrawCheckIn,
    WithdrawRound,
)
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
    need_player(owner)
    check_terms(terms)
    return (TournamentOpened(terms, owner, seed_commitment(seed), Seed(seed.hex())),)


def decide(tournament: Tournament, asked: Asked, act: AnyAct) -> Batch:
    """Return the batch of an act. Raises Refused with a code and the reason."""
    need_going_on(tournament)
    match act:
        case (
            Register()
            | Leave()
            | Return()
            | JoinSubstitutes()
            | LeaveSubstitutes()
            | CheckIn()
            | WithdrawCheckIn()
            | DeclineInvitation()
        ):
            return (decide_player_act(tournament, asked, act),)
        case (
            ChangeTerms()
            | Appoint()
            | Dismiss()
            | CloseRegistration()
            | ReopenRegistration()
            | Invite()
            | Substitute()
            | ForbidPair()
            | AllowPair()
        ):
            return (decide_organiser_act(tournament, asked, act),)
        case Hold() | LiftHold() | Finish() | Cancel():
            return (decide_course_act(tournament, asked, act),)
        case OpenCheckIn() | PublishRound() | WithdrawRound() | CloseRound():
            return (decide_round_act(tournament, asked, act),)
        case (
            SwapPlayers()
            | GiveBye()
            | AdjustPoints()
            | Penalise()
            | Disqualify()
            | ForfeitSeat()
            | ReplaceResult()
            | VoidTable()
        ):
            return (decide_ruling(tournament, asked, act),)
        case _:
            assert_never(act)
