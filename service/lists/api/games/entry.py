"""Refuses a seat to a player who does not meet the terms of the game."""

from msgspec import UNSET, UnsetType

from domain.game.events import GameOpened
from projections.rows.ratings import SCALE
from service.core.http.problems import ProblemError
from service.lists.reading import ReadModels
from service.lists.tables.entry import completion_of, rating_of
from service.play.api.seats.admission import Applicant


class EntryCheck:
    """Compares players with the terms of games, by the tables that follow the log."""

    def __init__(self, models: ReadModels) -> None:
        self._models = models

    async def check(self, applicant: Applicant) -> None:
        """Raise a 409 problem unless a player meets the terms of a game, or its opener has chosen the player."""
        opened = applicant.game.opened
        if applicant.is_chosen:
            return
        if not isinstance(opened.min_completion, UnsetType):
            found = await self._models.read(("results",), lambda cursor: completion_of(cursor, applicant.player))
            if found.percent is not None and found.percent < opened.min_completion:
                reason = (
                    f"this game is for players who finish {opened.min_completion}% of their games: you have finished "
                    f"{found.finished} of the last {found.started}. Finish others first, or open a game yourself"
                )
                raise ProblemError("not-possible", reason)
        if opened.min_rating is not UNSET or opened.max_rating is not UNSET:
            rating = await self._models.read(
                ("ratings",), lambda cursor: rating_of(cursor, applicant.player, opened.ruleset)
            )
            if not _is_within(rating, opened):
                reason = f"this game is for players with a rating {_range(opened)}: yours is {rating / SCALE:.1f}"
                raise ProblemError("not-possible", reason)


def _is_within(rating: int, opened: GameOpened) -> bool:
    lowest, highest = opened.min_rating, opened.max_rating
    is_too_low = not isinstance(lowest, UnsetType) and rating < lowest * SCALE
    is_too_high = not isinstance(highest, UnsetType) and rating > highest * SCALE
    return not (is_too_low or is_too_high)


def _range(opened: GameOpened) -> str:
    match opened.min_rating, opened.max_rating:
        case UnsetType(), highest:
            return f"up to {highest}"
        case lowest, UnsetType():
            return f"from {lowest} on"
        case lowest, highest:
            return f"from {lowest} to {highest}"
