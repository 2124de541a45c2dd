"""The tables from which events follow, and the events of their rows."""

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from service.core.store.database import Cursor
from service.lists.tables.activity import (
    GameChange,
    Place,
    PlayerNotice,
    end_of,
    game_changes,
    last_game_change,
    last_player_change,
    player_changes,
)
from service.lists.tables.departures import departures, last_departure
from service.lists.tables.results import NumberedResult, ResultQuery, last_result, results
from service.news.events import Event, PublishedResult, PublishedSeat
from service.news.queue.receivers import EventType
from service.news.times import later, seconds_between
from service.talk.rows import changes_after, last_change
from service.tournaments.round_rows import last_round, rounds_after

PAGE = 200
"""Rows of a table that are read in one transaction."""

MOST_NOTICE, NOTICE_PART = 12 * 3600, 4
"""`deadline.near` comes when the fourth part of the time is left, at most 12 hours."""


_NO_ONE: frozenset[str] = frozenset()


class SourcePage(msgspec.Struct, frozen=True):
    """The events of some rows of a table, and the place of the last one."""

    upto: Place
    events: Sequence[Event]
    is_last: bool


class Source(msgspec.Struct, frozen=True):
    """A table to which rows are appended."""

    name: str
    projections: tuple[str, ...]
    """The projections whose tables are read."""
    last: Callable[[Cursor], Place]
    read: Callable[[Cursor, Place], SourcePage]
    """Returns the events after a place."""


_OF_GAMES: Mapping[str, EventType] = {"started": "game.started", "ended": "game.ended", "cancelled": "game.cancelled"}
"""The types of events, by the kind of the change of a game."""


def _of_players(cursor: Cursor, after: Place) -> SourcePage:
    upto = max(after, last_player_change(cursor))
    rows = player_changes(cursor, after, upto, PAGE).rows
    owners = _owners(cursor, {row.game for row in rows if row.due})
    events = [event for row in rows for event in _of_notice(row, owners.get(row.game, _NO_ONE))]
    return _page(events, [row.place for row in rows], upto)


def _of_notice(row: PlayerNotice, owner: frozenset[str]) -> Iterable[Event]:
    only = frozenset({row.player})
    base = Event("decision.opened", row.game, row.version, row.at, row.place, only, owner, row.seat, row.player)
    match row.kind:
        case "asked":
            yield msgspec.structs.replace(base, decision=row.decision)
        case "started" | "ended" | "cancelled":
            yield msgspec.structs.replace(base, type=_OF_GAMES[row.kind], seat=None, player=None)
        case _:
            pass
    if row.due is not None and row.kind in {"asked", "clock"}:
        yield msgspec.structs.replace(base, type="deadline.near", due=row.due)


def _of_games(cursor: Cursor, after: Place) -> SourcePage:
    upto = max(after, last_game_change(cursor))
    page = game_changes(cursor, after, upto, PAGE)
    events = [event for row in page.rows if (event := _of_change(row))]
    found = _page(events, [row.place for row in page.rows], upto if page.is_complete else after)
    return msgspec.structs.replace(found, is_last=found.is_last or not page.is_complete)


def _of_change(row: GameChange) -> Event | None:
    kind = _OF_GAMES.get(row.kind)
    if kind is None or row.game.is_foreign:
        return None
    return Event(kind, row.game.game, row.version, row.at, row.place, _NO_ONE, frozenset({row.game.owner}))


def _of_results(cursor: Cursor, after: Place) -> SourcePage:
    rows = results(cursor, ResultQuery(after=after[0], limit=PAGE))
    owners = _owners(cursor, {row.result.game for row in rows})
    events = [_of_result(row, owners.get(row.result.game, _NO_ONE)) for row in rows]
    return _page(events, [row.place for row in rows], after)


def _of_result(row: NumberedResult, owner: frozenset[str]) -> Event:
    found = row.result
    players = frozenset(seat.player for seat in found.seats)
    base = (found.game, found.version, found.ended_at, row.place, players, owner)
    seats = tuple(
        PublishedSeat(each.seat, each.player, each.rank, each.score, each.resigned, each.won) for each in found.seats
    )
    return Event("result.published", *base, is_public=True, result=PublishedResult(found.ruleset, found.ending, seats))


def _of_departures(cursor: Cursor, after: Place) -> SourcePage:
    upto = max(after, last_departure(cursor))
    rows = departures(cursor, after, upto, PAGE).rows
    games = {row.game for row in rows}
    owners, players = _owners(cursor, games), _players(cursor, games)
    events = [
        Event(
            *("seat.abandoned", row.game, row.version, row.at, end_of(row.place[0])),
            *(players.get(row.game, _NO_ONE), owners.get(row.game, _NO_ONE), row.seat),
        )
        for row in rows
    ]
    return _page(events, [row.place for row in rows], upto)


def _of_rounds(cursor: Cursor, after: Place) -> SourcePage:
    upto = max(after, _last_round(cursor))
    rows = rounds_after(cursor, after[0], PAGE)
    names = {row.tournament for row in rows}
    people, public = _people(cursor, names), _public(cursor, names)
    events: list[Event] = []
    for row in rows:
        players, organisers = people.get(row.tournament, (_NO_ONE, _NO_ONE))
        base = (row.event, row.tournament, row.version, row.at, (row.number, 0), players, organisers)
        events.append(Event(*base, round=row.round, is_public=row.tournament in public))
    return _page(events, [(row.number, 0) for row in rows], upto)


def _last_round(cursor: Cursor) -> Place:
    return last_round(cursor), 0


def _of_messages(cursor: Cursor, after: Place) -> SourcePage:
    """Return an event for each message at a table. What spectators write waits for the end, and for no one."""
    upto = max(after, _last_message(cursor))
    rows = changes_after(cursor, after[0], PAGE)
    written = [row for row in rows if row.room == "table" and row.text is not None]
    ids: dict[str, set[str]] = {"games": set(), "tournaments": set()}
    for row in written:
        kind, _, name = row.topic.partition("/")
        ids[kind].add(name)
    sitters, people = _players(cursor, ids["games"]), _people(cursor, ids["tournaments"])
    events: list[Event] = []
    for row in written:
        _, _, name = row.topic.partition("/")
        players, organisers = people.get(name, (sitters.get(name, _NO_ONE), _NO_ONE))
        readers = (players | organisers) - {row.player or ""}
        authors = frozenset(each for each in (row.player, row.account) if each is not None)
        base = ("message.written", row.topic, 0, row.at, (row.changed, 0), readers, _NO_ONE)
        events.append(Event(*base, authors=authors))
    return _page(events, [(row.changed, 0) for row in rows], upto)


def _last_message(cursor: Cursor) -> Place:
    return last_change(cursor), 0


SOURCES: tuple[Source, ...] = (
    Source("players", ("activity", "lobby"), last_player_change, _of_players),
    Source("games", ("activity", "lobby"), last_game_change, _of_games),
    Source("results", ("results", "lobby"), last_result, _of_results),
    Source("departures", ("departures", "lobby"), last_departure, _of_departures),
    # the rows are written with the log, so no projection has to catch up
    Source("rounds", (), _last_round, _of_rounds),
    Source("messages", ("lobby",), _last_message, _of_messages),
)


def near(event: Event) -> str:
    """Return when `deadline.near` of an event is due."""
    assert event.due is not None
    left = max(0.0, seconds_between(event.at, event.due))
    return later(event.due, -min(MOST_NOTICE, left / NOTICE_PART))


def _page(events: Sequence[Event], places: Sequence[Place], end: Place) -> SourcePage:
    """Return the events of a page of rows. After a page that is not full, no more rows follow up to `end`."""
    is_last = len(places) < PAGE
    return SourcePage(max(end, places[-1]) if places and is_last else places[-1] if places else end, events, is_last)


def _owners(cursor: Cursor, games: Iterable[str]) -> dict[str, frozenset[str]]:
    """Return who organises games. Imported games name their owner themselves, which proves nothing."""
    rows = cursor.among("SELECT game, owner FROM lobby WHERE is_foreign = 0 AND game IN", games)
    return {row["game"]: frozenset({row["owner"]}) for row in rows}


def _players(cursor: Cursor, games: Iterable[str]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for row in cursor.among("SELECT player, game FROM sitters WHERE game IN", games):
        found.setdefault(row["game"], set()).add(row["player"])
    return {game: frozenset(players) for game, players in found.items()}


def _people(cursor: Cursor, tournaments: Iterable[str]) -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    """Return who takes part in tournaments and who organises them."""
    found: dict[str, tuple[set[str], set[str]]] = {}
    # an invitation without an answer is no part in the tournament, as in the feed of rounds
    statement = "SELECT tournament, player, role FROM tournament_people WHERE role <> 'invited' AND tournament IN"
    for row in cursor.among(statement, tournaments):
        players, organisers = found.setdefault(row["tournament"], (set(), set()))
        (organisers if row["role"] == "organiser" else players).add(row["player"])
    return {name: (frozenset(players), frozenset(organisers)) for name, (players, organisers) in found.items()}


def _public(cursor: Cursor, tournaments: Iterable[str]) -> frozenset[str]:
    rows = cursor.among("SELECT id FROM tournaments WHERE visibility='public' AND id IN", tournaments)
    return frozenset(row["id"] for row in rows)
