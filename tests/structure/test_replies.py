"""The tests read no reply whose status nobody has looked at: a failure would not say what the service answered."""

import ast
from collections.abc import Iterator

import pytest

from tests.structure.documents import ROOT

REQUESTS = frozenset({"get", "post", "put", "patch", "delete", "request", "ask", "sign_in"})
"""What sends a request: methods of httpx, and of the clients of the tests."""
CHECKS = frozenset({"ok", "raise_for_status", "problem", "expect"})
LOOKED_AT = frozenset({"status_code", "is_success", "raise_for_status"})
"""What a test names of a reply whose status it checks."""


def called(node: ast.expr) -> str:
    """Return the name of what an expression calls or awaits, or nothing."""
    call = node.value if isinstance(node, ast.Await) else node
    if not isinstance(call, ast.Call):
        return ""
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "?")


def reads(tree: ast.AST) -> Iterator[ast.expr]:
    """Yield each expression whose JSON is read."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "json":
            yield node.func.value


def assigned(function: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names that a function assigns, each with the expression, or with that of each item of a sequence."""
    for node in ast.walk(function):
        if not isinstance(node, ast.Assign):
            continue
        value = node.value.elt if isinstance(node.value, ast.GeneratorExp | ast.ListComp) else node.value
        for target in node.targets:
            names = target.elts if isinstance(target, ast.Tuple) else [target]
            values = value.elts if isinstance(value, ast.Tuple) else [value] * len(names)
            yield from (
                (name.id, each) for name, each in zip(names, values, strict=False) if isinstance(name, ast.Name)
            )


def checked(function: ast.AST) -> set[str]:
    """Return the names of the replies at whose status a function looks."""
    found: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute) and node.attr in LOOKED_AT and isinstance(node.value, ast.Name):
            found.add(node.value.id)
        elif isinstance(node, ast.Call) and called(node) in CHECKS:
            found |= {argument.id for argument in node.args if isinstance(argument, ast.Name)}
    return found


def unchecked(source: str) -> set[int]:
    """Return the lines of a module that read a reply, or assign one that is read, without a check of its status."""
    if ".json()" not in source:
        return set()
    tree = ast.parse(source)
    lines = {read.lineno for read in reads(tree) if called(read) not in CHECKS | {""}}
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        names = {read.id for read in reads(function) if isinstance(read, ast.Name)} - checked(function)
        lines |= {value.lineno for name, value in assigned(function) if name in names and called(value) in REQUESTS}
    return lines


def test_no_test_reads_a_reply_without_a_check_of_its_status() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for line in sorted(unchecked(path.read_text(encoding="utf-8")))
    ]

    assert not found, "wrap these replies in `ok` of tests/replies.py"


@pytest.mark.parametrize(
    "body",
    [
        'return client.get("/v1/me").json()["id"]',
        'return (await client.post("/v1/games", json={})).json()["id"]',
        'return f"/v1/games/{client.post(games).json()[key]}"',
        'return opened(client, seats=2).json()["id"]',
        'made = client.post("/v1/games")\n    return made.json()["id"]',
        'made = await client.post("/v1/games")\n    return made.json()["id"]',
        'first, again = (client.post("/v1/games") for _ in range(2))\n    assert first.json() == again.json()',
    ],
)
def test_an_unchecked_reply_is_found(body: str) -> None:
    assert unchecked(f"async def read(client):\n    {body}\n") == {2}


@pytest.mark.parametrize(
    "body",
    [
        'return ok(client.get("/v1/me")).json()["id"]',
        'return ok(await client.post("/v1/games", json={}), 201).json()["id"]',
        'return client.get("/v1/me").raise_for_status().json()["id"]',
        'made = client.post("/v1/games")\n    assert made.status_code == 201\n    return made.json()["id"]',
        'made = client.post("/v1/games")\n    assert problem(made) == (409, "taken")\n    return made.json()["detail"]',
    ],
)
def test_a_checked_reply_is_not_found(body: str) -> None:
    assert unchecked(f"async def read(client):\n    {body}\n") == set()
