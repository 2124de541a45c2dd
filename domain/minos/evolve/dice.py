"""Rule 3: the dice of a turn, and what they are used for."""

from collections.abc import Callable, Mapping
from typing import Any, assert_never

from msgspec.structs import replace

from domain.kernel.values import Event
from domain.minos import events as e
from domain.minos.dice import Dice
from domain.minos.evolve.parts import acted, turn_of, with_player
from domain.minos.state import Acting, Rolling, State


def _dice_rolled(state: State, event: e.DiceRolled | e.DiceRolledAgain) -> State:
    """Set the dice. The last roll ends the rolling (3.1)."""
    assert isinstance(state.phase, Rolling)
    rolls = state.phase.rolls + 1
    if rolls == state.data.dice.rolls:
        return replace(state, phase=Acting(event.seat, event.dice))
    return replace(state, phase=Rolling(event.seat, event.dice, rolls))


def _dice_kept(state: State, event: e.DiceKept) -> State:
    assert isinstance(state.phase, Rolling)
    assert state.phase.dice is not None
    return replace(state, phase=Acting(event.seat, state.phase.dice))


def _dice_used(state: State, event: e.DiceUsed) -> State:
    turn, gain = turn_of(state), event.gain
    used = Dice(**{event.symbol: event.dice}, joker=int(event.joker), star=int(event.star))
    changes: dict[str, Any] = {"dice": turn.dice.minus(used)}
    if event.joker:
        changes["jokered"] = (*turn.jokered, event.symbol)
    if event.star:
        changes["starred"] = (*turn.starred, event.symbol)
    player = state.players[event.seat]
    match event.symbol:
        case "scales":
            players = with_player(state, event.seat, money=player.money + gain)
            return replace(state, phase=replace(turn, **changes), players=players)
        case "arrow":
            players = with_player(state, event.seat, rings=player.rings + gain)
            turn = acted(state, turn, rings_open=True, **changes)
            return replace(state, phase=turn, players=players, rings=state.rings - gain)
        case "gull":
            return replace(state, phase=acted(state, turn, points=turn.points + gain, **changes))
        case "building":
            return replace(state, phase=acted(state, turn, rights=turn.rights + gain, **changes))
        case _:
            assert_never(event.symbol)


def _rings_bought(state: State, event: e.RingsBought) -> State:
    player = state.players[event.seat]
    players = with_player(state, event.seat, rings=player.rings + event.rings, money=player.money - event.cost)
    return replace(state, players=players, rings=state.rings - event.rings, phase=acted(state, turn_of(state)))


EVOLVE: Mapping[type[Event], Callable[[State, Any], State]] = {
    e.DiceRolled: _dice_rolled,
    e.DiceRolledAgain: _dice_rolled,
    e.DiceKept: _dice_kept,
    e.DiceUsed: _dice_used,
    e.RingsBought: _rings_bought,
}
