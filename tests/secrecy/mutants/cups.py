"""Leaks of private tournaments, of drafts and of seeds."""

# what is planted goes by the names of things, not by their types
# pyright: reportUnknownLambdaType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

from typing import Any

import pytest
from msgspec.structs import replace

from service.core.http.problems import ProblemError
from service.tournaments.tournaments import Tournaments, UnknownTournamentError
from tests.planted import replacing


async def _load_any(original: Any, *given: Any) -> Any:
    """Return a tournament that exists; others are unknown as before."""
    try:
        return await next(one for one in given if isinstance(one, Tournaments)).load(given[-1])
    except UnknownTournamentError:
        return await original(*given)


def badges_of_private_tournaments(patch: pytest.MonkeyPatch) -> None:
    """Everybody sees the badge of a private tournament."""
    replacing("service.news.api.feeds.badges.load_public")(_load_any)(patch)


def feeds_of_private_tournaments(patch: pytest.MonkeyPatch) -> None:
    """Everybody reads the feeds and the calendar of a private tournament."""
    replacing("service.news.api.feeds.tournaments.load_public")(_load_any)(patch)


def standings_of_private_tournaments(patch: pytest.MonkeyPatch) -> None:
    """Everybody reads the standings of a private tournament."""
    replacing("service.tournaments.api.standings.load_seen")(_load_any)(patch)


@replacing("service.tournaments.api.access.is_seen_by")
def problems_of_private_tournaments(original: Any, tournament: Any, player: Any) -> bool:
    """The detail of a 404 problem differs where there is a private tournament."""
    if not original(tournament, player):
        message = "this tournament is private"
        raise ProblemError("not-found", message)
    return True


@replacing("service.tournaments.listing.tournaments_in")
def private_tournaments_in_lists(original: Any, cursor: Any, query: Any) -> Any:
    """Lists and feeds of players have private tournaments."""
    owner = cursor.one("SELECT owner FROM tournaments WHERE visibility='private'")
    return original(cursor, replace(query, requester=owner["owner"] if owner else query.requester))


def drafts_for_players(patch: pytest.MonkeyPatch) -> None:
    """Every player may draft the next round."""
    patch.setattr("service.tournaments.api.rounds.director_of", lambda *_: None)


@replacing("service.tournaments.api.routes.tournament_reply")
def seeds_of_running_tournaments(original: Any, loaded: Any, *given: Any, **named: Any) -> Any:
    """A tournament shows its seed before its end."""
    return replace(original(loaded, *given, **named), seed=getattr(loaded, "tournament", loaded).seed.hex())


PRIVATE_MUTANTS = (
    badges_of_private_tournaments,
    feeds_of_private_tournaments,
    standings_of_private_tournaments,
    problems_of_private_tournaments,
    private_tournaments_in_lists,
)
DRAFT_MUTANTS = (drafts_for_players, seeds_of_running_tournaments)
