"""The situations of Minos that the golden games have to reach, named by their rules."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeAlias, TypeVar

from domain.game.game import Game
from domain.kernel.values import Event
from domain.minos import events as e
from domain.minos.state import Acting, Fighting, State

E = TypeVar("E", bound=Event)

Situation: TypeAlias = Callable[[Game | None, Sequence[Event], Game], bool]
"""Whether a batch of events reaches the situation: the game before it, the events, the game after it."""


def _always(event: Any, state: State) -> bool:
    return True


def decided(kind: type[E], test: Callable[[E, State], bool] = _always) -> Situation:
    """A player decided this; the test is given the decision event and the table before it."""

    def reached(before: Game | None, events: Sequence[Event], after: Game) -> bool:
        event = events[0]
        return before is not None and before.state is not None and isinstance(event, kind) and test(event, before.state)

    return reached


def followed(kind: type[E], test: Callable[[E, State], bool] = _always) -> Situation:
    """This happened, by a decision or by itself; the test is given the event and the table after the batch."""

    def reached(before: Game | None, events: Sequence[Event], after: Game) -> bool:
        return any(isinstance(event, kind) and test(event, after.state) for event in events)

    return reached


def _defeat_ends_turn(before: Game | None, events: Sequence[Event], after: Game) -> bool:
    """The turn ends with the defeat under the option that says so."""
    if before is None or after.options["after_defeat"] != "turn_ends":
        return False
    types = [type(event) for event in events]
    return (e.AttackRepelled, e.TurnEnded) in pairwise(types)


def _turn(state: State) -> Acting:
    phase = state.phase
    assert isinstance(phase, Acting)
    return phase


def _by_right_of(purchase: str) -> Callable[[e.RingsBought, State], bool]:
    return lambda _, state: state.options.ring_purchase == purchase


def _second_joker(event: e.DiceUsed, state: State) -> bool:
    return event.joker and event.symbol in _turn(state).jokered


def _is_set(event: e.ConflictDiceRolled | e.ConflictDiceRerolled, state: State) -> bool:
    return min(event.dice.arrow, event.dice.joker, event.dice.star) > 0


def _of_attacker(event: e.ConflictDiceRerolled, state: State) -> bool:
    return isinstance(state.phase, Fighting) and event.seat == state.phase.turn.seat


def _of_defender(event: e.ConflictDiceRerolled, state: State) -> bool:
    return not _of_attacker(event, state)


def _on(place: Callable[[str, State], bool]) -> Callable[[e.ConflictOpened, State], bool]:
    return lambda event, state: place(event.place, state)


def _at_city(place: str, state: State) -> bool:
    return place in state.settlements and state.settlements[place].is_city


def _after_ship_lost(before: Game | None, events: Sequence[Event], after: Game) -> bool:
    """The ship of a voyage has lost and its soldier attacks alone."""
    phase = None if before is None or before.state is None else before.state.phase
    pair = isinstance(phase, Fighting) and len(phase.attackers) > 1
    opened = isinstance(events[0], e.ConflictOpened) and len(events[0].attackers) > 1
    lost = [event.lost.kind for event in events if isinstance(event, e.DuelFought) and event.attacker <= event.defender]
    return (pair or opened) and "ship" in lost


def _several_defenders(before: Game | None, events: Sequence[Event], after: Game) -> bool:
    """An attack is won that took several duels."""
    phase = None if before is None or before.state is None else before.state.phase
    won = phase.duels_won if isinstance(phase, Fighting) else 0
    won += sum(event.attacker > event.defender for event in events if isinstance(event, e.DuelFought))
    return won > 1 and any(isinstance(event, e.AttackWon) for event in events)


def _ended(reason: str, when: str) -> Situation:
    return followed(
        e.PlayEnded, lambda event, state: event.reason == reason and (not when or state.options.end_when == when)
    )


def _out_in_own_turn(before: Game | None, events: Sequence[Event], after: Game) -> bool:
    loser = next((event.seat for event in events if isinstance(event, e.PlayerEliminated)), None)
    return any(isinstance(event, e.AttackRepelled) and event.seat == loser for event in events) and before is not None


SITUATIONS: Mapping[str, Situation] = {
    "2.7 a named seat begins": followed(e.FirstPlayerDrawn, lambda event, _: not event.draws),
    "2.8 a player shows the talents": decided(e.TalentsShown),
    "2.8 a player hides talents that were shown": decided(
        e.TalentsHidden, lambda event, state: state.players[event.seat].shown
    ),
    "3.1 the first roll is kept": decided(e.DiceKept, lambda _, state: getattr(state.phase, "rolls", 0) == 1),
    "3.6 rings are bought with the right of a whole turn": decided(e.RingsBought, _by_right_of("turn")),
    "3.6 rings are bought at the Arrow": decided(e.RingsBought, _by_right_of("at_arrow")),
    "3.10 a Joker and a Star make up a symbol alone": decided(
        e.DiceUsed, lambda event, _: event.joker and event.star and not event.dice
    ),
    "3.11 a symbol takes a second Joker in a turn": decided(e.DiceUsed, _second_joker),
    "4.6 a ship is attacked at the fish": decided(
        e.ConflictOpened, _on(lambda place, state: place == state.board.fish)
    ),
    "4.6 a winner stays outside the fish": followed(e.EntryBarred),
    "4.6 a ship fights its way into the fish": followed(
        e.AttackWon, lambda event, state: event.place == state.board.fish
    ),
    "5.4 walls are the second building": decided(
        e.BuildingBuilt, lambda event, _: event.building == "walls" and event.rights == 4 and event.cost == 12
    ),
    "5.6 walls complete a city": decided(
        e.BuildingBuilt, lambda event, _: event.building == "walls" and event.cost == 25
    ),
    "6.2 a building after the walls counts double": decided(
        e.BuildingBuilt,
        lambda event, state: event.field in state.settlements and "walls" in state.settlements[event.field].buildings,
    ),
    "7.1 a soldier is recruited": decided(e.PieceRecruited, lambda event, _: event.piece == "soldier"),
    "7.2 a ship is recruited": decided(e.PieceRecruited, lambda event, _: event.piece == "ship"),
    "8.1 ships fight at sea": decided(
        e.ConflictOpened, _on(lambda place, state: place in state.board.waters and place != state.board.fish)
    ),
    "8.1 soldiers fight on a dot": decided(e.ConflictOpened, _on(lambda place, _: place.startswith("dot-"))),
    "8.1 a field that is not built on is fought for": decided(
        e.ConflictOpened, _on(lambda place, state: place in state.board.fields and place not in state.settlements)
    ),
    "8.3 the turn goes on after a defeat": followed(
        e.AttackRepelled, lambda _, state: isinstance(state.phase, Acting) and state.phase.defeated
    ),
    "8.3 a defeat ends the turn": _defeat_ends_turn,
    "8.5 Arrow, Joker and Star make a set": followed(e.ConflictDiceRolled, _is_set),
    "8.6 an attacker gives a ring": decided(e.ConflictDiceRerolled, _of_attacker),
    "8.6 a defender gives a ring": decided(e.ConflictDiceRerolled, _of_defender),
    "8.8 a tie is the defender's": followed(e.DuelFought, lambda event, _: event.attacker == event.defender),
    "8.10 a player is eliminated": followed(e.PlayerEliminated),
    "8.10 a player is eliminated by the own attack": _out_in_own_turn,
    "9.1 several defenders are beaten": _several_defenders,
    "9.1 a city is attacked": decided(e.ConflictOpened, _on(_at_city)),
    "9.2 a settlement is conquered": followed(e.SettlementTaken, lambda event, _: event.taken_from is not None),
    "9.2 a city is conquered": followed(
        e.SettlementTaken, lambda event, state: event.taken_from is not None and state.settlements[event.field].is_city
    ),
    "9.3 a settlement is abandoned": followed(e.SettlementAbandoned),
    "9.4 a free soldier is placed": decided(e.FreeSoldierPlaced),
    "9.4 a free soldier is declined": decided(e.FreeSoldierDeclined),
    "9.5 an abandoned settlement is taken": followed(e.SettlementTaken, lambda event, _: event.taken_from is None),
    "9.6 an abandoned settlement brings a soldier": followed(
        e.SettlementTaken, lambda event, _: event.taken_from is None and event.soldier_due
    ),
    "10.2 the game ends with the building": _ended("all_built", "immediate"),
    "10.2 the game ends with the turn": _ended("all_built", "turn"),
    "10.2 the game ends with the round": _ended("all_built", "round"),
    "10.4 the last player standing wins": _ended("last_standing", ""),
    "10.5 the game ends by idling": _ended("idle", ""),
    "11.5 a soldier crosses a covered field": decided(e.SoldierMoved, lambda event, state: event.to in state.covered),
    "12.1 a ship carries a soldier": decided(e.SoldierCarried),
    "12.3 ship and soldier attack together": decided(e.ConflictOpened, lambda event, _: len(event.attackers) > 1),
    "12.3 the ship loses and the soldier goes on": _after_ship_lost,
}
