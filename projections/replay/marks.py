"""Marks of a game: the events with which a round, a phase or a turn begins.

An event of any title is a mark if its type ends in `.round_started`, `.phase_started` or `.turn_started`. It has the
field `round`, `phase` or `seat`.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.kernel.values import Value
from domain.ledger.records import Record

_FIELDS: dict[str, str] = {"round_started": "round", "phase_started": "phase", "turn_started": "seat"}
"""The field that a mark takes from the data of the event, by the last part of the event type."""


class Mark(Value, frozen=True, omit_defaults=True):
    """What begins with an event."""

    begins: Annotated[Literal["round", "phase", "turn"], Meta(description="What begins with the event.")]
    round: Annotated[int, Meta(description="The number of the round that begins, from 1.")] | UnsetType = UNSET
    phase: (
        Annotated[str, Meta(description="The phase that begins, by its number in the rules of the title.")] | UnsetType
    ) = UNSET
    seat: Annotated[int, Meta(ge=0, description="The seat whose turn begins.")] | UnsetType = UNSET


def mark_of(record: Record) -> Mark | UnsetType:
    """Return the mark of an event; UNSET if nothing begins with it."""
    name = record.type.rpartition(".")[2]
    field = _FIELDS.get(name)
    if field is None:
        return UNSET
    data: dict[str, Any] = msgspec.json.decode(record.data)
    return msgspec.convert({"begins": name.removesuffix("_started"), field: data[field]}, Mark)
