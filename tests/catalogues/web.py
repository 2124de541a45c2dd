"""The messages of the web client: of templates, of modules by their calls, of boards, and the titles of problems."""

import io
import re
from collections.abc import Iterator
from pathlib import Path

from babel.messages.extract import extract

import service.features  # noqa: F401  # pyright: ignore[reportUnusedImport] - features declare problem types
from domain.rulesets import RULESETS
from projections.boards import board_svg
from service.core.http.problem_types import PROBLEMS
from service.web.texts import DOMAIN

ROOT = Path(__file__).parents[2] / "service/web"
FOLDER = ROOT / "locales"

_TEXT = r"""\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")"""
_CALL = re.compile(rf"(?<![\w.$])(?:t\({_TEXT}|tn\({_TEXT},{_TEXT})")
_ANY_CALL = re.compile(r"(?<![\w.$])tn?\(")
_COMMENT = re.compile(r"/\*.*?\*/|^\s*//.*?$|^export function tn?\(.*?$", re.DOTALL | re.MULTILINE)
_HEADING = re.compile(r"<text[^>]*>([^<]*[A-Za-z]{2}[^<]*)</text>")
_PLACE = re.compile(r'data-name="([^"]*)"')
_KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2)}

__all__ = ["DOMAIN", "FOLDER", "web_messages"]


def web_messages() -> Iterator[tuple[str, str]]:
    """Yield each text with its plural, or with an empty string."""
    for file in sorted(ROOT.glob("templates/**/*.html")):
        yield from _extracted("jinja2.ext:babel_extract", file, {"trimmed": "true"})
    for file in sorted(ROOT.glob("static/js/**/*.js")):
        yield from _called(file)
    # features declare theirs when they are imported, in any order
    yield from ((kind.title, "") for _, kind in sorted(PROBLEMS.items()))
    for title, ruleset in RULESETS.items():
        for data_set in ruleset.data_sets():
            board = board_svg(title, data_set).decode()
            # the names of places are in the catalogues of the titles
            yield from ((text, "") for text in _HEADING.findall(board) if text not in _PLACE.findall(board))


def _called(file: Path) -> Iterator[tuple[str, str]]:
    """Yield the texts of the calls of `t` and `tn`. Babel's extraction misses calls in nested template literals."""
    code = _COMMENT.sub("", file.read_text())
    found = _CALL.findall(code)
    # a call with anything but a literal would stay English without a notice
    assert len(found) == len(_ANY_CALL.findall(code)), f"{file.name}: t() takes a literal text"
    for one, other, *counted in found:
        first, second = counted[0] or counted[1], counted[2] or counted[3]
        yield _unescaped(one or other or first), _unescaped(second)


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


def _extracted(method: str, file: Path, options: dict[str, str]) -> Iterator[tuple[str, str]]:
    body = io.BytesIO(file.read_bytes())
    for _, message, _, _ in extract(method, body, keywords=_KEYWORDS, options=options):
        if isinstance(message, tuple):
            yield str(message[0]), str(message[1])
        else:
            yield message, ""
