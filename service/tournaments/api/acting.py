"""Acts in tournaments: from the request to the event."""

from collections.abc import Generator
from contextlib import contextmanager

import msgspec
from litestar import Response, post
from msgspec.structs import replace

from domain.tournaments import commands
from domain.tournaments.refusals import InvalidTermsError
from service.core.http.json_text import quoted
from service.core.http.problems import ProblemError, problem_at, problems
from service.core.http.request.player_ids import full_id
from service.core.keys.signing import Signer
from service.core.settings import Settings
from service.people.accounts import Accounts
from service.people.api.idempotency import IdempotencyKey, origin_of, replay_headers
from service.people.api.names import printable_text
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.people.tokens import Token
from service.play.api.nested import errors_within
from service.tournaments.api.access import actor_of, load_seen
from service.tournaments.api.messages.acts import AnyActRequest, ChangeTerms, PublishRound
from service.tournaments.api.messages.formats import edits_of
from service.tournaments.api.messages.whole import ActDone
from service.tournaments.api.refusals import REFUSALS
from service.tournaments.api.replies import act_done
from service.tournaments.api.terms import terms_of
from service.tournaments.asking import Asking
from service.tournaments.loaded import LoadedTournament
from service.tournaments.tournaments import Tournaments

MOST_OWN_ACTS = 500
"""Acts of a player for himself or herself in one tournament. The log keeps them all."""

MAX_ACT_BODY = 256 * 1024
"""Maximum size in bytes of an act: 200 edits of a round for 500 players."""

_ABOUT_PLAYERS = ("player", "substitute")


@post(
    "/{tournament:str}/acts",
    summary="Act in a tournament",
    operation_id="actInTournament", security=with_scope("games:play", "tournaments"),
    request_max_body_size=MAX_ACT_BODY,
    responses=problems(
        "bad-request", "token-needed", "scope-missing", "not-found", "unknown-player", "unknown-ruleset", "data-set",
        "invalid-option", "invalid-name", "invalid-value", "limit-reached", "key-reused", *REFUSALS,
    ),
)  # fmt: skip
async def act(
    request: PlayerRequest,
    settings: Settings,
    accounts: Accounts,
    signer: Signer,
    tournaments: Tournaments,
    tournament: str,
    data: AnyActRequest,
    key: IdempotencyKey = None,
) -> Response[ActDone]:
    """Do one act: of a player, such as `register` or `check_in`, or of an organiser, such as `publish_round`.

    `you_may` of the tournament lists the acts that are possible. Players need the scope `play`; acts of organisers,
    also those for a player, need `organise`. Publishing a round for hundreds of players takes up to a minute.
    """
    try:
        data = _with_full_ids(data)
        token = actor_of(request, data)
    except ProblemError:
        # a private tournament is hidden before anything else is said
        await load_seen(request, tournaments, tournament)
        raise
    origin = origin_of(token, key, {"act": msgspec.to_builtins(data), "tournament": tournament})
    loaded = await load_seen(request, tournaments, tournament, origin)
    done = loaded.repeated(origin)
    if done is None:
        _check(accounts, loaded, data, token)
        with _errors_of(data):
            asked = _act_of(data, token.player, settings.public_clock)
            pairs = isinstance(asked, commands.PublishRound)
            done = await tournaments.act(tournament, Asking(token.player, asked), origin, pairs=pairs)
    assert done is not None
    headers = {"Cache-Control": "no-store", **replay_headers(done.replayed)}
    return Response(act_done(done, signer), headers=headers)


def _with_full_ids(data: AnyActRequest) -> AnyActRequest:
    """Return an act with the full ids of the players that it names."""
    full: dict[str, object] = {
        field: full_id(player) for field in _ABOUT_PLAYERS if (player := getattr(data, field, None)) is not None
    }
    players: tuple[str, ...] = getattr(data, "players", ())
    if players:
        full["players"] = tuple(map(full_id, players))
    return replace(data, **full) if full else data


def _check(accounts: Accounts, loaded: LoadedTournament, data: AnyActRequest, token: Token) -> None:
    """Raise a problem for an act that names an unknown player, and for too many acts of a player."""
    for field in _ABOUT_PLAYERS:
        named: str | None = getattr(data, field, None)
        if named is None:
            continue
        known = named in loaded.tournament.entrants or named in loaded.tournament.organisers
        if not known and accounts.player(named) is None:
            raise problem_at("unknown-player", field, f"there is no player with the id {quoted(named)}")
    if isinstance(data, commands.ForPlayer) and token.player not in loaded.tournament.organisers:
        senders = [entry.origin.sender for entry in loaded.entries if entry.origin is not None]
        if senders.count(token.player) >= MOST_OWN_ACTS:
            raise ProblemError("limit-reached", f"you have done {MOST_OWN_ACTS} acts here: ask an organiser")


def _act_of(data: AnyActRequest, author: str, public_clock: str) -> commands.AnyAct:
    """Return the domain's form of an act. Raises problems."""
    match data:
        case commands.Register(str(player)) | commands.JoinSubstitutes(str(player)) if player != author:
            return commands.Invite(player, isinstance(data, commands.JoinSubstitutes))
        case ChangeTerms():
            return commands.ChangeTerms(terms_of(data.terms, public_clock))
        case PublishRound():
            return commands.PublishRound(data.round, data.attempt, edits_of(data.edits))
        case _:
            reason: str | None = getattr(data, "reason", None)
            return data if reason is None else replace(data, reason=printable_text(reason, "invalid-value", "reason"))


@contextmanager
def _errors_of(data: AnyActRequest) -> Generator[None]:
    """Name the fields of new terms by their places in the body."""
    if not isinstance(data, ChangeTerms):
        yield
        return
    try:
        with errors_within("terms"):
            yield
    except InvalidTermsError as error:
        raise InvalidTermsError(error.rule, error.text, f"terms/{error.field}", **error.parts) from None
