"""What schemathesis generates for the formats of the document, and what it sends otherwise than generated."""

import datetime
import uuid
from typing import Any, cast

import schemathesis
from hypothesis import strategies
from schemathesis.generation.meta import CoverageScenario, TestPhase

from domain.rulesets import RULESETS
from service.core.http.request.cursors import cursor_of, cursor_of_name
from service.openapi.walk import operations, parts
from tests.contract.cursors import CURSORS, STREAM_CURSORS

_hooks: Any = schemathesis
"""The package types a hook as any function of unknown arguments."""

_FUTURE = (datetime.datetime(2100, 1, 1), datetime.datetime(9999, 1, 1))  # noqa: DTZ001 - the strategy adds the zone

_times = strategies.datetimes(*_FUTURE, timezones=strategies.just(datetime.UTC)).map(
    lambda time: time.isoformat(timespec="microseconds").replace("+00:00", "Z")
)
"""Times of RFC 3339 in the future: no schema can say that a token has to expire after it was made."""

_durations = strategies.builds("P{}DT{}H{}M{}S".format, *(strategies.integers(0, most) for most in (6, 23, 59, 59)))
"""Durations in the units that the descriptions name: the format of JSON Schema also has weeks, months and years."""

_seen_types: set[tuple[str, str | None, str]] = set()
"""Operations, parameters and places of which a value of a wrong type was sent."""

_numbers = strategies.integers(0, 10**9)
_ids = strategies.uuids().map(str)

for _name, _strategy in {
    "date-time": _times,
    "duration": _durations,
    "time-cursor": strategies.builds(cursor_of, _times, _ids),
    "number-cursor": _numbers.map(cursor_of),
    "number-and-time-cursor": strategies.builds(cursor_of, _numbers, _times),
    "place-cursor": strategies.builds(cursor_of, _numbers, _numbers),
    "name-cursor": strategies.text("abz é", min_size=1).map(cursor_of_name),
    "rank-cursor": strategies.builds(cursor_of, _numbers, _ids.map("player:{}".format)),
}.items():
    _hooks.openapi.format(_name, _strategy)


@_hooks.hook
def before_load_schema(context: object, raw_schema: dict[str, Any]) -> None:
    """Give each cursor the format of its list, and a text that may be null its format where schemathesis looks."""
    for operation in operations(raw_schema):
        for parameter in operation.content.get("parameters", ()):
            # the events of games and tournaments continue after a version
            form = {**CURSORS, **STREAM_CURSORS}.get(operation.id)
            names = (
                {"cursor", "after", "lastEventId", "Last-Event-ID"} if operation.id in STREAM_CURSORS else {"cursor"}
            )
            if form is not None and parameter.get("name") in names:
                parameter["schema"] = {"type": "string", "format": form}
        if operation.id == "verify":
            # the generator of Go could not read that a file is not empty
            (media,) = operation.content["requestBody"]["content"].values()
            media["schema"]["minLength"] = 1
        if "parameters" in operation.content:
            # it replaces the token with which everything is asked
            declared = operation.content["parameters"]
            operation.content["parameters"] = [each for each in declared if each.get("name") != "ticket"]
    for part in parts(raw_schema):
        for kind in part.get("oneOf", ()):
            if kind == {"type": "string"} and "format" in part:
                kind["format"] = part.pop("format")
        if any("pattern" in kind and kind.get("format") == "duration" for kind in (part, *part.get("oneOf", ()))):
            # the pattern allows no longer text, and looking for one takes seconds at each place
            part.pop("maxLength", None)


@_hooks.hook
def filter_case(context: object, case: Any) -> bool:
    """Leave out what was sent, and profiles of another title: no schema relates two parameters."""
    if _is_further_type(case):
        return False
    path: dict[str, Any] = case.path_parameters or {}
    sent: dict[str, Any] = {"ruleset": path.get("name"), **(case.query or {})}
    title, profile = sent["ruleset"], sent.get("profile")
    if not isinstance(title, str) or title not in RULESETS or not isinstance(profile, str):
        return True
    return profile in RULESETS[title].profiles


def _is_further_type(case: Any) -> bool:
    """Whether a value of another wrong type was sent at this place: one decoder refuses all of them.

    Schemathesis sends five at each, which would be half of its requests.
    """
    told = case.meta.phase.data
    if case.meta.phase.name != TestPhase.COVERAGE or told.scenario != CoverageScenario.INCORRECT_TYPE:
        return False
    place = (case.operation.label, told.parameter, str(told.location))
    is_further = place in _seen_types
    _seen_types.add(place)
    return is_further


@_hooks.hook
def before_call(context: object, case: Any, kwargs: object) -> None:
    """Send what the game and the key can be at: no schema says it."""
    if not case.meta.generation.mode.is_positive:
        return
    if "Idempotency-Key" in (case.headers or {}) and case.operation.method.upper() != "GET":
        # the key of another request is refused
        case.headers["Idempotency-Key"] = str(uuid.uuid4())
    query: Any = case.query or {}
    if "cursor" in query:
        # no schema says that a request gives one of its two names
        query.pop("after", None)
    if "tournament" in query:
        # nor that it gives one tag
        query.pop("tag", None)
    body: Any = case.body
    if isinstance(body, dict) and case.operation.definition.raw.get("operationId") == "setAway":
        # no schema can say that an absence ends within a year
        case.body = {**cast("dict[str, Any]", body), **({"until": _tomorrow()} if body["until"] is not None else {})}
    if isinstance(body, dict) and case.operation.definition.raw.get("operationId") in {"openGame", "openGames"}:
        opened: dict[str, Any] = cast("dict[str, Any]", body)
        case.body = (
            {**opened, "games": [_possible(each) for each in opened["games"]]}
            if "games" in opened
            else _possible(opened)
        )


def _possible(game: Any) -> Any:
    """Return a new game whose terms agree: no schema says which seats and players there are, or what needs a time."""
    agreed: dict[str, Any] = {
        name: value for name, value in game.items() if name not in {"reserved", "substitutes", "rated"}
    }
    if agreed.get("starts_at") is None:
        return {name: value for name, value in agreed.items() if name not in {"no_show", "grace"}}
    return {**agreed, "starts_at": _tomorrow()}


def _tomorrow() -> str:
    tomorrow = datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=1)
    return tomorrow.isoformat(timespec="microseconds").replace("+00:00", "Z")
