"""The documents of the repository: their links, their anchors and the paths that they name."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
"""The folder of the repository."""

_FOLDERS = ("domain", "projections", "service", "openapi", "deploy", "tests", ".ci")
_PLACEHOLDERS = re.compile(r"<[^>]*>|\{[^}]*\}|…|\*")
_PATH = re.compile(rf"(?<![\w./-])((?:{'|'.join(map(re.escape, _FOLDERS))})/[\w./@*<>{{}}…-]*)")


class Reference(NamedTuple):
    """Something that a document names: a link, or a path of the repository in code."""

    document: str
    target: str


def documents() -> list[Path]:
    """Return every Markdown file of the repository."""
    folders = (ROOT / name for name in _FOLDERS)
    return sorted(
        [
            *ROOT.glob("*.md"),
            *(path for folder in folders for path in folder.rglob("*.md") if "node_modules" not in path.parts),
        ]
    )


def text_of(document: Path) -> str:
    """Return the text of a document."""
    return document.read_text(encoding="utf-8")


def links() -> Iterator[Reference]:
    """Yield the targets of all relative links."""
    for document in documents():
        for target in re.findall(r"\]\(([^)\s]+)\)", _without_code(text_of(document))):
            if not re.match(r"[a-z]+:", target):
                yield Reference(_name(document), target)


def paths() -> Iterator[Reference]:
    """Yield the paths of the repository that stand between back quotes."""
    for document in documents():
        text = text_of(document)
        if document.name == "CHANGELOG.md":
            # the sections of releases stay as they were, with paths that have moved since
            text = text[: text.index("\n## [", text.index("## [Unreleased]"))]
        for code in re.findall(r"`([^`\n]+)`", _without_blocks(text)):
            for path in _PATH.findall(code):
                yield Reference(_name(document), path)


def is_there(reference: Reference) -> bool:
    """Whether a path, or every folder before its first placeholder, exists in the repository."""
    known = _PLACEHOLDERS.split(reference.target)[0]
    whole = known == reference.target
    return (ROOT / known).exists() if whole else (ROOT / known.rpartition("/")[0]).is_dir()


def resolves(reference: Reference) -> bool:
    """Whether a relative link leads to a file or folder, and its anchor to a heading of that file."""
    path, _, anchor = reference.target.partition("#")
    document = ROOT / reference.document
    target = document.parent / path if path else document
    if not target.exists():
        return False
    return not anchor or anchor in anchors(target)


def anchors(document: Path) -> set[str]:
    """Return the anchors of the headings of a document, as GitHub forms them."""
    headings = re.findall(r"^#+ (.+)$", _without_code(text_of(document)), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def prose() -> Iterator[Reference]:
    """Yield the lines of all documents outside of code, tables, headings and HTML."""
    for document in documents():
        # a block in a list is indented
        text = re.sub(r"^ *```.*?^ *```", "", text_of(document), flags=re.MULTILINE | re.DOTALL)
        for line in text.splitlines():
            if not re.match(r" *(?:[|#<]|\[[^\]]+\]:)", line):
                yield Reference(_name(document), line)


def shell_lines(document: str) -> list[str]:
    """Return the lines of all `sh` blocks of a document."""
    blocks = re.findall(r"^```sh\n(.*?)^```", text_of(ROOT / document), flags=re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


def _without_blocks(text: str) -> str:
    return re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)


def _without_code(text: str) -> str:
    return re.sub(r"`[^`\n]*`", "", _without_blocks(text))


def _name(document: Path) -> str:
    return document.relative_to(ROOT).as_posix()
