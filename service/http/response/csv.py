"""Lists as JSON, NDJSON or CSV (RFC 4180), by content negotiation."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from litestar import Request, Response

from service.http.request.cursors import next_link
from service.http.response.conditional import CONTENT_TYPE, JSON, digest_of, represented
from service.http.response.negotiation import NDJSON, accepted

CSV = "text/csv"

_FORMULA = tuple("=+-@\uff1d\uff0b\uff0d\uff20")
"""The first characters of a text that a spreadsheet would evaluate as a formula."""


def tabular(
    request: Request[Any, Any, Any],
    items: Sequence[Any],
    following: str | None,
    rows: Iterable[Mapping[str, object]],
    columns: Sequence[str],
    *,
    public: bool = True,
) -> Response[Any]:
    """Return a list in the accepted format. `rows` and `columns` are its content as CSV.

    Shared caches store a `public` list.
    """
    form = accepted(request, JSON, NDJSON, CSV)
    if form == NDJSON:
        body, media_type = b"".join(msgspec.json.encode(item) + b"\n" for item in items), NDJSON
    elif form == CSV:
        body, media_type = csv_bytes(rows, columns), f"{CSV}; header=present"
    else:
        body, media_type = msgspec.json.encode({"items": items, "next": following}), JSON
    tag = digest_of(body + (following or "").encode())
    headers = next_link(request, following)
    return represented(request, tag, lambda: body, public=public, headers={**headers, CONTENT_TYPE: media_type})


def csv_bytes(rows: Iterable[Mapping[str, object]], columns: Sequence[str]) -> bytes:
    """Return rows as CSV with a header. A text that a spreadsheet would evaluate begins with an apostrophe."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(columns)
    writer.writerows([_cell(row[column]) for column in columns] for row in rows)
    return out.getvalue().encode()


def _cell(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case str() if value.startswith(_FORMULA):
            return f"'{value}"
        case _:
            return str(value)
