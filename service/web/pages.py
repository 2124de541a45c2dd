"""Rendering of pages: Jinja templates, language and theme of the request, and the headers of every page."""

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any, cast

import jinja2
from litestar import Request, Response

from domain.kernel.values import Value
from projections.boards.style import STYLE_HASH
from projections.formats import format_decimal, format_number, format_percent
from projections.languages import ENGLISH, LANGUAGES
from service.core.http.problems import ProblemError
from service.core.http.request.languages import language_accepted, language_named
from service.core.http.response.codings import coding_for, compressed
from service.core.http.response.conditional import digest_of, represented, smaller
from service.core.http.response.responses import RawResponse
from service.core.parts import parts_of
from service.core.site_address import SiteAddress
from service.law.law import Law
from service.switches.switches import Switches
from service.web.assets import asset_url
from service.web.modules import preloaded
from service.web.texts import translations

LANGUAGE_COOKIE, THEME_COOKIE = "lang", "theme"
"""What a person has chosen for the pages. Neither is a secret."""

EMBEDS = "/embed/"
"""The prefix of the pages that other sites show in frames. Their errors may be framed as well."""

_WITHOUT_COOKIES = (EMBEDS, "/oembed")
"""Prefixes of the paths that use no cookies: what other sites show is the same for every visitor, in shared caches."""

THEMES = ("light", "dark")

CONTENT_SECURITY_POLICY: Mapping[str, str] = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": f"'self' '{STYLE_HASH}'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "media-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "lit-html ludolog-board ludolog-worker",
}
"""No inline code, no foreign requests, no frames. Inline style is only that of the boards, by its hash."""

PAGE_HEADERS: Mapping[str, str] = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-cache",
    "Vary": "Accept-Language, Cookie, Accept-Encoding",
}


def policy(**changes: str) -> str:
    """Return the Content-Security-Policy of a page. `changes` replace directives; `_` stands for `-`."""
    directives = {**CONTENT_SECURITY_POLICY, **{name.replace("_", "-"): value for name, value in changes.items()}}
    return "; ".join(f"{name} {value}" for name, value in directives.items())


EMBED_HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": policy(frame_ancestors="*"),
    # a page that isolates itself shows only frames that do so too and allow it
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Vary": "Accept-Language, Accept-Encoding",
}
"""The headers in which embeds, and errors of embeds, differ from pages: any site may show them in a frame."""


def page_language(request: Request[Any, Any, Any]) -> str:
    """Return the language of a page: of the parameter `lang`, the cookie, Accept-Language, or else English.

    What other sites show uses no cookie.
    """
    for tag in (request.query_params.get("lang"), _chosen(request, LANGUAGE_COOKIE)):
        try:
            if tag:
                return language_named(tag)
        except ProblemError:
            continue
    return language_accepted(request) or ENGLISH


def alternates(request: Request[Any, Any, Any], site: SiteAddress) -> tuple[tuple[str, str], ...]:
    """Return the addresses of a page by language, for search engines; `x-default` chooses by the request."""
    address = f"{site.address_of(request)}{request.scope['path']}"
    return (*((language, f"{address}?lang={language}") for language in LANGUAGES), ("x-default", address))


def page_theme(request: Request[Any, Any, Any]) -> str:
    """Return the theme of a page, by the parameter or the cookie; `auto` follows the device.

    What other sites show uses no cookie.
    """
    for theme in (request.query_params.get("theme"), _chosen(request, THEME_COOKIE)):
        if theme in THEMES:
            return theme
    return "auto"


def _chosen(request: Request[Any, Any, Any], cookie: str) -> str | None:
    return None if request.scope["path"].startswith(_WITHOUT_COOKIES) else request.cookies.get(cookie)


def render(
    request: Request[Any, Any, Any], template: str, context: Mapping[str, Any], headers: Mapping[str, str] | None = None
) -> Response[Any]:
    """Return a page, compressed and with an ETag."""
    body = text_of(request, template, context).encode()
    all_headers = {**headers_of(request), **(headers or {}), "Content-Type": "text/html"}
    return represented(request, digest_of(body), lambda: body, public=True, kept=smaller(body), headers=all_headers)


def render_own(request: Request[Any, Any, Any], template: str, context: Mapping[str, Any]) -> Response[Any]:
    """Return a page with what only the person who asks may see, compressed. No cache stores it."""
    body = text_of(request, template, context).encode()
    headers = {**headers_of(request), "Cache-Control": "private, no-store", "Content-Type": "text/html; charset=utf-8"}
    coding = coding_for(request, "smaller", len(body))
    if coding is None:
        return RawResponse(200, headers, body)
    return RawResponse(200, {**headers, "Content-Encoding": coding}, compressed(body, "smaller", coding))


def text_of(request: Request[Any, Any, Any], template: str, context: Mapping[str, Any]) -> str:
    """Return the text of a page in the language and theme of the request."""
    language = page_language(request)
    shared = {
        "lang": language,
        "theme": page_theme(request),
        "path": request.scope["path"],
        "announced": announced(request, language),
    }
    return preloaded(environment(language).get_template(template).render(**shared, **context))


class Announced(Value, frozen=True):
    """What every page shows of the state of the site."""

    notice: str | None = None
    maintenance: str | None = None
    law: tuple[str, ...] = ()
    """The names of the operator's documents."""
    asks_terms: bool = False
    """Whether players have to accept the terms."""


def announced(request: Request[Any, Any, Any], language: str) -> Announced:
    """Return what every page shows of the state of the site."""
    switches, law = parts_of(request.app).find(Switches), parts_of(request.app).find(Law)
    documents = () if law is None else tuple(law.documents)
    asks_terms = law is not None and law.asked is not None
    if switches is None:
        return Announced(law=documents, asks_terms=asks_terms)
    notice, maintenance = switches.notice, switches.maintenance
    return Announced(notice and notice.in_language(language), maintenance and maintenance.reason, documents, asks_terms)


def headers_of(request: Request[Any, Any, Any]) -> dict[str, str]:
    """Return the headers of a page."""
    return {**PAGE_HEADERS, "Content-Security-Policy": policy(), "Content-Language": page_language(request)}


@cache
def environment(language: str) -> jinja2.Environment:
    """Return the templates in a language."""
    made = jinja2.Environment(
        loader=jinja2.PackageLoader("service.web"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    # the extension adds the method at run time
    install: Callable[..., None] = vars(made)["install_gettext_translations"]
    install(translations(language), newstyle=True)
    cast("dict[str, object]", made.globals)["asset"] = asset_url
    formats = {"number": format_number, "decimal": format_decimal, "percent": format_percent}
    made.filters.update({name: partial(shown, language=language) for name, shown in formats.items()})
    return made
