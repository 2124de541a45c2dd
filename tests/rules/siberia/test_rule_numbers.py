"""The rule book of Siberia, its code and its tests name the same rules."""

import ast
import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest

from domain.siberia import SIBERIA

HERE = Path(__file__).parent
CODE = sorted((HERE.parents[2] / "domain" / "siberia").rglob("*.py"))
TESTS = sorted(HERE.glob("test_*.py"))
BOOK = (resources.files("domain.siberia") / "RULES.md").read_text(encoding="utf-8")
NUMBER = re.compile(r"\d+\.\d+")
NAMED = re.compile(r"(?<![a-z])(\d+_\d+)_(?=[a-z])")


def trees(paths: list[Path]) -> Iterator[ast.AST]:
    return (ast.parse(path.read_text(encoding="utf-8")) for path in paths)


def texts(node: ast.AST) -> set[str]:
    return {
        part.value
        for part in ast.walk(node)
        if isinstance(part, ast.Constant) and isinstance(part.value, str) and NUMBER.fullmatch(part.value)
    }


def numbers_of_tests() -> set[str]:
    names = {node.name for tree in trees(TESTS) for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    return {number.replace("_", ".") for name in names for number in NAMED.findall(name.removeprefix("test_rule_"))}


def numbers_in_refusals() -> set[str]:
    """The numbers of rules in functions that refuse, and of the questions."""
    found: set[str] = set()
    for tree in trees([path for path in CODE if path.parent.name == "phases" or path.stem == "flow"]):
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and "Refusal(" in ast.unparse(node):
                found |= texts(node)
            elif isinstance(node, ast.Assign) and "QUESTION" in ast.unparse(node.targets[0]):
                found |= texts(node.value)
    return found


def numbers_asserted() -> set[str]:
    found: set[str] = set()
    for tree in trees(TESTS):
        for node in ast.walk(tree):
            if isinstance(node, ast.Compare) and "refused(" in ast.unparse(node.left):
                found |= {text for part in node.comparators for text in texts(part)}
    return found


def test_each_rule_has_a_test_that_bears_its_number():
    assert set(SIBERIA.rules) <= numbers_of_tests()


def test_tests_bear_the_numbers_of_rules_that_there_are():
    assert numbers_of_tests() <= set(SIBERIA.rules)


def test_refusals_and_questions_name_rules_of_the_book_and_are_asserted():
    assert len(numbers_in_refusals()) > 25
    assert numbers_in_refusals() <= set(SIBERIA.rules)
    assert numbers_in_refusals() <= numbers_asserted() | {"13.4"}


@pytest.mark.parametrize(
    "ruling", [f"B{number}" for number in range(1, 43)] + [f"N{number}" for number in range(1, 14)]
)
def test_each_ruling_is_cited_in_the_book(ruling: str):
    cited = {source for rule in SIBERIA.rules.values() for source in rule.sources}
    needless = BOOK[BOOK.index("## Rulings without a rule") : BOOK.index("## Options")]

    assert (ruling in cited) != (f"| {ruling} |" in needless)


def test_docstrings_cite_rules_of_the_book():
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    docs = [
        ast.get_docstring(node) or "" for tree in trees(CODE) for node in ast.walk(tree) if isinstance(node, documented)
    ]

    assert {number for doc in docs for number in NUMBER.findall(doc)} <= set(SIBERIA.rules)
    assert all(NUMBER.search(command.__doc__ or "") for command in SIBERIA.commands)


def test_the_book_lists_each_option_with_its_rules():
    table = BOOK[BOOK.index("## Options") :]
    listed = {
        row[0].strip(" `"): set(NUMBER.findall(row[-1]))
        for line in table.splitlines()
        if line.startswith("| `") and (row := line.strip("|").split("|"))
    }

    assert listed == {option.name: set(option.rules) for option in SIBERIA.options}
