"""The request class of the API, with the token of the request and the services."""

from service.accounts.tokens import Token
from service.http.request.bodies import StrictRequest
from service.services import Services, services_of


class PlayerRequest(StrictRequest):
    """A request with or without a token."""

    @property
    def user(self) -> Token | None:
        """The token of the request; None: it has none."""
        return self.scope["user"]

    @property
    def services(self) -> Services:
        """The services of the application."""
        return services_of(self.app)
