"""The pages of the operator: imprint, privacy, terms."""

from typing import Any

from litestar import Response, get
from markupsafe import Markup

from projections.formats import format_day
from service.core.http.problems import ProblemError
from service.core.store.timeouts import with_timeout
from service.law.documents import NAMES, has_heading, rendered
from service.law.law import Law
from service.people.api.request import PlayerRequest
from service.web.pages import page_language, render


@get("/law/{name:str}", include_in_schema=False)
async def law_page(request: PlayerRequest, law: Law, name: str) -> Response[Any]:
    """Return a document of the operator in the language of the page; with `version` an earlier one."""
    asked = request.query_params.get("version")
    shown, language = None, page_language(request)
    if name in NAMES:
        shown = await with_timeout(law.shown, name, language, asked)
    if shown is None:
        raise ProblemError("not-found", "this site has no such page, or not in this version")
    versions = await with_timeout(law.versions, shown.name)
    context = {
        "json": "/v1/law",
        "shown": shown,
        "since": format_day(shown.since, language),
        # the renderer has escaped HTML of the file
        "html": Markup(rendered(shown.text)),  # noqa: S704 - as the line above says
        "has_heading": has_heading(shown.text),
        "versions": [(version, format_day(since, language)) for version, since in versions if version != shown.version],
        "asked": law.asked if shown.name == "terms" and shown.is_in_force else None,
    }
    return render(request, "law.html", context)
