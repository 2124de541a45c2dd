"""The profile of a game, derived from the options in its first event."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from domain.game.events import GameOpened
from domain.kernel.ruleset import Ruleset
from domain.rulesets import ruleset_of


def profile_of(opened: GameOpened) -> str | None:
    """Return the first profile with the options of the game; None if there is none.

    Options that were added after the game was opened do not count. A game without any of them may also match former
    values of a profile, so that a stored game keeps its profile.
    """
    options = msgspec.json.encode(opened.options, order="sorted")
    return _profile_of(opened.ruleset, opened.ruleset_version, opened.data_set, options)


@lru_cache(maxsize=1024)
def _profile_of(name: str, version: int, data_set: str, options: bytes) -> str | None:
    ruleset = ruleset_of(name, version)
    recorded: dict[str, Any] = msgspec.json.decode(options)
    default = ruleset.default_profile
    for profile in (default, *(other for other in ruleset.profiles if other != default)):
        if _has(ruleset, profile, data_set, recorded):
            return profile
    return None


def _has(ruleset: Ruleset[Any], profile: str, data_set: str, recorded: Mapping[str, Any]) -> bool:
    resolved = ruleset.resolve_options(profile, {}, data_set)
    if _agrees(resolved, recorded):
        return True
    later = {option.name for option in ruleset.options if option.absent is not None}
    if later & recorded.keys():
        # the game was opened after the options were added: former values do not count
        return False
    defaults = ruleset.resolve_options(None, {}, data_set)
    return any(_agrees({**defaults, **values}, recorded) for values in ruleset.former_profiles.get(profile, ()))


def _agrees(options: Mapping[str, Any], recorded: Mapping[str, Any]) -> bool:
    # True equals 1 in Python, but not in JSON
    return all(name in options and _same(options[name], value) for name, value in recorded.items())


def _same(one: object, other: object) -> bool:
    return one == other and type(one) is type(other)
