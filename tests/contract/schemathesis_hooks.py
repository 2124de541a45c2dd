"""What schemathesis sends otherwise than it has generated it."""

from typing import Any, cast

import schemathesis

_hooks: Any = schemathesis
"""The package types a hook as any function of unknown arguments."""


@_hooks.hook
def before_call(context: object, case: Any, kwargs: object) -> None:
    """Write whole numbers of bodies without a fraction.

    To JSON Schema `4.0` is an integer; the service refuses it, as the document says, and no schema can.
    """
    del context, kwargs
    case.body = _whole(case.body)


def _whole(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {name: _whole(item) for name, item in cast("dict[str, Any]", value).items()}
    if isinstance(value, list):
        return [_whole(item) for item in cast("list[Any]", value)]
    return value
