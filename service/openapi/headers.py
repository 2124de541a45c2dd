"""Steps for headers: response headers of recorded responses, and the request headers that belong to them."""

from typing import Any

from service.core.http.headers import INCOMPLETE_HEADER, INVITATION_HEADER, NEXT_CURSOR, POSITION_HEADER
from service.openapi.examples import exchanges
from service.openapi.walk import Document, operations
from service.people.api.auth import TIMELESS
from service.replicas.requests import is_list, may_lag

HEADERS: dict[str, dict[str, Any]] = {
    "ETag": {
        "description": "Identifies the representation: version of the game, viewer and resource. Send it as "
        "If-None-Match to check for changes.",
        "schema": {"type": "string", "pattern": '^"[^"]*"$'},
    },
    "Vary": {"description": "The request headers that the response depends on.", "schema": {"type": "string"}},
    "Cache-Control": {"description": "Caching directives.", "schema": {"type": "string"}},
    "Content-Language": {
        "description": "The language of the texts in the response, as a tag of RFC 5646.",
        "schema": {"type": "string"},
    },
    "Location": {"description": "The path of the new resource.", "schema": {"type": "string"}},
    "Link": {"description": 'The next page, as `<…>; rel="next"`.', "schema": {"type": "string"}},
    NEXT_CURSOR: {
        "description": "The cursor after the last item: send it as `cursor`, at once or at any later time.",
        "schema": {"type": "string"},
    },
    POSITION_HEADER: {
        "description": "What the reply shows: the position in the log of games, and that of the changes of accounts, "
        "such as `1204.37`. Keep the larger of each number. Only services with replicas send it.",
        "schema": {"type": "string", "pattern": r"^\d+\.\d+$"},
    },
    INCOMPLETE_HEADER: {
        "description": "The list may lack games, or show them as they were: the header is the number of parts of the "
        "log of games that do not answer. Ask again later. A list without the header lacks nothing.",
        "schema": {"type": "string", "pattern": r"^[1-9]\d*$"},
    },
    "Idempotency-Replayed": {
        "description": "`true` if this is the response to an earlier request with the same key.",
        "schema": {"type": "string", "const": "true"},
    },
    "WWW-Authenticate": {
        "description": "The authentication scheme, with `invalid_token` for a sent token that is not valid, or "
        "`insufficient_scope` and `scope` for one that lacks a scope (RFC 6750), and the address of the metadata by "
        "which apps get tokens (RFC 9728).",
        "schema": {"type": "string"},
    },
    "Allow": {"description": "The methods of the path.", "schema": {"type": "string"}},
    "Content-Range": {"description": "The last version of the game, as `versions */N`.", "schema": {"type": "string"}},
    "Retry-After": {"description": "Seconds to wait before a retry.", "schema": {"type": "string"}},
    "RateLimit": {"description": "The remaining requests, and the seconds until the limit is reset.",
                  "schema": {"type": "string"}},
    "RateLimit-Policy": {"description": "Requests per window, and window in seconds.", "schema": {"type": "string"}},
    "X-Request-ID": {
        "description": "The id of the request: your own, if you sent 1 to 64 visible ASCII characters in this header. "
        "Problem documents and the log of the service also have it.",
        "schema": {"type": "string"},
    },
    "Deprecation": {"description": "The time of the deprecation.", "schema": {"type": "string"}},
    "Sunset": {"description": "The time of the removal.", "schema": {"type": "string"}},
}  # fmt: skip
"""Every response header for clients."""

ON_ALL = "X-Request-ID"
"""The header of every response."""

PARAMETERS: dict[str, dict[str, Any]] = {
    "IfNoneMatch": {
        "name": "If-None-Match",
        "in": "header",
        "required": False,
        "description": "A stored ETag. The response is 304 without a body if it still matches.",
        "schema": {"type": "string"},
        "example": '"40.view.seat:0"',
    },
    "AcceptLanguage": {
        "name": "Accept-Language",
        "in": "header",
        "required": False,
        "description": "The languages that you prefer (RFC 9110), used without the parameter `lang`. Other languages "
        "lead to English.",
        "schema": {"type": "string"},
        "example": "de-AT, en;q=0.5",
    },
    "IfMatch": {
        "name": "If-Match",
        "in": "header",
        "required": False,
        "description": "One or more ETags of this game. The command is executed only if the game has one of their "
        "versions; otherwise the response is 412.",
        "schema": {"type": "string"},
        "example": '"40.decisions.0"',
    },
    "Invitation": {
        "name": INVITATION_HEADER,
        "in": "header",
        "required": False,
        "description": "An invitation to a private game. It lets you see the game and take a seat.",
        "schema": {"type": "string"},
    },
    "Position": {
        "name": POSITION_HEADER,
        "in": "header",
        "required": False,
        "description": "What you have seen, from the header of the same name of earlier replies: the reply shows that "
        "at least, and a replica may answer. Without it, or with any other text, the reply shows everything that was "
        "acknowledged before the request arrived. In both cases a list whose tables lag for more than a second is "
        "shown as far as they go, and the header of the reply says how far.",
        "schema": {"type": "string"},
        "example": "1204.37",
    },
}
_GAME = "/v1/games/{game}"

_ALWAYS = {
    "401": ("WWW-Authenticate",),
    "403": ("WWW-Authenticate",),
    "429": ("RateLimit", "RateLimit-Policy", "Retry-After"),
    "503": ("Retry-After",),
}
_WITHOUT_HEADER = {"stream"}
"""The operations in which only the parameter `lang` chooses a language."""
_PAGED_BY = {"cursor", "from"}
"""The parameters that continue a list. A response with a next page has a Link header."""
_INVITED = {"askEngine", "makeStreamTicket", "markTalk", "rematch", "takeSeat", "writeMessage"}
"""The operations that accept an invitation, in addition to those that show a game to every visitor."""
_ASKED_BY = {"304": "IfNoneMatch", "412": "IfMatch"}


def declare(document: Document) -> None:
    """Declare the headers of each response, and the conditional request headers that lead to 304 and 412."""
    document["components"]["headers"] = HEADERS
    document["components"]["parameters"] = PARAMETERS
    for operation in operations(document):
        answers = operation.content["responses"]
        for answer in answers.values():
            _add(answer, ON_ALL)
        for status, names in _ALWAYS.items():
            if status in answers:
                _add(answers[status], *names)
        if any(parameter.get("name") in _PAGED_BY for parameter in operation.content.get("parameters", ())):
            _add(answers["200"], "Link")
        for exchange in exchanges().get(operation.id, ()):
            if (answer := answers.get(str(exchange.status))) is not None:
                _add(answer, *exchange.headers)
        for status, parameter in _ASKED_BY.items():
            if status in answers:
                reference = {"$ref": f"#/components/parameters/{parameter}"}
                operation.content.setdefault("parameters", []).append(reference)


def declare_languages(document: Document) -> None:
    """Declare Accept-Language on operations with the parameter `lang`."""
    for operation in operations(document):
        parameters: list[dict[str, Any]] = operation.content.get("parameters", [])
        if operation.id not in _WITHOUT_HEADER and any(each.get("name") == "lang" for each in parameters):
            parameters.append({"$ref": "#/components/parameters/AcceptLanguage"})


def declare_invitations(document: Document) -> None:
    """Declare the invitation header on operations that accept an invitation to a private game."""
    for operation in operations(document):
        shows = operation.method == "get" and "security" not in operation.content
        if (operation.path.startswith(_GAME) and shows) or operation.id in _INVITED:
            reference = {"$ref": "#/components/parameters/Invitation"}
            operation.content.setdefault("parameters", []).append(reference)


def declare_positions(document: Document) -> None:
    """Declare the position of replies about games and accounts, and of requests that replicas may answer.

    Lists may say that they are incomplete.
    """
    for operation in operations(document):
        if operation.path.startswith(TIMELESS):
            continue
        if may_lag(operation.method.upper(), operation.path):
            reference = {"$ref": "#/components/parameters/Position"}
            operation.content.setdefault("parameters", []).append(reference)
        for status, answer in operation.content["responses"].items():
            if status.startswith("2"):
                _add(answer, POSITION_HEADER)
                if operation.method == "get" and is_list(operation.path):
                    _add(answer, INCOMPLETE_HEADER)


def _add(answer: dict[str, Any], *names: str) -> None:
    for name in names:
        if name in HEADERS:
            answer.setdefault("headers", {})[name] = {"$ref": f"#/components/headers/{name}"}
