"""The modules of a page, named in its head: a browser would otherwise find each of them in one that imports it."""

import posixpath
import re
from collections.abc import Iterable
from functools import cache

from service.web.assets import asset_url, files
from service.web.bundles import bundled, known_bundles
from service.web.summary import Summary

_IMPORT = re.compile(r"""^(?:import|export)\b[^;]*?from\s*'([^']+)'|^import\s*'([^']+)'""", re.MULTILINE)
_MINIFIED = re.compile(r'\bfrom\s*"([^"]+)"')
"""The imports of vendored files, which have one line."""

_SCRIPT = re.compile(r'<(?:script type="module" src|link rel="modulepreload" href)="/assets/\w+/([^"]+)"')
"""The scripts of a page, and the modules that it names because a script will load them by `import()`."""


@cache
def imports_of(path: str) -> tuple[str, ...]:
    """Return the modules that a module imports, in order, without those that it loads later by `import()`."""
    text = files()[path].decode()
    found = [one or other for one, other in _IMPORT.findall(text)]
    if path.startswith("vendor/"):
        found = _MINIFIED.findall(text)
    return tuple(posixpath.normpath(posixpath.join(posixpath.dirname(path), each)) for each in found)


def graph_of(entries: Iterable[str]) -> list[str]:
    """Return modules and all that they import, directly or not, each after the one that imports it first."""
    found = list(dict.fromkeys(entries))
    for path in found:
        found += [each for each in imports_of(path) if each not in found]
    return found


def preloaded(page: str) -> str:
    """Return a page whose head names all modules that its scripts import, so that they are loaded at once.

    A release has bundles of them.
    """
    bundles = known_bundles()
    if bundles is not None:
        return bundled(page, bundles)
    entries = _SCRIPT.findall(page)
    first = page.find("</script>") + len("</script>")
    if not entries:
        return page
    links = "".join(
        f'\n  <link rel="modulepreload" href="{asset_url(path)}">' for path in graph_of(entries) if path not in entries
    )
    return page[:first] + links + page[first:]


def parts_of(game: Summary | None, *, is_past: bool, is_own: bool) -> list[str]:
    """Return the modules that the page of a game loads once it knows the game, as far as the public knows it.

    `is_own` says that the page is that of a person who plays: who is asked may be shown an answer from the beginning.
    """
    if game is None or not game.has_board:
        return []
    asking = ("js/table/question.js", "js/table/symbols.js", *(("js/table/chosen.js",) if is_own else ()))
    asked = asking if game.status == "running" else ("js/table/finished.js",)
    found = (
        *(("js/replay/opened.js",) if is_past else asked),
        "js/board/board.js",
        f"js/board/titles/{game.ruleset}.js",
        "js/table/course.js",
    )
    # a title without a picture of its own has no module
    return [path for path in found if path in files()]
