"""Carries out what the operator orders at the command line."""

from pathlib import Path
from typing import assert_never

from service.core.store.timeouts import with_timeout
from service.moderation.orders import (
    Answer,
    GrantOrder,
    Order,
    OrderRefusedError,
    RevokeOrder,
    RolesOrder,
    put_answer,
    taken_orders,
)
from service.moderation.roles import PlayerUnknownError, RoleRefusedError, Roles
from service.people.accounts import Accounts
from service.people.names import name_keys
from service.people.tokens import TokenRevokedError

EVERY = 0.5
"""Seconds between two looks for orders next to a SQLite database."""


class Desk:
    """Carries out orders."""

    def __init__(self, accounts: Accounts, roles: Roles) -> None:
        self._accounts = accounts
        self._roles = roles

    async def answer(self, order: Order) -> Answer:
        """Carry out an order. What is refused has no effect."""
        try:
            return Answer(tuple(await self._carry_out(order)))
        except (OrderRefusedError, RoleRefusedError) as error:
            return Answer(refused=str(error))
        except (PlayerUnknownError, TokenRevokedError):
            return Answer(refused="the account was deleted meanwhile")

    async def answer_all(self, beginning: Path) -> None:
        """Carry out the orders next to the database."""
        for file, order in taken_orders(beginning):
            put_answer(file, await self.answer(order))

    async def _carry_out(self, order: Order) -> list[str]:
        match order:
            case GrantOrder():
                player = await with_timeout(self._player, order.player)
                is_new = await with_timeout(self._roles.grant, player, order.role, order.reason)
                done = "is" if is_new else "was already"
                return [f"{self._accounts.name_of(player)} ({player}) {done} {order.role}"]
            case RevokeOrder():
                player = await with_timeout(self._player, order.player)
                is_new = await with_timeout(self._roles.revoke, player, order.role, order.reason)
                done = "is no longer" if is_new else "was not"
                return [f"{self._accounts.name_of(player)} ({player}) {done} {order.role}"]
            case RolesOrder():
                found = await with_timeout(self._roles.all)
                return [f"{each.role:<10} {self._accounts.name_of(each.player)} ({each.player})" for each in found]
            case _:
                assert_never(order)

    def _player(self, text: str) -> str:
        """Return the id of the player with this id or name. Raises OrderRefusedError."""
        if (found := self._accounts.player(text)) is not None:
            return found.id
        named = self._accounts.players_named(text, limit=2)
        if named and name_keys(named[0].name).folded == name_keys(text).folded:
            return named[0].id
        message = f"there is no player {text!r}: name a player by the whole name or the id"
        raise OrderRefusedError(message)
