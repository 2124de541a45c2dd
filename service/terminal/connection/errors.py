"""The errors of a command that talks to a server. Each message is one line."""

from http import HTTPStatus
from typing import Any

from service.terminal.display.words import printable


class ServerError(Exception):
    """A request to the server failed. The message is one line."""


class UnreachableError(ServerError):
    """No server answers at the address, or it is not a Ludolog server."""


class OversizeError(ServerError):
    """A reply is larger than what is asked for can be, or comes too slowly."""


class Misused(ServerError):
    """The command line or a setting is invalid."""


class ProblemReply(ServerError):
    """The server refused a request. Carries the problem document."""

    def __init__(self, status: int, problem: dict[str, Any]) -> None:
        self.status = status
        self.code = str(problem.get("code", ""))
        self.problem = problem
        detail = problem.get("detail") or problem.get("title") or problem.get("error_description") or f"status {status}"
        super().__init__(printable(str(detail)))

    @property
    def is_temporary(self) -> bool:
        """Return whether the same request can succeed later."""
        return self.status == HTTPStatus.TOO_MANY_REQUESTS or self.status >= HTTPStatus.INTERNAL_SERVER_ERROR
