"""The digest of all that the results of the engine follow from: sources, weights and calibration."""

import hashlib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

Named = tuple[str, Traversable]

_ENGINE = ("chances", "examine", "levels", "parts", "questions", "report", "run", "worlds")
"""The modules of the engine that determine a document, or how it is split into parts."""

_STRONG = ("light", "purses", "search", "worlds")

_OTHERS = (
    "domain/analysis/analyse.py",
    "domain/ledger/draws.py",
    "domain/ledger/mac.py",
    "domain/ledger/records.py",
    "domain/rulesets.py",
    "projections/ranking.py",
)


@cache
def digest(title: str) -> str:
    """Return 16 hex digits of the digest of the engine for a title. Read once for each process."""
    return digest_of_files(sources_of(title))


def digest_of_files(found: Sequence[Named]) -> str:
    """Return 16 hex digits of a SHA-256 of names and contents, sorted by name; line ends count as LF."""
    whole = hashlib.sha256()
    for name, file in sorted(found, key=lambda each: each[0]):
        content = file.read_bytes().replace(b"\r\n", b"\n")
        whole.update(f"{name} {len(content)}\n".encode() + content)
    return whole.hexdigest()[:16]


def sources_of(title: str) -> list[Named]:
    """Return the names and files of which the digest is computed.

    These are the rules of the title and what all titles share, the folding and the draws of a log, the ranking, the
    parts of the view, which bots read, the bots of the title with weights and calibration, the search, and the engine
    without its queue.
    """
    folders = (f"domain/{title}", "domain/kernel", "domain/game", f"service/bots/{title}")
    names = (
        *_OTHERS,
        f"projections/views/{title}/parts.py",
        *(f"service/bots/strong/{name}.py" for name in _STRONG),
        *(f"service/analysis/{name}.py" for name in _ENGINE),
    )
    return [
        *(file for folder in folders for file in _below(_named(folder), folder)),
        *((name, _named(name)) for name in names),
    ]


def _named(path: str) -> Traversable:
    """Return a file or folder by its path in the repository."""
    package, *parts = path.split("/")
    return files(package).joinpath(*parts)


def _below(folder: Traversable, name: str) -> Iterator[Named]:
    """Yield all files of a folder and of those below, but compiled and hidden ones."""
    for each in folder.iterdir():
        if each.name == "__pycache__" or each.name.startswith(".") or each.name.endswith(".pyc"):
            continue
        if each.is_dir():
            yield from _below(each, f"{name}/{each.name}")
        else:
            yield f"{name}/{each.name}", each
