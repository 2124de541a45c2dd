"""Step for examples: recorded exchanges, which openapi/examples.py collects."""

from typing import Any

from service.core.http.exchanges import RecordedExchange, exchanges
from service.core.http.problem_types import PROBLEMS
from service.openapi.walk import Document, operations

PROBLEM_JSON = "application/problem+json"
JSON = "application/json"


def show(document: Document) -> None:
    """Add the recorded requests and responses to each operation."""
    for operation in operations(document):
        _name_problems(operation.content["responses"])
        for exchange in exchanges().get(operation.id, ()):
            _show(operation.content, exchange)


def _name_problems(responses: dict[str, Any]) -> None:
    """Name the examples of problems after their codes."""
    for answer in responses.values():
        content = answer.get("content", {}).get(PROBLEM_JSON)
        if content:
            content["examples"] = {
                example["value"]["code"]: {
                    "summary": PROBLEMS[example["value"]["code"]].title,
                    "value": example["value"],
                }
                for example in content.get("examples", {}).values()
            }


def _show(operation: dict[str, Any], exchange: RecordedExchange) -> None:
    status = str(exchange.status)
    if status == "304":
        operation["responses"].setdefault(status, {"description": "Not modified since the ETag in If-None-Match."})
    answer = operation["responses"].get(status)
    if answer is None:
        return
    if exchange.media:
        text = {"schema": {"type": "string"}}
        content = answer.setdefault("content", {}).setdefault(exchange.media, text)
        content.setdefault("examples", {})[exchange.name] = {"summary": exchange.summary, "value": exchange.body}
    if exchange.request is not None and exchange.status < 300:  # noqa: PLR2004 - HTTP's number
        bodies = operation["requestBody"]["content"]
        content = bodies[JSON] if JSON in bodies else next(iter(bodies.values()))
        content.setdefault("examples", {})[exchange.name] = {"summary": exchange.summary, "value": exchange.request}
