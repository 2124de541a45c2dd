"""The course of a game: it starts, rests, and ends; a decision is taken back."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.game.events import DecisionTakenBack, GameAbandoned, GameEnded, GameStarted, HintTaken, OthersLeft
from domain.game.events.clocks import ClockRanOut, ClockSwitched, VacationTaken
from domain.game.events.rulings import Adjudicated, ClockExtended, GamePaused, GameResumed
from domain.game.game import Game
from domain.kernel.values import Event


def _started(game: Game, _event: GameStarted) -> Game:
    people = sum(occupant is not None and not occupant.is_bot for occupant in game.occupants)
    return replace(game, status="running", people=people)


def _paused(game: Game, event: GamePaused) -> Game:
    return replace(game, paused_until=event.until)


def _resumed(game: Game, _event: GameResumed) -> Game:
    return replace(game, paused_until=None)


def _adjudicated(game: Game, _event: Adjudicated) -> Game:
    return replace(game, is_adjudicated=True)


def _others_left(game: Game, _event: OthersLeft) -> Game:
    return replace(game, is_left=True)


def _taken_back(game: Game, event: DecisionTakenBack) -> Game:
    if game.state is None:
        # only the lobby is folded
        return game
    undo = game.undo[-1] if game.undo else None
    if undo is None or (undo.seat, undo.version) != (event.seat, event.to):
        message = f"no decision of seat {event.seat} after version {event.to} can be taken back"
        raise ValueError(message)
    taken_back = [*(game.taken_back or (0,) * game.opened.seats)]
    taken_back[event.seat] += 1
    return replace(game, state=undo.state, undo=game.undo[:-1], taken_back=tuple(taken_back))


def _hint_taken(game: Game, event: HintTaken) -> Game:
    # the id of a decision begins with its seat
    others = tuple(decision for decision in game.hinted if decision.split(".")[0] != str(event.seat))
    return replace(game, hinted=(*others, event.decision))


def _unchanged(game: Game, _event: Event) -> Game:
    """Return the game unchanged: the event concerns the clocks alone, which `track` follows."""
    return game


def _abandoned(game: Game, _event: GameAbandoned) -> Game:
    return replace(game, status="abandoned")


def after_end(game: Game, event: GameEnded) -> Game:
    """Return a game after its end."""
    return replace(game, status="ended", places=event.places, paused_until=None, offers=())


EVOLVE: Mapping[type[Event], Callable[[Game, Any], Game]] = {
    GameStarted: _started,
    GamePaused: _paused,
    GameResumed: _resumed,
    Adjudicated: _adjudicated,
    OthersLeft: _others_left,
    DecisionTakenBack: _taken_back,
    HintTaken: _hint_taken,
    GameAbandoned: _abandoned,
    GameEnded: after_end,
    ClockSwitched: _unchanged,
    ClockRanOut: _unchanged,
    VacationTaken: _unchanged,
    ClockExtended: _unchanged,
}
