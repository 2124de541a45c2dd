"""Edits of a drawn pairing before its publication (rule 4.3)."""

from typing import assert_never

from domain.tournaments.events.rounds import ByeEdit, Edit, LineUp, SeatsEdit, SwapEdit
from domain.tournaments.refusals import Refused

Placed = tuple[LineUp, tuple[str, ...]]
"""The players of each table in the order of their seats, and those with a bye."""


def edited(tables: LineUp, byes: tuple[str, ...], edits: tuple[Edit, ...]) -> Placed:
    """Return the tables and byes after edits, in their order."""
    for number, edit in enumerate(edits):
        field = f"edits/{number}"
        match edit:
            case SwapEdit():
                tables, byes = swapped(tables, byes, edit.players, "4.3", field)
            case ByeEdit():
                tables, byes = _with_bye(tables, byes, edit.player, field)
            case SeatsEdit():
                tables = _reseated(tables, edit, field)
            case _:
                assert_never(edit)
    return tables, byes


def swapped(tables: LineUp, byes: tuple[str, ...], players: tuple[str, str], rule: str, field: str) -> Placed:
    """Return tables and byes after two players have changed places, as a rule allows. `field` of the act names them."""
    first, second = players
    seated = {player for table in tables for player in table}
    if first == second or not {first, second} <= seated | {*byes} or not {first, second} & seated:
        reason = "a swap names two different players of the round, at least one at a table"
        raise Refused(rule, reason, field)
    other = {first: second, second: first}
    return (
        tuple(tuple(other.get(player, player) for player in table) for table in tables),
        tuple(other.get(player, player) for player in byes),
    )


def _with_bye(tables: LineUp, byes: tuple[str, ...], player: str, field: str) -> Placed:
    if all(player not in table for table in tables):
        reason = "{player} is at no table of the round, and cannot leave one for a bye"
        raise Refused("4.3", reason, field, player=player)
    left = (tuple(other for other in table if other != player) for table in tables)
    return tuple(table for table in left if table), (*byes, player)


def _reseated(tables: LineUp, edit: SeatsEdit, field: str) -> LineUp:
    number = edit.table - 1
    if not 0 <= number < len(tables) or sorted(edit.players) != sorted(tables[number]):
        reason = "name the players of one of the tables 1 to {tables}, each once"
        raise Refused("4.3", reason, field, tables=len(tables))
    return (*tables[:number], edit.players, *tables[number + 1 :])
