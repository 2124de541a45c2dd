"""The scopes that operations need, as the OpenAPI document names them."""

from litestar.openapi.spec import SecurityRequirement

from service.people.credentials import Scope


def with_scope(*alternatives: Scope) -> list[SecurityRequirement]:
    """Return the requirement of a token with one of these scopes."""
    return [{"token": [scope]} for scope in alternatives]
