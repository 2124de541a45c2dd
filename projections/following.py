"""A game folded batch by batch from pages of the log, with its open decisions and their times."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from domain.game import game as games
from domain.game.codecs import LOBBY_CODEC
from domain.game.events import GameAbandoned, GameEnded, GameStarted
from domain.game.fold import fold_batches, fold_lobby
from domain.game.game import Game, Occupant
from domain.kernel.codec import type_name
from domain.kernel.values import Seat, Value
from domain.ledger.records import Entry
from domain.rulesets import UnknownDataSet
from projections.changes import Change, PlayerChange, lobby_and_player_changes
from projections.times import due_moment

_STARTED, _ENDED, _ABANDONED = map(type_name, (GameStarted, GameEnded, GameAbandoned))


class Asked(Value, frozen=True):
    """An open decision of a seat: its id, and the time of the batch that opened it."""

    decision: str
    since: str


class Times(Value, frozen=True):
    """The times of the start and of the end or cancellation of a game; None before."""

    started_at: str | None = None
    ended_at: str | None = None


NO_TIMES = Times()


class Followed(Value, frozen=True):
    """A game up to a version of its log. A foreign game was imported from a file."""

    game: Game
    version: int
    is_foreign: bool
    asked: tuple[Asked | None, ...]
    times: Times = NO_TIMES
    unread: str = ""
    """Why only the lobby events are folded: the error about a missing data set; empty otherwise."""
    changes: tuple[Change, ...] = ()
    """What streams report about the entries that were followed last."""


class Part(Value, frozen=True):
    """The changes of one game in a page of the log."""

    after: Followed
    in_lobby: bool
    """Whether the page has lobby events: seats, start, end."""
    has_ended: bool
    """Whether the page has the end of the game."""
    changes: tuple[tuple[int, Change], ...] = ()
    """What streams report, with positions in the log."""


def follow(before: Followed | None, entries: Sequence[Entry], *, is_foreign: bool) -> Followed:
    """Return a game after further complete batches of its log.

    Of a foreign game, and of a game whose data set is missing, only the lobby events are folded. The times of open
    decisions do not depend on how the log is divided into pages.
    """
    if is_foreign or (before is not None and before.unread):
        return _followed_in_lobby(before, entries, is_foreign, "" if before is None else before.unread)
    game = None if before is None else before.game
    asked = () if before is None else before.asked
    try:
        news: list[Change] = []
        after: dict[int, Game] = {}
        for cause, folded in fold_batches(entries, game):
            asked, newly = _decisions(folded, game, asked)
            news += newly
            game = after[cause] = folded
    except UnknownDataSet as unknown:
        return _followed_in_lobby(None, entries, is_foreign, str(unknown))
    assert game is not None
    others = _other_changes(before, entries, is_foreign=False)
    causes = {entry.record.version: entry.record.cause for entry in entries}
    changes = _in_order([*(_with_due(change, after[causes[change.version]]) for change in others), *news])
    return Followed(game, entries[-1].record.version, is_foreign, asked, _times(before, entries), changes=changes)


def follow_lobby(entries: Sequence[Entry], *, is_foreign: bool) -> Followed:
    """Return a game after the lobby events of its log, from the first on. It has no open decisions and no clocks."""
    return _followed_in_lobby(None, entries, is_foreign, "")


def _followed_in_lobby(before: Followed | None, entries: Sequence[Entry], is_foreign: bool, unread: str) -> Followed:
    game = fold_lobby(entries, None if before is None else before.game)
    assert game is not None
    changes = _in_order(_other_changes(before, entries, is_foreign=is_foreign))
    return Followed(game, entries[-1].record.version, is_foreign, (), _times(before, entries), unread, changes)


def _other_changes(before: Followed | None, entries: Sequence[Entry], *, is_foreign: bool) -> list[Change]:
    return lobby_and_player_changes(None if before is None else before.game, entries, is_foreign=is_foreign)


def _with_due(change: Change, game: Game) -> Change:
    """Return a change of a clock with the time at which it runs out after the batch."""
    if not isinstance(change, PlayerChange) or change.kind != "clock" or change.seat is None:
        return change
    return replace(change, due=due_moment(game, change.seat))


def _in_order(changes: list[Change]) -> tuple[Change, ...]:
    return tuple(sorted(changes, key=lambda change: change.version))


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


def part_of(after: Followed, entries: Sequence[Entry], positions: Mapping[int, int]) -> Part:
    """Return the changes by the last entries of a game's log. `positions` are their positions by version."""
    types = {entry.record.type for entry in entries}
    changes = [(positions[change.version], change) for change in after.changes if change.version in positions]
    return Part(after, not types.isdisjoint(LOBBY_CODEC.types), _ENDED in types, tuple(changes))


def _decisions(
    game: Game, before: Game | None, asked_before: tuple[Asked | None, ...]
) -> tuple[tuple[Asked | None, ...], list[Change]]:
    """Return the open decisions of the seats, and what is new: decisions, and the players who have to answer them.

    `before` is the game before the last batch, and `asked_before` its open decisions.
    """
    if game.status != "running":
        return (), []
    asked: list[Asked | None] = [None] * game.opened.seats
    news: list[Change] = []
    occupants_before = () if before is None else before.occupants
    for seat in sorted(games.awaiting(game)):
        decision, known = games.decision_id(game, seat), asked_before[seat] if asked_before else None
        is_known = known is not None and known.decision == decision
        asked[seat] = known if is_known else Asked(decision, game.tip.at)
        player = _player(game.occupants, seat)
        if player is None or (is_known and player == _player(occupants_before, seat)):
            continue
        due = due_moment(game, seat)
        news.append(PlayerChange("asked", game.version, game.tip.at, player, "running", seat, decision, due))
    return tuple(asked), news


def _player(occupants: Sequence[Occupant | None], seat: Seat) -> str | None:
    """Return the player of a seat; None: the seat is free, or a bot plays it."""
    occupant = occupants[seat]
    return None if occupant is None or occupant.is_bot else occupant.player
