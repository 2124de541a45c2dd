"""What may be asked of a game. Each function returns one batch of events, the decision event first."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from domain.game.clocks.limits import clock_error
from domain.game.events import (
    BOT,
    DecisionTakenBack,
    EntropySource,
    GameAbandoned,
    GameEnded,
    GameOpened,
    GameStarted,
    SeatLeft,
    SeatResigned,
    SeatsReleased,
    SeatTaken,
    Seed,
    Spectators,
    Visibility,
)
from domain.game.events.clocks import ClockSwitched
from domain.game.game import MAX_TAKE_BACKS, Game, chance_of, may_not_take_back, seat_of
from domain.game.leaving import end_if_alone
from domain.game.refusals import NotPossible
from domain.game.reservations import MIN_GRACE, can_release, check_may_sit, check_terms, release_at
from domain.game.terms import Terms
from domain.kernel.chance import Chance
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Command, Event, Seat, Value
from domain.ledger.records import seed_commitment
from domain.ledger.times import micros


class Decided(Value, frozen=True):
    """A decision: the events of its batch, and the state of the title after them."""

    events: Sequence[Event]
    state: Any = None
    """None: the decision did not compute the state, so the events have to be folded."""
    questions: Mapping[Seat, str] | None = None
    """The seats that have to act in this state, each with the number of the rule that asks it; None: not computed."""


class NewGame(Value, frozen=True):
    """A game to be opened."""

    ruleset: Ruleset[Any]
    seats: int
    options: Mapping[str, Any]
    """Every option of the title with its value."""
    data_set: str
    owner: str
    visibility: Visibility = "public"
    spectators: Spectators = "open"
    bots: Mapping[Seat, str] = {}
    """The names of the bots that are seated when the game is opened."""
    terms: Terms = Terms()


def open_game(new: NewGame, seed: bytes, entropies: Iterable[str] = ()) -> Decided:
    """Open a game and seat its bots, in the order of their seats, with one entropy each.

    Raises NotPossible for a number of seats, a data set or a seat that the title does not have and for terms that do
    not agree, and OptionError for an option that does not fit the number of seats. `entropies` is read only after
    these checks.
    """
    check_new_game(new)
    ruleset = new.ruleset
    opened = GameOpened(
        ruleset=ruleset.name,
        ruleset_version=ruleset.version,
        data_set=new.data_set,
        data_digest=ruleset.data_set(new.data_set).digest,
        options=dict(sorted(new.options.items())),
        seats=new.seats,
        visibility=new.visibility,
        owner=new.owner,
        seed_commitment=seed_commitment(seed),
        secret=Seed(seed.hex()),
        spectators=new.spectators,
        **msgspec.structs.asdict(new.terms),
    )
    seated = zip(sorted(new.bots), entropies, strict=True)
    return Decided([opened, *(SeatTaken(seat, BOT + new.bots[seat], entropy, "server") for seat, entropy in seated)])


def check_new_game(new: NewGame) -> None:
    """Raise NotPossible or OptionError for a game that cannot be opened."""
    ruleset, seats, data_set = new.ruleset, new.seats, new.data_set
    if seats not in ruleset.seats:
        raise NotPossible("seats", f"{ruleset.title} is for {ruleset.seats[0]} to {ruleset.seats[-1]} players", "seats")
    if data_set not in ruleset.data_sets():
        raise NotPossible("data-set", f"{ruleset.title} has the data sets {', '.join(ruleset.data_sets())}", "data_set")
    ruleset.initial(seats, ruleset.stored_options(new.options), data_set)
    clock = new.terms.clock
    if clock is not msgspec.UNSET and (error := clock_error(clock)) is not None:
        raise NotPossible("invalid-value", error.reason, f"clock/{error.field}")
    if any(not 0 <= seat < seats for seat in new.bots):
        raise NotPossible("no-such-seat", f"the game has the seats 0 to {seats - 1}", "bots")
    check_terms(new.terms, seats, new.bots.keys())


def take_seat(
    game: Game, seat: Seat, player: str, entropy: str, entropy_from: EntropySource, at: str | None = None
) -> Decided:
    """Take a free seat before the start; a player sits on one seat of a game, a bot on any number.

    `at` is the time of the request, after which the no-show rule of the game may seat bots.
    """
    _must_be_open(game)
    if re.fullmatch(r"[0-9a-f]{64}", entropy) is None:
        raise NotPossible("invalid-entropy", "the entropy has to be 32 bytes, as 64 lower-case hex digits", "entropy")
    _must_exist(game, seat)
    if game.occupants[seat] is not None:
        raise NotPossible("seat-taken", f"seat {seat} is taken")
    if not player.startswith(BOT) and seat_of(game, player) is not None:
        raise NotPossible("already-seated", "you sit on another seat of this game: leave it first")
    check_may_sit(game, seat, player, at)
    return Decided([SeatTaken(seat, player, entropy, entropy_from)])


def leave_seat(game: Game, seat: Seat) -> Decided:
    """Leave a seat before the start."""
    _must_be_open(game)
    _must_exist(game, seat)
    if game.occupant(seat) is None:
        raise NotPossible("seat-free", f"seat {seat} is free")
    return Decided([SeatLeft(seat)])


def start(game: Game) -> Decided:
    """Start a game whose seats are all taken, up to the first decision of a player."""
    _must_be_open(game)
    free = [seat for seat, occupant in enumerate(game.occupants) if occupant is None]
    if free:
        raise NotPossible("seats-free", f"these seats are still free: {', '.join(map(str, free))}")
    ruleset = game.ruleset
    table = ruleset.initial(game.opened.seats, game.options, game.opened.data_set)
    events = ruleset.setup(table, chance_of(game))
    if game.opened.clock is msgspec.UNSET:
        return Decided([GameStarted(), *events])
    for event in events:
        table = ruleset.evolve(table, event)
    return Decided([GameStarted(), *events, ClockSwitched(tuple(sorted(ruleset.awaiting(table))))])


def release_seats(game: Game, at: str) -> Decided:
    """Let the substitutes take the reserved seats that are free, after the time of the players (`release_at`)."""
    decided = release_again(game, at)
    release = release_at(game)
    if release is None or micros(at) < release:
        reason = f"a game that opens at its start time or later keeps reserved seats for {MIN_GRACE} seconds: wait"
        raise NotPossible("not-due", reason)
    return decided


def release_again(game: Game, at: str) -> Decided:
    """Return the same of a stored game: logs of earlier releases have it from the start time on, and stay valid."""
    _must_be_open(game)
    starts_at = game.opened.starts_at
    if starts_at is msgspec.UNSET or at < starts_at or not can_release(game):
        raise NotPossible("not-due", "no reserved seat is released to substitutes now")
    return Decided([SeatsReleased()])


def abandon(game: Game) -> Decided:
    """Cancel a game before its start."""
    _must_be_open(game)
    return Decided([GameAbandoned()])


def resign(game: Game, seat: Seat, bot: str) -> Decided:
    """Give up a seat of a running game; the bot plays it on, unless one player is left and the game ends (X28)."""
    must_be_running(game)
    occupant = game.occupant(seat)
    if occupant is None or occupant.is_bot:
        raise NotPossible("seat-not-yours", f"seat {seat} is played by a bot, or there is no such seat")
    return Decided([SeatResigned(seat, BOT + bot), *end_if_alone(game, seat)])


def command(game: Game, seat: Seat, asked: Command, chance: Chance | None = None) -> Decided:
    """Decide a command of a seat; raises IllegalCommand with the rule, or NotPossible if the game is not running.

    The batch ends with game.ended if the command ends the game.
    """
    must_go_on(game)
    ruleset = game.ruleset
    events, state, questions = ruleset.step(game.state, seat, asked, chance or chance_of(game), game.questions)
    places = ruleset.result(state)
    if places is not None:
        return Decided([*events, GameEnded(places)], state)
    if game.clocks is None:
        return Decided(events, state, questions)
    return Decided([*events, ClockSwitched(tuple(sorted(questions)))], state, questions)


def take_back(game: Game, seat: Seat) -> Decided:
    """Take back the last decision of a seat: the game returns to the version before it.

    Raises NotPossible if the game does not allow it, another seat has decided since, the decision drew or disclosed
    something, or a hint, a vacation, a return, a resignation or a ruling has followed.
    """
    must_go_on(game)
    if game.opened.take_back is not True:
        raise NotPossible("nothing-to-take-back", "decisions of this game are final: it was opened without take_back")
    undo = game.undo[-1] if game.undo else None
    if undo is None or undo.seat != seat:
        reason = (
            "you have made no decision, or your last one is final: another seat has decided since, it drew or "
            "disclosed something, or a hint, a vacation, a return, a resignation or a ruling has followed"
        )
        raise NotPossible("nothing-to-take-back", reason)
    if may_not_take_back(game, seat):
        reason = f"you have taken back {MAX_TAKE_BACKS} decisions, the maximum of a game"
        raise NotPossible("nothing-to-take-back", reason)
    event = DecisionTakenBack(seat, undo.version)
    if game.clocks is None:
        return Decided([event])
    return Decided([event, ClockSwitched(tuple(sorted(game.ruleset.awaiting(undo.state))))])


def must_go_on(game: Game) -> None:
    """Raise NotPossible unless the game is running and not paused."""
    must_be_running(game)
    if game.paused_until is not None:
        reason = f"the game is paused until {game.paused_until}, or until its owner resumes it"
        raise NotPossible("game-paused", reason)


def _must_be_open(game: Game) -> None:
    if game.status != "open":
        raise NotPossible("game-not-open", f"the game is {game.status}: this is possible before the start only")


def _must_exist(game: Game, seat: Seat) -> None:
    if not 0 <= seat < game.opened.seats:
        raise NotPossible("no-such-seat", f"the game has the seats 0 to {game.opened.seats - 1}", "seat")


def must_be_running(game: Game) -> None:
    """Raise NotPossible unless the game is running."""
    if game.status != "running":
        raise NotPossible("game-not-running", f"the game is {game.status}: this is possible while it runs only")
