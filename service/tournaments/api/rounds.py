"""Rounds: the published ones, the draft of the next one, and tables of pairings and results as CSV."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import QueryParameter
from msgspec import Meta

from domain.tournaments.commands import PublishRound
from domain.tournaments.decide.guards import need_going_on
from domain.tournaments.results import Outcome, outcome_of
from domain.tournaments.state import Round, Table, Tournament
from service.core.http.messages import RequestBody
from service.core.http.problems import ProblemError, problems
from service.core.http.response.conditional import CONTENT_TYPE, digested, represented
from service.core.http.response.csv import CSV, Spreadsheet, csv_bytes, csv_suffix
from service.people.accounts import Accounts
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.play.api.access import Access
from service.tournaments.api.access import director_of, load_seen
from service.tournaments.api.messages.formats import AnyEdit, edits_of
from service.tournaments.api.messages.rounds import DraftReply, RoundReply
from service.tournaments.api.names import names_tag, unique_names
from service.tournaments.api.round_replies import (
    draft_reply,
    origin_of,
    publications,
    round_reply,
    status_of,
)
from service.tournaments.api.standings import AS_CSV
from service.tournaments.api.withheld import shown_id, tag_of, withheld_of
from service.tournaments.loaded import LoadedTournament
from service.tournaments.tournaments import Tournaments

MAX_DRAFT_BODY = 256 * 1024
"""Maximum size in bytes of a request for a draft: 200 edits of a round for 500 players."""

SEEING = ("bad-request", "token-needed", "not-found")

WhichRound = Annotated[
    int | None, QueryParameter(name="round", ge=1, le=200, description="The round; by default the last one, or all.")
]
_AS_CSV = {200: ResponseSpec(str, generate_examples=False, description="The table as CSV.", media_type=CSV)}


class DraftRequest(RequestBody, frozen=True):
    """Which draw of the next round to show, with which edits."""

    attempt: Annotated[int, Meta(ge=0, le=99, description="Which of the draws to show, from 0.")] = 0
    edits: Annotated[
        list[AnyEdit], Meta(max_length=200, description="Changes of the drawn tables, in their order.")
    ] = []  # noqa: RUF012 - each gets its own


@get(
    "/{tournament:str}/rounds/{round_number:int}",
    summary="Read a round",
    operation_id="tournamentRound",
    responses=problems(*SEEING),
)
async def round_of(
    request: PlayerRequest,
    accounts: Accounts,
    access: Access,
    tournaments: Tournaments,
    tournament: str,
    round_number: int,
) -> Response[RoundReply]:
    """Return a published round: tables, seats, games, results, and the seed and cost of the pairing."""
    loaded = await load_seen(request, tournaments, tournament)
    found, withheld = loaded.tournament, withheld_of(access, loaded)
    held = _published(found, round_number)

    def make() -> bytes:
        publication = publications(loaded)[held.number, held.edition]
        return msgspec.json.encode(round_reply(held, publication, accounts.name_of, withheld))

    form = f"{found.version}.round.{round_number}.{names_tag(found, accounts)}{tag_of(withheld)}"
    tag, kept = digested(loaded.shown, form, make)
    return represented(
        request,
        tag,
        make,
        kept=kept,
        public=(public := found.terms.visibility == "public"),
        for_all=public,
    )


def _published(tournament: Tournament, number: int) -> Round:
    held = tournament.round(number)
    if held is None:
        raise ProblemError("not-found", f"round {number} has not been published")
    return held


@post(
    "/{tournament:str}/rounds/{round_number:int}/drafts",
    summary="Draft the next round",
    operation_id="draftRound", security=with_scope("tournaments"),
    status_code=200,
    request_max_body_size=MAX_DRAFT_BODY,
    responses=problems(
        "bad-request", "token-needed", "scope-missing", "not-found", "not-yours", "refused",
    ),
)  # fmt: skip
async def draft(
    request: PlayerRequest,
    accounts: Accounts,
    tournaments: Tournaments,
    tournament: str,
    round_number: int,
    data: DraftRequest,
) -> Response[DraftReply]:
    """Return the next round as `publish_round` with the same fields would publish it. Nothing is stored.

    Only directors see a draft. Another `attempt` draws again from the same secret seed.
    """
    loaded = await load_seen(request, tournaments, tournament)
    found = loaded.tournament
    director_of(request, found)
    need_going_on(found)
    act = PublishRound(round_number, data.attempt, edits_of(data.edits))
    drawn = await tournaments.draft(found, act)
    reply = draft_reply(round_number, data.attempt, drawn, tuple(data.edits), accounts.name_of)
    return Response(reply, headers={"Cache-Control": "no-store"})


@get(
    "/{tournament:str}/pairings.csv",
    summary="Download pairings",
    operation_id="tournamentPairings",
    responses={**_AS_CSV, **problems(*SEEING)},
)
async def pairings(
    request: PlayerRequest,
    accounts: Accounts,
    access: Access,
    tournaments: Tournaments,
    tournament: str,
    which: WhichRound = None,
    spreadsheet: Spreadsheet = None,
) -> Response[str]:
    """Return the tables of a round as CSV: `table,player 1,player 2` and so on, with the names of the players.

    `player 1` has seat 0, and so on. The columns after them have the round, the game, the ids of the players, and who
    forfeited. The lines of byes come last: they have no table and no game, and `bye` is true.
    """
    loaded = await load_seen(request, tournaments, tournament)
    found = loaded.tournament
    held = _published(found, which if which is not None else max(1, len(found.rounds)))
    withheld = withheld_of(access, loaded)
    names = unique_names(found, accounts)
    width = max(found.terms.sizes)
    columns = (
        *("table", *_numbered(_NAME, width)),
        *_OF_ROUND,
        "game",
        *_numbered(_ID, width),
        "forfeited",
        "bye",
        "withheld",
    )

    def lines() -> Iterator[dict[str, object]]:
        listed = [(table.number, table.game, table.players, table.forfeited) for table in held.tables]
        for number, game, players, forfeited in (*listed, *((None, None, (player,), ()) for player in held.byes)):
            absent = (None,) * (width - len(players))
            shown = (*(names.get(player, player) for player in players), *absent)
            yield {
                "table": number,
                "game": None if game is None else shown_id(game, withheld),
                "forfeited": " ".join(forfeited),
                "bye": number is None,
                "withheld": game in withheld,
                **_of_round(held),
                **dict(zip(_numbered(_NAME, width), shown, strict=True)),
                **dict(zip(_numbered(_ID, width), (*players, *absent), strict=True)),
            }

    def make() -> bytes:
        return csv_bytes(lines(), columns, spreadsheet)

    return _csv_reply(request, accounts, loaded, f"pairings.{held.number}{tag_of(withheld)}", make, spreadsheet)


_NAME, _ID = "player {}", "id {}"
_OF_ROUND = ("round", "edition", "stage", "status", "published_at", "closed_at")


def _numbered(column: str, width: int) -> tuple[str, ...]:
    """Return a column for each seat, from 1."""
    return tuple(column.format(number) for number in range(1, width + 1))


def _of_round(held: Round) -> Mapping[str, object]:
    """Return the columns that the lines of a round share."""
    names = ("edition", "stage", "published_at", "closed_at")
    return {"round": held.number, "status": status_of(held), **{name: getattr(held, name) for name in names}}


@get(
    "/{tournament:str}/results.csv",
    summary="Download results",
    operation_id="tournamentResults",
    responses={**_AS_CSV, **problems(*SEEING)},
)
async def results(
    request: PlayerRequest,
    accounts: Accounts,
    access: Access,
    tournaments: Tournaments,
    tournament: str,
    which: WhichRound = None,
    spreadsheet: Spreadsheet = None,
) -> Response[str]:
    """Return the results of a round, or of all rounds, as CSV: a line for each place of a table.

    `by` says where a result comes from: `game`, `ruling`, `void`, or `bye` for the lines of byes, which have no table.
    """
    loaded = await load_seen(request, tournaments, tournament)
    found = loaded.tournament
    rounds = found.rounds if which is None else (_published(found, which),)
    withheld = withheld_of(access, loaded)
    names = unique_names(found, accounts)

    def make() -> bytes:
        return csv_bytes(
            (line for held in rounds for line in _lines(held, names, withheld)), _RESULT_COLUMNS, spreadsheet
        )

    return _csv_reply(request, accounts, loaded, f"results.{which or 'all'}{tag_of(withheld)}", make, spreadsheet)


_RESULT_COLUMNS = (
    *("round", "table", "rank", "player", "name", "seat", "score", "left", "game"),
    *("by", "forfeited", "version", "head", "edition", "stage", "status", "published_at", "closed_at"),
    "withheld",
)
"""The columns of results. New columns go to the end."""


def _lines(held: Round, names: Mapping[str, str], withheld: Collection[str]) -> Iterator[dict[str, object]]:
    """Return the lines of a round: its tables, then the byes."""
    empty: dict[str, object] = {column: None for column in _RESULT_COLUMNS}  # noqa: C420 - not all values are None
    for table in held.tables:
        outcome = outcome_of(held.number, table)
        if outcome is not None:
            is_withheld = table.game in withheld
            start: dict[str, object] = {"table": table.number, "by": origin_of(table), "withheld": is_withheld}
            start |= {"game": shown_id(table.game, withheld), **({} if is_withheld else _game_of(table))}
            for line in _places(outcome, names):
                forfeited = line["player"] in table.forfeited
                yield {**empty, **_of_round(held), **start, **line, "forfeited": forfeited}
    for player in held.byes:
        who = {"player": player, "name": names.get(player), "left": False, "forfeited": False, "withheld": False}
        yield {**empty, **_of_round(held), **who, "by": "bye"}


def _game_of(table: Table) -> dict[str, object]:
    result = table.result
    return {} if result is None else {"version": result.version, "head": result.head}


def _places(outcome: Outcome, names: Mapping[str, str]) -> Iterator[dict[str, object]]:
    """Return places, then the players who left and those of void tables, without a rank."""
    for place in sorted(outcome.places, key=lambda place: (place.rank, place.seat)):
        has_left = place.player in outcome.left
        who = {"player": place.player, "name": names.get(place.player), "left": has_left}
        yield {**who, "rank": place.rank, "seat": place.seat, "score": place.score}
    placed = {place.player for place in outcome.places}
    for player in (*outcome.left, *outcome.void):
        if player not in placed:
            yield {"player": player, "name": names.get(player), "left": player in outcome.left}


def _csv_reply(
    request: PlayerRequest,
    accounts: Accounts,
    loaded: LoadedTournament,
    what: str,
    make: Callable[[], bytes],
    spreadsheet: str | None,
) -> Response[str]:
    found = loaded.tournament
    name = f"{what.partition('.')[0]}.csv"
    form = f"{found.version}.{what}.{names_tag(found, accounts)}{csv_suffix(spreadsheet)}"
    tag, kept = digested(loaded.shown, form, make)
    return represented(
        request,
        tag,
        make,
        kept=kept,
        public=(public := found.terms.visibility == "public"),
        for_all=public,
        headers={CONTENT_TYPE: AS_CSV, "Content-Disposition": f'attachment; filename="{name}"'},
    )
