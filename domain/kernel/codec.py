"""Events to and from the parts of a record: type, shape, public data, secret; older shapes climb on reading."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias

import msgspec

from domain.kernel.values import Event

Upcast: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
"""Turns the fields of one shape into those of the next."""

_encoder = msgspec.json.Encoder(order="sorted")
_NOT_DATA = ("type", "secret")


class UnknownEvent(Exception):
    """A record names a type or a shape that no ruleset here knows."""


class Parts(NamedTuple):
    """What a record keeps of an event; data and secret are canonical JSON objects."""

    type: str
    shape: int
    data: bytes
    secret: bytes | None


def canonical(value: object) -> bytes:
    """Return the bytes of RFC 8785 (JCS) for a value without floats and with ASCII keys."""
    return _encoder.encode(value)


def as_json(*values: object) -> str:
    """Return values as JSON, separated by commas, for messages: `true` and not `True`."""
    return ", ".join(msgspec.json.encode(value).decode() for value in values)


class Codec:
    """Reads and writes a closed set of event types."""

    def __init__(self, events: Iterable[type[Event]], upcasts: Mapping[tuple[str, int], Upcast] | None = None) -> None:
        self._types = {type_name(event): event for event in events}
        self._decoders = {
            (name, event.shape): msgspec.json.Decoder(event).decode for name, event in self._types.items()
        }
        self._upcasts = dict(upcasts or {})

    @property
    def types(self) -> Mapping[str, type[Event]]:
        """The event types by their names in records."""
        return self._types

    def encode(self, event: Event) -> Parts:
        """Return what a record keeps of the event."""
        name = type_name(type(event))
        fields: dict[str, Any] = msgspec.to_builtins(event)
        secret = fields.get("secret")
        for field in _NOT_DATA:
            fields.pop(field, None)
        return Parts(name, event.shape, canonical(fields), None if secret is None else canonical(secret))

    def decode(self, name: str, shape: int, data: bytes, secret: bytes | None) -> Event:
        """Return the event; its secret is needed where the type has one.

        Raises UnknownEvent for a foreign type or shape, msgspec.ValidationError for fields that do not fit.
        """
        decode = self._decoders.get((name, shape))
        if decode is None:
            return self._climb(name, shape, data, secret)
        if secret is not None:
            data = b'{"secret":' + secret + (b"," + data[1:] if len(data) > len(b"{}") else b"}")
        # the tag is the record's type: the decoder of that very type needs none
        return decode(data)

    def _climb(self, name: str, shape: int, data: bytes, secret: bytes | None) -> Event:
        if name not in self._types or (name, shape) not in self._upcasts:
            message = f"no ruleset here knows the event {name}, shape {shape}"
            raise UnknownEvent(message)
        fields: dict[str, Any] = msgspec.json.decode(data)
        if secret is not None:
            fields["secret"] = msgspec.json.decode(secret)
        while shape != self._types[name].shape:
            fields = self._upcasts[name, shape](fields)
            shape += 1
        return msgspec.convert(fields, self._types[name])


def type_name(event: type[Event]) -> str:
    """Return the name of an event type in records, such as `giganten.truck_driven`."""
    tag = event.__struct_config__.tag
    if not isinstance(tag, str):
        message = f"{event.__name__} has no tag"
        raise TypeError(message)
    return tag
