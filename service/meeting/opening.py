"""Opens the games of meetings that all players have agreed to. Any process may do it: the log opens each game once."""

import logging
from functools import partial

from domain.game.decide import NotPossible
from domain.game.events import STAND_IN
from domain.game.game import seat_of
from domain.kernel.ruleset import OptionError
from service.core.http.problems import ProblemError
from service.core.store.outage import STORE_ERRORS
from service.core.store.timeouts import with_timeout
from service.meeting.meetings import Meetings
from service.meeting.rows import Meeting
from service.meeting.terms import new_game_of
from service.people.accounts import Accounts
from service.play.cache import UnknownGameError, UnreadableGameError
from service.play.loaded import Loaded
from service.play.play import Play
from service.play.steady_clock import TimeInDoubtError, doubt_about

INTERVAL = 2.0
"""Seconds between two looks for meetings whose process has died, and for those that have expired."""

TIDIED_EVERY = 1800
"""Looks after which old meetings are deleted."""

_log = logging.getLogger(__name__)


class Opening:
    """Opens games, and ends meetings that have expired."""

    def __init__(self, meetings: Meetings, play: Play, accounts: Accounts) -> None:
        self._meetings = meetings
        self._play = play
        self._accounts = accounts
        self._looks = 0

    async def opened(self, meeting: Meeting) -> Meeting:
        """Open the game of a meeting that all have agreed to, seat all and start it. Return the meeting.

        A meeting whose game cannot be opened has failed. It is tried again after the errors that are raised: those of
        the store, and TimeInDoubtError.
        """
        if meeting.state != "accepted":
            return meeting
        loaded: Loaded | None = None
        try:
            if await self._is_barred(meeting):
                # a player was suspended after the last one agreed
                return await self._failed(meeting)
            assert meeting.seating is not None
            new, players = new_game_of(meeting.terms, meeting.seating, meeting.owner)
            loaded = await self._play.open_seated(new, players, meeting.id)
        except (*STORE_ERRORS, TimeInDoubtError):
            raise
        except (NotPossible, OptionError, ProblemError) as error:
            # the rules of a later release may not have the options of an old game
            _log.warning("the game of meeting %s cannot be opened: %s", meeting.id, error)
            return await self._failed(meeting)
        except UnreadableGameError:
            # it was opened, and is damaged since
            _log.warning("the game of meeting %s is damaged", meeting.id)
        except Exception:  # noqa: BLE001 - one game must not stop the others
            _log.exception("the game of meeting %s cannot be opened", meeting.id)
            return await self._failed(meeting)
        found = await with_timeout(self._meetings.started, meeting.id)
        if loaded is not None and found is not None and found.state == "cancelled":
            # an account was deleted in between: it has not found this seat
            await self._give_up(loaded)
        self._meetings.notify()
        return found or meeting

    async def _failed(self, meeting: Meeting) -> Meeting:
        """Store that the game of a meeting cannot be opened, unless the log has it meanwhile."""
        failed = not await self._is_open(meeting.id)
        found = await with_timeout(partial(self._meetings.started, meeting.id, failed=failed))
        self._meetings.notify()
        return found or meeting

    async def _is_barred(self, meeting: Meeting) -> bool:
        """Whether a player is suspended and the game is not open yet: another process may have opened it before."""
        if not any(self._meetings.is_suspended(each.player) for each in meeting.players):
            return False
        return not await self._is_open(meeting.id)

    async def _is_open(self, game: str) -> bool:
        """Whether the log has a game. It is read again while this process knows of no such game."""
        try:
            await self._play.load(game)
        except UnknownGameError:
            return False
        except UnreadableGameError:
            # it was opened, and is damaged since
            return True
        return True

    async def _give_up(self, loaded: Loaded) -> None:
        for occupant in loaded.game.occupants:
            if occupant is not None and occupant.player.startswith("player:"):
                player = occupant.player
                if self._accounts.player(player) is None and (seat := seat_of(loaded.game, player)) is not None:
                    await self._play.resign(loaded, lambda _, seat=seat: seat, STAND_IN)

    async def step(self) -> float | None:
        """Open the games that are due, and end what has expired: not while the time is in doubt, or games are held."""
        if doubt_about(self._play.clock) is not None or self._play.is_held:
            return None
        found, expired = await with_timeout(self._meetings.due)
        if expired:
            self._meetings.notify()
        for each in found:
            await self.opened(each)
        self._looks += 1
        if self._looks % TIDIED_EVERY == 1:
            await with_timeout(self._meetings.tidy)
        return None
