"""The use case of blocks: block, unblock, list, and what other slices ask."""

from collections.abc import Collection, Sequence

from service.blocks.rows import (
    Block,
    block_of,
    blocked_by,
    blocks_of,
    delete_block,
    erase_blocks,
    has_blocked,
    insert_block,
    pairs_among,
)
from service.core.store.database import Cursor, Database
from service.people.accounts import Accounts
from service.people.rows import lock_account, lock_players

MOST_BLOCKS = 1000
"""Players whom an account may block."""


class TooManyBlocksError(Exception):
    """A player has the maximum number of blocks."""


class Blocks:
    """The blocks of all players."""

    def __init__(self, database: Database, accounts: Accounts) -> None:
        self._database = database
        # in the transaction that deletes the account
        accounts.erasing.append(erase_blocks)

    def block(self, player: str, block: Block, token: str) -> Block:
        """Store a block, and return it, or the earlier one. `token` is the id of the token of the request.

        Raises TooManyBlocksError, and TokenRevokedError after the account was deleted.
        """
        with self._database.writing() as cursor:
            # the deletion of either account waits, or was before
            lock_players(cursor, (player, block.blocked))
            lock_account(cursor, player, token)
            known = block_of(cursor, player, block.blocked)
            if known is not None:
                return known
            if cursor.count("blocks WHERE player=?", (player,)) >= MOST_BLOCKS:
                message = f"you have blocked {MOST_BLOCKS} players, the maximum: unblock one first"
                raise TooManyBlocksError(message)
            if cursor.one("SELECT 1 AS found FROM players WHERE id=? AND erased_at IS NULL", (block.blocked,)) is None:
                # deleted since the request was looked at: the row would stay for ever
                return block
            insert_block(cursor, player, block)
            return block

    def unblock(self, player: str, blocked: str, token: str) -> None:
        """Delete a block; without one nothing changes. Raises TokenRevokedError."""
        with self._database.writing() as cursor:
            lock_account(cursor, player, token)
            delete_block(cursor, player, blocked)

    def find(self, player: str, blocked: str) -> Block | None:
        """Return the block of a player by another one; None: there is none."""
        with self._database.reading() as cursor:
            return block_of(cursor, player, blocked)

    def page(self, player: str, before: tuple[str, str] | None, limit: int) -> list[Block]:
        """Return the blocks of a player, the last one first."""
        with self._database.reading() as cursor:
            return blocks_of(cursor, player, before, limit)

    def blocked_among(self, player: str, others: Collection[str]) -> frozenset[str]:
        """Return whom of some others a player has blocked."""
        with self._database.reading() as cursor:
            return has_blocked(cursor, player, others)

    def kept_apart(self, players: Sequence[str]) -> set[tuple[str, str]]:
        """Return the pairs of these players of whom one has blocked the other, each in the order of the ids."""
        with self._database.reading() as cursor:
            return pairs_among(cursor, players)

    @staticmethod
    def hidden_from(cursor: Cursor, player: str) -> frozenset[str]:
        """Return the players whose messages a player does not want to read."""
        return blocked_by(cursor, player)

    @staticmethod
    def may_meet(cursor: Cursor, one: str, other: str) -> bool:
        """Return whether neither of two players has blocked the other. Challenges and pools ask this."""
        return block_of(cursor, one, other) is None and block_of(cursor, other, one) is None
