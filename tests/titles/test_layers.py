"""Contracts between titles, which import-linter cannot state without naming every title."""

import ast
from pathlib import Path

import grimp
import pytest

from domain.rulesets import RELEASED

ROOT = Path(__file__).parents[2]
PACKAGES = sorted({ruleset.initial.__module__.split(".")[1] for ruleset in RELEASED})


def test_every_package_of_the_domain_has_its_layer():
    graph = grimp.build_graph("domain", cache_dir=None)
    layers = ["tournaments", "analysis", "proof", "game", "rulesets", {*PACKAGES}, "ledger", "kernel"]

    assert graph.find_children("domain") == {
        f"domain.{name}" for layer in layers for name in (layer if isinstance(layer, set) else {layer})
    }
    assert graph.find_illegal_dependencies_for_layers(layers, {"domain"}) == set()


def phases_of(folder: Path, package: str) -> set[str]:
    """Return the modules in the folder `phases` that the flow of a title imports."""
    tree = ast.parse((folder / "flow.py").read_text(encoding="utf-8"))
    imported = {
        name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith(f"{package}.phases")
        for name in ({alias.name for alias in node.names} | {str(node.module).rpartition(".")[2]})
    }
    return {path.stem for path in (folder / "phases").glob("*.py")} & imported


@pytest.mark.parametrize("package", [*(f"domain.{name}" for name in PACKAGES), "tests.titles.nim"])
def test_a_phase_imports_no_other_phase(package: str):
    folder = ROOT / package.replace(".", "/")
    phases = phases_of(folder, package)
    assert phases
    for path in (folder / "phases").glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith(f"{package}.phases"):
                names = {alias.name for alias in node.names} | {str(node.module).rpartition(".")[2]}
                assert not names & phases, f"{path.name} imports {names & phases}"
