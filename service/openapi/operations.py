"""Steps on operations: responses, parameters, tokens and descriptions."""

from http import HTTPStatus
from typing import Any

from service.core.connections.admission import PROBES
from service.core.http.problem_types import PROBLEMS, example_of
from service.moderation.barrier import SUSPENDED
from service.openapi.walk import Document, Schema, operations, reference
from service.people.accounts import MIN_SIGN_UP_KEY
from service.people.api.needed_tokens import needs_token

PROBLEM_JSON = "application/problem+json"

PARAMETERS = {
    "picture": "The name of the picture: the title or the id of the tournament, with `.svg`, as in `giganten.svg`.",
    "link": "The id of a calendar link.",
    "game": "The id of the game, a UUID.",
    "seat": "The number of the seat, from 0.",
    "level": "The level of the engine: `glance`, `quick` or `deep`.",
    "tournament": "The id of the tournament, a UUID.",
    "round_number": "The number of the round, from 1.",
    "name": "The name of the title, such as `giganten`.",
    "number": "The number of the rule, such as `4b.2`.",
    "ruling": "The id of the ruling, such as `G85`.",
    "data_set": "The name of the data set, such as `kosmos-1999`.",
    "player": "The id of the player, with or without `player:`.",
    "passkey": "The id of the passkey.",
    "grant": "The id of the grant of an app.",
    "ping": "The id of the ping.",
    "unsubscription": "The token in the link of an e-mail.",
    "opponent": "The id of the other player, with or without `player:`.",
    "role": "The role.",
    "push": "The id of the subscription of a browser.",
    "webhook": "The id of the webhook.",
    "key": "The Idempotency-Key with which the command was sent.",
    "token": "The id of the token (not the token itself).",
    "invitation_id": "The id of the invitation (not the invitation itself).",
    "status": "Only games with this status.",
    "ruleset": "Only games of this title, such as `giganten`.",
    "limit": "The maximum number of items.",
}
"""Descriptions of parameters without one in their route."""

_UUIDS = {"game", "invitation_id", "link", "passkey", "ping", "push", "token", "tournament", "webhook"}
"""The ids in a path that are UUIDs."""

_LEAST = {"seat": 0, "round_number": 1}
"""The smallest value of each number in a path."""

_OPTIONAL_BODIES = {"takeSeat"}

_OF_ALL = {
    HTTPStatus.BAD_REQUEST: "bad-request",
    HTTPStatus.UNAUTHORIZED: "token-needed",
    HTTPStatus.SERVICE_UNAVAILABLE: "unavailable",
}
_OF_LIMITS = {HTTPStatus.TOO_MANY_REQUESTS: "too-many-requests"}
_OF_A_GAME = "/v1/games/{"
_OF_A_TOURNAMENT = "/v1/tournaments/{"
_UNREADABLE = {_OF_A_GAME: ("data-set-missing", "damaged"), _OF_A_TOURNAMENT: ("damaged",)}
"""The further problems with status 503 of the operations of a game and of a tournament."""
_OF_CHANGES = {HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "media-type"}
_OF_BODIES = {
    HTTPStatus.REQUEST_TIMEOUT: "body-late",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "too-large",
}
_USUAL = {400: "bad-request", 401: "token-needed", 404: "not-found"}


def answer_errors_alike(document: Document) -> None:
    """Replace the error schemas of Litestar: all errors are problem documents."""
    for operation in operations(document):
        for status, answer in list(operation.content["responses"].items()):
            if int(status) in _USUAL and PROBLEM_JSON not in answer.get("content", {}):
                operation.content["responses"][status] = problem_of(_USUAL[int(status)])


def drop_content_of_empty_answers(document: Document) -> None:
    """Remove the content that Litestar declares for a 204 response, which has none (RFC 9110 15.3.5)."""
    for operation in operations(document):
        operation.content["responses"].get(str(int(HTTPStatus.NO_CONTENT)), {}).pop("content", None)


def declare_what_all_may_answer(document: Document) -> None:
    """Declare the problems that any request, and any request with a body, may get before its handler runs."""
    for operation in operations(document):
        declared = dict(_OF_ALL)
        if operation.path not in PROBES:
            declared |= _OF_LIMITS
        if operation.method in {"post", "put"}:
            declared |= _OF_CHANGES
        if "requestBody" in operation.content:
            declared |= _OF_BODIES
        if operation.path.startswith(_OF_A_GAME):
            declared[HTTPStatus.UNAVAILABLE_FOR_LEGAL_REASONS] = "withheld"
        if operation.content.get("security"):
            declared[HTTPStatus.FORBIDDEN] = SUSPENDED
        for status, code in declared.items():
            operation.content["responses"].setdefault(str(int(status)), problem_of(code))
        further = (code for path, codes in _UNREADABLE.items() if operation.path.startswith(path) for code in codes)
        answer = operation.content["responses"][str(int(HTTPStatus.SERVICE_UNAVAILABLE))]
        for code in further:
            examples = answer["content"][PROBLEM_JSON]["examples"]
            examples.setdefault(code, {"summary": PROBLEMS[code].title, "value": example_of(code)})
        if operation.content.get("security"):
            _add(operation.content["responses"][str(int(HTTPStatus.FORBIDDEN))], SUSPENDED)


def _add(answer: dict[str, Any], code: str) -> None:
    """Add a problem to a response that declares others."""
    examples, title = answer["content"][PROBLEM_JSON]["examples"], PROBLEMS[code].title
    if code not in examples:
        examples[code] = {"summary": title, "value": example_of(code)}
        answer["description"] += f"; {title}"


def describe_parameters(document: Document) -> None:
    """Describe every parameter. None is nullable: an optional parameter is omitted."""
    for operation in operations(document):
        for parameter in operation.content.get("parameters", ()):
            schema = parameter["schema"] = _never_null(parameter["schema"])
            schema.pop("description", None)
            if parameter["in"] == "query" and schema.get("type") == "string" and not schema.keys() & {"enum", "format"}:
                # the service refuses empty parameters and texts that no database accepts
                schema |= {"minLength": 1, "pattern": r"^[^\u0000]+$"}
            if parameter["in"] == "path" and parameter["name"] in _LEAST:
                # other numbers get 404, as a seat or a round that does not exist
                schema["minimum"] = _LEAST[parameter["name"]]
            if parameter["in"] == "path" and parameter["name"] in _UUIDS:
                schema["format"] = "uuid"
            parameter.setdefault("description", PARAMETERS.get(parameter["name"], ""))


def _never_null(schema: Schema) -> Schema:
    """Return a schema without null in its alternatives, types and enum values."""
    given = dict(schema)
    kinds = [kind for kind in given.pop("oneOf", ()) if kind != {"type": "null"}]
    given |= kinds[0] if len(kinds) == 1 else {"oneOf": kinds} if kinds else {}
    if isinstance(given.get("type"), list):
        (given["type"],) = set(given["type"]) - {"null"}
    if "enum" in given:
        given["enum"] = [word for word in given["enum"] if word is not None]
    return given


def require_tokens(document: Document) -> None:
    """Mark operations that require a token."""
    for operation in operations(document):
        if needs_token(operation.id, operation.method):
            scoped = [each for each in operation.content.get("security", ()) if each.get("token")]
            operation.content["security"] = scoped or [{"token": []}]


def describe_keys_and_bodies(document: Document) -> None:
    """Declare the minimum length of a sign-up key, and the optional body."""
    for operation in operations(document):
        for parameter in operation.content.get("parameters", ()):
            if operation.id in {"signUp", "signIn"} and parameter["name"] == "Idempotency-Key":
                parameter["schema"] |= {"minLength": MIN_SIGN_UP_KEY}
        if operation.id in _OPTIONAL_BODIES:
            body = operation.content["requestBody"]
            body["required"] = False
            for content in body["content"].values():
                # it may be absent, but not null
                content["schema"] = _never_null(content["schema"])


def problem_of(code: str) -> dict[str, Any]:
    """Return the response with a problem."""
    return {
        "description": PROBLEMS[code].title,
        "content": {
            PROBLEM_JSON: {
                "schema": reference("Problem"),
                "examples": {code: {"summary": PROBLEMS[code].title, "value": example_of(code)}},
            }
        },
    }
