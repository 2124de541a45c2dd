"""RULESETS, the only list of titles.

A change by which any stored game would verify differently (rules, names, the order of a data set, what is drawn when)
is a new version beside the old one; tests/games/test_golden.py fails where it is not. To release one:

1. Copy the package of the title, `domain/giganten` to `domain/giganten_1`: what is copied is the old version, and
   never changes again but for faults that no stored game meets. Its ruleset keeps name, version, and tags of events.
2. Change the rules in the title's own package and raise its `version`.
3. List both in RELEASED, the current one last. New games are opened with that; running games stay on theirs.
4. `uv run python -m tests.games.golden_games` adds golden games of the new version; those of the old one stay.

A change of an event's form alone is no new version: raise the event's `shape`, and give the ruleset an upcast. A field
that stored events cannot give is optional and left out of records where it has its default; an option whose `absent`
value leaves it out says which games record it, as `actual_price_steps` of Giganten does.
"""

from functools import cache
from typing import Any, TypeAlias

from domain.giganten import GIGANTEN
from domain.giganten.commands import AnyCommand as GigantenCommand
from domain.kernel.datafile import DataSetError
from domain.kernel.ruleset import Ruleset
from domain.minos import MINOS
from domain.minos.commands import AnyCommand as MinosCommand
from domain.siberia import SIBERIA
from domain.siberia.commands import AnyCommand as SiberiaCommand

RELEASED: tuple[Ruleset[Any], ...] = (GIGANTEN, SIBERIA, MINOS)
"""Every released version of every title, the current version of a title last."""

AnyCommand: TypeAlias = GigantenCommand | SiberiaCommand | MinosCommand
"""The commands of all titles, told apart by their `type`."""

RULESETS: dict[str, Ruleset[Any]] = {ruleset.name: ruleset for ruleset in RELEASED}
"""The current version of each title, by name."""

BY_VERSION: dict[tuple[str, int], Ruleset[Any]] = {(ruleset.name, ruleset.version): ruleset for ruleset in RELEASED}
"""Every released version, by name and version."""


class UnknownRuleset(Exception):
    """A game names a ruleset, or a version of it, that is not released here."""


class UnknownDataSet(Exception):
    """A game was opened with a data set that is not at hand; says what is, and what to do."""


def ruleset_of(name: str, version: int) -> Ruleset[Any]:
    """Return a released version of a title; raises UnknownRuleset."""
    try:
        return BY_VERSION[name, version]
    except KeyError:
        message = f"ruleset {name}/{version} is not known here"
        raise UnknownRuleset(message) from None


def check_data_set(ruleset: str, version: int, name: str, digest: str) -> None:
    """Raise UnknownDataSet unless the data set of this name has this digest, the one with which a game was opened.

    A data set never changes: what happened on one is not to be read on another.
    """
    here = _digest_of(ruleset, version, name)
    if here is None:
        message = f"the game is played with the data set {name} of {ruleset}, which is not here: bring back {name}.toml"
        raise UnknownDataSet(message)
    if here != digest:
        message = (
            f"the game is played with the data set {name} of {ruleset} of digest {digest}, but {name}.toml has "
            f"{here} now: bring the old file back under this name, and give the new one a name of its own"
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
    """Raise DataSetError where a data set that is at hand cannot be used."""
    for ruleset in RELEASED:
        for name in ruleset.data_sets():
            ruleset.data_set(name)
