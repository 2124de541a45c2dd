"""What the first event of a game fixes apart from the rules: clock, take-back, rating, reserved seats, start."""

from typing import Literal, TypeAlias

from msgspec import UNSET, UnsetType

from domain.kernel.values import Value

OnEmpty: TypeAlias = Literal["bot", "resign"]
"""What becomes of a seat whose clock ran out too often: a bot plays until the player returns, or the seat resigns."""

NoShow: TypeAlias = Literal["wait", "bot", "cancel"]
"""What happens at the start time while seats are free: wait for players, seat bots, or cancel the game."""

OthersLeft: TypeAlias = Literal["end", "play_on"]
"""What happens when one person is left in a game that at least two people started (X28)."""

INVITATION = "invitation"
"""Stands in `reserved` for a seat that only the holder of an invitation for this seat may take."""


class Clock(Value, frozen=True):
    """The clock of a game. All durations are in seconds."""

    allowance: int
    """The time for each decision that does not reduce the bank."""
    bank: int
    """The time that a seat may use beyond the allowances in the whole game."""
    on_empty: OnEmpty
    strikes: int
    """The number of decisions by the clock after which the seat is given to a bot or resigns."""
    vacation: int = 0
    """The time in the whole game for which a seat may stop its clock."""


class Terms(Value, frozen=True, kw_only=True):
    """The optional fields of `game.opened`. A field that the opener does not set is absent in the record."""

    clock: Clock | UnsetType = UNSET
    """Absent: the game has no clock."""
    take_back: bool | UnsetType = UNSET
    """Absent: decisions cannot be taken back."""
    rated: bool | UnsetType = UNSET
    """Absent: a public game is rated if registered players have all seats at the start (rulings/standing.py)."""
    name: str | UnsetType = UNSET
    tags: tuple[str, ...] | UnsetType = UNSET
    reserved: tuple[str | None, ...] | UnsetType = UNSET
    """By seat: the player who may take it, `invitation`, or null for a seat that is not reserved."""
    substitutes: tuple[str, ...] | UnsetType = UNSET
    """The players who may take a reserved seat that is free after the start time."""
    starts_at: str | UnsetType = UNSET
    """The time at which the game starts if all seats are taken."""
    no_show: NoShow | UnsetType = UNSET
    """Absent: wait."""
    others_left: OthersLeft | UnsetType = UNSET
    """Absent: play on."""
    grace: int | UnsetType = UNSET
    """The seconds after the start time in which substitutes may take free seats."""
    hints: bool | UnsetType = UNSET
    """True: seats can take hints of the engine, and the game never counts for ratings. Absent: no hints."""
    min_completion: int | UnsetType = UNSET
    """The percentage of started games that a player has to have finished to take a seat that is not reserved."""
    min_rating: int | UnsetType = UNSET
    """The lowest rating with which a player may take a seat that is not reserved. The service knows the ratings."""
    max_rating: int | UnsetType = UNSET
    """The highest one."""
