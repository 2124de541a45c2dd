"""The parts of a running service, by their types.

Features add their parts when the service starts (`service/core/feature.py`). Route handlers take the parts that they
use by the names of their parameters; middleware and background work look them up by type.
"""

from typing import Any, TypeVar

from litestar import Litestar

T = TypeVar("T")

STATE = "parts"
"""The key of the parts in the state of the application."""


class Parts:
    """The parts of a service. Each type has at most one."""

    def __init__(self) -> None:
        self._parts: dict[type[Any], Any] = {}

    def add(self, part: T, kind: type[T] | None = None) -> T:
        """Add a part by its type, or by a type above it, and return it. Raises AssertionError if there is one."""
        kind = type(part) if kind is None else kind
        assert kind not in self._parts, f"two parts are of the type {kind.__name__}"
        self._parts[kind] = part
        return part

    def replace(self, kind: type[T], part: T) -> T:
        """Let another part stand for that of a type, and return it. Parts that were built over the first keep it."""
        self._parts[kind] = part
        return part

    def get(self, kind: type[T]) -> T:
        """Return the part of a type. Raises KeyError if no feature has added one."""
        return self._parts[kind]

    def find(self, kind: type[T]) -> T | None:
        """Return the part of a type; None if this service has none."""
        return self._parts.get(kind)


def parts_of(app: Litestar) -> Parts:
    """Return the parts of an application that has started."""
    return app.state[STATE]
