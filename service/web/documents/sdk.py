"""The SDKs of openapi/sdk, so that pip, npm and pages get from a service what fits it."""

import gzip
import io
import tarfile
from collections.abc import Iterator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from litestar import Response, get

from service.core.http.problems import ProblemError
from service.core.http.response.conditional import unchanging_bytes
from service.people.api.request import PlayerRequest

SDK = resources.files("openapi") / "sdk"

_HEADERS = {"X-Content-Type-Options": "nosniff", "Cache-Control": "public, max-age=3600"}

_PACKED = {
    "python.tar.gz": ("python", "ludolog-client", ("pyproject.toml", "README.md", "LICENSE", "ludolog_client")),
    "typescript.tgz": ("typescript", "package", ("package.json", "README.md", "LICENSE", "api.d.ts", "lib")),
}
"""The archives: the folder of the SDK, the folder in the archive, and what is in it."""


@get("/docs/sdk/{name:str}", include_in_schema=False)
async def package(name: str) -> Response[bytes]:
    """Return the package of an SDK."""
    if name not in _PACKED:
        raise ProblemError("not-found", f"there is no such package: there are {' and '.join(_PACKED)}")
    # it is compressed already, and a second coding would be undone by some programs and not by others
    return Response(_archive(name), media_type="application/gzip", headers=_HEADERS)


@get("/docs/sdk/typescript/{name:str}", include_in_schema=False)
async def module(request: PlayerRequest, name: str) -> Response[bytes]:
    """Return a module of the TypeScript SDK, as browsers import it."""
    file = SDK / "typescript" / "lib" / name
    if not name.endswith(".js") or name not in _modules():
        raise ProblemError("not-found", "there is no such module: begin with index.js")
    return unchanging_bytes(
        request, f"docs/sdk/typescript/{name}", file.read_bytes, headers=_HEADERS, media_type="text/javascript"
    )


@cache
def _modules() -> frozenset[str]:
    return frozenset(file.name for file in (SDK / "typescript" / "lib").iterdir())


@cache
def _archive(name: str) -> bytes:
    """Return an archive; the same files give the same bytes."""
    folder, top, parts = _PACKED[name]
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for part in parts:
            for path, file in _files(SDK / folder / part, f"{top}/{part}"):
                content = file.read_bytes()
                entry = tarfile.TarInfo(path)
                entry.size = len(content)
                archive.addfile(entry, io.BytesIO(content))
    return gzip.compress(packed.getvalue(), mtime=0)


def _files(found: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    if found.is_file():
        yield path, found
        return
    for inner in sorted(found.iterdir(), key=lambda each: each.name):
        if inner.name != "__pycache__":
            yield from _files(inner, f"{path}/{inner.name}")


routes = (package, module)
