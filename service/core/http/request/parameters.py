"""Problems that name an invalid parameter or header."""

from collections.abc import Iterable
from difflib import get_close_matches

from domain.kernel.codec import escaped
from service.core.http.problems import FieldError, ProblemError

SHOWN = 40
"""The number of characters of a client's text that an error repeats."""


def parameter_error(name: str, reason: str) -> FieldError:
    """Return the error of a query parameter, a path parameter or a header."""
    return FieldError(f"/{escaped(name)}", reason, name)


def bad_parameter(name: str, reason: str, code: str = "bad-request") -> ProblemError:
    """Return the problem of a parameter or header, by default 400."""
    return ProblemError(code, reason, errors=(parameter_error(name, reason),))


def suggestion(word: str, known: Iterable[str]) -> str:
    """Return a hint at the most similar known word, such as ` (did you mean limit?)`; empty if none is similar."""
    close = get_close_matches(word.lower(), list(known), n=1, cutoff=0.5)
    return f" (did you mean {close[0]}?)" if close else ""
