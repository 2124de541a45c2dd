"""Step on the body that opens a game: declares what each title accepts, as strictly as the service validates it."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from domain.kernel.first_player import may_be_first
from domain.kernel.ruleset import Needs, Option, Ruleset
from domain.rulesets import RULESETS
from service.bots import NAMES
from service.openapi.walk import Document, Schema

FIRST_PLAYER = "first_player"


def narrow(document: Document) -> None:
    """Declare which seats, profiles, options, data sets and bots each title has, as conditions on `ruleset`.

    Conditions leave the type of the body alone: generators of clients ignore them and still make one class.
    """
    opening: Schema = document["components"]["schemas"]["OpenGame"]
    opening["properties"]["ruleset"]["pattern"] = one_of(RULESETS)
    *conditional, last = RULESETS.values()
    found = _accepted(last)
    for ruleset in reversed(conditional):
        found = {"if": _holds(ruleset={"const": ruleset.name}), "then": _accepted(ruleset), "else": found}
    opening |= found


def one_of(words: Sequence[str] | Mapping[str, object]) -> str:
    """Return a pattern (ECMA-262) that matches exactly these words of letters, digits, `-` and `_`."""
    # not `re.escape`: an escaped hyphen is an error in the Unicode mode that JSON Schema uses
    assert all(re.fullmatch(r"[\w-]+", word, re.ASCII) for word in words)
    return f"^({'|'.join(words)})$"


def _accepted(ruleset: Ruleset[Any]) -> Schema:
    """Return the schema of the bodies that open a game of a title."""
    bots = {"additionalProperties": {"enum": list(NAMES[ruleset.name])}}
    conditions = [_condition_of_body(ruleset, option, option.needs) for option in ruleset.options if option.needs]
    return {
        **_holds(
            seats={"minimum": ruleset.seats[0], "maximum": ruleset.seats[-1]},
            profile={"enum": [*ruleset.profiles, None]},
            data_set={"enum": [*ruleset.data_sets(), None]},
            options=_options(ruleset),
            bots=bots,
        ),
        "anyOf": [_of_seats(ruleset, seats) for seats in ruleset.seats],
        **({"allOf": found} if (found := [each for each in conditions if each is not None]) else {}),
    }


def _of_seats(ruleset: Ruleset[Any], seats: int) -> Schema:
    """Return the schema of an object with seats as keys, in a game with this number of seats."""
    values = next(option.values for option in ruleset.options if option.name == FIRST_PLAYER)
    first = {"enum": [value for value in values if may_be_first(str(value), seats)]}
    names = {"enum": [str(seat) for seat in range(seats)]}
    conditions = [each for option in ruleset.options if (each := _condition_of_seats(ruleset, option, seats))]
    return {
        **_holds(seats={"const": seats}, options=_holds(first_player=first), bots={"propertyNames": names}),
        **({"allOf": conditions} if conditions else {}),
    }


def _condition_of_seats(ruleset: Ruleset[Any], option: Option, seats: int) -> Schema | None:
    """Return what a body that names an option needs with this number of seats (X21); None: nothing.

    Complete options of a game are accepted with any number.
    """
    whole = _holds(options={"required": [each.name for each in ruleset.options if each.absent is None]})
    without = _holds(options=_without(option.name))
    if not option.is_for((seats,)):
        return {"anyOf": [without, whole]}
    needs = option.needs
    if needs is None or all(needs.is_met(value, (seats,)) for value in needs.values):
        return None
    barred = [value for value in needs.values if not needs.is_met(value, (seats,))]
    other = {"required": [needs.option], **_holds(**{needs.option: {"not": {"enum": barred}}})}
    profiles = {name for name in ruleset.profiles if ruleset.resolve_options(name, {})[needs.option] not in barred}
    by_profile = _of_profiles(ruleset, profiles, options=_without(needs.option))
    return {"anyOf": [without, whole, _holds(options=other), *([by_profile] if profiles else [])]}


def _options(ruleset: Ruleset[Any]) -> Schema:
    known = {option.name: {"enum": list(option.values)} for option in ruleset.options}
    conditions = {
        option.name: _condition_of_options(option, option.needs, may_be_left_out=profiles == set(ruleset.profiles))
        for option in ruleset.options
        if option.needs and (profiles := _profiles_with(ruleset, option.needs)) in (set(ruleset.profiles), set())
    }
    return {
        **_holds(**known),
        "additionalProperties": False,
        **({"dependentSchemas": conditions} if conditions else {}),
    }


def _condition_of_options(option: Option, needs: Needs, *, may_be_left_out: bool) -> Schema:
    """Return what the other options must be where an option is named that has an effect under them only (X17).

    `may_be_left_out` says whether the option that it needs has such a value where a body does not name it.
    """
    required = {} if may_be_left_out else {"required": [needs.option]}
    repeated = {"required": [needs.option], **_holds(**{option.name: {"const": option.values[0]}})}
    return {"anyOf": [{**required, **_holds(**{needs.option: {"enum": list(needs.values)}})}, repeated]}


def _condition_of_body(ruleset: Ruleset[Any], option: Option, needs: Needs) -> Schema | None:
    """Return the same condition where it depends on the profile as well; None where it does not."""
    profiles = _profiles_with(ruleset, needs)
    if not profiles or profiles == set(ruleset.profiles):
        return None
    named = {"required": [needs.option], **_condition_of_options(option, needs, may_be_left_out=False)}
    by_profile = _of_profiles(ruleset, profiles, options=_without(needs.option))
    return {"anyOf": [_holds(options=_without(option.name)), _holds(options=named), by_profile]}


def _of_profiles(ruleset: Ruleset[Any], profiles: set[str], **properties: Schema) -> Schema:
    """Return the schema of bodies with one of these profiles, and with these properties."""
    if ruleset.default_profile in profiles:
        return _holds(**properties, profile={"enum": [*sorted(profiles), None]})
    return {**_holds(**properties, profile={"enum": sorted(profiles)}), "required": ["profile"]}


def _profiles_with(ruleset: Ruleset[Any], needs: Needs) -> set[str]:
    """Return the profiles under which an option has one of the needed values, where a body does not name it."""
    return {name for name in ruleset.profiles if ruleset.resolve_options(name, {})[needs.option] in needs.values}


def _without(name: str) -> Schema:
    return {"not": {"required": [name]}}


def _holds(**properties: Schema) -> Schema:
    return {"properties": properties}
