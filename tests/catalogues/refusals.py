"""The messages of refusals: the texts that the rules of a title, and the kernel, give to `Refusal`."""

import ast
from collections.abc import Iterator
from pathlib import Path

from projections.sentences.messages import Message
from projections.sentences.refusals import REFUSED

DOMAIN = Path(__file__).parents[2] / "domain"


def refusals_of(folder: str) -> Iterator[Message]:
    """Yield the messages of the refusals of a title, or of `kernel`."""
    for file in sorted((DOMAIN / folder).rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
            for call in ast.walk(function):
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Refusal":
                    texts = list(_texts(function, call.args[1]))
                    # a text that is made elsewhere would stay English without a notice
                    assert texts, f"{file.name}, line {call.lineno}: Refusal takes a literal text"
                    yield from (Message(text, context=REFUSED) for text in texts)


def _texts(function: ast.FunctionDef, node: ast.expr) -> Iterator[str]:
    """Yield the texts that an expression may be: a literal, one of two, or a name that has one in the function."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=body, orelse=orelse):
            yield from _texts(function, body)
            yield from _texts(function, orelse)
        case ast.Name(id=name):
            for made in ast.walk(function):
                if isinstance(made, ast.Assign) and ast.unparse(made.targets[0]) == name:
                    yield from _texts(function, made.value)
        case _:
            pass
