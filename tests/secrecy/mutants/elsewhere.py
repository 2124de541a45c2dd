"""Leaks in feeds, badges, calendars and the texts of notifications."""

# what is planted goes by the names of things, not by their types
# pyright: reportUnknownLambdaType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

import zlib
from typing import Any

import pytest

from service.feeds.entries import Entry
from service.feeds.schedule import Deadline
from tests.secrecy.mutants.scenes import HANDS, HANDS_WATCHED, hidden_of, mutant, wrap
from tests.secrecy.plays import GAME


def _sum(game: Any) -> int:
    return zlib.crc32(hidden_of(game).encode())


async def _hidden(request: Any) -> int:
    """Return a number that follows from the hands of a game."""
    return _sum((await request.services.play.load(GAME)).game)


@mutant(HANDS_WATCHED, listed=True)
def next_page_of_results_from_hidden_state(patch: pytest.MonkeyPatch) -> None:
    """The link to the next page of the feed of results follows from the hands."""

    def changed(original: Any) -> Any:
        async def newest(request: Any, query: Any) -> Any:
            found, _ = await original(request, query)
            return found, await _hidden(request)

        return newest

    wrap(patch, "service.api.feeds.results.newest", changed)


@mutant(HANDS_WATCHED, listed=True)
def entries_of_running_games_in_the_feed_of_a_player(patch: pytest.MonkeyPatch) -> None:
    """The feed of a player has an entry for the running game, whose text depends on the hands."""

    def changed(original: Any) -> Any:
        async def tournaments(about: Any, player: str) -> Any:
            found = await original(about, player)
            at = "2026-11-20T12:00:00.000000Z"
            text = str(await _hidden(about.request))
            return [*found, Entry(f"urn:uuid:{GAME}", text, text, at, about.page, about.data)]

        return tournaments

    wrap(patch, "service.api.feeds.players._tournaments", changed)


@mutant(HANDS_WATCHED, listed=True)
def badges_of_the_whole_table(patch: pytest.MonkeyPatch) -> None:
    """The colour of the badge of a player depends on hidden state."""

    def changed(original: Any) -> Any:
        def shown(request: Any, language: str, body: bytes) -> Any:
            number = _sum(request.services.play.cached(GAME).game) % 997
            return original(request, language, body.replace(b"</svg>", b"<!-- %d --></svg>" % number))

        return shown

    wrap(patch, "service.api.feeds.badges._shown", changed)


@mutant(HANDS, listed=True)
def deadlines_from_hidden_state(patch: pytest.MonkeyPatch) -> None:
    """The calendar of a player has a deadline whose name depends on the hands of all."""

    def changed(original: Any) -> Any:
        async def deadlines(request: Any, player: str, language: str) -> Any:
            found = await original(request, player, language)
            name = str(await _hidden(request))
            times = "2026-11-20T12:00:00.000000Z", "2026-11-21T12:00:00.000000Z"
            return [*found, Deadline(GAME, 0, "0.1", name, *times)]

        return deadlines

    wrap(patch, "service.api.feeds.own_calendar._deadlines", changed)


def texts_of_pings_from_the_whole_table(patch: pytest.MonkeyPatch) -> None:
    """The text of a ping depends on the hands of all."""
    found: list[int] = [0]

    def noted(original: Any) -> Any:
        def numbered(part: Any) -> Any:
            found[:] = [_sum(part.after.game)]
            return original(part)

        return numbered

    wrap(patch, "service.readmodels.tables.activity._numbered", noted)
    wrap(
        patch,
        "service.notifications.planning.turn_text",
        lambda original: lambda terms, game, url: original(terms, f"{game} {found[-1]}", url),
    )


TEXT_MUTANTS = (texts_of_pings_from_the_whole_table,)
