"""The files that pages load: `/assets/<digest>/<path>`, cacheable without limit, since the digest covers all of them.

Modules import each other by relative paths. One digest for the whole folder keeps these paths as they are.
"""

import hashlib
import mimetypes
import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

import msgspec
from litestar import Response, get

from projections.boards.glyphs import ICONS, ICONS_FILE
from projections.boards.symbols import symbols_file, symbols_json, titles_with_symbols
from service.core.http.problems import ProblemError
from service.core.http.response.conditional import unchanging_bytes
from service.people.api.request import PlayerRequest
from service.web.texts import texts_of

STATIC = resources.files("service.web") / "static"
BUNDLES = resources.files("service.web") / "bundles"
"""What `bundling/bundle.js` has made of them for a wheel; a checkout has no such folder."""

SERVED = {".css", ".js", ".json", ".map", ".svg", ".txt", ".webmanifest"}
"""The suffixes of files that are sent. Declarations of types (`.d.ts`) are not sent."""

LICENCE = "LICENSE"

_COMMENT_LINES = re.compile(rb"^[ \t]*(?://[^\n]*|/\*\*(?:(?!\*/).)*\*/[ \t]*)\n", re.MULTILINE | re.DOTALL)
"""Comments of modules that stand on lines of their own. A quarter of what the browser would load is comments."""

_CASTS = re.compile(rb"/\*\* @type [^\n]*?\*/ ?")
"""Type comments within lines of modules."""

_OWN_CODE = "js/"

_YEAR = "public, max-age=31536000, immutable"
_HEADERS = {"X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "cross-origin"}


@cache
def files() -> dict[str, bytes]:
    """Return the files by path, with the texts of the modules in each language, and the symbols of each title.

    The files of bundles have the prefix `bundles/`.
    """
    found = {path: _served(path, file.read_bytes()) for path, file in _walk(STATIC, "")}
    if BUNDLES.is_dir():
        found |= {f"bundles/{path}": file.read_bytes() for path, file in _walk(BUNDLES, "")}
    for title in titles_with_symbols():
        found[f"js/board/titles/{title}/symbols.js"] = b"export const SYMBOLS = %s;\n" % symbols_json(title)
    found["js/board/icons/symbols.js"] = b"export const GLYPHS = %s;\n" % msgspec.json.encode(ICONS)
    return found | {f"texts/{language}.json": body for language, body in texts_of().items()}


@cache
def sources_digest() -> str:
    """Return the digest of what bundles are made of, as `bundling/bundle.js` computes it."""
    sources = {path: file.read_bytes() for path, file in _walk(STATIC, "") if path.endswith((".css", ".js"))}
    sources |= {title: symbols_file(title).read_bytes() for title in titles_with_symbols()}
    sources["glyphs"] = ICONS_FILE.read_bytes()
    sums = sorted(f"{hashlib.sha256(body).hexdigest()} {name}\n" for name, body in sources.items())
    return hashlib.sha256("".join(sums).encode()).hexdigest()


def _walk(folder: Traversable, prefix: str) -> Iterator[tuple[str, Traversable]]:
    for entry in folder.iterdir():
        path = f"{prefix}{entry.name}"
        if entry.is_dir():
            yield from _walk(entry, f"{path}/")
        elif entry.name == LICENCE or f".{entry.name.rpartition('.')[2]}" in SERVED:
            yield path, entry


def _served(path: str, body: bytes) -> bytes:
    return _CASTS.sub(b"", _COMMENT_LINES.sub(b"", body)) if path.startswith(_OWN_CODE) else body


@cache
def digest() -> str:
    """Return the digest of all files."""
    sums = (f"{path} {hashlib.sha256(body).hexdigest()}" for path, body in sorted(files().items()))
    return hashlib.sha256("\n".join(sums).encode()).hexdigest()[:16]


def asset_url(path: str) -> str:
    """Return the address of a file. Raises KeyError if there is no such file."""
    if path not in files():
        raise KeyError(path)
    return f"/assets/{digest()}/{path}"


@get("/assets/{release:str}/{path:path}", include_in_schema=False)
async def asset(request: PlayerRequest, release: str, path: str) -> Response[bytes]:
    """Return a file. A page of another release gets the current file, which is not kept."""
    name = str(path).lstrip("/")
    if name not in files():
        raise ProblemError("not-found", "there is no such file")
    kept = _YEAR if release == digest() else "no-cache"
    return unchanging_bytes(
        request,
        f"assets/{name}",
        lambda: files()[name],
        headers={**_HEADERS, "Cache-Control": kept, "Vary": "Accept-Encoding"},
        media_type=_media_type(name),
    )


def _media_type(name: str) -> str:
    if name.endswith(".map"):
        return "application/json"
    return "text/plain" if name.endswith(LICENCE) else mimetypes.guess_type(name)[0] or "application/octet-stream"
