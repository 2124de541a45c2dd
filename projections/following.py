"""A game as far as a page of the log tells of it: folded batch by batch, with who is asked since when."""

from collections.abc import Sequence
from itertools import groupby

from msgspec.structs import replace

from domain.game import game as games
from domain.game.codecs import LOBBY_CODEC
from domain.game.events import GameAbandoned, GameEnded, GameStarted
from domain.game.fold import fold, fold_lobby
from domain.game.game import Game
from domain.kernel.codec import type_name
from domain.kernel.values import Value
from domain.ledger.records import Entry
from domain.rulesets import UnknownDataSet

_STARTED, _ENDED, _ABANDONED = map(type_name, (GameStarted, GameEnded, GameAbandoned))


class Asked(Value, frozen=True):
    """What a seat is asked: the id of the decision, and the time of the batch since which it is open."""

    decision: str
    since: str


class Times(Value, frozen=True):
    """When a game started, and when it ended or was abandoned; None before that."""

    started_at: str | None = None
    ended_at: str | None = None


NO_TIMES = Times()


class Followed(Value, frozen=True):
    """A game up to a version of its log; a foreign one was played elsewhere and came here as a file."""

    game: Game
    version: int
    is_foreign: bool
    asked: tuple[Asked | None, ...]
    times: Times = NO_TIMES
    unread: str = ""
    """Why only what lists tell is known of it, where its printed tables are not at hand."""


class Part(Value, frozen=True):
    """What a page of the log brings of one game: how it stands after it, and what has changed."""

    after: Followed
    in_lobby: bool
    """Whether anything changed that a list tells of the game: seats, start, end."""
    has_ended: bool
    """Whether it was played to its end in this page."""


def follow(before: Followed | None, entries: Sequence[Entry], *, is_foreign: bool) -> Followed:
    """Return a game after further whole batches of its log; of a foreign one the lobby's events are enough.

    So they are where its printed tables are not at hand. Since when a seat is asked follows from the log alone, however
    it is cut into pages.
    """
    if is_foreign or (before is not None and before.unread):
        return _followed_in_lobby(before, entries, is_foreign, "" if before is None else before.unread)
    game = None if before is None else before.game
    asked = () if before is None else before.asked
    try:
        for _, batch in groupby(entries, key=lambda entry: entry.record.cause):
            game = fold(batch, game)
            if game is not None:
                asked = _asked(game, asked)
    except UnknownDataSet as unknown:
        return _followed_in_lobby(None, entries, is_foreign, str(unknown))
    assert game is not None
    return Followed(game, entries[-1].record.version, is_foreign, asked, _times(before, entries))


def _followed_in_lobby(before: Followed | None, entries: Sequence[Entry], is_foreign: bool, unread: str) -> Followed:
    game = fold_lobby(entries, None if before is None else before.game)
    assert game is not None
    return Followed(game, entries[-1].record.version, is_foreign, (), _times(before, entries), unread)


def _times(before: Followed | None, entries: Sequence[Entry]) -> Times:
    times = NO_TIMES if before is None else before.times
    for entry in entries:
        match entry.record.type:
            case started if started == _STARTED:
                times = replace(times, started_at=entry.record.at)
            case ended if ended in {_ENDED, _ABANDONED}:
                times = replace(times, ended_at=entry.record.at)
            case _:
                pass
    return times


def part_of(after: Followed, entries: Sequence[Entry]) -> Part:
    """Return what these last entries of a game's log have brought."""
    types = {entry.record.type for entry in entries}
    return Part(after, not types.isdisjoint(LOBBY_CODEC.types), _ENDED in types)


def _asked(game: Game, before: tuple[Asked | None, ...]) -> tuple[Asked | None, ...]:
    if game.status != "running":
        return ()
    awaited = games.awaiting(game)
    now: list[Asked | None] = [None] * game.opened.seats
    for seat in awaited:
        decision = games.decision_id(game, seat)
        known = before[seat] if before else None
        now[seat] = known if known and known.decision == decision else Asked(decision, game.tip.at)
    return tuple(now)
