"""The OpenAPI document, and a page to read and try it; no other host is needed."""

import asyncio
import mimetypes
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib import resources

from litestar import MediaType, Response, get
from litestar.datastructures import State

from service.access import PlayerRequest
from service.problems import ProblemError
from service.representations import represented

ASSETS = resources.files("service.openapi") / "swagger_ui"
DOCS_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "public, no-cache",
}


@get("/openapi.json", include_in_schema=False)
async def openapi_document(request: PlayerRequest, state: State) -> Response[bytes]:
    """Return the document of this API; made when first asked for."""
    document: bytes = await asyncio.to_thread(state.openapi_document)
    return represented(request, _digest(document), lambda: document, kept=_kept, public=True)


_FORMS: dict[str, bytes] = {}


def _kept(form: str, make: Callable[[], bytes]) -> bytes:
    if form not in _FORMS:
        _FORMS[form] = make()
    return _FORMS[form]


@get("/docs", include_in_schema=False)
async def docs() -> Response[bytes]:
    """Return the page that shows the document and tries it."""
    return Response(_page(), media_type=MediaType.HTML, headers=DOCS_HEADERS)


@cache
def _page() -> bytes:
    return (ASSETS / "docs.html").read_bytes()


@cache
def _digest(document: bytes) -> str:
    return sha256(document).hexdigest()[:16]


@get("/docs/assets/{name:str}", include_in_schema=False)
async def asset(request: PlayerRequest, name: str) -> Response[bytes]:
    """Return a file of the page."""
    files = _assets()
    if name not in files:
        raise ProblemError("not-found", "there is no such file")
    content = files[name]
    return represented(
        request,
        _digest(content),
        lambda: content,
        kept=_kept,
        public=True,
        headers={"Cache-Control": "public, max-age=3600"},
        media_type=mimetypes.guess_type(name)[0] or "text/plain",
    )


@cache
def _assets() -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in ASSETS.iterdir() if file.is_file()}


routes = (openapi_document, docs, asset)
