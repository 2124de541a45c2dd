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
    """Return the schema of the bodies that open a game of a title.

    An option that has no effect under the profile or with the number of seats is refused too (422), which the schema
    does not say: tools that generate bodies give up at so many alternatives of alternatives.
    """
    bots = {"additionalProperties": {"enum": list(NAMES[ruleset.name])}}
    return {
        **_holds(
            seats={"minimum": ruleset.seats[0], "maximum": ruleset.seats[-1]},
            profile={"enum": [*ruleset.profiles, None]},
            data_set={"enum": [*ruleset.data_sets(), None]},
            options=_options(ruleset),
            bots=bots,
        ),
        "anyOf": [_of_seats(ruleset, seats) for seats in ruleset.seats],
    }


def _of_seats(ruleset: Ruleset[Any], seats: int) -> Schema:
    """Return the schema of an object with seats as keys, in a game with this number of seats."""
    values = next(option.values for option in ruleset.options if option.name == FIRST_PLAYER)
    first = {"enum": [value for value in values if may_be_first(str(value), seats)]}
    names = {"enum": [str(seat) for seat in range(seats)]}
    return _holds(seats={"const": seats}, options=_holds(first_player=first), bots={"propertyNames": names})


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
    repeated = {"required": [needs.option], **_holds(**{needs.option: {}, option.name: {"const": option.values[0]}})}
    return {"anyOf": [{**required, **_holds(**{needs.option: {"enum": list(needs.values)}})}, repeated]}


def _profiles_with(ruleset: Ruleset[Any], needs: Needs) -> set[str]:
    """Return the profiles under which an option has one of the needed values, where a body does not name it."""
    return {name for name in ruleset.profiles if ruleset.resolve_options(name, {})[needs.option] in needs.values}


def _holds(**properties: Schema) -> Schema:
    return {"properties": properties}
