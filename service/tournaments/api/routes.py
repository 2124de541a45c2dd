"""Tournaments: open one, list them, read a whole one."""

from typing import Annotated, Literal

import msgspec
from litestar import Response, Router, get, post
from litestar.params import QueryParameter

from service.core.http.problems import ProblemError, problems
from service.core.http.request.cursors import cursor_of, next_link, paged, time_and_text_in
from service.core.http.request.page_parameters import Cursor, Limit
from service.core.http.response.conditional import digest_of, digested, listed, represented
from service.core.settings import Settings
from service.lists.api.queries import player_asked
from service.people.accounts import Accounts
from service.people.api.callers import account_of
from service.people.api.idempotency import IdempotencyKey, origin_of, replay_headers
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.play.api.access import Access
from service.play.api.titles import title_asked
from service.tournaments.api.access import load_seen, player_of
from service.tournaments.api.acting import act
from service.tournaments.api.events import events, tournament_bundle
from service.tournaments.api.feed import Organiser, Player, rounds
from service.tournaments.api.messages.terms import NewTournament
from service.tournaments.api.messages.whole import TournamentList, TournamentReply
from service.tournaments.api.names import names_tag
from service.tournaments.api.replies import line_of, tournament_reply
from service.tournaments.api.rounds import draft, pairings, results, round_of
from service.tournaments.api.standings import standings
from service.tournaments.api.terms import terms_of
from service.tournaments.api.withheld import tag_of, withheld_of
from service.tournaments.listing import TournamentQuery
from service.tournaments.log import MOST_OPEN, TooManyOpenError
from service.tournaments.tournaments import Tournaments, tournament_id_of

Status = Annotated[
    Literal["registration", "running", "ended", "cancelled"] | None,
    QueryParameter(description="Only tournaments with this status."),
]
Title = Annotated[str | None, QueryParameter(description="Only tournaments of this title, such as `giganten`.")]


@post(
    "/",
    summary="Open a tournament",
    operation_id="openTournament", security=with_scope("tournaments"),
    responses=problems(
        "bad-request", "token-needed", "scope-missing", "unknown-ruleset", "data-set", "invalid-option", "invalid-name",
        "invalid-value", "refused", "limit-reached", "key-reused",
    ),
)  # fmt: skip
async def open_tournament(
    request: PlayerRequest,
    settings: Settings,
    accounts: Accounts,
    tournaments: Tournaments,
    data: NewTournament,
    key: IdempotencyKey = None,
) -> Response[TournamentReply]:
    """Open a tournament and commit to its secret seed. You are its owner; to play in it, register."""
    token = account_of(request, "tournaments")
    origin = origin_of(token, key, {"open_tournament": msgspec.to_builtins(data)})
    tournament = tournament_id_of(token.player, key)
    done = await tournaments.opened_before(tournament, origin)
    if done is None:
        try:
            terms = terms_of(data, settings.public_clock)
            done = await tournaments.open(tournament, terms, token.player, origin)
        except TooManyOpenError:
            reason = f"you have {MOST_OPEN} tournaments that are not over: finish or cancel one first"
            raise ProblemError("limit-reached", reason) from None
    headers = {
        "Cache-Control": "no-store",
        "Location": f"/v1/tournaments/{tournament}",
        **replay_headers(done.replayed),
    }
    return Response(tournament_reply(done.loaded, accounts, token.player), headers=headers)


@get(
    "/",
    summary="List tournaments",
    operation_id="tournaments",
    responses=problems("bad-request", "token-needed"),
)
async def list_tournaments(
    request: PlayerRequest,
    accounts: Accounts,
    tournaments: Tournaments,
    status: Status = None,
    ruleset: Title = None,
    player: Player = None,
    organiser: Organiser = None,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Response[TournamentList]:
    """Return the tournaments that you may see, newest first: public ones, and private ones in which you have a role."""
    wanted = TournamentQuery(
        status=status,
        ruleset=title_asked(ruleset),
        player=player_asked(request, player),
        organiser=player_asked(request, organiser),
    )
    return await _page(request, accounts, tournaments, wanted, limit, cursor)


async def _page(
    request: PlayerRequest,
    accounts: Accounts,
    tournaments: Tournaments,
    wanted: TournamentQuery,
    limit: int,
    cursor: str | None,
) -> Response[TournamentList]:
    player = player_of(request)
    after = None if cursor is None else time_and_text_in(cursor)
    query = msgspec.structs.replace(wanted, requester=player, after=after, limit=limit + 1)
    found = await tournaments.queries.listed(query)
    page, following = paged(found, limit, lambda one: cursor_of(one[0].opened_at, one[0].id))
    items = tuple(line_of(row, accounts, roles) for row, roles in page)
    return listed(request, TournamentList(items, following), next_link(request, following))


@get(
    "/tournaments",
    summary="List your tournaments",
    operation_id="ownTournaments",
    security=with_scope("games:read", "tournaments"),
    responses=problems("bad-request", "token-needed", "scope-missing"),
)
async def own_tournaments(
    request: PlayerRequest,
    accounts: Accounts,
    tournaments: Tournaments,
    status: Status = None,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Response[TournamentList]:
    """Return the tournaments in which you have a role, newest first."""
    # with `tournaments`, `player_of` finds the requester, too
    if not account_of(request).allows("tournaments"):
        account_of(request, "games:read")
    return await _page(request, accounts, tournaments, TournamentQuery(status=status, mine=True), limit, cursor)


@get(
    "/{tournament:str}",
    summary="Read a tournament",
    operation_id="tournament",
    responses=problems("token-needed", "not-found"),
)
async def get_tournament(
    request: PlayerRequest, accounts: Accounts, access: Access, tournaments: Tournaments, tournament: str
) -> Response[TournamentReply]:
    """Return the whole tournament: terms, players, rounds with tables, games and results, and what you may do."""
    loaded = await load_seen(request, tournaments, tournament)
    player = player_of(request)
    found, withheld = loaded.tournament, withheld_of(access, loaded)
    viewer = "public" if player is None else digest_of(player.encode())[:16]

    def make() -> bytes:
        return msgspec.json.encode(tournament_reply(loaded, accounts, player, withheld))

    form = f"{found.version}.tournament.{viewer}.{names_tag(found, accounts)}{tag_of(withheld)}"
    tag, kept = digested(loaded.shown, form, make)
    return represented(request, tag, make, kept=kept, public=False)


router = Router(
    "/v1/tournaments",
    route_handlers=[
        open_tournament, list_tournaments, rounds, get_tournament, act, round_of, draft, standings, pairings, results,
        events, tournament_bundle,
    ],
    tags=["tournaments"],
)  # fmt: skip
own_router = Router("/v1/me", route_handlers=[own_tournaments], tags=["tournaments"])
