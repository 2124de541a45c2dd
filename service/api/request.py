"""The request as the routes of the API see it: with the token that it came with, and with the services."""

from service.accounts.tokens import Token
from service.http.request.bodies import StrictRequest
from service.services import Services, services_of


class PlayerRequest(StrictRequest):
    """A request of a player, or of nobody."""

    @property
    def user(self) -> Token | None:
        """The token that the request came with; None: it came without one."""
        return self.scope["user"]

    @property
    def services(self) -> Services:
        """The services of the application."""
        return services_of(self.app)
