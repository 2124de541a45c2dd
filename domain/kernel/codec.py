"""Encoding of events as type, shape, public data and secret of a record. Older shapes are upcast when decoded."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias

import msgspec

from domain.kernel.values import Event

Upcast: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
"""Converts the fields of one shape to those of the next."""

_encoder = msgspec.json.Encoder(order="sorted")


class UnknownEvent(Exception):
    """A record has an event type or a shape that no ruleset of this release defines."""


class EncodedEvent(NamedTuple):
    """The encoding of an event. Data and secret are canonical JSON objects."""

    type: str
    shape: int
    data: bytes
    secret: bytes | None


def canonical(value: object) -> bytes:
    """Return the bytes of RFC 8785 (JCS) for a value without floats and with ASCII keys."""
    return _encoder.encode(value)


def as_json(*values: object) -> str:
    """Return values as JSON, separated by commas. Messages use JSON notation: `true`, not `True`."""
    return ", ".join(msgspec.json.encode(value).decode() for value in values)


def escaped(name: str) -> str:
    """Return the name of a member as a token of a JSON pointer (RFC 6901 3)."""
    return name.replace("~", "~0").replace("/", "~1")


class Codec:
    """Encodes and decodes a fixed set of event types."""

    def __init__(self, events: Iterable[type[Event]], upcasts: Mapping[tuple[str, int], Upcast] | None = None) -> None:
        self._types = {type_name(event): event for event in events}
        self._decoders = {
            (name, event.shape): msgspec.json.Decoder(event).decode for name, event in self._types.items()
        }
        self._upcasts = dict(upcasts or {})

    @property
    def types(self) -> Mapping[str, type[Event]]:
        """The event types by their names."""
        return self._types

    @property
    def decoders(self) -> Mapping[tuple[str, int], Callable[[bytes | msgspec.Raw], Event]]:
        """By type and shape: what decodes the data of an event without a secret, if the shape is the current one."""
        return self._decoders

    def encode(self, event: Event) -> EncodedEvent:
        """Return the type, shape, data and secret of an event."""
        name = type_name(type(event))
        fields: dict[str, Any] = msgspec.to_builtins(event)
        del fields["type"]
        secret = fields.pop("secret", None)
        return EncodedEvent(name, event.shape, canonical(fields), None if secret is None else canonical(secret))

    def decode(self, name: str, shape: int, data: bytes | msgspec.Raw, secret: bytes | msgspec.Raw | None) -> Event:
        """Return the event. A type with a secret needs the secret.

        Raises UnknownEvent for an unknown type or shape, and msgspec.ValidationError for invalid fields.
        """
        decode = self._decoders.get((name, shape))
        if decode is None:
            return self._upcast(name, shape, bytes(data), None if secret is None else bytes(secret))
        if secret is not None:
            fields = bytes(data)
            data = b'{"secret":' + bytes(secret) + (b"," + fields[1:] if len(fields) > len(b"{}") else b"}")
        # the data has no tag: the decoder is for this one type
        return decode(data)

    def _upcast(self, name: str, shape: int, data: bytes, secret: bytes | None) -> Event:
        if name not in self._types or (name, shape) not in self._upcasts:
            raise UnknownEvent(f"no ruleset defines the event {name}, shape {shape}")
        fields: dict[str, Any] = msgspec.json.decode(data)
        if secret is not None:
            fields["secret"] = msgspec.json.decode(secret)
        while shape != self._types[name].shape:
            fields = self._upcasts[name, shape](fields)
            shape += 1
        return msgspec.convert(fields, self._types[name])


def type_name(event: type[Event]) -> str:
    """Return the name of an event type, such as `giganten.truck_driven`."""
    tag = event.__struct_config__.tag
    if not isinstance(tag, str):
        raise TypeError(f"{event.__name__} has no tag")
    return tag
