"""The page of the dumps, and the same as JSON."""

from html import escape
from typing import Any

from litestar import Response, get

from service.core.http.response.conditional import CONTENT_TYPE, JSON, digest_of, represented
from service.core.http.response.negotiation import ACCEPT, accepted
from service.dumps.api.messages import Index, ListedDump
from service.dumps.api.routes import as_json, index_of, missing
from service.dumps.archive import Archive
from service.people.api.request import PlayerRequest
from service.web.documents.html import HEADERS, page

HTML = "text/html"

VARY = f"Accept-Encoding, {ACCEPT}"

_INTRODUCTION = """
<p>Each dump has the finished public games of a day or of a month (UTC), and the results and ratings of it:</p>
<ul>
<li><code>games.jsonl.zst</code>: the bundles of the games, one after another, in the order of their ends. <code>ludolog
verify</code> checks them.</li>
<li><code>results.csv</code>, <code>results.parquet</code>: a row for each seat of each game with a result.</li>
<li><code>ratings.csv</code>, <code>ratings.parquet</code>: the ratings of all players at the end.</li>
<li><code>manifest.json</code>: numbers, positions in the log, the SHA-256 of each file, and a signature.</li>
</ul>
<p>The files follow from the log alone. <a href="/docs/dumps">The guide</a> loads them into DuckDB and pandas. Programs
read <a href="/dumps/index.json">the index as JSON</a>.</p>
"""


@get("/dumps", include_in_schema=False)
async def dumps(request: PlayerRequest, archive: Archive | None) -> Response[Any]:
    """Return the list of the dumps as a page, or as JSON by `Accept`."""
    if archive is None:
        raise missing()
    if accepted(request, HTML, JSON) == JSON:
        return await as_json(request, archive, VARY)
    body = page("Dumps", _shown(await index_of(archive))).content.encode()
    headers = {**HEADERS, "Cache-Control": "public, no-cache", "Vary": VARY, CONTENT_TYPE: HTML}
    return represented(request, digest_of(body), lambda: body, public=True, for_all=True, headers=headers)


def _shown(index: Index) -> str:
    if not index.items:
        return f"{_INTRODUCTION}<p>There are no dumps yet: the first one follows an hour after the end of a day.</p>"
    rows = "".join(map(_row, index.items))
    return (
        f"{_INTRODUCTION}<table><thead><tr><th>Period</th><th>Games</th><th>Files</th></tr></thead>"
        f"<tbody>{rows}</tbody></table>"
    )


def _row(dump: ListedDump) -> str:
    links = [f'<a href="{escape(file.url)}">{escape(file.name)}</a> ({_size(file.bytes)})' for file in dump.files]
    links.append(f'<a href="{escape(dump.manifest)}">manifest.json</a>')
    return f"<tr><td>{escape(dump.period)}</td><td>{dump.games:,}</td><td>{', '.join(links)}</td></tr>"


def _size(size: int) -> str:
    """Return a number of bytes as people read it."""
    amount, unit = float(size), "B"
    for larger in ("kB", "MB", "GB", "TB"):
        if amount < 1000:  # noqa: PLR2004 - the step between two units
            break
        amount, unit = amount / 1000, larger
    return f"{amount:.0f} {unit}" if unit == "B" else f"{amount:.1f} {unit}"


routes = (dumps,)
