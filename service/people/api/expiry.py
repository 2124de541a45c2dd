"""Validation of the expiry time in a request (RFC 3339)."""

from service.core.http.problems import ProblemError
from service.core.http.request.times import time_in
from service.people.tokens import Token


def expiry_of(asked: str | None, by: Token) -> str | None:
    """Return the expiry time of a new token in the format of the log; None: no expiry.

    A token cannot outlive the token that creates it. Raises a 400 problem for an invalid time, and a 403 problem for a
    time after the expiry of the creating token. The code that creates the token refuses past times, because a request
    may be repeated after the expiry time.
    """
    if asked is None:
        return by.creates_until
    moment = time_in(asked, "expires_at", "bad-request")
    most = by.creates_until
    if most is not None and moment > most:
        message = f"the token by which you ask expires at {most}: it cannot make one that lives longer"
        raise ProblemError("scope-missing", message)
    return moment
