"""The parts of a package do not import one another in a circle: each can be read after those that it imports."""

from collections import defaultdict
from collections.abc import Mapping

import grimp
import pytest

TOPS = ("domain", "projections", "service")


def knots_of(imports: Mapping[str, set[str]], package: str) -> list[tuple[str, ...]]:
    """Return the sets of parts of a package, folders or modules, that reach one another."""
    prefix = f"{package}."
    arrows: dict[str, set[str]] = defaultdict(set)
    for module, targets in imports.items():
        for target in targets:
            if module.startswith(prefix) and target.startswith(prefix):
                arrows[module.removeprefix(prefix).split(".")[0]].add(target.removeprefix(prefix).split(".")[0])

    def reached_from(part: str) -> set[str]:
        seen: set[str] = set()
        new = {part}
        while new:
            new = {target for each in new for target in arrows.get(each, ())} - seen
            seen |= new
        return seen

    reached = {part: reached_from(part) - {part} for part in arrows}
    knots = {
        tuple(sorted({part, *(each for each in others if part in reached.get(each, ()))}))
        for part, others in reached.items()
    }
    return sorted(knot for knot in knots if len(knot) > 1)


def test_no_package_has_a_knot() -> None:
    graph = grimp.build_graph(*TOPS, cache_dir=None)
    imports = {name: graph.find_modules_directly_imported_by(name) for name in graph.modules}
    packages = [name for name in graph.modules if graph.find_children(name)]

    assert len(packages) > 100
    assert {package: found for package in packages if (found := knots_of(imports, package))} == {}


@pytest.mark.parametrize("arrow", ["play.api -> lists", "lists.x -> play"])
def test_a_planted_circle_is_a_knot(arrow: str) -> None:
    imports = {"service.play.api": {"service.core"}, "service.lists.x": {"service.play.y"}, "service.core": set[str]()}
    source, target = (f"service.{name}" for name in arrow.split(" -> "))
    imports[source] = imports[source] | {target}

    assert knots_of(imports, "service") == ([("lists", "play")] if source == "service.play.api" else [])
