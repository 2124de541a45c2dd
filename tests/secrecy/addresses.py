"""Every address by which a running game can be asked: operations, parameters, languages and media types.

The operations and their parameters are read from the OpenAPI document, so that a new one is asked too. A parameter
without an entry in `VALUES`, and a parameter that a page reads without being listed in `PAGES`, fails a test.
"""

import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

import msgspec

from projections.languages import LANGUAGES
from service.core.http.request.cursors import cursor_of
from tests.secrecy.asking import Ask
from tests.secrecy.plays import GAME, Move, Played
from tests.secrecy.sites import people

DOCUMENT = Path(__file__).parents[2] / "openapi" / "openapi.json"


SSE, LINES = "text/event-stream", "application/x-ndjson"


class Place(NamedTuple):
    """Where a game is asked: at a version, about another version, another seat and some commands before it."""

    played: Played
    version: int
    then: int
    """A version from the start of the game up to the present one."""
    since: int
    """A version a few events before the present one."""
    other: int
    """A seat."""
    moves: Sequence[Move]
    """Decisions that were made before."""

    @property
    def title(self) -> str:
        """The name of the title."""
        return self.played.setting.ruleset.name


def place_of(played: Played, version: int, rng: random.Random) -> Place:
    """Return a place at a version, with all else by chance."""
    made = [move for move in played.moves if move.last <= version]
    return Place(
        played,
        version,
        rng.randint(played.started, max(played.started, version)),
        max(0, version - rng.randint(1, 60)),
        rng.randrange(played.setting.seats),
        rng.sample(made, min(3, len(made))),
    )


class Turn(NamedTuple):
    """Which addresses are asked: of each slow path some, others in the next turn; of all other paths one part."""

    number: int
    parts: int = 1
    """Into how many parts the addresses that are not slow are divided. As many turns ask all of them."""


class Parameter(NamedTuple):
    """A parameter of the query, or a header."""

    name: str
    is_header: bool
    values: tuple[str, ...]
    """The values that the document lists; empty: any."""


class Operation(NamedTuple):
    """A way to read: a route, its parameters, and what it answers with."""

    path: str
    """The path as the document has it, such as `/v1/games/{game}`."""
    parameters: tuple[Parameter, ...]
    media: tuple[str, ...]
    """The media types, the default first."""

    @property
    def has_languages(self) -> bool:
        """Whether the reply is in the language of the request."""
        return any(parameter.name == "lang" for parameter in self.parameters)


class Address(NamedTuple):
    """One of all combinations, without the values of a game: a parameter with a value, a language, a media type."""

    path: str
    parameter: str
    """Empty: none."""
    value: str
    """What `VALUES` calls the value; empty for one without choices."""
    language: str
    """Such as `lang=de` or `Accept-Language: de`; empty: none."""
    media: str
    """Empty: the default."""


_OF_LANGUAGE = frozenset({"lang", "Accept-Language"})

_ELSEWHERE = frozenset(
    {
        # sent with each tag that a reply has
        "If-None-Match",
        # sent by some of those who ask
        "Ludolog-Invitation",
        # sent with each request for a stream: `_required`
        "follow",
        # each one is good for one request: `Pair.with_ticket`
        "ticket",
        # the only credential of a calendar: `_required`
        "token",
    }
)
"""Parameters that are asked otherwise."""

_OF_ALL = frozenset({"Ludolog-Position"})
"""Headers that every route reads and that change nothing in a reply: asked in one language and one media type."""

_Values = Callable[[Place], Mapping[str, str]]


def _one(value: str) -> _Values:
    return lambda _: {"": value}


_OPENED = "2026-11-20T12:00:00.000000Z"

VALUES: Mapping[str, _Values] = {
    "after": lambda place: {"": str(place.since)},
    "as": lambda place: {"public": "public", "full": "full", "seat": f"seat:{place.other}"},
    "at": lambda place: {"past": str(place.then), "last": str(place.version), "beyond": str(place.version + 1)},
    "awaiting": _one("true"),
    "from": lambda place: {"": str(place.then)},
    "invited": _one("true"),
    "room": lambda _: {room: room for room in ("table", "spectators")},
    "talk": _one("true"),
    "orders": _one("true"),
    "Last-Event-ID": lambda place: {"": str(place.since)},
    "lastEventId": lambda place: {"": str(place.since)},
    "Ludolog-Position": _one("1.1"),
    "limit": _one("1"),
    "maxheight": _one("200"),
    "maxwidth": _one("300"),
    "owner": lambda _: {"": people().ids["owner"]},
    "pieces": lambda _: {"true": "true", "false": "false"},
    "player": lambda _: {"": people().players[0]},
    "profile": lambda place: {"": next(iter(place.played.setting.ruleset.profiles))},
    "provisional": _one("true"),
    "terms_met": _one("true"),
    "rated": lambda _: {"true": "true", "false": "false"},
    "ruleset": lambda place: {"": place.title},
    "since": _one("2026-11-20T00:00:00Z"),
    "tag": _one("cup"),
    "tournament": _one("0f8fad5b-d9cb-469f-a165-70867728950e"),
    "theme": _one("dark"),
    "to": lambda place: {"": str(place.then)},
    "until": _one("2026-11-21T00:00:00Z"),
    "wait": _one("1"),
    # of one path
    **{
        f"{path} {name}": _one(cursor)
        for path, cursor in {
            "/v1/me/stream": cursor_of(0, 0),
            "/v1/games/stream": cursor_of(0, 0),
            "/v1/results/stream": cursor_of(0),
        }.items()
        for name in ("cursor", "after", "lastEventId", "Last-Event-ID")
    },
    "/v1/games/{game}/events cursor": lambda place: {"": str(place.since)},
    "/v1/games/{game}/stream cursor": lambda place: {"": str(place.since)},
    "ended_since": _one("2026-11-20T00:00:00Z"),
    "ended_until": _one("2026-11-21T00:00:00Z"),
    "opponents": lambda _: {"one": people().players[1], "two": f"{people().players[0]},{people().players[1]}"},
    "/v1/games ids": lambda place: {"one": GAME, "more": f"{GAME},{GAME[::-1]}"},
    "/v1/players/{player}/activity since": _one("2026-11-19"),
    "/v1/players/{player}/activity until": _one("2026-11-21"),
    "/v1/games cursor": _one(cursor_of("2026-11-21T12:00:00.000000Z", GAME)),
    "/v1/me/organised cursor": _one(cursor_of("2026-11-21T12:00:00.000000Z", GAME)),
    "/v1/players/{player}/games cursor": _one(cursor_of("2026-11-21T12:00:00.000000Z", GAME)),
    "/v1/me/games cursor": _one(cursor_of("2026-11-21T12:00:00.000000Z", GAME)),
    "/v1/results cursor": _one(cursor_of(0)),
    "/v1/results/feed.atom cursor": _one(cursor_of(9)),
    "/v1/results/feed.json cursor": _one(cursor_of(9)),
    "/v1/players/{player}/feed.atom cursor": _one(cursor_of(9, _OPENED)),
    "/v1/players/{player}/feed.json cursor": _one(cursor_of(9, _OPENED)),
    "/v1/players/{player}/ratings cursor": _one(cursor_of(0)),
    "/v1/leaderboards/{name} cursor": lambda _: {"": cursor_of(0, people().players[0])},
    "/v1/games/{game}/messages cursor": _one(cursor_of(9)),
    "/v1/games/{game}/invitations cursor": _one(cursor_of(_OPENED, GAME)),
    "/v1/games/{game}/seats/{seat}/tokens cursor": _one(cursor_of(_OPENED, GAME)),
    "/embed/games/{game} as": _one("public"),
    "/embed/games/{game} fit": _one("1"),
    "/embed/games/{game} follow": _one("1"),
    "/oembed url": lambda place: {
        "page": f"http://ludolog/games/{GAME}",
        "embed": f"http://ludolog/embed/games/{GAME}?theme=dark&lang=de",
        "past": f"http://ludolog/games/{GAME}?at={place.then}",
    },
    "/oembed format": _one("json"),
    "/v1/games/{game}/bundle format": _one("1"),
}
"""The values with which each parameter is asked, by its name, or by path and name."""

PAGES: Mapping[str, tuple[str, ...]] = {
    "/games/{game}": ("at", "lang", "theme", "Cookie"),
    "/embed/games/{game}": ("at", "as", "fit", "follow", "lang", "theme"),
    "/embed/games/{game}/picture.svg": ("at", "lang"),
    "/embed/games/{game}/picture.png": ("at", "lang"),
    "/embed/games/{game}/pieces.svg": ("at",),
    "/oembed": ("url", "maxwidth", "maxheight", "format", "lang"),
}
"""The pages of a game, and the parameters that they read."""

COOKIES = {"lang": "lang=it", "theme": "theme=dark"}
"""The cookies of pages."""

SLOW = frozenset(
    {"/embed/games/{game}/picture.png", "/v1/games/{game}/verification", "/v1/games/{game}/views", "/games/{game}"}
)
"""Paths of which only `SLOW_AT_ONCE` addresses are asked at a time, others each time."""

SLOW_AT_ONCE = 2

REFUSED = frozenset({("as", "full"), ("at", "beyond")})
"""Values that are refused while a game runs, in one way for all languages and media types."""


class UnknownParameterError(Exception):
    """The document has a parameter that no test asks: add values for it to `VALUES`."""


@cache
def operations() -> tuple[Operation, ...]:
    """Return all ways to read that the document and the pages have."""
    document: Any = msgspec.json.decode(DOCUMENT.read_bytes())
    found = [
        _operation(document, path, each["get"])
        for path, each in document["paths"].items()
        if "get" in each and path not in PAGES
    ]
    pages = [
        Operation(path, tuple(Parameter(name, name == "Cookie", ()) for name in (*names, "Accept-Language")), ())
        for path, names in PAGES.items()
    ]
    return (*found, *pages)


def _operation(document: Any, path: str, told: Any) -> Operation:
    replies = [reply for status, reply in told["responses"].items() if status.startswith("2")]
    media = [name for reply in replies for name in reply.get("content", {})]
    return Operation(path, tuple(parameters_of(document, told)), tuple(dict.fromkeys(media)))


def parameters_of(document: Any, told: Any) -> Iterator[Parameter]:
    """Return the parameters of an operation of a document, without those in the path."""
    for each in told.get("parameters", ()):
        named = document["components"]["parameters"][each["$ref"].rpartition("/")[2]] if "$ref" in each else each
        if named["in"] != "path":
            yield Parameter(named["name"], named["in"] == "header", tuple(map(str, named["schema"].get("enum", ()))))


def addresses(operation: Operation, place: Place) -> Iterator[Address]:
    """Return every combination of an operation."""
    required = operation.path == "/oembed"
    asked = [] if required else [("", "")]
    for parameter in operation.parameters:
        if parameter.name not in _OF_LANGUAGE | _ELSEWHERE:
            asked += [(parameter.name, value) for value in _values(operation.path, parameter, place)]
    languages = ["", *(f"lang={tag}" for tag in LANGUAGES)] if operation.has_languages else [""]
    for parameter, value in asked:
        if (parameter, value) in REFUSED or parameter in _OF_ALL:
            yield Address(operation.path, parameter, value, "", "")
            continue
        for language in languages:
            for media in operation.media or ("",):
                yield Address(operation.path, parameter, value, language, media)
    if operation.has_languages:
        for tag in LANGUAGES:
            yield Address(operation.path, *asked[0], f"Accept-Language: {tag}", (*operation.media, "")[0])


def addresses_in_turn(paths: Collection[str], place: Place, turn: Turn | None = None) -> Iterator[Address]:
    """Return all addresses with these paths, or those of a turn."""
    count = 0
    for operation in operations():
        if operation.path not in paths:
            continue
        found = list(addresses(operation, place))
        if turn is not None and operation.path in SLOW:
            found = [found[(SLOW_AT_ONCE * turn.number + each) % len(found)] for each in range(SLOW_AT_ONCE)]
        elif turn is not None:
            count, began = count + len(found), count
            found = [each for number, each in enumerate(found, began + turn.number) if number % turn.parts == 0]
        yield from found


def _values(path: str, parameter: Parameter, place: Place) -> Mapping[str, str]:
    """Return the values of a parameter by what they are called; raises UnknownParameterError."""
    if parameter.values:
        return {value: value for value in parameter.values}
    if parameter.name == "Cookie":
        return COOKIES
    values = VALUES.get(f"{path} {parameter.name}") or VALUES.get(parameter.name)
    if values is None:
        raise UnknownParameterError(path, parameter.name)
    return values(place)


def ask_of(address: Address, place: Place, headers: Mapping[str, str], name: str) -> Iterator[Ask]:
    """Return the requests for an address by somebody of this name with these headers; none where it needs more."""
    query = _required(address.path, name)
    if query is None:
        return
    more = {} if "token" in query else dict(headers)
    operation = _by_path()[address.path]
    for parameter in operation.parameters:
        if parameter.name == address.parameter:
            value = _values(address.path, parameter, place)[address.value]
            (more if parameter.is_header else query)[parameter.name] = value
    if address.language.startswith("lang="):
        query["lang"] = address.language.removeprefix("lang=")
    elif address.language:
        more["Accept-Language"] = address.language.rpartition(" ")[2]
    if address.media and len(operation.media) > 1:
        more["Accept"] = address.media
    for path in _paths(address.path, place):
        yield Ask("GET", path, urlencode(query, quote_via=quote), more)


def _required(path: str, name: str) -> dict[str, str] | None:
    """Return what each request for a path has; None: somebody of this name cannot ask."""
    if path.endswith("/stream"):
        # one that goes on is compared by `Pair.live`
        return {"follow": "false"}
    if path == "/oembed":
        return {"url": f"http://ludolog/games/{GAME}"}
    if path == "/v1/me/calendar.ics":
        secret = people().calendars.get(name)
        return None if secret is None else {"token": secret}
    return {}


@cache
def _by_path() -> Mapping[str, Operation]:
    return {operation.path: operation for operation in operations()}


def _paths(template: str, place: Place) -> Iterator[str]:
    """Return the paths of a template at a place."""
    values = {
        "game": GAME, "player": people().players[0], "opponent": people().players[1], "name": place.title,
        "picture": f"{place.title}.svg", "seat": place.other, "level": "glance",
    }  # fmt: skip
    if "{key}" in template:
        yield from (template.format(key=move.key, **values) for move in place.moves)
    else:
        yield template.format(**values)
