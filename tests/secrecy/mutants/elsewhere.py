"""Leaks in feeds, badges, calendars and the texts of notifications."""

# what is planted goes by the names of things, not by their types
# pyright: reportUnknownLambdaType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from service.news.feeds.entries import Entry
from service.play.play import Play
from tests.planted import replacing, wrap
from tests.secrecy.mutants.scenes import HANDS, HANDS_WATCHED, mutant, part_of, sum_of
from tests.secrecy.plays import GAME


def _game(request: Any) -> Any:
    loaded = part_of(request, Play).cached(GAME)
    assert loaded is not None
    return loaded.game


async def _hidden(request: Any) -> int:
    """Return a number that follows from the hands of a game."""
    return sum_of((await part_of(request, Play).load(GAME)).game)


@mutant(HANDS_WATCHED, path="/v1/results/feed.atom")
@replacing("service.news.api.feeds.results.feed_reply")
def next_page_of_results_from_hidden_state(original: Any, request: Any, feed: Any, form: Any) -> Any:
    """The link to the next page of the feed of results follows from the hands."""
    number = sum_of(_game(request))
    return original(request, replace(feed, following=f"{feed.first}?cursor={number}"), form)


@mutant(HANDS_WATCHED, path="/v1/players/{player}/feed.atom")
@replacing("service.news.api.feeds.players._tournaments")
async def entries_of_running_games_in_the_feed_of_a_player(original: Any, about: Any, *given: Any) -> Any:
    """The feed of a player has an entry for the running game, whose text depends on the hands."""
    found = await original(about, *given)
    at = "2026-11-20T12:00:00.000000Z"
    text = str(await _hidden(about.request))
    return [*found, Entry(f"urn:uuid:{GAME}", text, text, at, about.page, about.data)]


@mutant(HANDS_WATCHED, path="/badge/players/{player}/{picture}")
@replacing("service.news.api.feeds.badges._shown")
def badges_of_the_whole_table(original: Any, request: Any, language: str, body: bytes) -> Any:
    """The colour of the badge of a player depends on hidden state."""
    number = sum_of(_game(request)) % 997
    return original(request, language, body.replace(b"</svg>", b"<!-- %d --></svg>" % number))


@mutant(HANDS, path="/v1/me/calendar.ics")
@replacing("service.profiles.own_calendar.calendar_reply")
def deadlines_from_hidden_state(original: Any, request: Any, body: bytes, *given: Any, **named: Any) -> Any:
    """The calendar of a player has a line that depends on the hands of all."""
    number = sum_of(_game(request))
    return original(request, body.replace(b"END:VCALENDAR", b"X-LEAK:%d\r\nEND:VCALENDAR" % number), *given, **named)


def texts_of_pings_from_the_whole_table(patch: pytest.MonkeyPatch) -> None:
    """The text of a ping depends on the hands of all."""
    found: list[int] = [0]

    def noted(original: Any) -> Any:
        def numbered(part: Any) -> Any:
            found[:] = [sum_of(part.after.game)]
            return original(part)

        return numbered

    wrap(patch, "service.lists.tables.activity._numbered", noted)
    wrap(
        patch,
        "service.news.planning.turn_text",
        lambda original: lambda terms, game, url: original(terms, f"{game} {found[-1]}", url),
    )


def _with_number(patch: pytest.MonkeyPatch, path: str, changed: Callable[..., Any]) -> None:
    """Replace a function by one that also gets a number which follows from the hands of the game that was read last."""
    found: list[int] = [0]

    def noted(original: Any) -> Any:
        def numbered(part: Any) -> Any:
            found[:] = [sum_of(part.after.game)]
            return original(part)

        return numbered

    wrap(patch, "service.lists.tables.activity._numbered", noted)
    wrap(patch, path, lambda original: lambda *given, **named: changed(original, found[-1], *given, **named))


def slack_in_german(patch: pytest.MonkeyPatch) -> None:
    """A German ping for Slack follows from the hands."""

    def body_of(original: Any, hidden: int, terms: Any, text: str, **more: Any) -> bytes:
        is_wanted = (terms.form, terms.language) == ("slack", "de")
        return original(terms, f"{text} {hidden}" if is_wanted else text, **more)

    _with_number(patch, "service.news.planning.body_of", body_of)


def discord_in_italian(patch: pytest.MonkeyPatch) -> None:
    """The length of an Italian ping for Discord follows from the hands."""

    def body_of(original: Any, hidden: int, terms: Any, text: str, **more: Any) -> bytes:
        padding = b" " * (hidden % 97 if (terms.form, terms.language) == ("discord", "it") else 0)
        return original(terms, text, **more) + padding

    _with_number(patch, "service.news.planning.body_of", body_of)


def times_of_plain_pings(patch: pytest.MonkeyPatch) -> None:
    """The time at which a ping is due follows from the hands."""

    def later(original: Any, hidden: int, at: str, seconds: float) -> str:
        return original(at, seconds + hidden % 97)

    _with_number(patch, "service.news.planning.later", later)


def urgency_of_pushes(patch: pytest.MonkeyPatch) -> None:
    """The time to live of a message to a browser follows from the hands."""

    def push_request(original: Any, hidden: int, *given: Any) -> Any:
        body, headers = original(*given)
        return body, {**headers, "TTL": str(hidden % 997)}

    _with_number(patch, "service.news.requests.push_request", push_request)


def texts_of_pushes(patch: pytest.MonkeyPatch) -> None:
    """The encrypted text for a browser follows from the hands."""

    def encrypt(original: Any, hidden: int, text: bytes, keys: Any) -> bytes:
        return original(text + str(hidden).encode(), keys)

    _with_number(patch, "service.news.push.requests.encrypt", encrypt)


def webhooks_of_organised_games(patch: pytest.MonkeyPatch) -> None:
    """The payload of a webhook for organised games follows from the hands."""

    def payload_of(original: Any, hidden: int, event: Any, receiver: Any, why: str) -> bytes:
        found = original(event, receiver, why)
        return found + b" " * (hidden % 97) if why == "organised" else found

    _with_number(patch, "service.news.planning.payload_of", payload_of)


def daily_mails_in_italian(patch: pytest.MonkeyPatch) -> None:
    """The Italian e-mail says when the hands are to be played."""

    def digest_mail(original: Any, hidden: int, digest: Any, waiting: Any, *given: Any) -> Any:
        if digest.language == "it":
            games = tuple(replace(each, name=f"{each.name} {hidden}") for each in waiting.games)
            waiting = replace(waiting, games=games)
        return original(digest, waiting, *given)

    _with_number(patch, "service.news.digest.mailer.digest_mail", digest_mail)


def length_of_daily_mails(patch: pytest.MonkeyPatch) -> None:
    """How often a daily e-mail names a game follows from the hands."""

    def waiting_for(original: Any, hidden: int, *given: Any) -> Any:
        found = original(*given)
        return replace(found, games=found.games * (1 + hidden % 7))

    _with_number(patch, "service.news.digest.mailer.waiting_for", waiting_for)


TEXT_MUTANTS = (
    texts_of_pings_from_the_whole_table,
    slack_in_german,
    discord_in_italian,
    times_of_plain_pings,
    urgency_of_pushes,
    texts_of_pushes,
    webhooks_of_organised_games,
    daily_mails_in_italian,
    length_of_daily_mails,
)
