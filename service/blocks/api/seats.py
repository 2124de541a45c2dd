"""Keeps players apart when seats of open games are taken."""

from domain.game.events import REGISTERED
from domain.game.reservations import is_substitute, reserved_for
from service.blocks.blocks import Blocks
from service.core.http.problems import ProblemError, problem_at
from service.core.store.timeouts import with_timeout
from service.people.accounts import Accounts
from service.play.api.seats.admission import NOT_ADMITTED, Applicant


class SeatCheck:
    """Refuses a seat to a player whom the opener has blocked, and warns a player of those whom the player has blocked.

    A seat that is reserved for the player by name, or waits for the player as a substitute, is an exception: the opener
    wants the player. So are all seats of tournaments.
    """

    def __init__(self, blocks: Blocks, accounts: Accounts) -> None:
        self._blocks = blocks
        self._accounts = accounts

    async def check(self, applicant: Applicant) -> None:
        """Raise a 409 problem. The one for a blocked player does not say why.

        The guests of a blocked player count as this player.
        """
        game, player = applicant.game, applicant.player
        if reserved_for(game, applicant.seat) == player or is_substitute(game, player):
            return
        if await with_timeout(self._blocks.blocked_among, game.opened.owner, (player,)):
            raise ProblemError("not-possible", NOT_ADMITTED)
        if applicant.despite_blocks:
            return
        people = {occupant.player for occupant in game.occupants if occupant is not None} | {game.opened.owner}
        # a guest counts as the account that has seated the guest
        people = {account for each in people if (account := self._accounts.account_of(each)).startswith(REGISTERED)}
        blocked = await with_timeout(self._blocks.blocked_among, player, people)
        names = sorted(self._accounts.name_of(each) or each for each in blocked)
        if names:
            reason = (
                f"you have blocked {', '.join(names)}, of this game: send `despite_blocks` true to take the seat all "
                "the same"
            )
            raise problem_at("not-possible", "despite_blocks", reason)
