"""Faults and leaks that are planted in the product, so that a test proves that its checks find them."""

import functools
import pkgutil
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

Plant: TypeAlias = Callable[[pytest.MonkeyPatch], None]


def wrap(patch: pytest.MonkeyPatch, path: str, changed: Callable[[Any], Any]) -> None:
    """Put what `changed` makes of a thing in its place; `path` is that of the thing."""
    patch.setattr(path, changed(pkgutil.resolve_name(path)))


def replacing(path: str) -> Callable[[Callable[..., Any]], Plant]:
    """Make a plant of a function: it replaces the thing at `path`, and gets that as its first argument."""

    def plant_of(leak: Callable[..., Any]) -> Plant:
        def plant(patch: pytest.MonkeyPatch) -> None:
            def changed(original: Any) -> Any:
                def replacement(*given: Any, **named: Any) -> Any:
                    return leak(original, *given, **named)

                return replacement

            wrap(patch, path, changed)

        return functools.update_wrapper(plant, leak, ("__name__", "__doc__"))

    return plant_of
