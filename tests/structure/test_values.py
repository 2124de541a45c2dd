"""The garbage collector does not see values: none may be part of a reference cycle."""

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from domain.kernel.values import Value

PACKAGES = ("domain", "projections", "service")


def values_of(base: type[Value]) -> Iterator[type[Value]]:
    """Yield all subclasses."""
    for found in base.__subclasses__():
        yield found
        yield from values_of(found)


def types_in(hint: Any) -> Iterator[type]:
    """Yield the classes of what a value of a type holds; a class and a function hold no exception."""
    if get_origin(hint) in {type, Callable}:
        return
    if isinstance(hint, type):
        yield hint
    for part in get_args(hint):
        yield from types_in(part)


def holds_an_error(value: type[Value]) -> bool:
    """Return whether a field is an exception: its traceback refers to the frames that hold the struct."""
    hints = get_type_hints(value)
    return any(issubclass(found, BaseException) for hint in hints.values() for found in types_in(hint))


def test_no_value_holds_an_exception() -> None:
    for package in PACKAGES:
        root = importlib.import_module(package)
        for module in pkgutil.walk_packages(root.__path__, f"{package}."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    values = set(values_of(Value))
    assert len(values) > 100
    assert {value for value in values if holds_an_error(value)} == set()


@pytest.mark.parametrize(
    ("hint", "expected"),
    [(ValueError | None, True), (dict[str, int], False), (dict[type[ValueError], Callable[[], ValueError]], False)],
)
def test_an_exception_is_found_in_a_type(hint: Any, expected: bool) -> None:
    assert any(issubclass(found, BaseException) for found in types_in(hint)) == expected
