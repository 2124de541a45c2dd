"""What a standing order says, and the commitment to it. Nothing here knows a title."""

import hashlib
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from domain.kernel.codec import canonical
from domain.kernel.values import Seat, Value

Pick: TypeAlias = Literal["lowest", "highest"]
"""Which number of a range an order takes."""

Test: TypeAlias = Literal["below", "above", "equal", "different"]
"""How a condition compares a value of the view."""

Lasts: TypeAlias = Literal["round", "game"]
"""How long an order stands: until the round ends, or until it is cancelled or the game is over."""

EndReason: TypeAlias = Literal[
    "cancelled", "round", "times", "condition", "event", "taken-back", "seat", "token", "over"
]
"""Why an order has ended."""

SALT_BYTES = 32


class Number(Value, frozen=True):
    """How the number of a command is chosen within the range of a legal choice."""

    field: str
    pick: Pick = "lowest"
    at_most: int | None = None
    """The highest number that the order takes; None: any."""
    at_least: int | None = None
    """The lowest number that the order takes; None: any."""


class Wanted(Value, frozen=True):
    """A command that an order sends if it is legal: its type, and the fields that it must have."""

    type: str
    fields: Mapping[str, Any] = {}
    number: Number | None = None


class Condition(Value, frozen=True):
    """A comparison of a value in the view of the seat. A value that is not there fulfils no condition."""

    path: str
    """A JSON pointer (RFC 6901) into the view."""
    test: Test
    value: Any


class EventCondition(Value, frozen=True):
    """An event of a type, decided by a seat; None: by any other seat.

    Events of clocks and rulings are decided by no seat: of them it is the seat that they are about; None: any.
    """

    type: str
    by: Seat | None = None


class Terms(Value, frozen=True):
    """The content of an order."""

    questions: tuple[str, ...] = ()
    """The numbers of the rules whose questions it answers; empty: all."""
    commands: tuple[Wanted, ...] = ()
    """The first of these that is legal is sent."""
    only_choice: bool = False
    """Whether it also answers where exactly one choice is left."""
    lasts: Lasts = "game"
    times: int | None = None
    """The number of decisions after which it ends; None: no number."""
    when: tuple[Condition, ...] = ()
    """It acts only where all of these hold."""
    until: tuple[Condition, ...] = ()
    """It ends as soon as one of these holds."""
    until_events: tuple[EventCondition, ...] = ()
    """It ends after one of these events."""


class End(Value, frozen=True):
    """Why and when an order has ended."""

    reason: EndReason
    version: int
    """The version of the game at which the reason held."""
    place: int | None = None
    """Which of `until` or `until_events` it was, from 0."""


class Order(Value, frozen=True):
    """A stored order."""

    id: str
    game: str
    seat: Seat
    player: str
    set_at: str
    version: int
    """The version of the game when it was set."""
    round: int | None
    """The round in which it was set; None: the title has no rounds."""
    terms: Terms
    salt: str
    """32 bytes, hex."""
    checked: int
    """The version up to which the service has looked whether it has ended."""
    changed: int
    """Counts the changes of the orders of a seat."""
    statement: str
    """The signed statement about its commitment, as JSON."""
    made_with: str | None = None
    """The id of the token, passkey or grant with which it ends; None: with none."""
    expires_at: str | None = None
    """The time at which it ends because what set it does; None: no such time."""
    acted: bool = False
    """Whether the service has ever carried it out, or tried to."""
    end: End | None = None
    ended_at: str | None = None
    is_valid: bool = True
    """Whether what set it is still in force."""


def commitment_of(terms: Terms, salt: bytes) -> str:
    """Return the hash of an order, which shows nothing of it without the salt: hex of 32 bytes."""
    return hashlib.sha256(b"ludolog/order/1" + salt + canonical(msgspec.to_builtins(terms))).hexdigest()
