"""Lists as JSON, NDJSON or CSV (RFC 4180), by content negotiation."""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

import msgspec
from litestar import Request, Response
from litestar.params import QueryParameter

from service.core.http.request.cursors import next_link
from service.core.http.response.conditional import CONTENT_TYPE, JSON, digest_of, represented, vary
from service.core.http.response.negotiation import ACCEPT, NDJSON, accepted

CSV = "text/csv"

_FORMULA = re.compile(r"(\A\s*|[,;\t\r\n][\s\"]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])")
"""Where a spreadsheet may find a formula: at the start of a text, and after a separator in it.

A program that separates at another character than the writer did splits cells there. Quotation marks do not help: they
count only at the start of a cell.
"""

_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july", "august", "september", "october"),
    *("november", "december", "januar", "jänner", "februar", "märz", "mai", "juni", "juli", "oktober", "dezember"),
    *("gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre", "ottobre"),
    *("novembre", "dicembre"),
)
_UNITS = ("", "e", "a", "p", "am", "pm")
"""What may follow a number: an exponent, or a half of the day."""

_ABBREVIATED = 3
"""The least letters of an abbreviated month."""

_WORD = re.compile(r"[^\W\d_]+")

_PLACES = 6
"""The digits after the decimal point of a fraction as a decimal number."""


class Dialect(NamedTuple):
    """How a table is written."""

    separator: str = ","
    decimal_point: str = "."
    has_mark: bool = False
    """Whether a byte order mark tells Excel that the text is UTF-8."""


SPREADSHEETS: Mapping[str | None, Dialect] = {
    None: Dialect(),
    "en": Dialect(has_mark=True),
    "de": Dialect(";", ",", has_mark=True),
    "it": Dialect(";", ",", has_mark=True),
}

Spreadsheet: TypeAlias = Annotated[
    Literal["en", "de", "it"] | None,
    QueryParameter(
        description="Write the CSV for spreadsheet programs in this language: UTF-8 with a byte order mark, in `de` "
        "and `it` with `;` as separator and a decimal comma."
    ),
]
"""The query parameter of downloads that people open in a spreadsheet program."""


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

    Shared caches store a `public` list; it is the same for all callers.
    """
    form = accepted(request, JSON, NDJSON, CSV)
    if form == NDJSON:
        body, media_type = b"".join(msgspec.json.encode(item) + b"\n" for item in items), NDJSON
    elif form == CSV:
        body, media_type = csv_bytes(rows, columns), f"{CSV}; header=present"
    else:
        body, media_type = msgspec.json.encode({"items": items, "next": following}), JSON
    tag = digest_of(body + (following or "").encode())
    headers = {"Vary": vary(ACCEPT, public=public, for_all=public), **next_link(request, following)}
    return represented(request, tag, lambda: body, public=public, headers={**headers, CONTENT_TYPE: media_type})


def csv_bytes(rows: Iterable[Mapping[str, object]], columns: Sequence[str], spreadsheet: str | None = None) -> bytes:
    """Return rows as CSV with a header, in the dialect of the spreadsheet programs of a language if one is given.

    A text that a spreadsheet would change into a formula, a number or a date begins with an apostrophe, and so does a
    fraction. Mappings and lists become JSON.
    """
    dialect = SPREADSHEETS[spreadsheet]
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=dialect.separator)
    writer.writerow(columns)
    writer.writerows([_cell(row[column], dialect) for column in columns] for row in rows)
    return out.getvalue().encode("utf-8-sig" if dialect.has_mark else "utf-8")


def csv_suffix(spreadsheet: str | None) -> str:
    """Return the end of the tag of a representation as CSV, one for each dialect."""
    return ".csv" if spreadsheet is None else f".{spreadsheet}.csv"


def with_decimals(values: Mapping[str, Fraction]) -> dict[str, object]:
    """Return exact values, and after them each as a decimal number, in a column named `..._decimal`."""
    return {**values, **{decimal_column(name): _rounded(value) for name, value in values.items()}}


def decimal_column(name: str) -> str:
    """Return the column of a value as a decimal number."""
    return f"{name}_decimal"


def _rounded(value: Fraction) -> Decimal:
    """Return a fraction as a decimal number, to a millionth."""
    return Decimal(round(value * 10**_PLACES)).scaleb(-_PLACES)


def _cell(value: object, dialect: Dialect) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case str():
            return _literal(value)
        case Fraction() if value.denominator > 1:
            return f"'{value}"
        case float() | Decimal():
            return _number(value, dialect)
        case Mapping() | list() | tuple():
            return _literal(msgspec.json.encode(value).decode())
        case _:
            return str(value)


def _literal(text: str) -> str:
    """Return a text that a spreadsheet leaves as it is."""
    disarmed = _FORMULA.sub(r"\1'", text)
    return f"'{text}" if disarmed == text and _is_quantity(text) else disarmed


def _is_quantity(text: str) -> bool:
    """Whether a spreadsheet may take a text for a number, a time or a date, such as `9/4`, `1E5` or `3. Mai`."""
    words = _WORD.findall(text)
    if len(words) > 1 or not any(map(str.isdigit, text)):
        return False
    word = words[0].casefold() if words else ""
    is_month = len(word) >= _ABBREVIATED and any(month.startswith(word) for month in _MONTHS)
    return is_month or (word in _UNITS and not text.lstrip()[0].isalpha())


def _number(value: float | Decimal, dialect: Dialect) -> str:
    text = f"{value:f}".rstrip("0").rstrip(".") if isinstance(value, Decimal) else str(value)
    return text.replace(".", dialect.decimal_point)
