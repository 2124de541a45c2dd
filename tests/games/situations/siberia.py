"""Situations of Siberia that golden games have to reach, each found in one batch of a game."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from domain.game.game import Game
from domain.kernel.values import Event
from domain.siberia import events as e
from domain.siberia.options import RESOURCES
from domain.siberia.phases import mining, salesman
from domain.siberia.state import Acting, Placing, Returning, State

Situation: TypeAlias = Callable[[Game | None, Sequence[Event], Game], bool]
"""Whether a batch is in the situation: the game before it (None: it is opened), what happened, the game after it."""

E = TypeVar("E", bound=Event)


def _table(game: Game | None) -> State | None:
    state = None if game is None else game.state
    return state if isinstance(state, State) else None


def _found(events: Sequence[Event], kind: type[E]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]


def _any(kind: type[E], condition: Callable[[State, E], bool] | None = None) -> Situation:
    """An event of the kind that meets the condition, which is given the table before the batch."""

    def situation(before: Game | None, events: Sequence[Event], after: Game) -> bool:
        found, state = _found(events, kind), _table(before)
        if condition is None:
            return bool(found)
        return state is not None and any(condition(state, event) for event in found)

    return situation


def _option(situation: Situation, **options: int | str | bool) -> Situation:
    """A situation in a game under these options."""

    def restricted(before: Game | None, events: Sequence[Event], after: Game) -> bool:
        chosen: Mapping[str, Any] = after.options
        return all(chosen[name] == value for name, value in options.items()) and situation(before, events, after)

    return restricted


def _placed(state: State, event: e.TokenPlaced | e.PlacingChanged) -> bool:
    """Both columns of the token are full (2.6)."""
    phase, token = state.phase, event.secret.token
    if not isinstance(phase, Placing) or event.secret.spot != "research":
        return False
    spots = [one.spot for one in phase.laid[event.seat]]
    columns = state.board.columns[token]
    return all(state.players[event.seat].free(column) <= spots.count(column) for column in columns)


def _forced_to_research(before: Game | None, events: Sequence[Event], after: Game) -> bool:
    return _any(e.TokenPlaced, _placed)(before, events, after) or _any(e.PlacingChanged, _placed)(before, events, after)


def _done_before_others(before: Game | None, events: Sequence[Event], after: Game) -> bool:
    state = _table(after)
    waits = state is not None and isinstance(state.phase, Placing) and bool(state.phase.done)
    return waits and bool(_found(events, e.PlacingEnded))


def _goes_on_alone(before: Game | None, events: Sequence[Event], after: Game) -> bool:
    """All others have passed, and the last one takes a turn after a turn of their own (3.5)."""
    state = _table(before)
    if state is None or not isinstance(state.phase, Acting):
        return False
    alone = len(state.phase.passed) == len(state.players) - 1
    return alone and any(event.seat == state.phase.turn for event in _found(events, e.TurnStarted))


def _passed_unasked(before: Game | None, events: Sequence[Event], after: Game) -> bool:
    return any(isinstance(event, e.RoundPassed) for event in events[1:])


def _joker_used(state: State, event: Event) -> bool:
    """A joker returns with the other token of its column (5.4)."""
    return not isinstance(event, e.JokerPlayed) and "manager" in getattr(event, "tokens", ())


def _jokers(before: Game | None, events: Sequence[Event], after: Game) -> bool:
    state = _table(before)
    kinds = (e.CubesSold, e.LogisticsStarted, e.SalesmanPlaced, e.WorkerPlaced, e.InvestmentTaken)
    return state is not None and any(_joker_used(state, event) for event in events if isinstance(event, kinds))


def _crossed(state: State, event: e.WorkerMoved) -> bool:
    """The way was cheaper than without exhausted areas (6.3)."""
    costs = state.board.ways(event.origin, len(state.board.places), ())
    return event.moves < costs[event.to]


def _ended_by_itself(before: Game | None, events: Sequence[Event], after: Game) -> bool:
    return any(isinstance(event, e.LogisticsEnded) for event in events[1:])


def _full_exchange(before: Game | None, events: Sequence[Event], after: Game) -> bool:
    """A salesman is placed while an exchange has no room (7.3)."""
    state = _table(before)
    placed = _any(e.SalesmanPlaced)(before, events, after)
    return placed and state is not None and any(not salesman.has_room(state, name) for name in state.exchanges)


def _partly_mined(state: State, event: e.CubesSold) -> bool:
    return len(event.areas) < len(mining.mineable(state, event.seat, event.resource))


def _several_return(before: Game | None, events: Sequence[Event], after: Game) -> bool:
    state = _table(after)
    several = state is not None and isinstance(state.phase, Returning) and len(state.phase.todo) > 1
    return several and bool(_found(events, e.PhaseStarted))


def _two_exhausted(before: Game | None, events: Sequence[Event], after: Game) -> bool:
    return len(_found(events, e.AreaExhausted)) > 1


def _others_sent_home(before: Game | None, events: Sequence[Event], after: Game) -> bool:
    sold = {event.seat for event in _found(events, e.CubesSold)}
    return any(home.seat not in sold for event in _found(events, e.AreaExhausted) for home in event.sent_home)


def _ended(reason: str) -> Situation:
    return _any(e.PlayEnded, lambda _, event: event.reason == reason)


def _research_goes_on(before: Game | None, events: Sequence[Event], after: Game) -> bool:
    """The end comes in the middle of a research action, which is still completed (13.2, 13.3)."""
    state = _table(after)
    goes_on = state is not None and isinstance(state.phase, Acting) and state.phase.step == "research"
    return goes_on and bool(_found(events, e.EndTriggered))


def _ended_in_turn(before: Game | None, events: Sequence[Event], after: Game) -> bool:
    """Not all have passed when the play ends (13.3)."""
    state = _table(after)
    return state is not None and bool(_found(events, e.PlayEnded)) and len(state.passed) < len(state.players)


def _round_finished(before: Game | None, events: Sequence[Event], after: Game) -> bool:
    """A turn begins although the end has come (13.3)."""
    state = _table(before)
    return state is not None and state.ending is not None and bool(_found(events, e.TurnStarted))


def _count_reset(before: Game | None, events: Sequence[Event], after: Game) -> bool:
    state, now = _table(before), _table(after)
    moved = bool(_found(events, e.CubesSold) or _found(events, e.ResourcePlaced))
    return state is not None and now is not None and moved and state.idle_rounds > 0


def _from_map(state: State, event: e.SalesmanPlaced) -> bool:
    return event.origin in state.board.places


def _from_exchange(state: State, event: e.SalesmanPlaced | e.WorkerPlaced) -> bool:
    return event.origin in state.exchanges


SITUATIONS: Mapping[str, Situation] = {
    "1.7 the first player chooses the sides of the exchanges": _any(
        e.SidesChosen, lambda _, sides: sides.seat is not None
    ),
    "1.7 the sides of the exchanges are drawn": _option(_any(e.SidesChosen), exchange_sides="random"),
    "1.7 the options name the sides of the exchanges": _option(_any(e.SidesChosen), exchange_sides="list"),
    "2.2 the last token ends the placing": _any(e.TokenPlaced, lambda _, token: token.left == 0),
    "2.6 a token goes to research because its columns are full": _forced_to_research,
    "2.8 a token is taken back": _any(e.PlacingChanged, lambda _, change: change.secret.taken_back),
    "2.8 a player is done while others place": _done_before_others,
    "3.5 the last active player goes on alone": _goes_on_alone,
    "3.6 an action is taken for nothing": _any(e.ActionVoided),
    "3.8 a player who can only pass is not asked": _passed_unasked,
    "4.4 a research token finds nothing": _any(e.ResearchFailed),
    "4.5 a Manager token finds a resource": _any(
        e.ResourcePlaced,
        lambda _, placed: placed.token == "manager",
    ),
    "5.3 the only token beside an investment tile becomes the joker": _any(
        e.JokerPlayed, lambda _, played: not played.tokens
    ),
    "5.4 a joker completes a column with an investment tile": _any(
        e.JokerPlayed, lambda state, played: played.column in state.players[played.seat].tiles
    ),
    "5.4 a joker returns to the bag when its column is used": _jokers,
    "6.3 a worker crosses exhausted areas for nothing": _any(e.WorkerMoved, _crossed),
    "6.4 a worker stops on an exhausted area": _any(e.WorkerMoved, lambda state, moved: moved.to in state.exhausted),
    "6.6 moves are left unused": _any(e.LogisticsEnded, lambda _, ended: ended.unused > 0),
    "6.6 Logistics ends by itself": _ended_by_itself,
    "7.2 a salesman comes from another exchange": _any(e.SalesmanPlaced, _from_exchange),
    "7.2 a salesman comes from Siberia": _any(e.SalesmanPlaced, _from_map),
    "7.3 an exchange is full": _full_exchange,
    "8.2 a salesman becomes a worker": _any(e.WorkerPlaced, _from_exchange),
    "8.3 a worker is called back": _any(e.WorkerPlaced, lambda state, placed: placed.origin in state.areas),
    "9.3 a tile of the Investor goes into its own column": _any(e.InvestmentTaken, lambda _, t: t.tile == "investor"),
    "9.4 the last tile of the stack is opened": _any(e.InvestmentRevealed, lambda state, _: state.stack.total == 1),
    "10.2 several areas are mined at once": _any(e.CubesSold, lambda _, sold: len(sold.areas) > 1),
    "10.2 only some of the areas are mined": _any(e.CubesSold, _partly_mined),
    "10.3 cubes are sold at a tile": _any(e.CubesSold, lambda _, sold: sold.exchange != "frankfurt"),
    "11.2 tokens beyond the tenth are returned": _any(e.TokenReturned),
    "11.2 a joker is returned at the end of the round": _any(
        e.TokenReturned,
        lambda _, returned: returned.token == "manager" and returned.column in RESOURCES,
    ),
    "11.3 several players return tokens": _several_return,
    "12.1 one action exhausts two areas": _two_exhausted,
    "12.2 workers of others are sent home": _others_sent_home,
    "12.4 a ninth area is exhausted without a marker": _any(e.AreaExhausted, lambda _, area: area.number == 9),
    "13.1 the game ends by areas": _ended("areas"),
    "13.1 the game ends by areas with the turn": _option(_ended("areas"), end_when="turn"),
    "13.2 the game ends by reserves": _ended("reserves"),
    "13.2 the end comes in the middle of research": _research_goes_on,
    "13.3 the round is finished after the end has come": _round_finished,
    "13.3 the game ends before all have passed": _ended_in_turn,
    "13.6 the game ends by a standstill": _ended("standstill"),
    "13.6 a standstill under the option turn": _option(_ended("standstill"), end_when="turn"),
    "13.6 a cube resets the count of idle rounds": _count_reset,
}
"""By a name that begins with the number of the rule."""
