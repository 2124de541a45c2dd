"""What the game of a table brought, with the rulings about it: who counts with which place, who left."""

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from domain.game.events import BOT
from domain.kernel.values import Seat, Value
from domain.tournaments.events.rounds import ResultTaken, TablePlace
from domain.tournaments.state import Round, Table


class StatementPlace(Value, frozen=True):
    """A place of a certificate; the parts of the score do not matter here."""

    rank: Annotated[int, Meta(ge=1)]
    score: int
    seat: Seat


class ResultStatement(Value, frozen=True):
    """The statement of a certificate (SPEC.md 6), as far as a tournament needs it."""

    game: str
    head: str
    version: int
    ruleset: str
    ruleset_version: int
    status: Literal["ended", "abandoned"]
    players: tuple[str | None, ...]
    places: tuple[StatementPlace, ...]
    resigned: tuple[Seat, ...]
    adjudicated: Literal[True] | UnsetType = UNSET


def places_of(statement: ResultStatement) -> tuple[TablePlace, ...]:
    """Return the places of a game that has ended, best first (rule 6.2).

    A seat that a bot plays at the end ranks after all others, unless the game was adjudicated.
    """
    if statement.status == "abandoned":
        return ()
    places = [
        TablePlace(place.seat, statement.players[place.seat] or BOT, place.rank, place.score)
        for place in statement.places
    ]
    if statement.adjudicated is not True:
        places = _moved([place for place in places if not is_bot(place)], [place for place in places if is_bot(place)])
    return tuple(sorted(places, key=lambda place: (place.rank, place.seat)))


def is_bot(place: TablePlace) -> bool:
    """Whether a bot played the seat at the end."""
    return place.player.startswith(BOT)


def _moved(stayed: Sequence[TablePlace], last: Sequence[TablePlace]) -> list[TablePlace]:
    """Return the places with some of them moved behind all others; those share a rank, which is 2 at best."""
    ranks = [place.rank for place in stayed]
    behind = max(2, 1 + len(stayed))
    return [
        *(TablePlace(p.seat, p.player, 1 + sum(rank < p.rank for rank in ranks), p.score) for p in stayed),
        *(TablePlace(p.seat, p.player, behind, p.score) for p in last),
    ]


class Outcome(Value, frozen=True):
    """What counts of a table."""

    round: int
    table: int
    size: int
    places: tuple[TablePlace, ...] = ()
    """Those who count. A bot may be among them, because its score is a part of the total."""
    left: tuple[str, ...] = ()
    """The players who have no points of this table."""
    void: tuple[str, ...] = ()
    """The players who are treated as if they had a bye."""
    total: int = 0
    """The sum of the scores of all seats; a score below 0 counts as 0."""


def outcome_of(number: int, table: Table) -> Outcome | None:
    """Return what counts of a table of a round (rules 6.2 to 6.5); None: it has no result yet."""
    size = len(table.players)
    if table.is_void:
        left = {*table.forfeited, *(table.result.left if table.result is not None else ())}
        played = () if table.result is None else _people(table.result)
        void = tuple(player for player in played or table.players if player not in left)
        return Outcome(number, table.number, size, (), tuple(sorted(left)), void)
    if table.ruled:
        seats = _seats(table)
        places = tuple(TablePlace(seats[place.player], place.player, place.rank, place.score) for place in table.ruled)
        absent = {player for player in players_at(table) if player not in {place.player for place in table.ruled}}
        return _counted(number, table, places, absent)
    result = table.result
    if result is None:
        return None
    if result.status == "abandoned":
        left = {*result.left, *table.forfeited}
        void = tuple(player for player in result.seated if player not in left)
        return Outcome(number, table.number, size, (), tuple(sorted(left)), void)
    return _counted(number, table, result.places, {*result.left})


def _people(result: ResultTaken) -> tuple[str, ...]:
    """Return the players who had a seat at the end of a game."""
    ended = tuple(place.player for place in sorted(result.places, key=lambda p: p.seat) if not is_bot(place))
    return result.seated if result.status == "abandoned" else ended


def players_at(table: Table) -> tuple[str, ...]:
    """Return the published players of a table in the order of seats, then those who took seats over."""
    others = () if table.result is None else _people(table.result)
    return (*table.players, *(player for player in others if player not in table.players))


def _seats(table: Table) -> dict[str, int]:
    """Return the seats of the players of a table. A player who took over a seat has the one in the result."""
    taken = {} if table.result is None else {place.player: place.seat for place in table.result.places}
    return {player: taken.get(player, seat) for seat, player in enumerate(players_at(table))}


def _counted(number: int, table: Table, places: Sequence[TablePlace], absent: Collection[str]) -> Outcome:
    """Return the outcome of places without the players who forfeited their seats; those behind them move up."""
    stayed = [place for place in places if place.player not in table.forfeited]
    ranks = [place.rank for place in stayed]
    if len(stayed) < len(places):
        stayed = [TablePlace(p.seat, p.player, 1 + sum(rank < p.rank for rank in ranks), p.score) for p in stayed]
    left = tuple(sorted({*absent, *table.forfeited}))
    total = sum(max(place.score, 0) for place in places)
    return Outcome(number, table.number, len(table.players), tuple(stayed), left, (), total)


def outcomes_of_round(held: Round) -> tuple[Outcome, ...]:
    """Return what counts of the tables of a round that have a result. A player counts at one table (rule 6.5)."""
    found = [outcome for outcome in (outcome_of(held.number, table) for table in held.tables) if outcome is not None]
    home = {player: table.number for table in held.tables for player in table.players}
    for outcome in found:
        for player in (*outcome.left, *outcome.void, *(place.player for place in outcome.places)):
            home.setdefault(player, outcome.table)
    return tuple(_at_home(outcome, home) for outcome in found)


def _at_home(outcome: Outcome, home: Mapping[str, int]) -> Outcome:
    """Return an outcome without those who count at another table; a seat of theirs counts like that of a bot."""

    def counts(player: str) -> bool:
        return home[player] == outcome.table

    return replace(
        outcome,
        places=tuple(place if counts(place.player) else replace(place, player=BOT) for place in outcome.places),
        left=tuple(filter(counts, outcome.left)),
        void=tuple(filter(counts, outcome.void)),
    )
