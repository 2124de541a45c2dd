"""The manifest, the icons, the worker, the page without connection. Their addresses stay: installed apps keep them."""

import re
from typing import Any

import msgspec
from litestar import Response, get

from service.core.http.problems import ProblemError
from service.core.http.response.conditional import unchanging_bytes
from service.people.api.request import PlayerRequest
from service.web.assets import files
from service.web.pages import render
from service.web.push.icons import SIZES, icon_png

WORKER = "js/push/worker.js"

_BOARD_PARTS = re.compile(r"js/board/(?:titles/.+|labels)\.js")

_HEADERS = {"X-Content-Type-Options": "nosniff", "Vary": "Accept-Encoding"}

MANIFEST: dict[str, Any] = {
    "id": "/",
    "name": "Ludolog",
    "short_name": "Ludolog",
    "start_url": "/",
    "scope": "/",
    "display": "standalone",
    "background_color": "#1e3a5b",
    "theme_color": "#1e3a5b",
    "icons": [
        {"src": f"/icons/{size}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for size in SIZES[1:]
        for purpose in ("any", "maskable")
    ],
}
"""The manifest (W3C Web Application Manifest)."""


_ICONS = {f"{size}.png": size for size in SIZES}


@get("/manifest.webmanifest", include_in_schema=False)
async def manifest(request: PlayerRequest) -> Response[Any]:
    """Return the manifest, with which phones install the site. On iOS only an installed site shows notifications."""
    headers = {**_HEADERS, "Cache-Control": "public, max-age=3600"}
    made, kind = msgspec.json.encode(MANIFEST), "application/manifest+json"
    return unchanging_bytes(request, "manifest.webmanifest", lambda: made, headers=headers, media_type=kind)


@get("/icons/{name:str}", include_in_schema=False)
async def app_icon(request: PlayerRequest, name: str) -> Response[Any]:
    """Return an icon of the app."""
    size = _ICONS.get(name)
    if size is None:
        raise ProblemError("not-found", "there is no such icon")
    headers = {**_HEADERS, "Cache-Control": "public, max-age=86400"}
    return unchanging_bytes(request, f"icons/{name}", lambda: icon_png(size), headers=headers, media_type="image/png")


@get("/push-worker.js", include_in_schema=False)
async def worker(request: PlayerRequest) -> Response[Any]:
    """Return the service worker. It lies at the root, so that its scope is the whole site."""
    headers = {**_HEADERS, "Cache-Control": "no-cache"}
    kind = "text/javascript"
    return unchanging_bytes(request, "push-worker.js", lambda: files()[WORKER], headers=headers, media_type=kind)


@get("/offline", include_in_schema=False)
async def offline(request: PlayerRequest) -> Response[Any]:
    """Return the page that the worker keeps, and shows while nothing can be reached. It is the same for everyone."""
    # all that its boards may need, since nothing can be loaded later
    parts = [path for path in files() if _BOARD_PARTS.fullmatch(path)]
    return render(request, "offline.html", {"json": None, "parts": sorted(parts)})


routes = (manifest, app_icon, worker, offline)
