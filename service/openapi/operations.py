"""Steps on operations: which answers they may give, and what their parameters mean."""

from http import HTTPStatus
from typing import Any

from service.openapi.walk import Document, operations, reference
from service.openapi.words import OPERATIONS
from service.problem_types import PROBLEMS, example_of

PROBLEM_JSON = "application/problem+json"

PARAMETERS = {
    "game": "The id of the game, a UUID.",
    "seat": "The number of the seat, from 0.",
    "name": "The name of the title, such as `giganten`.",
    "number": "The number of the rule, such as `4b.2`.",
    "data_set": "The name of the data set, such as `kosmos-1999`.",
    "player": "The id of the player.",
    "key": "The Idempotency-Key with which the command was sent.",
    "token": "The id of the token (not the token itself).",
    "invitation_id": "The id of the invitation (not the invitation itself).",
    "status": "Only games of this status.",
    "ruleset": "Only games of this title, such as `giganten`.",
    "limit": "How many items at the most.",
}
"""What a parameter means, where its route does not say."""

_OF_ALL = {
    HTTPStatus.UNAUTHORIZED: "token-needed",
    HTTPStatus.TOO_MANY_REQUESTS: "too-many-requests",
    HTTPStatus.SERVICE_UNAVAILABLE: "unavailable",
}
_OF_A_GAME = "/v1/games/{"
_UNREAD = "data-set-missing"
_OF_CHANGES = {HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "media-type"}
_OF_BODIES = {HTTPStatus.BAD_REQUEST: "bad-request", HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "too-large"}
_USUAL = {400: "bad-request", 401: "token-needed", 404: "not-found"}


def answer_errors_alike(document: Document) -> None:
    """Replace what Litestar declares for its own errors: they are answered as problem documents too."""
    for operation in operations(document):
        for status, answer in list(operation.content["responses"].items()):
            if int(status) in _USUAL and PROBLEM_JSON not in answer.get("content", {}):
                operation.content["responses"][status] = _problem(_USUAL[int(status)])


def declare_what_all_may_answer(document: Document) -> None:
    """Declare what any request may be refused for before it is looked at, and what any body may be refused for."""
    for operation in operations(document):
        declared = dict(_OF_ALL)
        if operation.method in {"post", "put"}:
            declared |= _OF_CHANGES
        if "requestBody" in operation.content:
            declared |= _OF_BODIES
        for status, code in declared.items():
            operation.content["responses"].setdefault(str(int(status)), _problem(code))
        if operation.path.startswith(_OF_A_GAME):
            answer = operation.content["responses"][str(int(HTTPStatus.SERVICE_UNAVAILABLE))]
            examples = answer["content"][PROBLEM_JSON]["examples"]
            examples.setdefault(_UNREAD, {"summary": PROBLEMS[_UNREAD].title, "value": example_of(_UNREAD)})


def describe(document: Document) -> None:
    """Say more of each operation than its route does."""
    for operation in operations(document):
        if words := OPERATIONS.get(operation.id):
            operation.content["description"] = f"{operation.content.get('description', '')}\n\n{words}".strip()


def describe_streams(document: Document) -> None:
    """Leave open what a stream of events is to a tool: some see one text, others one event after another."""
    for operation in operations(document):
        for answer in operation.content["responses"].values():
            if (content := answer.get("content", {}).get("text/event-stream")) is not None:
                words = "Server-sent events: `id` is the version, `data` a SeenEvent as JSON."
                content["schema"] = {"description": words}


def describe_parameters(document: Document) -> None:
    """Describe every parameter; a text cannot be null, whatever its type in Python."""
    for operation in operations(document):
        for parameter in operation.content.get("parameters", ()):
            schema: dict[str, Any] = parameter["schema"]
            kinds = [kind for kind in schema.get("oneOf", ()) if kind != {"type": "null"}]
            # numbers and words of a list can be sent as `null`, which means: not given
            if len(kinds) == 1 and set(kinds[0]) == {"type"} and kinds[0]["type"] == "string":
                parameter["schema"] = schema = {**kinds[0], **{k: v for k, v in schema.items() if k != "oneOf"}}
            schema.pop("description", None)
            parameter.setdefault("description", PARAMETERS.get(parameter["name"], ""))


def _problem(code: str) -> dict[str, Any]:
    return {
        "description": PROBLEMS[code].title,
        "content": {
            PROBLEM_JSON: {
                "schema": reference("Problem"),
                "examples": {code: {"summary": PROBLEMS[code].title, "value": example_of(code)}},
            }
        },
    }
