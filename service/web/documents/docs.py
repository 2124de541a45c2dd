"""The documents of the API, and a page to read and try it, which loads nothing from other hosts."""

import mimetypes
from collections.abc import Mapping
from functools import cache
from importlib import resources

from litestar import MediaType, Response, get

from service.core.documents import Documents
from service.core.http.problems import ProblemError
from service.core.http.response.conditional import unchanging_bytes
from service.people.api.request import PlayerRequest
from service.web.documents.html import law_links

MADE: Mapping[str, str] = {
    "openapi.json": "application/json",
    "openapi.yaml": "application/yaml",
    "asyncapi.json": "application/json",
}
"""The media types of the documents of the API, by name."""

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


@get([f"/{name}" for name in MADE], include_in_schema=False)
async def document(request: PlayerRequest, documents: Documents) -> Response[bytes]:
    """Return a document of the API, built on first use."""
    name = request.scope["path"].strip("/")
    found = await documents.of_api(name)
    return unchanging_bytes(request, name, lambda: found, media_type=MADE[name])


@get("/docs", include_in_schema=False)
async def docs(request: PlayerRequest) -> Response[bytes]:
    """Return the page that shows the document and tries it, with the links to the pages of the operator."""
    law = law_links(request)
    footer = f'<footer class="swagger-ui"><p class="wrapper">{law}</p></footer>\n' if law else ""
    body = _page().replace(b"<noscript>", f"{footer}<noscript>".encode(), 1)
    return Response(body, media_type=MediaType.HTML, headers=DOCS_HEADERS)


@cache
def _page() -> bytes:
    return (ASSETS / "docs.html").read_bytes()


@get("/docs/assets/{name:str}", include_in_schema=False)
async def asset(request: PlayerRequest, name: str) -> Response[bytes]:
    """Return a file of the page."""
    files = _assets()
    if name not in files:
        raise ProblemError("not-found", "there is no such file")
    return unchanging_bytes(
        request,
        f"docs/assets/{name}",
        lambda: files[name],
        headers={"Cache-Control": "public, max-age=3600"},
        media_type=mimetypes.guess_type(name)[0] or "text/plain",
    )


@cache
def _assets() -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in ASSETS.iterdir() if file.is_file()}


routes = (document, docs, asset)
