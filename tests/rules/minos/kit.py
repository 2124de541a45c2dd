"""Positions and scripted draws for the tests of the rules of Minos."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace

from domain.kernel.chance import Chance
from domain.kernel.values import Command, Event, IllegalCommand, Seat
from domain.minos import DEFAULT_DATA_SET, MINOS
from domain.minos.dice import SYMBOLS, Dice, Symbol, dice_of
from domain.minos.options import BUILDINGS, Building, Field, Space
from domain.minos.state import Acting, Over, Player, Settlement, State, value_of
from tests.kit import ScriptedChance

E = TypeVar("E", bound=Event)

LETTERS: Mapping[str, Symbol] = {"S": "scales", "A": "arrow", "G": "gull", "B": "building", "J": "joker", "*": "star"}
"""How dice are written in tests: `AJ*` for an Arrow, a Joker and a Star."""


def shows(letters: str) -> Dice:
    """Return the dice written in letters."""
    symbols: list[Symbol] = [LETTERS[letter] for letter in letters]
    return dice_of(*symbols)


def rolls(*throws: str, rest: int | None = 0) -> ScriptedChance:
    """Return draws that throw these dice, one throw after the other; then the rest."""
    return ScriptedChance(*(SYMBOLS.index(LETTERS[letter]) for throw in throws for letter in throw), rest=rest)


# Given


def table(seats: int = 4, **options: int | str | bool) -> State:
    """Return the table after set-up in the second round: all ships at the fish, seat 0 is first player."""
    return replace(fresh(seats, **options), round=2)


def fresh(seats: int = 4, **options: int | str | bool) -> State:
    """Return the table after set-up, before the first player is drawn."""
    return MINOS.initial(seats, MINOS.resolve_options(None, options), DEFAULT_DATA_SET)


def stored(seats: int = 4, **options: int | str | bool) -> State:
    """Return the table in the second round of a stored game whose first event names none of the options added later."""
    recorded = MINOS.resolve_options(None, options)
    old = {option.name: recorded[option.name] for option in MINOS.options if option.absent is None}
    return replace(MINOS.initial(seats, MINOS.stored_options(old), DEFAULT_DATA_SET), round=2)


def given(state: State, *events: Event) -> State:
    """Return the table after these events."""
    for event in events:
        state = MINOS.evolve(state, event)
    return state


def player(state: State, seat: Seat, **changes: Any) -> State:
    """Return the table with other fields of one player: player(state, 2, money=0)."""
    players = state.players
    changed: tuple[Player, ...] = (*players[:seat], replace(players[seat], **changes), *players[seat + 1 :])
    return replace(state, players=changed)


def pieces(state: State, seat: Seat, ships: Iterable[Space] = (), soldiers: Iterable[Space] = ()) -> State:
    """Return the table with these pieces of a player on the board, and no others."""
    return player(state, seat, ships=tuple(sorted(ships)), soldiers=tuple(sorted(soldiers)))


def built(state: State, field: Field, owner: Seat | None, *buildings: Building, left_by: Seat | None = None) -> State:
    """Return the table with a settlement; the owner's income and the stock are as they should be."""
    if owner is not None:
        state = player(state, owner, income=state.players[owner].income + value_of(state, buildings))
    stock = tuple(left - buildings.count(kind) for kind, left in zip(BUILDINGS, state.stock, strict=True))
    settlements = {**state.settlements, field: Settlement(owner, buildings, left_by)}
    return replace(state, settlements=settlements, stock=stock)


def acting(state: State, seat: Seat = 0, dice: str = "", **turn: Any) -> State:
    """Return the table in the turn of a seat, after the rolls, with these dice."""
    return replace(state, phase=Acting(seat, shows(dice), **turn))


# When, and then


def when(state: State, seat: Seat, command: Command, chance: Chance | None = None) -> list[Event]:
    """Return what happens on a command, up to the next choice of a player; scripted draws must all be used."""
    chance = chance or ScriptedChance(rest=0)
    events = MINOS.decide(state, seat, command, chance)
    assert admitted(state, seat, command), f"accepted, but not listed: {command}"
    if isinstance(chance, ScriptedChance):
        assert not chance.left, f"draws that were scripted and not made: {chance.left}"
    return events


def after(state: State, seat: Seat, command: Command, chance: Chance | None = None) -> State:
    """Return the table after a command and all that follows from it."""
    return given(state, *when(state, seat, command, chance))


def refused(state: State, seat: Seat, command: Command) -> str:
    """Return the number of the rule under which a command is refused."""
    with pytest.raises(IllegalCommand) as caught:
        MINOS.decide(state, seat, command, ScriptedChance(rest=0))
    refusal = caught.value.refusal
    assert not admitted(state, seat, command), f"listed, but refused: {command}"
    assert refusal.rule in MINOS.rules
    assert refusal.reason
    return refusal.rule


def admitted(state: State, seat: Seat, command: Command) -> bool:
    """Whether a command is among the legal ones."""
    return any(choice.admits(command) for choice in MINOS.legal_commands(state, seat))


def listed(state: State, seat: Seat, kind: type[Command]) -> list[Command]:
    """Return the legal commands of a kind, as they are listed."""
    return [choice.command for choice in MINOS.legal_commands(state, seat) if isinstance(choice.command, kind)]


def of(events: Iterable[Event], kind: type[E]) -> list[E]:
    """Return the events of a kind."""
    return [event for event in events if isinstance(event, kind)]


def turn_of(state: State) -> Acting:
    """Return the turn that is going on."""
    assert isinstance(state.phase, Acting)
    return state.phase


def over(state: State) -> str | None:
    """Return why the game is over, None if it is not."""
    return state.phase.reason if isinstance(state.phase, Over) else None
