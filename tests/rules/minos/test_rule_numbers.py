"""The rule book of Minos, the code and the tests name the same rules."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path

import pytest

from domain.minos import MINOS

ROOT = Path(__file__).parents[3]
CODE = sorted((ROOT / "domain" / "minos").rglob("*.py"))
TESTS = sorted((ROOT / "tests" / "rules" / "minos").glob("test_*.py"))
BOOK = (resources.files("domain.minos") / "RULES.md").read_text(encoding="utf-8")
NUMBER = re.compile(r"\d+[a-z]?\.\d+")


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def texts(node: ast.AST) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def functions(path: Path) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(tree(path)) if isinstance(node, ast.FunctionDef))


def rules_in_refusals() -> set[str]:
    """Return the numbers that the first argument of a Refusal may be, also by way of a local name."""
    found: set[str] = set()
    for function in (function for path in CODE for function in functions(path)):
        for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
            if isinstance(call.func, ast.Name) and call.func.id == "Refusal":
                rule = call.args[0]
                names = {node.id for node in ast.walk(rule) if isinstance(node, ast.Name)}
                found |= {*texts(rule)}
                found |= {text for value in _assigned(function, names) for text in texts(value)}
    return {text for text in found if NUMBER.fullmatch(text)}


def _assigned(function: ast.FunctionDef, names: set[str]) -> Iterator[ast.expr]:
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and {*map(ast.unparse, node.targets)} & names:
            yield node.value


def rules_of_questions() -> set[str]:
    """Return the numbers under which a seat is asked, and a command out of turn is refused."""
    found: set[str] = set()
    for path in CODE:
        for node in tree(path).body:
            if isinstance(node, ast.Assign) and {*map(ast.unparse, node.targets)} & {"QUESTION", "_QUESTIONS"}:
                found |= {*texts(node.value)}
    found |= {text for path in CODE for each in functions(path) if each.name == "question" for text in texts(each)}
    return {text for text in found if NUMBER.fullmatch(text)}


def refusals_asserted() -> set[str]:
    """Return the numbers that tests compare with what `refused` returns."""
    found: set[str] = set()
    for path in TESTS:
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Compare) and "refused(" in ast.unparse(node.left):
                found |= {text for part in node.comparators for text in texts(part)}
    return found


def named_tests() -> list[str]:
    return [function.name for path in TESTS for function in functions(path) if function.name.startswith("test_")]


@pytest.mark.parametrize("number", MINOS.rules)
def test_each_rule_has_a_test_that_bears_its_number(number: str):
    start = f"test_rule_{number.replace('.', '_')}_"

    assert [name for name in named_tests() if name.startswith(start)]


def test_tests_bear_the_numbers_of_rules_that_there_are():
    known = {number.replace(".", "_") for number in MINOS.rules}
    named = {match[1] for name in named_tests() if (match := re.match(r"test_rule_(\d+[a-z]?_\d+)_", name))}

    assert named <= known


def test_refusals_and_questions_name_rules_of_the_book():
    assert len(rules_in_refusals()) > 30
    assert rules_in_refusals() | rules_of_questions() <= set(MINOS.rules)


@pytest.mark.parametrize("number", sorted(rules_in_refusals()))
def test_each_refusal_is_asserted_by_its_number(number: str):
    assert number in refusals_asserted()


@pytest.mark.parametrize(
    "ruling", [f"M{number}" for number in range(1, 58)] + [f"N{number}" for number in range(1, 11)]
)
def test_each_ruling_is_cited_in_the_book(ruling: str):
    cited = {source for rule in MINOS.rules.values() for source in rule.sources}

    assert ruling in cited


@pytest.mark.parametrize("kind", [*MINOS.commands, *MINOS.events], ids=lambda kind: kind.__name__)
def test_commands_and_events_cite_rules_of_the_book(kind: type):
    numbers = NUMBER.findall(kind.__doc__ or "")

    assert set(numbers) <= set(MINOS.rules)
    assert numbers or kind not in MINOS.commands


@pytest.mark.parametrize("path", CODE, ids=lambda path: path.stem)
def test_docstrings_cite_rules_of_the_book(path: Path):
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    docs = [ast.get_docstring(node) or "" for node in ast.walk(tree(path)) if isinstance(node, documented)]

    assert {number for doc in docs for number in NUMBER.findall(doc)} <= set(MINOS.rules)


def test_options_name_rules_of_the_book():
    assert {rule for option in MINOS.options for rule in option.rules} <= set(MINOS.rules)


def test_the_book_lists_each_option_with_its_rules():
    table = BOOK[BOOK.index("## Options and profiles") :]
    listed = {
        row[0].strip(" `"): set(NUMBER.findall(row[-1]))
        for line in table.splitlines()
        if line.startswith("| `") and (row := line.strip("|").split("|"))
    }

    assert listed == {option.name: set(option.rules) for option in MINOS.options}
