"""Where the token of an app is valid that is limited to one game or one tournament (decision 069)."""

import re

from service.core.store.timeouts import with_timeout
from service.people.accounts import Accounts
from service.people.tokens import Token

_GAME = re.compile(r"/v1/games/([0-9a-f-]{36})(?:/.*)?")
_TOURNAMENT = re.compile(r"/v1/tournaments/([0-9a-f-]{36})(?:/.*)?")

_ANYWHERE = ("/v1/me/stream-tickets", "/oauth/introspect")
"""Paths that a limited token may ask: a ticket opens a stream as the token that made it, with its limit."""


async def is_within(accounts: Accounts, token: Token, path: str) -> bool:
    """Return whether a token is valid at a path: everywhere, or in its game, or in its tournament and its games."""
    if (token.within_game is None and token.within_tournament is None) or path in _ANYWHERE:
        return True
    game, tournament = _GAME.fullmatch(path), _TOURNAMENT.fullmatch(path)
    if token.within_game is not None:
        return game is not None and game[1] == token.within_game
    assert token.within_tournament is not None
    if tournament is not None:
        return tournament[1] == token.within_tournament
    return game is not None and await with_timeout(accounts.is_game_of, token.within_tournament, game[1])
