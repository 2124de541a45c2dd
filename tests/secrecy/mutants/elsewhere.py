"""Leaks in feeds, badges, calendars and the texts of notifications."""

# what is planted goes by the names of things, not by their types
# pyright: reportUnknownLambdaType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

from typing import Any

import pytest

from service.feeds.entries import Entry
from service.feeds.schedule import Deadline
from tests.planted import replacing, wrap
from tests.secrecy.mutants.scenes import HANDS, HANDS_WATCHED, mutant, sum_of
from tests.secrecy.plays import GAME


async def _hidden(request: Any) -> int:
    """Return a number that follows from the hands of a game."""
    return sum_of((await request.services.play.load(GAME)).game)


@mutant(HANDS_WATCHED, listed=True)
@replacing("service.api.feeds.results.newest")
async def next_page_of_results_from_hidden_state(original: Any, request: Any, query: Any) -> Any:
    """The link to the next page of the feed of results follows from the hands."""
    found, _ = await original(request, query)
    return found, await _hidden(request)


@mutant(HANDS_WATCHED, listed=True)
@replacing("service.api.feeds.players._tournaments")
async def entries_of_running_games_in_the_feed_of_a_player(original: Any, about: Any, player: str) -> Any:
    """The feed of a player has an entry for the running game, whose text depends on the hands."""
    found = await original(about, player)
    at = "2026-11-20T12:00:00.000000Z"
    text = str(await _hidden(about.request))
    return [*found, Entry(f"urn:uuid:{GAME}", text, text, at, about.page, about.data)]


@mutant(HANDS_WATCHED, listed=True)
@replacing("service.api.feeds.badges._shown")
def badges_of_the_whole_table(original: Any, request: Any, language: str, body: bytes) -> Any:
    """The colour of the badge of a player depends on hidden state."""
    number = sum_of(request.services.play.cached(GAME).game) % 997
    return original(request, language, body.replace(b"</svg>", b"<!-- %d --></svg>" % number))


@mutant(HANDS, listed=True)
@replacing("service.api.feeds.own_calendar._deadlines")
async def deadlines_from_hidden_state(original: Any, request: Any, player: str, language: str) -> Any:
    """The calendar of a player has a deadline whose name depends on the hands of all."""
    found = await original(request, player, language)
    name = str(await _hidden(request))
    since, due = "2026-11-20T12:00:00.000000Z", "2026-11-21T12:00:00.000000Z"
    return [*found, Deadline(GAME, 0, "0.1", name, since, due, since)]


def texts_of_pings_from_the_whole_table(patch: pytest.MonkeyPatch) -> None:
    """The text of a ping depends on the hands of all."""
    found: list[int] = [0]

    def noted(original: Any) -> Any:
        def numbered(part: Any) -> Any:
            found[:] = [sum_of(part.after.game)]
            return original(part)

        return numbered

    wrap(patch, "service.readmodels.tables.activity._numbered", noted)
    wrap(
        patch,
        "service.notifications.planning.turn_text",
        lambda original: lambda terms, game, url: original(terms, f"{game} {found[-1]}", url),
    )


TEXT_MUTANTS = (texts_of_pings_from_the_whole_table,)
