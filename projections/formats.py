"""Numbers and dates as a language writes them, for pages and pictures. The web client has the same in `texts.js`."""

from datetime import date

from projections.languages import ENGLISH
from projections.sentences.messages import COMMON, catalogue

_MINUS = "\N{MINUS SIGN}"
_GERMAN = "de"
_MONTHS = ("gen", "feb", "mar", "apr", "mag", "giu", "lug", "ago", "set", "ott", "nov", "dic")


def format_number(number: int, language: str) -> str:
    """Return a whole number with separators between thousands."""
    return catalogue(language, COMMON).number(number).replace("-", _MINUS)


def format_decimal(number: float, language: str) -> str:
    """Return a number with one decimal place."""
    return f"{number:z.1f}".replace(".", "." if language == ENGLISH else ",").replace("-", _MINUS)


def format_percent(shown: str, language: str) -> str:
    """Return a formatted number, or a range, with the sign of percent, before which only German has a space."""
    space = "\N{NO-BREAK SPACE}" if language == _GERMAN else ""
    return f"{shown}{space}%"


def format_day(at: str, language: str) -> str:
    """Return the day of a moment of RFC 3339. English keeps the international form."""
    day = date.fromisoformat(at[:10])
    match language:
        case "de":
            return f"{day:%d.%m.%Y}"
        case "it":
            return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"
        case _:
            return day.isoformat()
