"""The private members of the `eventsourcing` library that the service relies on: all are listed, and all are there."""

import ast
import importlib
import inspect
import pkgutil
import textwrap
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

import service
from service.core.store.adapters import PRIVATE_MEMBERS

LIBRARY = "eventsourcing"


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def private_names(owner: type) -> set[str]:
    """Return the private names that a class mentions: as methods, and as attributes of `self`, `super()` or others."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(owner)))
    attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    methods = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    return {name for name in attributes | methods if is_private(name)}


def modules() -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(service.__path__, "service."):
        if not found.name.endswith("__main__"):
            yield importlib.import_module(found.name)


def own_subclasses() -> Iterator[tuple[type, list[type]]]:
    """Return each class of the service that has bases in the library, with these bases."""
    for module in modules():
        for _, found in inspect.getmembers(module, inspect.isclass):
            bases = [base for base in inspect.getmro(found) if base.__module__.split(".")[0] == LIBRARY]
            if found.__module__ == module.__name__ and bases:
                yield found, bases


@pytest.mark.parametrize(("name", "signature"), PRIVATE_MEMBERS.items())
def test_the_library_has_each_listed_member_with_the_same_signature(name: str, signature: str) -> None:
    module, owner, member = name.split(".")
    library: Any = importlib.import_module(f"{LIBRARY}.{module}")
    assert str(inspect.signature(getattr(getattr(library, owner), member))) == signature


def test_no_other_private_member_is_used() -> None:
    """A private name of our own must not be one of the library's either: it would replace that by accident."""
    relied_on: set[str] = set()
    for own, bases in own_subclasses():
        for name in private_names(own):
            owner = next((base for base in bases if name in private_names(base)), None)
            if owner is not None:
                relied_on.add(f"{owner.__module__.removeprefix(LIBRARY + '.')}.{owner.__name__}.{name}")
    assert relied_on == set(PRIVATE_MEMBERS)


def test_only_one_package_overrides_recorders_and_connections() -> None:
    ours = "service.core.store.adapters."
    elsewhere = {own.__name__ for own, _ in own_subclasses() if not own.__module__.startswith(ours)}
    assert elsewhere == {"EntryMapper", "LedgerApplication"}
