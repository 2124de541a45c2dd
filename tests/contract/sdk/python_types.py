"""Python annotations of JSON schemas, and the module `types` of the Python SDK.

The types are TypedDicts: a reply is used as it was sent, so that further fields, events and commands, which a service
may add, need no new client. A generator from PyPI (datamodel-code-generator) also writes TypedDicts, but times as
`datetime`, which they are not in JSON, and no operations, whose parameters need the same annotations.
"""

from collections.abc import Iterable, Mapping
from typing import Any

Schema = Mapping[str, Any]

SCALARS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}

GENERATED = "# Generated from openapi/openapi.json by `uv run python -m tests.contract.sdk`.\n"


def annotation(schema: Schema, prefix: str = "") -> str:
    """Return the annotation of a schema; `prefix` is that of the names of other schemas, such as `types.`."""
    if "$ref" in schema:
        return prefix + schema["$ref"].rpartition("/")[2]
    if "const" in schema:
        return f"Literal[{schema['const']!r}]"
    if "enum" in schema:
        return f"Literal[{', '.join(repr(value) for value in schema['enum'])}]"
    for parts in ("oneOf", "anyOf"):
        if parts in schema:
            return union(annotation(part, prefix) for part in schema[parts])
    if len(schema.get("allOf", ())) == 1:
        return annotation(schema["allOf"][0], prefix)
    kinds = schema.get("type", ())
    return union(_of_kind(kind, schema, prefix) for kind in ([kinds] if isinstance(kinds, str) else kinds)) or "Any"


def union(annotations: Iterable[str]) -> str:
    """Return the union of annotations, each once; None is the last."""
    found = dict.fromkeys(annotations)
    return "Any" if "Any" in found else " | ".join(sorted(found, key=lambda each: each == "None"))


def _of_kind(kind: str, schema: Schema, prefix: str) -> str:
    if kind == "array":
        return f"list[{annotation(schema.get('items', {}), prefix)}]"
    if kind == "object":
        values: Schema | bool = schema.get("additionalProperties", True)
        return f"dict[str, {'Any' if isinstance(values, bool) else annotation(values, prefix)}]"
    return SCALARS[kind]


def docstring(text: str, indent: str) -> str:
    """Return the lines of a docstring."""
    escaped = text.strip().replace("\\", "\\\\").replace('"""', '\\"""')
    if escaped.endswith('"'):
        escaped = f'{escaped[:-1]}\\"'
    lines = escaped.splitlines()
    body = "".join(f"{indent}{line}\n" if line else "\n" for line in lines[1:])
    return f'{indent}"""{lines[0]}\n{body}{indent}"""\n' if len(lines) > 1 else f'{indent}"""{lines[0]}"""\n'


def _typed_dict(name: str, schema: Schema) -> str:
    text = f"class {name}(TypedDict):\n" + docstring(schema.get("description", name), "    ")
    required = schema.get("required", ())
    for field, kind in schema["properties"].items():
        is_a = annotation(kind)
        text += f"    {field}: {is_a if field in required else f'NotRequired[{is_a}]'}\n"
        if "description" in kind:
            text += docstring(kind["description"], "    ")
    return text


def types_module(document: Schema) -> str:
    """Return the text of the module with a type for each schema of the document."""
    text = (
        f'{GENERATED}"""The types of requests and replies: what is JSON stays as it is."""\n\n'
        "from __future__ import annotations\n\nfrom typing import Any, Literal, NotRequired, TypeAlias, TypedDict\n"
    )
    for name, schema in sorted(document["components"]["schemas"].items()):
        if schema.get("properties"):
            text += f"\n\n{_typed_dict(name, schema)}"
        else:
            text += f'\n\n{name}: TypeAlias = "{annotation(schema)}"\n'
            text += docstring(schema["description"], "") if "description" in schema else ""
    return text
