"""The phases of each title: the flow knows the rules of all of them, and nothing is legal by default."""

import ast
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import pytest

from domain.giganten import flow as giganten_flow
from domain.giganten import state as giganten_state
from domain.minos import flow as minos_flow
from domain.minos import state as minos_state
from domain.rulesets import RULESETS
from domain.siberia import flow as siberia_flow
from domain.siberia import state as siberia_state

DOMAIN = Path(__file__).parents[2] / "domain"


@pytest.mark.parametrize(
    ("flow", "state"),
    [(giganten_flow, giganten_state), (siberia_flow, siberia_state), (minos_flow, minos_state)],
)
def test_each_phase_of_a_title_has_rules(flow: ModuleType, state: Any):
    assert {*flow.FLOW.phases, flow.FLOW.over} == {*get_args(state.Phase)}


def is_last_case(case: ast.match_case) -> bool:
    return isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None and case.guard is None


def allows(case: ast.match_case) -> bool:
    """Whether the case returns None, which a `forbid` means as legal."""
    (statement,) = case.body
    return isinstance(statement, ast.Return) and (statement.value is None or ast.unparse(statement.value) == "None")


@pytest.mark.parametrize("title", RULESETS)
def test_each_match_ends_in_an_explicit_last_case_that_allows_nothing(title: str):
    matches = [
        (f"{path.relative_to(DOMAIN)}:{node.lineno}", node.cases[-1])
        for path in sorted((DOMAIN / title).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Match)
    ]

    assert len(matches) > 5
    assert [where for where, last in matches if not is_last_case(last)] == []
    assert [where for where, last in matches if allows(last)] == []
