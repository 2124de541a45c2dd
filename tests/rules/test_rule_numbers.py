"""The rule book, the code and the tests of each title name the same rules."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.ruleset import Ruleset
from domain.rulesets import RULESETS

ROOT = Path(__file__).parents[2]
NUMBER = re.compile(r"\d+[a-z]?\.\d+")
RULINGS = {"giganten": ("G", 87), "siberia": ("B", 43), "minos": ("M", 57)}
"""The letter of the rulings that a title was built on, and how many they are."""

AMENDMENTS = {
    "giganten": (*range(1, 7), *range(17, 20), 21),
    "siberia": (*range(7, 11), 17, 20, 24),
    "minos": (*range(11, 18), 21, 23),
}
"""The later rulings X1 to X24 that each title's book has to cite; the books of other titles cite none."""

titles = pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)


def files_of_code(ruleset: Ruleset[Any]) -> list[Path]:
    return sorted((ROOT / "domain" / ruleset.name).rglob("*.py"))


def files_of_tests(ruleset: Ruleset[Any]) -> list[Path]:
    return sorted((ROOT / "tests" / "rules" / ruleset.name).glob("test_*.py"))


def chapter(ruleset: Ruleset[Any], heading: str) -> str:
    """Return a chapter of the rule book by the beginning of its heading; nothing where there is none."""
    book = (resources.files(f"domain.{ruleset.name}") / "RULES.md").read_text(encoding="utf-8")
    return next((text for text in book.split("\n## ") if text.startswith(heading)), "")


def rows(table: str) -> Iterator[list[str]]:
    """Return the rows of a table of the rule book as their cells, head and line below it left out."""
    lines = [line for line in table.splitlines() if line.startswith("| ")]
    return ([cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines[1:])


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def texts(node: ast.AST) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def functions(path: Path) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(tree(path)) if isinstance(node, ast.FunctionDef))


def rules_in_refusals(ruleset: Ruleset[Any]) -> set[str]:
    """Return the numbers that the first argument of a Refusal may be, also by way of a name."""
    found: set[str] = set()
    for path in files_of_code(ruleset):
        for function in functions(path):
            for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
                if isinstance(call.func, ast.Name) and call.func.id == "Refusal":
                    rule = call.args[0]
                    names = {node.id for node in ast.walk(rule) if isinstance(node, ast.Name)}
                    values = [*_assigned(function, names), *_assigned(tree(path), names)]
                    found |= {text for node in (rule, *values) for text in texts(node)}
    found |= {text for path in files_of_code(ruleset) for text in _over_rules(path)}
    return {text for text in found if NUMBER.fullmatch(text)}


def _over_rules(path: Path) -> Iterator[str]:
    """Return the number by which the flow refuses commands after the end of the game."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.keyword) and node.arg == "over_rule":
            yield from texts(node)


def _assigned(within: ast.AST, names: set[str]) -> Iterator[ast.expr]:
    for node in ast.walk(within):
        if isinstance(node, ast.Assign) and {*map(ast.unparse, node.targets)} & names:
            yield node.value


def rules_of_questions(ruleset: Ruleset[Any]) -> set[str]:
    """Return the numbers under which a seat is asked, and a command out of turn is refused."""
    paths = files_of_code(ruleset)
    asking = [value for path in paths for value in _assigned(tree(path), {"QUESTION", "_QUESTIONS"})]
    asking += [f for path in paths for f in functions(path) if f.name in {"question", "questions"}]
    return {text for node in asking for text in texts(node) if NUMBER.fullmatch(text)}


def refusals_asserted(ruleset: Ruleset[Any]) -> set[str]:
    """Return the numbers that tests compare with what `refused` returns."""
    found: set[str] = set()
    for path in files_of_tests(ruleset):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Compare) and "refused(" in ast.unparse(node.left):
                found |= {text for part in node.comparators for text in texts(part)}
    return found


def numbers_of_tests(ruleset: Ruleset[Any]) -> set[str]:
    """Return the numbers of the rules that tests bear in their names."""
    names = [function.name for path in files_of_tests(ruleset) for function in functions(path)]
    matches = (re.match(r"test_rule_(\d+[a-z]?)_(\d+)_", name) for name in names)
    return {f"{match[1]}.{match[2]}" for match in matches if match}


@titles
def test_each_rule_has_a_test_that_bears_its_number_and_no_test_bears_another(ruleset: Ruleset[Any]):
    assert numbers_of_tests(ruleset) == set(ruleset.rules)


@titles
def test_refusals_and_questions_name_rules_of_the_book(ruleset: Ruleset[Any]):
    assert len(rules_in_refusals(ruleset)) > 25
    assert rules_in_refusals(ruleset) | rules_of_questions(ruleset) <= set(ruleset.rules)


@titles
def test_each_refusal_is_asserted_by_its_number(ruleset: Ruleset[Any]):
    assert rules_in_refusals(ruleset) <= refusals_asserted(ruleset)


@titles
def test_each_ruling_is_cited_in_the_book_or_needs_no_rule(ruleset: Ruleset[Any]):
    letter, last = RULINGS[ruleset.name]
    own = {row[0] for row in rows(chapter(ruleset, "Our own rulings"))} - {""}
    cited = {source for rule in ruleset.rules.values() for source in rule.sources}
    needless = {row[0] for row in rows(chapter(ruleset, "Rulings without a rule"))}

    assert {*own} == {f"N{number}" for number in range(1, len(own) + 1)}
    assert {source for source in cited | needless if re.fullmatch(rf"[{letter}N]\d+", source)} == {
        *own,
        *(f"{letter}{number}" for number in range(1, last + 1)),
    }
    assert not cited & needless


@titles
def test_each_later_ruling_of_a_title_is_cited_in_its_book_and_no_other(ruleset: Ruleset[Any]):
    cited = {source for rule in ruleset.rules.values() for source in rule.sources if re.fullmatch(r"X\d+", source)}
    of_options = set(re.findall(r"\bX\d+\b", chapter(ruleset, "Options")))

    assert cited | of_options == {f"X{number}" for number in AMENDMENTS.get(ruleset.name, ())}


@titles
def test_later_rulings_are_cited_by_exactly_the_rules_that_they_name(ruleset: Ruleset[Any]):
    for ruling, numbers, *_ in rows(chapter(ruleset, "Later rulings")):
        citing = [number for number, rule in ruleset.rules.items() if ruling in rule.sources]
        assert NUMBER.findall(numbers) == citing, ruling


@titles
def test_own_rulings_are_cited_by_the_rules_that_they_name(ruleset: Ruleset[Any]):
    for ruling, numbers, *_ in rows(chapter(ruleset, "Our own rulings")):
        for number in NUMBER.findall(numbers):
            assert ruling in ruleset.rules[number].sources, f"{number} does not cite {ruling}"


@pytest.mark.parametrize(
    ("title", "rule", "ruling"),
    [("giganten", "0.7", "N11"), ("minos", "6.4", "N13"), ("minos", "8.3", "N14"), ("minos", "4.6", "N15")],
)
def test_a_decision_that_no_source_contains_has_a_number(title: str, rule: str, ruling: str):
    """X22: the bank never runs out, attacks of two pieces, an own ship at the fish."""
    ruleset = RULESETS[title]
    listed = {row[0]: row[1] for row in rows(chapter(ruleset, "Our own rulings"))}

    assert listed[ruling] == rule
    assert ruling in ruleset.rules[rule].sources


@titles
def test_docstrings_cite_rules_of_the_book(ruleset: Ruleset[Any]):
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    docs = [
        ast.get_docstring(node) or ""
        for path in files_of_code(ruleset)
        for node in ast.walk(tree(path))
        if isinstance(node, documented)
    ]

    assert {number for doc in docs for number in NUMBER.findall(doc)} <= set(ruleset.rules)
    assert [command for command in ruleset.commands if not NUMBER.search(command.__doc__ or "")] == []


@titles
def test_the_book_lists_each_option_with_its_rules(ruleset: Ruleset[Any]):
    listed = {row[0]: {*NUMBER.findall(row[-1])} for row in rows(chapter(ruleset, "Options"))}

    assert listed == {option.name: {*option.rules} for option in ruleset.options}
    assert {number for numbers in listed.values() for number in numbers} <= set(ruleset.rules)


@titles
def test_the_book_lists_the_values_of_each_option_and_of_each_profile(ruleset: Ruleset[Any]):
    table = [line for line in chapter(ruleset, "Options").splitlines() if line.startswith("| ")]
    profiles = [name for name in ruleset.profiles if f"`{name}`" in table[0]]
    resolved = {name: ruleset.resolve_options(name, {}) for name in profiles}
    for name, usual, *cells in rows("\n".join(table)):
        option = next(option for option in ruleset.options if option.name == name)
        of_profiles = [usual, *(cell or usual for cell in cells[: max(len(profiles) - 1, 0)])]
        if "any" not in cells[-2]:
            assert {*of_profiles, *filter(None, cells[-2].split(", "))} == {*map(_in_the_book, option.values)}, name
        assert _in_the_book(option.values[0]) == usual, name
        assert of_profiles[: len(profiles)] == [_in_the_book(resolved[profile][name]) for profile in profiles], name


def _in_the_book(value: int | str | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
