"""The request class of the API: who asks, and from where."""

from typing import Any, cast

from service.core.connections.addresses import ADDRESS
from service.core.connections.asker import Asker
from service.core.http.cookies import other_cookies
from service.core.http.request.bodies import StrictRequest
from service.people.tickets import Ticket
from service.people.tokens import Token

TICKET_USED = "ludolog.ticket"
"""The key in the scope of a request with a stream ticket."""


class PlayerRequest(StrictRequest):
    """A request with or without a token."""

    @property
    def user(self) -> Token | None:
        """The token of the request, or of its stream ticket; None: it has none."""
        return self.scope["user"]

    @property
    def reader(self) -> Token | None:
        """The token of the request if it may read games; None: the request sees what everybody sees."""
        token = self.user
        return token if token is not None and token.allows("games:read") else None

    @property
    def cookies(self) -> dict[str, str]:
        """The cookies of the request, such as the language of pages, without that of a session."""
        return other_cookies(self.scope)

    @property
    def ticket(self) -> Ticket | None:
        """The stream ticket of the request; None: it has none."""
        return cast("dict[str, Any]", self.scope).get(TICKET_USED)

    @property
    def asker(self) -> Asker:
        """The client, for whom slow computations are done in turn."""
        return Asker(cast("dict[str, Any]", self.scope)[ADDRESS], "" if self.user is None else self.user.id)
