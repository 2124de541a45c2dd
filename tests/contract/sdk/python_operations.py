"""The module `operations` of the Python SDK: a method for each operation of the document."""

import keyword
import re
from collections.abc import Iterator
from typing import Any

from tests.contract.sdk.python_types import GENERATED, Schema, annotation, docstring, union

JSON = ("application/json", "application/feed+json")
EVENTS = "text/event-stream"
POSITION = "cursor"
"""The parameter that says where a page or a stream begins."""
LEFT_OUT = ("after", "lastEventId", "ticket")
"""The other names of the position, and what only `EventSource` needs."""
HEARTBEAT = {"$ref": "#/components/schemas/Heartbeat"}
"""What streams send besides their events; the SDKs do not pass it on."""

HEAD = f'''{GENERATED}"""A method for each operation of the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from ludolog_client.requests import Pages, Requests, quoted
from ludolog_client.streams import Stream

if TYPE_CHECKING:
    from ludolog_client import types


class Operations(Requests):
    """The operations of the API. Each raises a `Problem` if it is refused, and `NoAnswer` without an answer."""
'''


def operations_module(document: Schema) -> str:
    """Return the text of the module."""
    return HEAD + "".join(_method(document, *each) for each in _operations(document))


def _operations(document: Schema) -> Iterator[tuple[str, str, Schema]]:
    for path, item in document["paths"].items():
        for method in ("get", "put", "post", "delete", "patch"):
            if method in item:
                yield method.upper(), path, item[method]


def snake_case(name: str) -> str:
    """Return `ownGames` as `own_games`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


def _resolved(document: Schema, schema: Schema) -> Schema:
    while "$ref" in schema:
        found: Any = document
        for step in schema["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        schema = found
    return schema


def _parameters(document: Schema, operation: Schema) -> dict[str, list[Schema]]:
    """Return the parameters by their places."""
    found: dict[str, list[Schema]] = {"path": [], "query": [], "header": []}
    for parameter in operation.get("parameters", ()):
        resolved = _resolved(document, parameter)
        found[resolved["in"]].append(resolved)
    return found


def _reply(operation: Schema) -> tuple[Schema, Schema]:
    """Return the content of the reply of success, and its schema as JSON, which may be empty."""
    content = next((reply.get("content", {}) for status, reply in operation["responses"].items() if status[0] == "2"))
    kind = next((kind for kind in JSON if kind in content), None)
    return content, content[kind].get("schema", {}) if kind else {}


def events_of(content: Schema) -> list[Schema]:
    """Return the schemas of the events of a stream."""
    return [each for each in content[EVENTS]["schema"]["x-events"] if each != HEARTBEAT]


def _item(document: Schema, schema: Schema, query: list[Schema]) -> str | None:
    """Return the type of the items of a list with pages; None for other replies."""
    fields = _resolved(document, schema).get("properties", {})
    if not {"items", "next"} <= fields.keys() or not any(each["name"] == POSITION for each in query):
        return None
    return annotation(fields["items"]["items"], "types.")


def _method(document: Schema, method: str, path: str, operation: Schema) -> str:
    parameters = _parameters(document, operation)
    content, schema = _reply(operation)
    is_stream = EVENTS in content
    query = [each for each in parameters["query"] if each["name"] not in LEFT_OUT]
    item = _item(document, schema, query)
    positional = [f"{each['name']}: {annotation(each['schema'])}" for each in parameters["path"]]
    arguments = [repr(method), _path(path)]
    body = operation.get("requestBody")
    if body is not None:
        kind, has = next(iter(body["content"].items()))
        is_a = annotation(has["schema"], "types.") if kind in JSON else "bytes"
        positional.append(f"body: {is_a}" if body.get("required") else f"body: {is_a} | None = None")
        arguments.append("body=body")
    named = [f"{_argument(each)}: {annotation(each['schema'])} | None = None" for each in query]
    if query:
        pairs = [f'"{each["name"]}": {_argument(each)}' for each in query]
        arguments.append(f"query={{{', '.join(pairs)}}}")
    for header, name in (("Idempotency-Key", "key"), ("If-Match", "if_match"), ("Ludolog-Invitation", "invitation")):
        if any(each["name"] == header for each in parameters["header"]):
            named.append(f"{name}: str | None = None")
            arguments.append(f"{name}={name}")
    if is_stream:
        returns, call = f"Stream[{union(annotation(each, 'types.') for each in events_of(content))}]", "stream"
    elif item is not None:
        returns, call = f"Pages[{item}]", "pages"
    elif schema:
        returns, call = annotation(schema, "types."), "ask"
    elif content:
        returns, call = "bytes", "ask"
        arguments.append(f"accept={next(iter(content))!r}")
    else:
        returns, call = "None", "ask"
    signature = ", ".join(["self", *positional, *(["*", *named] if named else [])])
    text = operation.get("description") or operation["summary"]
    for each in (*parameters["path"], *query):
        text += f"\n\n`{_argument(each)}`: {each.get('description', '')}" if each.get("description") else ""
    return (
        f"\n    def {snake_case(operation['operationId'])}({signature}) -> {returns}:\n{docstring(text, '        ')}"
        f"        return self._{call}({', '.join(arguments)})\n"
    )


def _argument(parameter: Schema) -> str:
    """Return the name of a parameter in Python: `as_` for `as`."""
    name: str = parameter["name"]
    return f"{name}_" if keyword.iskeyword(name) else name


def _path(path: str) -> str:
    filled = re.sub(r"{(\w+)}", r"{quoted(\1)}", path)
    return f'"{path}"' if filled == path else f'f"{filled}"'
