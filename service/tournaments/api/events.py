"""The events of a tournament, with a long poll, and its bundle."""

from collections.abc import Collection
from typing import Any

import msgspec
from litestar import Response, get
from litestar.openapi.datastructures import ResponseSpec

from service.core.connections.admission import set_aside
from service.core.http.problems import ProblemError, problems
from service.core.http.request.cursors import next_link
from service.core.http.request.file_format import FileFormat
from service.core.http.request.page_parameters import After, LargeLimit, VersionCursor, Wait, version_asked
from service.core.http.response.conditional import CONTENT_TYPE, JSON, digest_of, digested, represented, vary
from service.core.http.response.negotiation import ACCEPT, NDJSON, accepted
from service.core.keys.signing import Signer
from service.core.store.times import seconds_until
from service.people.accounts import Accounts
from service.people.api.callers import check_not_expired
from service.people.api.request import PlayerRequest
from service.play.api.access import Access
from service.play.play import Play
from service.site_log.proofs import GameProofs
from service.tournaments.api.access import load_seen
from service.tournaments.api.messages.whole import TournamentEvents
from service.tournaments.api.replies import event_of
from service.tournaments.api.withheld import tag_of, withheld_of
from service.tournaments.bundles import MEDIA_TYPE, certificates_of, proofs_of, tournament_file
from service.tournaments.loaded import LoadedTournament
from service.tournaments.tournaments import Tournaments

SEEING = ("bad-request", "token-needed", "not-found")


@get(
    "/{tournament:str}/events",
    summary="List the events of a tournament",
    operation_id="tournamentEvents",
    responses=problems(*SEEING, "beyond-the-end"),
)
async def events(
    request: PlayerRequest,
    accounts: Accounts,
    tournaments: Tournaments,
    access: Access,
    tournament: str,
    cursor: VersionCursor = None,
    after: After = 0,
    limit: LargeLimit = 200,
    wait: Wait = 0,
) -> Response[TournamentEvents]:
    """Return events in order with the heads of the chain, as JSON, or with `Accept: application/x-ndjson` as lines.

    The seed in the first event is left out; `seed` of the tournament has it once the tournament is over.
    """
    loaded = await load_seen(request, tournaments, tournament)
    last, after = loaded.tournament.version, version_asked(cursor, after)
    if after > last:
        headers = {"Content-Range": f"versions */{last}"}
        raise ProblemError("beyond-the-end", f"the tournament has the versions 1 to {last}", headers)
    if wait and after == last and not loaded.tournament.is_over:
        loaded = await _after_wait(request, accounts, tournaments, access, loaded, wait)
    in_lines = accepted(request, JSON, NDJSON) == NDJSON
    span = (after, min(after + limit, loaded.tournament.version))
    return _page(request, loaded, span, withheld_of(access, loaded), in_lines=in_lines)


async def _after_wait(
    request: PlayerRequest,
    accounts: Accounts,
    tournaments: Tournaments,
    access: Access,
    loaded: LoadedTournament,
    seconds: float,
) -> LoadedTournament:
    """Return a tournament after new events or a timeout. Raises 401 and 404 problems if access has ended."""
    until, token = access.expires_at(request), request.user
    async with set_aside():
        most = seconds if until is None else min(seconds, seconds_until(until))
        await tournaments.wait(loaded, most)
    check_not_expired(request)
    loaded = await load_seen(request, tournaments, loaded.tournament.id)
    if token is not None and not accounts.is_in_force(token):
        raise ProblemError("token-needed", "the token was revoked while the request waited")
    return loaded


def _page(
    request: PlayerRequest,
    loaded: LoadedTournament,
    span: tuple[int, int],
    withheld: Collection[str],
    *,
    in_lines: bool,
) -> Response[TournamentEvents]:
    (after, end), found = span, loaded.tournament
    public = found.terms.visibility == "public"
    is_over = found.is_over and end == found.version

    def make() -> bytes:
        items = tuple(event_of(entry, withheld) for entry in loaded.entries[after:end])
        if in_lines:
            return b"".join(msgspec.json.encode(item) + b"\n" for item in items)
        return msgspec.json.encode(TournamentEvents(items, end, is_over))

    form = f"{end}.tournament-events.{after}.{int(is_over)}{'.ndjson' if in_lines else ''}{tag_of(withheld)}"
    tag, kept = digested(loaded.shown, form, make)
    return represented(
        request,
        tag,
        make,
        kept=kept,
        public=public,
        for_all=public,
        headers={
            "Vary": vary(ACCEPT, public=public, for_all=public),
            CONTENT_TYPE: NDJSON if in_lines else JSON,
            **next_link(request, end if end < found.version else None, also="after"),
        },
    )


@get(
    "/{tournament:str}/bundle",
    summary="Download the bundle of a tournament",
    operation_id="tournamentBundle",
    responses={
        200: ResponseSpec(str, generate_examples=False, description="The bundle as NDJSON.", media_type=MEDIA_TYPE),
        **problems(*SEEING, "data-set-missing"),
    },
)
async def tournament_bundle(
    request: PlayerRequest,
    play: Play,
    signer: Signer,
    access: Access,
    tournaments: Tournaments,
    game_proofs: GameProofs,
    tournament: str,
    form: FileFormat = 2,
) -> Response[Any]:
    """Return the log as a file: a header, one line per event, certificates, and a signed closing line (SPEC.md 11).

    Once the tournament is over, it has the seed. As soon as the transparency log of the site has all that the
    tournament has published, it has the proofs of this. `ludolog tournament check` checks them, and computes pairings
    and standings again. Of a game that is withheld from public view, it has the result, and neither id nor certificate.
    """
    loaded = await load_seen(request, tournaments, tournament)
    found, withheld = loaded.tournament, withheld_of(access, loaded)
    certificates = await certificates_of(loaded, play, signer, withheld)
    proofs = None if form == 1 else await proofs_of(loaded, game_proofs)
    body = tournament_file(loaded, certificates, signer, withheld, proofs)
    return represented(
        request,
        f"{found.version}.tournament-bundle.{digest_of(body)}",
        lambda: body,
        public=(public := found.terms.visibility == "public"),
        for_all=public,
        headers={CONTENT_TYPE: MEDIA_TYPE, "Content-Disposition": f'attachment; filename="{found.id}.jsonl"'},
    )
