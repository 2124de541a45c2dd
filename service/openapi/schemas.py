"""Steps on schemas: remove noise, take descriptions from the types, name unions and declare discriminators."""

import inspect
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from domain.kernel.values import Command
from domain.rulesets import RULESETS
from domain.tournaments.commands import Act
from service.openapi import bounds, formats
from service.openapi.fields import FIELDS
from service.openapi.walk import PREFIX, Document, Schema, parts, reference, tag_of
from service.play.api.clocks.durations import duration_of
from service.play.api.clocks.messages import SHORTEST_ALLOWANCE

_EMPTY: Mapping[str, object] = {
    "deprecated": False,
    "allowEmptyValue": False,
    "allowReserved": False,
    "headers": {},
    "required": [],
}
_OURS = ("domain", "projections", "service")
_NUMBERS = re.compile(r"\((\d+[a-z]?(?:\.\d+)+(?:, \d+[a-z]?(?:\.\d+)+)*)")


def drop_noise(document: Document) -> None:
    """Remove redundant parts: defaults of OpenAPI, unions with one member, tuples with equal items.

    Generators of clients read the plain form of each.
    """
    for part in parts(document):
        for key, nothing in _EMPTY.items():
            if key in part and part[key] == nothing and type(part[key]) is type(nothing):
                del part[key]
        _drop_ellipsis(part)
        for union in ("oneOf", "anyOf"):
            if len(part.get(union, ())) == 1:
                part |= {**part.pop(union)[0], **part}
        items = part.get("prefixItems", ())
        if items and all(item == items[0] for item in items):
            # Litestar leaves out that a tuple has a fixed length
            part |= {"items": items[0], "minItems": len(items), "maxItems": len(items)}
            del part["prefixItems"]
        if part.get("enum") and all(isinstance(value, str) for value in part["enum"]):
            part["type"] = "string"
        for bound in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"):
            if isinstance(part.get(bound), float) and part[bound].is_integer():
                part[bound] = int(part[bound])


def _drop_ellipsis(part: Schema) -> None:
    """Remove the second type of the items of a tuple with bounds: Litestar takes its ellipsis for one."""
    items: Any = part.get("items")
    two = items.get("oneOf", ()) if items else ()
    if len(two) == 2 and two[1] == {}:  # noqa: PLR2004 - a pair
        part["items"] = two[0]


def name_by_title(document: Document) -> None:
    """Prefix the schemas of a title with its name, so that a new title renames no schema; `Act` ends those of acts."""
    schemas = document["components"]["schemas"]
    names: dict[str, str] = {}
    for name, schema in schemas.items():
        if kind := type_of(name, schema):
            title = next((part for part in kind.__module__.split(".") if part in RULESETS), "")
            plain = kind.__name__.removeprefix(title.capitalize())
            suffix = "Act" if issubclass(kind, Act) else ""
            names[name] = title.capitalize() + plain + suffix
    document["components"]["schemas"] = {names.get(name, name): schema for name, schema in schemas.items()}
    for part in parts(document):
        name = str(part.get("$ref", "")).removeprefix(PREFIX)
        if name in names:
            part["$ref"] = PREFIX + names[name]
    for name, schema in document["components"]["schemas"].items():
        schema["title"] = name


def describe(document: Document) -> None:
    """Describe each schema by the docstring of its type, each tag by its value, each command by its rules."""
    for name, schema in document["components"]["schemas"].items():
        if kind := type_of(name, schema):
            describe_type(schema, kind)


def describe_type(schema: Schema, kind: type[msgspec.Struct]) -> None:
    """Use the docstring of a type as description of its schema, and describe the fields without a description."""
    schema["description"] = inspect.getdoc(kind) or ""
    for name, field in schema.get("properties", {}).items():
        if name == "type" and "const" in field:
            field["description"] = f"Always `{field['const']}`."
        elif "description" not in field and (words := FIELDS.get((kind.__name__, name))):
            field["description"] = words
    formats.declare(schema, kind)
    bounds.declare(schema, kind)
    if kind.__struct_config__.forbid_unknown_fields:
        schema["additionalProperties"] = False
    if issubclass(kind, Command):
        schema["x-rules"] = list(rules_of_command(kind))


def rules_of_command(kind: type[Command]) -> tuple[str, ...]:
    """Return the rules under which a command is given, such as `giganten/4b.1`: its docstring names them."""
    title = str(kind.__struct_config__.tag).split(".", maxsplit=1)[0]
    found = _NUMBERS.findall(inspect.getdoc(kind) or "")
    known = RULESETS[title].rules
    return tuple(f"{title}/{number}" for group in found for number in group.split(", ") if number in known)


def type_of(name: str, schema: Schema) -> type[msgspec.Struct] | None:
    """Return the type of a schema of Litestar, which prefixes clashing names with a package."""
    properties = set(schema.get("properties", ()))
    for kind in _types().get(name.rsplit("_", maxsplit=1)[-1], ()):
        fields = {field.encode_name for field in msgspec.structs.fields(kind)}
        in_package = "_" not in name or name.split("_", maxsplit=1)[0] in kind.__module__.split(".")
        if in_package and fields in (properties, properties - {"type"}):
            return kind
    return None


@cache
def _types() -> Mapping[str, list[type[msgspec.Struct]]]:
    """Return the structs of this project by name."""
    found: defaultdict[str, list[type[msgspec.Struct]]] = defaultdict(list)
    titles = {ruleset.commands[0].__module__.rpartition(".")[0] for ruleset in RULESETS.values()}
    packages = tuple(f"{package}." for package in (*_OURS, *titles))
    for kind in _subclasses(msgspec.Struct):
        if kind.__module__.startswith(packages):
            found[kind.__name__].append(kind)
    return found


def _subclasses(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for derived in kind.__subclasses__():
        yield derived
        yield from _subclasses(derived)


def name_unions(document: Document) -> None:
    """Name the unions of all commands and of all views, instead of repeating them at each use."""
    commands = {str(kind.__struct_config__.tag) for ruleset in RULESETS.values() for kind in ruleset.commands}
    schemas = document["components"]["schemas"]
    named: dict[str, Schema] = {}
    for part in parts(document):
        tags = {tag_of(document, member) for member in part.get("oneOf", ())}
        if tags == commands:
            name, words = "AnyCommand", "A command of any title, discriminated by `type`."
        elif tags == {f"{title}.view" for title in RULESETS}:
            name, words = "AnyView", "The view of any title, discriminated by `type`."
        else:
            continue
        named[name] = {"title": name, "description": words, "oneOf": part.pop("oneOf")}
        part.update(reference(name))
    schemas |= named


def discriminate(document: Document) -> None:
    """Declare the discriminator of each union of tagged schemas."""
    for part in parts(document):
        members: list[Schema] = part.get("oneOf", [])
        tags = [tag_of(document, member) for member in members]
        if tags and all(tags):
            mapping = {tag: member["$ref"] for tag, member in zip(tags, members, strict=True)}
            part["discriminator"] = {"propertyName": "type", "mapping": mapping}


def say_what_excludes_what(document: Document) -> None:
    """Declare fields that exclude each other in a request."""
    both = {"required": ["bot", "guest"], "properties": {"bot": {"type": "string"}, "guest": {"type": "string"}}}
    document["components"]["schemas"]["SeatRequest"]["not"] = both


_TIME = "(T([0-9]{1,9}H)?([0-9]{1,9}M)?([0-9]{1,9}S)?)?"
_DURATION = f"^P([0-9]{{1,9}}D)?{_TIME}$"
_DURATION_WITH_WEEKS = f"^P([0-9]{{1,9}}W)?([0-9]{{1,9}}D)?{_TIME}$"
_WITH_WEEKS: Mapping[str, tuple[str, ...]] = {
    "ClockRequest": ("allowance", "bank", "vacation"),
    "NewPing": ("delay",),
    "NewPush": ("delay",),
    "VacationRequest": ("duration",),
}
_WITHOUT_WEEKS: Mapping[str, tuple[str, ...]] = {
    "ExtendClock": ("duration",),
    "NewTournament": ("check_in", "grace", "pause"),
    "OpenGame": ("grace",),
    "Pause": ("duration",),
}
_URLS: Mapping[str, str] = {"NewPing": "url", "NewWebhook": "url", "NewPush": "endpoint"}


def declare_forms(document: Document) -> None:
    """Declare the form of durations and URLs in requests, so that what fits its schema is accepted.

    The format `duration` also has months and years, which have no fixed length, and fractions of seconds.
    """
    known = document["components"]["schemas"]
    for pattern, fields in ((_DURATION_WITH_WEEKS, _WITH_WEEKS), (_DURATION, _WITHOUT_WEEKS)):
        for name, each in ((name, each) for name, all_of in fields.items() for each in all_of):
            _text_of(known[name]["properties"][each]).update(format="duration", pattern=pattern)
    for name, field in _URLS.items():
        _text_of(known[name]["properties"][field]).update(format="uri", pattern="^https://")


def _text_of(schema: Schema) -> Schema:
    """Return the schema of a text, or its part for values other than null."""
    return next((kind for kind in schema.get("oneOf", ()) if kind.get("type") == "string"), schema)


def declare_durations(document: Document) -> None:
    """Declare the minimum allowance of a clock: JSON Schema has no keyword for the minimum of a duration."""
    allowance = document["components"]["schemas"]["ClockRequest"]["properties"]["allowance"]
    allowance["x-minimum"] = duration_of(SHORTEST_ALLOWANCE)
