"""Structs that the garbage collector does not see cannot be part of a reference cycle."""

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

import pytest

from domain.kernel.values import Value

PACKAGES = ("domain", "projections", "service")


def values_of(base: type[Value]) -> Iterator[type[Value]]:
    """Yield all subclasses."""
    for found in base.__subclasses__():
        yield found
        yield from values_of(found)


def types_in(hint: Any) -> Iterator[type]:
    """Yield the classes that a type names."""
    if isinstance(hint, type):
        yield hint
    for part in get_args(hint):
        yield from types_in(part)


def holds_an_error(value: type[Value]) -> bool:
    """Return whether a field is an exception: its traceback refers to the frames that hold the struct."""
    hints = get_type_hints(value)
    return any(issubclass(found, BaseException) for hint in hints.values() for found in types_in(hint))


def test_each_value_with_an_exception_is_seen_by_the_garbage_collector() -> None:
    for package in PACKAGES:
        root = importlib.import_module(package)
        for module in pkgutil.walk_packages(root.__path__, f"{package}."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    with_errors = {value for value in values_of(Value) if holds_an_error(value)}
    assert {value.__name__ for value in with_errors} >= {"Identity"}
    assert {value for value in with_errors if not value.__struct_config__.gc} == set()


@pytest.mark.parametrize(("hint", "expected"), [(ValueError | None, True), (dict[str, int], False)])
def test_an_exception_is_found_in_a_type(hint: Any, expected: bool) -> None:
    assert any(issubclass(found, BaseException) for found in types_in(hint)) == expected
