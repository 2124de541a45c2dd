"""The standings of a tournament, as JSON with their trace or as CSV."""

from fractions import Fraction
from typing import Annotated, Literal

import msgspec
from litestar import Response, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import QueryParameter

from domain.tournaments.ranking import standings_of
from domain.tournaments.standings.rows import Standings, TraceLine
from service.core.http.problems import problems
from service.core.http.request.parameters import bad_parameter
from service.core.http.response.conditional import CONTENT_TYPE, JSON, digested, represented, vary
from service.core.http.response.csv import (
    CSV,
    Spreadsheet,
    csv_bytes,
    csv_suffix,
    decimal_column,
    with_decimals,
)
from service.core.http.response.negotiation import ACCEPT, accepted
from service.people.accounts import Accounts
from service.people.api.request import PlayerRequest
from service.tournaments.api.access import load_seen
from service.tournaments.api.messages.standings import ColumnReply, StandingsReply, StandingsRow, TraceReply
from service.tournaments.api.names import names_tag
from service.tournaments.api.round_replies import NameOf
from service.tournaments.loaded import LoadedTournament
from service.tournaments.tournaments import Tournaments

AfterRound = Annotated[
    int | None, QueryParameter(ge=0, le=200, description="The round after which to rank; by default the last one.")
]
Form = Annotated[
    Literal["json", "csv"] | None,
    QueryParameter(name="format", description="The format; by default that of `Accept`."),
]
AS_CSV = f"{CSV}; header=present"

_MORE = ("status", "tournament", "version", "after_round", "is_final")
"""The columns after the tie-breaks. New columns go to the end."""


@get(
    "/{tournament:str}/standings",
    summary="Read the standings",
    operation_id="tournamentStandings",
    responses={
        200: ResponseSpec(StandingsReply, generate_examples=False, description="The standings."),
        **problems("bad-request", "token-needed", "not-found"),
    },
)
async def standings(
    request: PlayerRequest,
    accounts: Accounts,
    tournaments: Tournaments,
    tournament: str,
    after_round: AfterRound = None,
    form: Form = None,
    spreadsheet: Spreadsheet = None,
) -> Response[StandingsReply]:
    """Return the standings after a round as JSON or CSV: points, every tie-break, and where they come from.

    All values are exact fractions. Who has the records of the rounds can compute every value again. In CSV, a fraction
    begins with an apostrophe, so that no spreadsheet makes it a date; the columns `…_decimal` have each value as a
    decimal number. `trace` is the trace as JSON. With `spreadsheet`, the format is CSV unless `format` is given.
    """
    loaded = await load_seen(request, tournaments, tournament)
    found = loaded.tournament
    last = len(found.rounds)
    if after_round is not None and after_round > last:
        raise bad_parameter("after_round", f"the tournament has {last} published rounds")
    after = last if after_round is None else after_round
    chosen = "csv" if form is None and spreadsheet is not None else form
    media = accepted(request, JSON, CSV) if chosen is None else {"json": JSON, "csv": CSV}[chosen]
    is_csv = media == CSV
    public = found.terms.visibility == "public"
    negotiated = (ACCEPT,) if chosen is None else ()

    def make() -> bytes:
        ranked = standings_of(found, after)
        if is_csv:
            return _csv(standings_reply(loaded, ranked, accounts.name_of), spreadsheet)
        return msgspec.json.encode(standings_reply(loaded, ranked, accounts.name_of))

    name = f"{found.version}.standings.{after}.{names_tag(found, accounts)}{csv_suffix(spreadsheet) if is_csv else ''}"
    tag, kept = digested(loaded.shown, name, make)
    return represented(
        request,
        tag,
        make,
        kept=kept,
        public=public,
        for_all=public,
        headers={
            "Vary": vary(*negotiated, public=public, for_all=public),
            CONTENT_TYPE: AS_CSV if is_csv else JSON,
        },
    )


def standings_reply(loaded: LoadedTournament, ranked: Standings, name_of: NameOf) -> StandingsReply:
    """Return the reply for standings."""
    found = loaded.tournament
    return StandingsReply(
        tournament=found.id,
        version=found.version,
        after_round=ranked.after_round,
        is_final=ranked.is_final,
        rows=tuple(
            StandingsRow(
                rank=row.rank,
                division=row.division,
                player=row.player,
                name=name_of(row.player),
                status=found.entrants[row.player].status,
                points=row.points,
                columns=tuple(ColumnReply(column.name, column.value) for column in row.columns),
                trace=tuple(map(_trace, row.trace)),
            )
            for row in ranked.rows
        ),
    )


def _trace(line: TraceLine) -> TraceReply:
    given = {name: value for name, value in msgspec.structs.asdict(line).items() if value is not None}
    return TraceReply(**given)


def _csv(ranked: StandingsReply, spreadsheet: str | None) -> bytes:
    """Return standings as CSV: a line for each player, and for each tie-break its value and its decimal number."""
    names = [column.name for column in ranked.rows[0].columns] if ranked.rows else []
    decimals = map(decimal_column, ("points", *names))
    columns = (*("rank", "division", "player", "name", "points"), *names, *_MORE, *decimals, "trace")
    return csv_bytes((_line(ranked, row) for row in ranked.rows), columns, spreadsheet)


def _line(ranked: StandingsReply, row: StandingsRow) -> dict[str, object]:
    values = {"points": row.points, **{column.name: column.value for column in row.columns}}
    return {
        **{name: getattr(row, name) for name in ("rank", "division", "player", "name", "status", "trace")},
        **{name: getattr(ranked, name) for name in ("tournament", "version", "after_round", "is_final")},
        **with_decimals({name: Fraction(value) for name, value in values.items()}),
    }
