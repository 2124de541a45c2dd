"""The ids of a tournament's games follow from the tournament, so that a process can continue for another one."""

import uuid


def game_id(tournament: str, number: int, edition: int, table: int, change: int = 0) -> str:
    """Return the id of the game of a table: a UUID of version 5 in the name space of the tournament (SPEC.md 11)."""
    return str(uuid.uuid5(uuid.UUID(tournament), f"{number}/{edition}/{table}/{change}"))
