"""The openings of a title: the first choices of a seat that the data set evaluates.

A title has openings if the module `tests.lab.values.openings.<title>` exists and defines `openings`.
"""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeAlias

from domain.kernel.values import Command

Openings: TypeAlias = Callable[[Any, Command], Mapping[str, str]]
"""Takes a state and the command of a seat; returns names of openings, each with the choice that the command makes.

Only the first command of a seat for a name is an opening.
"""


def _none(_state: Any, _command: Command) -> Mapping[str, str]:
    return {}


@cache
def openings_of(title: str) -> Openings:
    """Return the openings of a title; without a module it has none."""
    module = f"{__name__}.{title}"
    return import_module(module).openings if find_spec(module) else _none
