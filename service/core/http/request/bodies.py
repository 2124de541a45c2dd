"""Strict JSON bodies: decoded to the type that the route declares, without coercion and without repeated keys.

The framework decodes a body to plain objects and converts these in the lax mode of msgspec, which accepts "3" for the
number 3. A typed decoder is strict and faster. It refuses 3.0 for an integer, which is one in JSON Schema (2020-12,
6.1.1): such a body is decoded again.
"""

from functools import cache
from typing import Any, Union

import msgspec
from litestar import Request
from litestar.handlers import BaseRouteHandler

from service.core.http.problems import FieldError, ProblemError, bad_body
from service.core.http.request.allowed import hint_at
from service.core.http.request.repeated_keys import repeated_key
from service.core.http.request.validation import pointer_of, readable

MAX_BODY = 64 * 1024
"""Maximum size of a request body in bytes."""


_LARGEST = 2**53
"""The largest integer up to which every integer is a float (RFC 8259 6)."""


class StrictRequest(Request[Any, Any, Any]):
    """A request with strict decoding of its JSON body."""

    async def json(self) -> Any:
        """Return the body as the type of the route's `data`. Raises a 400 problem that points to the error."""
        return decode_body(await self.body(), decoder_of(self.route_handler))


@cache
def decoder_of(handler: BaseRouteHandler) -> msgspec.json.Decoder[Any]:
    """Return the decoder of a route's body. An optional body may be absent, but not `null`."""
    field = handler.parsed_fn_signature.parameters["data"]
    kinds = [inner.annotation for inner in field.inner_types if not inner.is_none_type] if field.is_optional else []
    return msgspec.json.Decoder(Union[tuple(kinds)] if kinds else field.annotation)  # noqa: UP007 - not known before


def decode_body(body: bytes, decoder: msgspec.json.Decoder[Any]) -> Any:
    """Decode a body. Raises a 400 or 422 problem."""
    try:
        value = _decoded(body, decoder)
        pointer = repeated_key(body)
    except msgspec.ValidationError as error:
        raise _validation_problem(str(error), decoder, body) from None
    except msgspec.DecodeError as error:
        raise bad_body(readable(str(error))) from None
    except UnicodeDecodeError as error:
        raise bad_body(f"the body is not UTF-8 at byte {error.start} of a text in it") from None
    except RecursionError:
        raise bad_body("the body is nested too deeply") from None
    if pointer is not None:
        reason = "the key is repeated in its object: send it once"
        raise ProblemError("bad-request", reason, errors=(FieldError(pointer, reason),))
    return value


def _decoded(body: bytes, decoder: msgspec.json.Decoder[Any]) -> Any:
    try:
        return decoder.decode(body)
    except msgspec.ValidationError as error:
        if "`float`" not in str(error):
            raise
        try:
            return decoder.decode(msgspec.json.encode(_with_integers(msgspec.json.decode(body))))
        except msgspec.ValidationError:
            # the values in its message are those that were sent
            raise error from None


def _with_integers(value: Any) -> Any:
    """Return a JSON value with integers instead of numbers whose fraction is 0 and that a float represents exactly."""
    match value:
        case float() if value.is_integer() and abs(value) <= _LARGEST:
            return int(value)
        case dict():
            return {name: _with_integers(item) for name, item in value.items()}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType] - JSON
        case list():
            return [_with_integers(item) for item in value]  # pyright: ignore[reportUnknownVariableType] - JSON
        case _:
            return value


def _validation_problem(message: str, decoder: msgspec.json.Decoder[Any], body: bytes) -> ProblemError:
    pointer, reason = pointer_of(message), readable(message)
    is_command = "Invalid value" in reason and pointer.endswith("command/type")
    reason += hint_at(decoder.type, message, body)
    return ProblemError(
        "unknown-command" if is_command else "bad-request", reason, errors=(FieldError(pointer, reason),)
    )
