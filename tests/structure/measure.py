"""Measures of the source tree: files, folders, functions and words.

They come from text and syntax trees; no product code is imported.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PACKAGES = ("domain", "projections", "service", "openapi")
"""The top-level packages of the product."""

_ROUTE_DECORATORS = {"get", "post", "put", "patch", "delete"}


class Function(NamedTuple):
    """A function or method of the product."""

    path: str
    name: str
    lines: int
    """Lines from `def` to the end; decorators do not count."""
    parameters: int
    """All parameters, `self` among them."""
    is_route: bool
    """Whether it is a route handler of Litestar."""

    @property
    def where(self) -> str:
        """Path and name, such as `service/app.py::create_app`."""
        return f"{self.path}::{self.name}"


@cache
def _sources() -> Mapping[str, str]:
    """Return the text of every Python file of the product by its path in the repository."""
    files = (path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py")))
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in files}


def lines_by_file() -> Mapping[str, int]:
    """Return the number of lines of every Python file of the product."""
    return {path: text.count("\n") for path, text in _sources().items()}


def files_by_folder() -> Mapping[str, int]:
    """Return the number of Python files in every folder of the product."""
    return Counter(str(Path(path).parent) for path in _sources())


def median_lines() -> float:
    """Return the median number of lines of a Python file of the product."""
    return median(lines_by_file().values())


@cache
def functions() -> Sequence[Function]:
    """Return every function and method of the product, nested ones too."""
    return [found for path, text in _sources().items() for found in _functions_in(path, text)]


def _functions_in(path: str, text: str) -> Iterator[Function]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            yield Function(path, node.name, lines, _parameters(node.args), _is_route(node.decorator_list))


def _parameters(arguments: ast.arguments) -> int:
    named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return len(named) + (arguments.vararg is not None) + (arguments.kwarg is not None)


def _is_route(decorators: Sequence[ast.expr]) -> bool:
    names = (each.func for each in decorators if isinstance(each, ast.Call))
    return any(isinstance(name, ast.Name) and name.id in _ROUTE_DECORATORS for name in names)


@cache
def count_words(package: str, words: tuple[str, ...]) -> Mapping[str, int]:
    """Return how often each word stands in the Python files of a package, as a part of an identifier too."""
    pattern = re.compile(rf"(?<![a-z])(?:{'|'.join(words)})(?![a-z])")
    texts = (text.lower() for path, text in _sources().items() if path.startswith(f"{package}/"))
    found = Counter(word for text in texts for word in pattern.findall(text))
    return {word: found[word] for word in words}


def lines_of_document(name: str) -> int:
    """Return the number of lines of a document in the root of the repository."""
    return (ROOT / name).read_text(encoding="utf-8").count("\n")


def lines_by_release() -> Mapping[str, int]:
    """Return the number of lines that are not blank below each heading of a release in CHANGELOG.md."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    sections = re.split(r"^## \[(.+?)\].*$", text, flags=re.MULTILINE)[1:]
    pairs = zip(sections[::2], sections[1::2], strict=True)
    return {release: sum(bool(line.strip()) for line in body.splitlines()) for release, body in pairs}
