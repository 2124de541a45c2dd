"""The parameters of commands, and the errors of commands on an outdated game."""

from collections.abc import Callable, Generator, Sequence
from typing import Literal, TypeAlias

from domain.game.decide import Decided, command
from domain.game.game import Game, decision_id, is_by_bot
from domain.game.refusals import NotPossible
from domain.kernel.chance import has_drawn
from domain.kernel.values import Command, Event, IllegalCommand, Seat, Value

SeatIn: TypeAlias = Callable[[Game], Seat]
"""Returns the seat of the requester in a game. Raises if there is none."""

Allowed: TypeAlias = Callable[[Game], None]
"""Raises if the requester may not change the game."""


class DecisionClosedError(Exception):
    """The decision that a command answers is not open for the seat. `current` is the id of the open one, or None."""

    def __init__(self, named: str, current: str | None, reason: str | None = None) -> None:
        now = f"the open decision is {current}" if current else "no decision of this seat is open"
        super().__init__(f"the decision {named} is not open: {reason or now}")
        self.current = current


class VersionChangedError(Exception):
    """The game has moved on from the version that the client named."""


class Answer(Value, frozen=True):
    """The answer to a decision: its id, and the command that is chosen."""

    decision: str | None
    """None: whichever is open for the seat when the answer is looked at."""
    command: Command
    versions: frozenset[int] | None = None
    """The versions of the game at which the answer is accepted; None: any."""
    is_by_bot: bool = False
    """Whether the service's bot answers."""


def check_answer(game: Game, seat: Seat, answer: Answer) -> None:
    """Raise VersionChangedError or DecisionClosedError if the answer is to another version or decision of a game.

    A decision is closed for its player if the clock has run out, and for the bot if the player has returned.
    """
    if answer.versions is not None and game.version not in answer.versions:
        raise VersionChangedError(game.version)
    if game.status != "running":
        return
    current = decision_id(game, seat) if seat in game.questions else None
    named = current or "" if answer.decision is None else answer.decision
    if named != current:
        raise DecisionClosedError(named, current)
    if answer.is_by_bot != is_by_bot(game, seat):
        reason = "the player decides" if answer.is_by_bot else "the clock has run out, and a bot answers"
        raise DecisionClosedError(named, None, reason)


StoppedBy: TypeAlias = Literal["draw", "disclosure", "decision", "refused", "end"]
"""Why the further answers of a turn were not looked at or not accepted."""


def decide_turn(game: Game, seat: Seat, answers: Sequence[Answer]) -> Generator[tuple[Seat, Decided], Game, None]:
    """Yield the decisions of a seat on a game, one after another; each is sent the game after the one before.

    It ends before the first answer that is refused, after a decision that drew or showed the seat something hidden from
    it, and when the seat is not asked next. What is wrong with the first answer is raised, as for a single command.
    """
    for place, answer in enumerate(answers):
        try:
            check_answer(game, seat, answer)
            decided = command(game, seat, answer.command)
        except (IllegalCommand, NotPossible, DecisionClosedError):
            if place == 0:
                raise
            return
        after = yield seat, decided
        if what_shows(game, seat, decided.events) is not None or not is_asked(after, seat):
            return
        game = after


def is_asked(game: Game, seat: Seat) -> bool:
    """Whether a seat has to decide now."""
    return game.status == "running" and seat in game.questions


def what_shows(game: Game, seat: Seat, events: Sequence[Event]) -> Literal["draw", "disclosure"] | None:
    """Return what a decision on a game showed its seat that the seat could not know before; None: nothing."""
    ruleset, state = game.ruleset, game.state
    for event in events:
        if type(event) not in ruleset.evolvers:
            continue
        if has_drawn(event):
            return "draw"
        if ruleset.is_surprising(state, event, seat):
            return "disclosure"
        state = ruleset.evolve(state, event)
    return None


class SeatTaking(Value, frozen=True):
    """Who takes which seat."""

    seat: Seat
    player: str
    entropy: str | None = None
    """32 bytes in hex; None: the server generates them."""


def is_seated(game: Game, taken: SeatTaking) -> bool:
    """Return whether the player or bot already has the seat. Raises NotPossible if it has it with other entropy.

    The entropy is not compared if the player replaced another: a replacement does not change the entropy of the seat.
    """
    occupant = game.occupant(taken.seat)
    if occupant is None or occupant.player != taken.player:
        return False
    if taken.entropy not in {None, occupant.entropy} and not occupant.former:
        advice = "before the start, leave the seat and take it again to change the entropy"
        if occupant.is_bot:
            raise NotPossible("seat-taken", f"seat {taken.seat} has this bot already, with other entropy: {advice}")
        raise NotPossible("already-seated", f"you have seat {taken.seat} already, with other entropy: {advice}")
    return True
