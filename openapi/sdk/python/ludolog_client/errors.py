"""What can go wrong. `problems` has a class for each code of a problem document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    import httpx

_SHOWN = 200
"""Characters of an answer without a problem document that an error shows."""


class LudologError(Exception):
    """The base of all errors of this package."""


class NoAnswer(LudologError):
    """No whole answer in time. A change may have been executed: send it again with the same key."""


class ReceiptError(LudologError):
    """A receipt or an event contradicts its signature, the hash chain, or what the service has sent before.

    Keep the file of receipts: it is the evidence.
    """


class AuthorizationError(LudologError):
    """The person, or the authorization server, refuses (RFC 6749 5.2). `code` is the value of `error`."""

    def __init__(self, code: str, description: str = "") -> None:
        super().__init__(f"{code}: {description}" if description else code)
        self.code = code


class Problem(LudologError):
    """The service refuses a request (RFC 9457).

    `document` has all members of the problem document: such as `legal` and `rule` of the code `refused`, or `errors`.
    """

    code: ClassVar[str] = ""
    """The code of a subclass."""

    def __init__(self, status: int, document: dict[str, Any], retry_after: float | None = None) -> None:
        super().__init__(f"{status} {document.get('code', '')}: {document.get('detail', '')}")
        self.status, self.document, self.retry_after = status, document, retry_after
        self.detail: str = document.get("detail", "")


def problem_in(answer: httpx.Response) -> Problem:
    """Return the problem that an answer describes: an instance of the class of its code, if this release knows it."""
    from ludolog_client.problems import BY_CODE  # noqa: PLC0415 - the classes are made of this one

    document = _document(answer)
    wanted = answer.headers.get("Retry-After", "")
    of_code = BY_CODE.get(document["code"], Problem)
    return of_code(answer.status_code, document, float(wanted) if wanted.isdigit() else None)


def _document(answer: httpx.Response) -> dict[str, Any]:
    try:
        document: Any = answer.json()
        if isinstance(document["code"], str):
            return document
    except (ValueError, KeyError, TypeError):
        pass
    # between the client and the service, a proxy has answered
    return {"code": "", "detail": answer.text[:_SHOWN], "status": answer.status_code}
