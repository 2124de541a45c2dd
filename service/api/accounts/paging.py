"""Pages of tokens and invitations."""

from typing import Annotated

from litestar.params import QueryParameter

from service.accounts.accounts import MOST_LISTED
from service.accounts.tokens import Token
from service.http.request.cursors import cursor_of, time_and_text_in

TokenLimit = Annotated[int, QueryParameter(ge=1, le=MOST_LISTED, description="How many at the most.")]


def tokens_after(cursor: str | None) -> tuple[str, str] | None:
    """Return after which token a page begins; raises a 400 problem for a cursor that no list has given."""
    return None if cursor is None else time_and_text_in(cursor)


def cursor_after_token(token: Token) -> str:
    """Return the cursor of the page that follows one that ends with this token."""
    return cursor_of(token.created_at, token.id)
