"""Problems that name the part of a request that is wrong."""

from collections.abc import Iterable
from difflib import get_close_matches

from service.http.problems import FieldError, ProblemError

SHOWN = 40
"""Characters of a client's text that an error repeats."""


def parameter_fault(name: str, reason: str) -> FieldError:
    """Return what is wrong with a parameter of the query or the path, or with a header."""
    return FieldError(f"/{name.replace('~', '~0').replace('/', '~1')}", reason, name)


def bad_parameter(name: str, reason: str) -> ProblemError:
    """Return the 400 problem of a parameter or header."""
    return ProblemError("bad-request", reason, errors=(parameter_fault(name, reason),))


def suggestion(word: str, known: Iterable[str]) -> str:
    """Return the question for the closest known word, such as ` (did you mean limit?)`; empty if none is close."""
    close = get_close_matches(word.lower(), list(known), n=1, cutoff=0.5)
    return f" (did you mean {close[0]}?)" if close else ""
