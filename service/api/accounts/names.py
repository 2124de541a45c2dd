"""Validation of the names, labels and reasons in requests."""

from service.accounts.names import InvalidNameError, printable
from service.http.problems import ProblemError


def printable_name(text: str) -> str:
    """Return a name or label in its stored form. Raises a 422 problem if it is invalid."""
    return printable_text(text, "invalid-name")


def printable_text(text: str, code: str) -> str:
    """Return a text in NFC without surrounding white space. Raises a problem with this code if it is invalid."""
    try:
        return printable(text)
    except InvalidNameError as error:
        raise ProblemError(code, str(error)) from None
