"""Positions and scripted draws for the tests of the rules of Minos."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.kernel.values import Seat
from domain.minos import DEFAULT_DATA_SET, MINOS
from domain.minos.dice import SYMBOLS, Dice, Symbol, dice_of
from domain.minos.options import BUILDINGS, Building, Field, Space
from domain.minos.state import Acting, Over, Settlement, State, value_of
from tests.kit import Kit, ScriptedChance

KIT = Kit(MINOS)
given, player, when, after, refused, admitted, listed = (
    *(KIT.given, KIT.player, KIT.when, KIT.after),
    *(KIT.refused, KIT.admitted, KIT.listed),
)

LETTERS: Mapping[str, Symbol] = {"S": "scales", "A": "arrow", "G": "gull", "B": "building", "J": "joker", "*": "star"}
"""How dice are written in tests: `AJ*` for an Arrow, a Joker and a Star."""


def shows(letters: str) -> Dice:
    """Return the dice written in letters."""
    symbols: list[Symbol] = [LETTERS[letter] for letter in letters]
    return dice_of(*symbols)


def rolls(*throws: str, rest: int | None = 0) -> ScriptedChance:
    """Return draws that throw these dice, one throw after the other; then the rest."""
    return ScriptedChance(*(SYMBOLS.index(LETTERS[letter]) for throw in throws for letter in throw), rest=rest)


def table(seats: int = 4, **options: int | str | bool) -> State:
    """Return the table after set-up in the second round: all ships at the fish, seat 0 is first player."""
    return replace(fresh(seats, **options), round=2)


def fresh(seats: int = 4, **options: int | str | bool) -> State:
    """Return the table after set-up, before the first player is drawn."""
    return KIT.fresh(seats, **options)


def stored(seats: int = 4, **options: int | str | bool) -> State:
    """Return the table in the second round of a stored game whose first event names none of the options added later."""
    recorded = MINOS.resolve_options(None, options)
    old = {option.name: recorded[option.name] for option in MINOS.options if option.absent is None}
    return replace(MINOS.initial(seats, MINOS.stored_options(old), DEFAULT_DATA_SET), round=2)


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


def turn_of(state: State) -> Acting:
    """Return the turn that is going on."""
    assert isinstance(state.phase, Acting)
    return state.phase


def over(state: State) -> str | None:
    """Return why the game is over, None if it is not."""
    return state.phase.reason if isinstance(state.phase, Over) else None
