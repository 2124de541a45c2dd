"""The messages of refusals: the texts that the rules of titles, of tournaments and the kernel give to them."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from projections.sentences.messages import Message
from projections.sentences.refusals import REFUSED

DOMAIN = Path(__file__).parents[2] / "domain"
TEXT_OF = {"Refusal": 1, "Refused": 1, "RoleLackingError": 0, "InvalidTermsError": 1, "_fault": 1, "_no_result": 0}
"""What makes a refusal, and the position of its text."""


class Call(NamedTuple):
    """A call that makes a refusal: where it is, the texts that it may have, and the names of the parts."""

    where: str
    texts: tuple[str, ...]
    parts: frozenset[str]


def refusals_of(folder: str) -> Iterator[Message]:
    """Yield the messages of the refusals of a title, of `tournaments`, or of `kernel`."""
    for call in calls_in(folder):
        # a text that is made elsewhere would stay English without a notice
        assert call.texts, f"{call.where}: a refusal takes a literal text"
        # what another module says is told as it is
        yield from (Message(text, context=REFUSED) for text in call.texts if text != "{why}")


def calls_in(folder: str) -> Iterator[Call]:
    """Yield the calls that make refusals of a title, of `tournaments`, or of `kernel`."""
    for file in sorted((DOMAIN / folder).rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
            if function.name not in TEXT_OF:
                for call in ast.walk(function):
                    if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in TEXT_OF:
                        texts = tuple(_texts(function, call.args[TEXT_OF[call.func.id]]))
                        yield Call(f"{file.name}, line {call.lineno}", texts, frozenset(_parts(call)))


def _parts(call: ast.Call) -> Iterator[str]:
    for node in call.args:
        if isinstance(node, ast.Dict):
            yield from (key.value for key in node.keys if isinstance(key, ast.Constant) and isinstance(key.value, str))
    yield from (keyword.arg for keyword in call.keywords if keyword.arg is not None)


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
