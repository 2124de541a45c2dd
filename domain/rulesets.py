"""RULESETS, the only list of titles, and the codec of each."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from domain.giganten import GIGANTEN
from domain.giganten.commands import AnyCommand as GigantenCommand
from domain.kernel.codec import Codec
from domain.kernel.ruleset import Ruleset
from domain.lobby import LOBBY_EVENTS
from domain.minos import MINOS
from domain.minos.commands import AnyCommand as MinosCommand
from domain.siberia import SIBERIA
from domain.siberia.commands import AnyCommand as SiberiaCommand

RELEASED: tuple[Ruleset[Any], ...] = (GIGANTEN, SIBERIA, MINOS)
"""Every released version of every title, the current version of a title last."""

AnyCommand: TypeAlias = GigantenCommand | SiberiaCommand | MinosCommand
"""The commands of all titles, told apart by their `type`."""

RULESETS: Mapping[str, Ruleset[Any]] = {ruleset.name: ruleset for ruleset in RELEASED}
"""The current version of each title, by name."""

_BY_VERSION = {(ruleset.name, ruleset.version): ruleset for ruleset in RELEASED}
_CODECS = {key: Codec((*LOBBY_EVENTS, *ruleset.events), ruleset.upcasts) for key, ruleset in _BY_VERSION.items()}

LOBBY_CODEC = Codec(LOBBY_EVENTS)
"""Reads the first event of a game, which says under which ruleset the rest is read."""


class UnknownRuleset(Exception):
    """A game names a ruleset, or a version of it, that is not released here."""


def ruleset_of(name: str, version: int) -> Ruleset[Any]:
    """Return a released version of a title; raises UnknownRuleset."""
    try:
        return _BY_VERSION[name, version]
    except KeyError:
        message = f"ruleset {name}/{version} is not known here"
        raise UnknownRuleset(message) from None


def codec_of(name: str, version: int) -> Codec:
    """Return the codec of a released version of a title; raises UnknownRuleset."""
    ruleset_of(name, version)
    return _CODECS[name, version]
