"""Validation of the names and labels in requests."""

from service.accounts.names import InvalidNameError, printable
from service.http.problems import ProblemError


def printable_name(text: str) -> str:
    """Return a name or label in its stored form. Raises a 422 problem if it is invalid."""
    try:
        return printable(text)
    except InvalidNameError as error:
        raise ProblemError("invalid-name", str(error)) from None
