"""Pages of tokens and invitations."""

from service.core.http.request.cursors import cursor_of, time_and_text_in
from service.people.tokens import Token


def tokens_after(cursor: str | None) -> tuple[str, str] | None:
    """Return the token in a cursor, after which a page begins. Raises a 400 problem."""
    return None if cursor is None else time_and_text_in(cursor)


def cursor_after_token(token: Token) -> str:
    """Return the cursor of the page after this token."""
    return cursor_of(token.created_at, token.id)
