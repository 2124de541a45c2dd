"""Steps for headers: declared where they were seen to be sent; those of requests where their answer is declared."""

from typing import Any

from service.http.headers import INVITATION_HEADER
from service.openapi.examples import exchanges
from service.openapi.walk import Document, operations

HEADERS: dict[str, dict[str, Any]] = {
    "ETag": {
        "description": "Names the answer: the version of the game, the viewer and the kind of answer. Send it as "
        "If-None-Match to learn whether the answer has changed.",
        "schema": {"type": "string", "pattern": '^"[^"]*"$'},
    },
    "Vary": {"description": "What else the answer depends on.", "schema": {"type": "string"}},
    "Cache-Control": {"description": "Who may keep the answer, and how.", "schema": {"type": "string"}},
    "Location": {"description": "The path of what was made.", "schema": {"type": "string"}},
    "Link": {"description": 'The following page, as `<…>; rel="next"`.', "schema": {"type": "string"}},
    "Idempotency-Replayed": {
        "description": "`true`: the request came before with this key, and this is the answer of that time.",
        "schema": {"type": "string", "const": "true"},
    },
    "WWW-Authenticate": {"description": "How to show who you are.", "schema": {"type": "string"}},
    "Allow": {"description": "The methods that the path has.", "schema": {"type": "string"}},
    "Content-Range": {"description": "The last version of the game, as `versions */N`.", "schema": {"type": "string"}},
    "Retry-After": {"description": "Seconds after which to try again.", "schema": {"type": "string"}},
    "RateLimit": {"description": "What is left of the limit, and in how many seconds it is whole again.",
                  "schema": {"type": "string"}},
    "RateLimit-Policy": {"description": "The limit: how many in how many seconds.", "schema": {"type": "string"}},
    "X-Request-ID": {
        "description": "The id of the request: yours, if you sent this header with 1 to 64 visible ASCII characters. "
        "It is in problem documents too, and by it the request is found in the log of the service.",
        "schema": {"type": "string"},
    },
    "Deprecation": {"description": "Since when this is no longer advised.", "schema": {"type": "string"}},
    "Sunset": {"description": "When this goes away.", "schema": {"type": "string"}},
}  # fmt: skip
"""Every header of an answer that a client may use."""

ON_ALL = "X-Request-ID"
"""The header that every answer has."""

PARAMETERS: dict[str, dict[str, Any]] = {
    "IfNoneMatch": {
        "name": "If-None-Match",
        "in": "header",
        "required": False,
        "description": "An ETag that you have; 304 without a body if it still holds.",
        "schema": {"type": "string"},
        "example": '"40.view.0"',
    },
    "IfMatch": {
        "name": "If-Match",
        "in": "header",
        "required": False,
        "description": "An ETag of this game, or several: do this only if the game is still at a version that one of "
        "them names, otherwise 412.",
        "schema": {"type": "string"},
        "example": '"40.decisions.0"',
    },
    "Invitation": {
        "name": INVITATION_HEADER,
        "in": "header",
        "required": False,
        "description": "An invitation to a private game: who holds it sees the game and may take a seat.",
        "schema": {"type": "string"},
    },
}
_GAME = "/v1/games/{game}"

_ALWAYS = {
    "401": ("WWW-Authenticate",),
    "429": ("RateLimit", "RateLimit-Policy", "Retry-After"),
    "503": ("Retry-After",),
}
_ASKED_BY = {"304": "IfNoneMatch", "412": "IfMatch"}


def declare(document: Document) -> None:
    """Declare the headers of each answer, and the conditions of a request that lead to 304 and 412."""
    document["components"]["headers"] = HEADERS
    document["components"]["parameters"] = PARAMETERS
    for operation in operations(document):
        answers = operation.content["responses"]
        for answer in answers.values():
            _add(answer, ON_ALL)
        for status, names in _ALWAYS.items():
            if status in answers:
                _add(answers[status], *names)
        if any(parameter.get("name") == "cursor" for parameter in operation.content.get("parameters", ())):
            _add(answers["200"], "Link")
        for exchange in exchanges().get(operation.id, ()):
            if (answer := answers.get(str(exchange.status))) is not None:
                _add(answer, *exchange.headers)
        for status, parameter in _ASKED_BY.items():
            if status in answers:
                reference = {"$ref": f"#/components/parameters/{parameter}"}
                operation.content.setdefault("parameters", []).append(reference)


def declare_invitations(document: Document) -> None:
    """Declare the invitation wherever it lets somebody see a private game, or sit down in it."""
    for operation in operations(document):
        shows = operation.method == "get" and "security" not in operation.content
        if operation.path.startswith(_GAME) and (shows or operation.id == "takeSeat"):
            reference = {"$ref": "#/components/parameters/Invitation"}
            operation.content.setdefault("parameters", []).append(reference)


def _add(answer: dict[str, Any], *names: str) -> None:
    for name in names:
        if name in HEADERS:
            answer.setdefault("headers", {})[name] = {"$ref": f"#/components/headers/{name}"}
