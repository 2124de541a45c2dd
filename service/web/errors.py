"""Errors as pages: a browser that asks for a page gets one, with the status and text of the problem document."""

from collections.abc import Mapping
from typing import Any

from litestar import MediaType, Request, Response

from service.apps.api.challenges import challenge
from service.apps.api.errors import ENDPOINTS, oauth_error
from service.core.http.problem_types import PROBLEMS
from service.core.http.problems import ProblemError, problem_response
from service.web.pages import EMBED_HEADERS, EMBEDS, headers_of, text_of

DATA = (
    "/v1/",
    "/assets/",
    "/badge/",
    "/docs/assets/",
    "/health",
    "/metrics",
    "/problems",
    "/.well-known",
    "/oembed",
    "/ludolog.js",
)
"""Prefixes of paths that are for programs. Their errors are problem documents."""


def answer(request: Request[Any, Any, Any], error: ProblemError) -> Response[Any]:
    """Return an error as a page if a browser asks for a page, otherwise as a problem document or an error of OAuth."""
    if request.scope["path"] in ENDPOINTS:
        return oauth_error(error)
    challenge(request, error)
    return _page(request, error) if _wants_page(request) else problem_response(request, error)


def _wants_page(request: Request[Any, Any, Any]) -> bool:
    if request.scope["path"].startswith(DATA):
        return False
    return request.accept.best_match([MediaType.JSON, MediaType.HTML]) == MediaType.HTML


def _page(request: Request[Any, Any, Any], error: ProblemError) -> Response[Any]:
    kind = PROBLEMS[error.code]
    is_embed = request.scope["path"].startswith(EMBEDS)
    is_nowhere = "route_handler" not in request.scope
    context = {"json": None, "kind": kind, "detail": error.detail, "code": error.code, "is_nowhere": is_nowhere}
    text = text_of(request, "embed_error.html" if is_embed else "error.html", context)
    own: Mapping[str, str] = EMBED_HEADERS if is_embed else {}
    own = {**own, **problem_response(request, error).headers, "Content-Type": "text/html; charset=utf-8"}
    headers = {**headers_of(request), **own}
    return Response(text, status_code=kind.status, headers=headers, media_type=MediaType.HTML)
