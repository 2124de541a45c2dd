"""RULESETS, the only list of titles in the domain.

A change after which a stored game would verify differently needs a new version of the title: a change of rules, of
names, of the order of a data set, or of what is drawn when. tests/games/test_golden.py fails without it. To release a
new version:

1. Copy the package of the title, for example `domain/giganten` to `domain/giganten_1`. The copy is the old version. Its
   ruleset keeps its name, its version and the tags of its events. Never change it again, except for faults that no
   stored game meets.
2. Change the rules in the title's own package and raise its `version`.
3. List both in RELEASED, the current one last. New games use the current version. Running games keep theirs.
4. Run `uv run python -m tests.games.golden_games`. It adds golden games of the new version. The old ones stay.

A change of the form of an event needs no new version: raise the `shape` of the event and give the ruleset an upcast.
A field that stored events do not have is optional, and records omit it where it has its default. An option with an
`absent` value says what its absence in a stored game means.

domain/README.md describes how to add a title.
"""

from functools import cache
from typing import Any, Union

from domain.giganten import GIGANTEN
from domain.kernel.datafile import DataSetError
from domain.kernel.ruleset import Ruleset
from domain.minos import MINOS
from domain.siberia import SIBERIA

RELEASED: tuple[Ruleset[Any], ...] = (GIGANTEN, SIBERIA, MINOS)
"""Every released version of every title, the current version of a title last."""

RULESETS: dict[str, Ruleset[Any]] = {}
"""The current version of each title, by name."""

BY_VERSION: dict[tuple[str, int], Ruleset[Any]] = {}
"""Every known version of every title, by name and version."""


def register(ruleset: Ruleset[Any]) -> None:
    """Add a version of a title as its current one.

    A title outside this package calls this before `service` is imported: the types of the API contain the commands of
    all titles.
    """
    RULESETS[ruleset.name] = ruleset
    BY_VERSION[ruleset.name, ruleset.version] = ruleset


for _ruleset in RELEASED:
    register(_ruleset)


def any_command() -> Any:
    """Return the union type of the commands of all titles, discriminated by their `type`."""
    return Union[tuple(command for ruleset in RULESETS.values() for command in ruleset.commands)]  # noqa: UP007 - built at run time


class UnknownRuleset(Exception):
    """A game names a title, or a version of it, that is not registered."""


class UnknownDataSet(Exception):
    """The data set of a game is missing or has changed. The message says what to do."""


def ruleset_of(name: str, version: int) -> Ruleset[Any]:
    """Return a version of a title; raises UnknownRuleset."""
    try:
        return BY_VERSION[name, version]
    except KeyError:
        message = f"ruleset {name}/{version} is not known here"
        raise UnknownRuleset(message) from None


def check_data_set(ruleset: str, version: int, name: str, digest: str) -> None:
    """Raise UnknownDataSet unless the data set has the digest that the first event of the game records.

    The events of a game are valid only with the printed tables on which they happened.
    """
    here = _digest_of(ruleset, version, name)
    if here is None:
        message = f"the game is played with the data set {name} of {ruleset}, which is missing: restore {name}.toml"
        raise UnknownDataSet(message)
    if here != digest:
        message = (
            f"the game is played with the data set {name} of {ruleset} of digest {digest}, but {name}.toml has "
            f"{here} now: restore the old file under this name, and give the new one another name"
        )
        raise UnknownDataSet(message)


@cache
def _digest_of(ruleset: str, version: int, name: str) -> str | None:
    title = ruleset_of(ruleset, version)
    try:
        return title.data_set(name).digest if name in title.data_sets() else None
    except DataSetError as error:
        message = f"the game is played with the data set {name} of {ruleset}, which cannot be used: {error}"
        raise UnknownDataSet(message) from None


def check_data_sets() -> None:
    """Raise DataSetError if an installed data set cannot be used."""
    for ruleset in BY_VERSION.values():
        for name in ruleset.data_sets():
            ruleset.data_set(name)
