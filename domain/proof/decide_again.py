"""Decides again, from its decision event, each batch that the rules of a title do not decide (SPEC.md 7, replay)."""

from domain.game import decide
from domain.game.clock_decisions import return_to_seat, run_out, take_vacation
from domain.game.decide import Decided
from domain.game.declining import decline_seat
from domain.game.events import (
    BOT,
    STAND_IN,
    DecisionTakenBack,
    GameAbandoned,
    GameStarted,
    HintTaken,
    SeatDeclined,
    SeatLeft,
    SeatResigned,
    SeatsReleased,
    SeatTaken,
)
from domain.game.events.clocks import ClockRanOut, SeatReturned, VacationTaken
from domain.game.events.rulings import (
    Adjudicated,
    ClockExtended,
    GamePaused,
    GameResumed,
    PlayerReplaced,
    ReplacementOffered,
    SeatGivenUp,
)
from domain.game.game import Game
from domain.game.hints import take_hint
from domain.game.rulings.decide import (
    Ruling,
    accept_replacement,
    adjudicate,
    extend_clock,
    give_up_seat,
    offer_replacement,
    pause,
    replace_player,
    resume,
)
from domain.kernel.codec import as_json
from domain.kernel.values import Event, Seat
from domain.ledger.times import micros
from domain.proof.bundle import PlainRecord
from domain.proof.errors import CheckFailedError


def decide_again(game: Game, record: PlainRecord, event: Event) -> Decided | None:
    """Return the batch of a decision event that all titles share; None for the decision event of a title.

    Raises NotPossible and CheckFailedError.
    """
    match event:
        case (
            SeatTaken()
            | SeatLeft()
            | SeatResigned()
            | SeatReturned()
            | VacationTaken()
            | DecisionTakenBack()
            | HintTaken()
        ):
            check_seat(record.seat, event.seat)
            return _by_seat(game, record, event)
        case GameStarted():
            check_seat(record.seat, None)
            return decide.start(game)
        case GameAbandoned():
            check_seat(record.seat, None)
            return decide.abandon(game)
        case SeatDeclined():
            check_seat(record.seat, None)
            return decline_seat(game, event.seat, event.player)
        case SeatsReleased():
            check_seat(record.seat, None)
            return decide.release_again(game, record.at)
        case ClockRanOut():
            check_seat(record.seat, None)
            return run_out(game, event.seat, STAND_IN, micros(record.at))
        case (
            ReplacementOffered()
            | PlayerReplaced()
            | SeatGivenUp()
            | Adjudicated()
            | ClockExtended()
            | GamePaused()
            | GameResumed()
        ):
            check_seat(record.seat, None)
            return _ruled(game, record, event)
        case _:
            return None


def _by_seat(
    game: Game,
    record: PlainRecord,
    event: SeatTaken | SeatLeft | SeatResigned | SeatReturned | VacationTaken | DecisionTakenBack | HintTaken,
) -> Decided:
    match event:
        case SeatTaken():
            return decide.take_seat(game, event.seat, event.player, event.entropy, event.entropy_from, record.at)
        case SeatLeft():
            return decide.leave_seat(game, event.seat)
        case SeatResigned():
            return decide.resign(game, event.seat, _bot(event.player))
        case SeatReturned():
            return return_to_seat(game, event.seat)
        case VacationTaken():
            return take_vacation(game, event.seat, event.seconds, micros(record.at))
        case DecisionTakenBack():
            return decide.take_back(game, event.seat)
        case HintTaken():
            return take_hint(game, event.seat, event.secret.choices)


def _ruled(
    game: Game,
    record: PlainRecord,
    event: ReplacementOffered | PlayerReplaced | SeatGivenUp | Adjudicated | ClockExtended | GamePaused | GameResumed,
) -> Decided:
    if isinstance(event, GameResumed) and (event.author, event.reason) == (None, None):
        return resume(game, None, record.at)
    if event.author is None or event.reason is None:
        raise CheckFailedError("a ruling must have an author and a reason")
    ruling = Ruling(event.author, event.reason)
    match event:
        case ReplacementOffered():
            return offer_replacement(game, event.seat, event.player, ruling)
        case PlayerReplaced():
            return _replaced(game, event, ruling)
        case SeatGivenUp():
            return give_up_seat(game, event.seat, _bot(event.player), ruling)
        case Adjudicated():
            return adjudicate(game, event.ranks, ruling)
        case ClockExtended():
            return extend_clock(game, event.seat, event.seconds, ruling)
        case GamePaused():
            return pause(game, event.until, ruling, record.at)
        case GameResumed():
            return resume(game, ruling, record.at)


def _replaced(game: Game, event: PlayerReplaced, ruling: Ruling) -> Decided:
    if any(offer.seat == event.seat for offer in game.offers):
        return accept_replacement(game, event.seat, event.player)
    return replace_player(game, event.seat, event.player, ruling)


def check_seat(seat: Seat | None, expected: Seat | None) -> None:
    """Raise CheckFailedError unless a decision event has the expected seat."""
    if seat != expected:
        raise CheckFailedError(f"the seat of this decision event must be {as_json(expected)}, not {as_json(seat)}")


def _bot(player: str) -> str:
    if not player.startswith(BOT):
        raise CheckFailedError("a bot must take over the seat")
    return player.removeprefix(BOT)
