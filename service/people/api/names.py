"""Validation of the names, labels and reasons in requests."""

from service.core.http.problems import problem_at
from service.people.names import InvalidNameError, printable


def printable_name(text: str, field: str) -> str:
    """Return a name or label of a body in its stored form. Raises a 422 problem if it is invalid."""
    return printable_text(text, "invalid-name", field)


def printable_text(text: str, code: str, field: str) -> str:
    """Return a text in NFC without surrounding white space. Raises a problem of this code and field if invalid."""
    try:
        return printable(text)
    except InvalidNameError as error:
        raise problem_at(code, field, str(error)) from None
