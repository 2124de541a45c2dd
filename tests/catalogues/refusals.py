"""The messages of refusals: the texts that the rules of titles, of tournaments and the kernel give to them."""

import ast
from collections.abc import Iterator
from pathlib import Path

from projections.sentences.messages import Message
from projections.sentences.refusals import REFUSED

DOMAIN = Path(__file__).parents[2] / "domain"
TEXT_OF = {"Refusal": 1, "Refused": 1, "RoleLackingError": 0, "InvalidTermsError": 1, "_fault": 1, "_no_result": 0}
"""What makes a refusal, and the position of its text."""


def refusals_of(folder: str) -> Iterator[Message]:
    """Yield the messages of the refusals of a title, of `tournaments`, or of `kernel`."""
    for file in sorted((DOMAIN / folder).rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
            if function.name not in TEXT_OF:
                yield from (Message(text, context=REFUSED) for text in _made_in(function, file.name))


def _made_in(function: ast.FunctionDef, file: str) -> Iterator[str]:
    for call in ast.walk(function):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in TEXT_OF:
            texts = list(_texts(function, call.args[TEXT_OF[call.func.id]]))
            # a text that is made elsewhere would stay English without a notice
            assert texts, f"{file}, line {call.lineno}: {call.func.id} takes a literal text"
            # a text of another module, which is told as it is
            yield from (text for text in texts if text != "{why}")


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
