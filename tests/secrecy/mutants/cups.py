"""Leaks of private tournaments, of drafts and of seeds."""

# what is planted goes by the names of things, not by their types
# pyright: reportUnknownLambdaType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

from typing import Any

import pytest
from msgspec.structs import replace

from service.tournaments.tournaments import UnknownTournamentError
from tests.secrecy.mutants.scenes import wrap


def _loading_any(original: Any) -> Any:
    """Return tournaments that exist; others are unknown as before."""

    async def load(request: Any, tournament: str) -> Any:
        try:
            return await request.services.tournaments.load(tournament)
        except UnknownTournamentError:
            return await original(request, tournament)

    return load


def badges_of_private_tournaments(patch: pytest.MonkeyPatch) -> None:
    """Everybody sees the badge of a private tournament."""
    wrap(patch, "service.api.feeds.badges.load_public", _loading_any)


def feeds_of_private_tournaments(patch: pytest.MonkeyPatch) -> None:
    """Everybody reads the feeds and the calendar of a private tournament."""
    wrap(patch, "service.api.feeds.tournaments.load_public", _loading_any)


def standings_of_private_tournaments(patch: pytest.MonkeyPatch) -> None:
    """Everybody reads the standings of a private tournament."""
    wrap(patch, "service.api.tournaments.standings.load_seen", _loading_any)


def private_tournaments_are_forbidden(patch: pytest.MonkeyPatch) -> None:
    """The detail of a 404 problem differs where there is a private tournament."""

    def changed(original: Any) -> Any:
        def is_seen_by(tournament: Any, player: Any) -> bool:
            if not original(tournament, player):
                raise PermissionError
            return True

        return is_seen_by

    wrap(patch, "service.api.tournaments.access.is_seen_by", changed)


def private_tournaments_in_lists(patch: pytest.MonkeyPatch) -> None:
    """Lists and feeds of players have private tournaments."""

    def changed(original: Any) -> Any:
        def tournaments_in(cursor: Any, query: Any) -> Any:
            owner = cursor.one("SELECT owner FROM tournaments WHERE visibility='private'")
            return original(cursor, replace(query, requester=owner["owner"] if owner else query.requester))

        return tournaments_in

    wrap(patch, "service.tournaments.tournaments.tournaments_in", changed)


def drafts_for_players(patch: pytest.MonkeyPatch) -> None:
    """Every player may draft the next round."""
    patch.setattr("service.api.tournaments.rounds.director_of", lambda *_: None)


def seeds_of_running_tournaments(patch: pytest.MonkeyPatch) -> None:
    """A tournament shows its seed before its end."""
    wrap(
        patch,
        "service.api.tournaments.routes.tournament_reply",
        lambda original: (
            lambda loaded, *given, **named: replace(
                original(loaded, *given, **named), seed=getattr(loaded, "tournament", loaded).seed.hex()
            )
        ),
    )


PRIVATE_MUTANTS = (
    badges_of_private_tournaments,
    feeds_of_private_tournaments,
    standings_of_private_tournaments,
    private_tournaments_are_forbidden,
    private_tournaments_in_lists,
)
DRAFT_MUTANTS = (drafts_for_players, seeds_of_running_tournaments)
