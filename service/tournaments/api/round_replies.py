"""Replies about rounds, tables and drafts."""

from collections.abc import Callable, Collection
from typing import Literal

from domain.ledger.records import read_event
from domain.tournaments.codec import TOURNAMENT_CODEC
from domain.tournaments.decide.publishing import Draft
from domain.tournaments.events.rounds import LineUp, RoundPublished
from domain.tournaments.formats.drawn import cost_text
from domain.tournaments.pairing import cost_of
from domain.tournaments.results import outcome_of
from domain.tournaments.state import Round, Table
from service.core.http.messages import reply_from
from service.tournaments.api.messages.formats import AnyEdit, shown_edits
from service.tournaments.api.messages.rounds import (
    ByeReply,
    DraftReply,
    RoundReply,
    TablePlaceReply,
    TableReply,
    TableResult,
    TableSeat,
)
from service.tournaments.api.withheld import shown_id
from service.tournaments.loaded import LoadedTournament

NameOf = Callable[[str], str | None]
"""Returns the current name of a player."""

_PUBLISHED = "tournament.round_published"


def publications(loaded: LoadedTournament) -> dict[tuple[int, int], RoundPublished]:
    """Return the events that published rounds, by round and edition."""
    found: dict[tuple[int, int], RoundPublished] = {}
    for entry in loaded.entries:
        if entry.record.type == _PUBLISHED:
            event = read_event(entry, TOURNAMENT_CODEC)
            assert isinstance(event, RoundPublished)
            found[event.round, event.edition] = event
    return found


def round_reply(held: Round, published: RoundPublished, name_of: NameOf, withheld: Collection[str]) -> RoundReply:
    """Return the reply for a round. It does not name the games that are `withheld`."""
    return reply_from(
        RoundReply,
        held,
        status=status_of(held),
        tables=tuple(_table(held, table, name_of, withheld) for table in held.tables),
        byes=tuple(ByeReply(player, name_of(player)) for player in held.byes),
        seed=held.seed.hex(),
        attempt=published.attempt,
        edits=shown_edits(published.edits),
        cost=published.cost,
    )


def status_of(held: Round) -> Literal["published", "playing", "closed"]:
    """Return the status of a published round."""
    return "closed" if held.closed_at is not None else "playing" if held.is_open else "published"


def origin_of(table: Table) -> Literal["game", "ruling", "void"]:
    """Return where the result of a table comes from."""
    return "void" if table.is_void else "ruling" if table.ruled else "game"


def seats_of(players: tuple[str, ...], name_of: NameOf) -> tuple[TableSeat, ...]:
    """Return the seats of a table."""
    return tuple(TableSeat(seat, player, name_of(player)) for seat, player in enumerate(players))


def _table(held: Round, table: Table, name_of: NameOf, withheld: Collection[str]) -> TableReply:
    is_withheld = table.game in withheld
    return TableReply(
        table.number,
        shown_id(table.game, withheld),
        seats_of(table.players, name_of),
        table.forfeited,
        _result(held, table, name_of, is_withheld=is_withheld),
        is_withheld,
    )


def _result(held: Round, table: Table, name_of: NameOf, *, is_withheld: bool) -> TableResult | None:
    outcome = outcome_of(held.number, table)
    if outcome is None:
        return None
    is_ruled = bool(table.ruled)
    places = tuple(
        TablePlaceReply(place.player, name_of(place.player), None if is_ruled else place.seat, place.rank, place.score)
        for place in sorted(outcome.places, key=lambda place: (place.rank, place.seat))
    )
    result = None if is_withheld else table.result
    return TableResult(
        by=origin_of(table),
        places=places,
        left=outcome.left,
        version=None if result is None else result.version,
        head=None if result is None else result.head,
    )


def draft_reply(number: int, attempt: int, draft: Draft, edits: tuple[AnyEdit, ...], name_of: NameOf) -> DraftReply:
    """Return the reply for a draft."""
    drawn = draft.drawn
    costs = [
        cost_of(given, _of_part(drawn.tables, players), [player for player in drawn.byes if player in players])
        for given in drawn.conditions
        for players in [{entrant.player for entrant in given.entrants}]
    ]
    return DraftReply(
        round=number,
        attempt=attempt,
        stage=drawn.stage,
        tables=tuple(seats_of(players, name_of) for players in draft.tables),
        byes=tuple(ByeReply(player, name_of(player)) for player in draft.byes),
        edits=edits,
        cost=draft.cost,
        drawn_cost=cost_text(costs) if costs else {},
    )


def _of_part(tables: LineUp, players: set[str]) -> list[tuple[str, ...]]:
    return [table for table in tables if players & {*table}]
