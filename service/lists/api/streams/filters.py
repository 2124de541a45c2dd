"""The starting points and filters of the streams of players, games and results."""

from collections.abc import Callable
from typing import Any

from domain.game.game import Status
from domain.kernel.values import Value
from service.core.http.problems import ProblemError
from service.core.http.request.cursors import after_number, two_numbers_in
from service.core.store.database import Cursor
from service.core.store.timeouts import with_timeout
from service.lists.reading import ReadModels
from service.lists.row_relay import RowSource
from service.lists.tables.activity import (
    ChangeQuery,
    GameChange,
    Page,
    Place,
    end_of,
    game_changes,
    oldest_place,
)
from service.lists.tables.lobby import GameQuery, Requester
from service.lists.tables.results import NumberedResult
from service.play.api.stream.parameters import Start

_STATUS: dict[str, tuple[Status | None, Status]] = {
    "opened": (None, "open"),
    "seat_taken": ("open", "open"),
    "seat_left": ("open", "open"),
    "seat_declined": ("open", "open"),
    "started": ("open", "running"),
    "cancelled": ("open", "abandoned"),
    "ended": ("running", "ended"),
}
"""The status of a game before and after a change of each kind."""


class GameFilter(Value, frozen=True):
    """Whose changes of games a stream sends: those that the list of games shows the requester."""

    requester: Requester
    status: str | None = None
    ruleset: str | None = None
    player: str | None = None
    owner: str | None = None
    tag: str | None = None
    rated: bool | None = None

    def page(self, cursor: Cursor, after: Place, upto: Place, limit: int) -> Page[GameChange]:
        """Return the changes in the range (after, upto] that the stream sends, a maximum number of them."""
        games = GameQuery(ruleset=self.ruleset, owner=self.owner, tag=self.tag, rated=self.rated)
        kinds = None if self.status is None else tuple(kind for kind in _STATUS if self.status in _STATUS[kind])
        return game_changes(cursor, after, upto, limit, ChangeQuery(self.requester, games, kinds, self.player))

    def shows(self, change: GameChange) -> bool:
        """Whether the stream sends a change."""
        game, requester = change.game, self.requester
        is_own = requester.player in change.audience and requester.game in {None, game.game}
        return (
            (game.is_public or is_own)
            and (self.status is None or self.status in _STATUS[change.kind])
            and self.ruleset in {None, game.ruleset}
            and (self.player is None or self.player in {*change.sitters, change.player})
            # an imported game names its owner itself, which proves nothing
            and (self.owner is None or (self.owner == game.owner and not game.is_foreign))
            and (self.tag is None or self.tag in game.terms.tags)
            and self.rated in {None, game.terms.rated}
        )


def is_result_wanted(
    ruleset: str | None, profile: str | None, player: str | None, owner: str | None
) -> Callable[[NumberedResult], bool]:
    """Return whether a stream with these filters sends a result."""

    def shows(numbered: NumberedResult) -> bool:
        row = numbered.result
        return (
            ruleset in {None, row.ruleset}
            and profile in {None, row.profile}
            and owner in {None, row.owner}
            and (player is None or any(player == seat.player for seat in row.seats))
        )

    return shows


async def result_asked(models: ReadModels, source: RowSource[NumberedResult], start: Start | None) -> Place:
    """Return the place after which a stream of results begins, by default the last one.

    Raises a 400 problem for a cursor of another list, and 416 for one after the last result.
    """
    if start is None:
        # the last one that the table has now, not after it has caught up: the stream sends what the table lacks
        return await source.present()
    # waits until the table contains what was in the log when the request arrived
    last = await source.last()
    number = after_number(start.cursor, start.parameter)
    # a table that is being filled again will contain the result: its number is at most the position of its event
    if number > last[0] and (number > await with_timeout(models.log.last) or not (await models.lag())["results"]):
        raise _beyond_the_end()
    return number, 0


async def place_asked(models: ReadModels, source: RowSource[Any], start: Start | None) -> Place:
    """Return the place after which a stream of changes begins, by default the end of the log.

    Raises a 400 problem for a cursor of another list, 410 for one before the stored changes, and 416 for one after the
    end of the log.
    """
    last = await with_timeout(models.log.last)
    if start is None:
        # the tables may lag behind the log
        return end_of(last)
    after = two_numbers_in(start.cursor, start.parameter)
    if after[0] > last:
        raise _beyond_the_end()
    if after < await source.when_there(oldest_place):
        raise ProblemError("cursor-expired", "the events after this cursor are no longer stored: omit it")
    return after


def _beyond_the_end() -> ProblemError:
    return ProblemError("beyond-the-end", "the cursor is after the last event of this service: leave it out")
