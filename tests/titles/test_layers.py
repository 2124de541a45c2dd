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
    layers = ["tournaments", "analysis", "proof", "game", "rulesets", {*PACKAGES, "transparency"}, "ledger", "kernel"]

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
        others = imported_phases(path.read_text(encoding="utf-8"), f"{package}.phases") & phases
        assert not others, f"{path.name} imports {others}"


def imported_phases(source: str, package: str) -> set[str]:
    """Return the names of modules of a package that the source of one of them imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            parents = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            module = ".".join([*parents, *([node.module] if node.module else [])])
            names |= {module} | {f"{module}.{alias.name}" for alias in node.names}
    return {name.removeprefix(f"{package}.").split(".")[0] for name in names if name.startswith(f"{package}.")}


@pytest.mark.parametrize(
    "line",
    [
        "from domain.minos.phases import b", "from domain.minos.phases.b import x", "import domain.minos.phases.b as y",
        "from . import b", "from .b import x", "from ..phases import b",
    ],
)  # fmt: skip
def test_each_form_of_an_import_of_a_phase_is_found(line: str):
    assert imported_phases(line, "domain.minos.phases") == {"b"}
