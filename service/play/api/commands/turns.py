"""A whole turn in one request: several commands of a seat, stored in one commit."""

import msgspec
from litestar import Response, post

from domain.game.decide import command
from domain.game.refusals import NotPossible
from domain.kernel.values import IllegalCommand, Seat
from domain.ledger.records import read_events
from service.core.http.problems import ProblemError, problems
from service.core.http.request.languages import Lang
from service.core.http.response.conditional import expected_versions
from service.core.http.response.responses import EncodedResponse
from service.core.keys.signing import Signer
from service.people.accounts import Accounts
from service.people.api.callers import token_of
from service.people.api.idempotency import IdempotencyKey, origin_of, replay_headers
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.play.api.access import Access
from service.play.api.commands.messages import NewTurn, TurnAccepted, TurnRefusal
from service.play.api.commands.refusals import refused
from service.play.api.commands.replies import accepted
from service.play.api.loading import Games
from service.play.api.texts import language_header, texts_of
from service.play.loaded import Done
from service.play.play import Play
from service.play.requests import Answer, DecisionClosedError, StoppedBy, check_answer, is_asked, what_shows
from service.play.texts import Texts

TURNING = (
    "bad-request", "token-needed", "scope-missing", "not-yours", "not-found", "refused", "decision-closed",
    "game-not-running", "game-paused", "version-changed", "unknown-command", "key-reused",
)  # fmt: skip


@post(
    "/{game:str}/turns",
    summary="Answer several decisions",
    operation_id="turn",
    security=with_scope("games:play"),
    responses=problems(*TURNING),
)
async def turn(
    request: PlayerRequest,
    play: Play,
    accounts: Accounts,
    signer: Signer,
    access: Access,
    games: Games,
    game: str,
    data: NewTurn,
    key: IdempotencyKey = None,
    lang: Lang = None,
) -> Response[TurnAccepted]:
    """Answer the decisions of your seat one after another, as far as you know what follows.

    The commands are decided in order, each as if it were sent alone, and stored in one commit with one receipt. The
    service stops before a command that is refused, after a decision that drew or that showed your seat something hidden
    from it, and when your seat is not asked next. `accepted` says how far it came, `stopped_by` why. A first command
    that is refused gets the same problem as one that is sent alone, and nothing is stored.

    `decision` is needed in the first command. In later ones it may be left out: they answer whichever decision of your
    seat is open then.
    """
    loaded = await games.load_seen(request, game)
    token, texts = token_of(request, "games:play"), texts_of(request, accounts, lang)
    if data.commands[0].decision is None:
        raise ProblemError("bad-request", "name the decision that the first command answers")
    origin = origin_of(token, key, {"turn": msgspec.to_builtins(data)})
    seat_in, versions = access.own_seat(request), expected_versions(request)
    # the versions are those before the turn
    answers = [
        Answer(each.decision, each.command, None if place else versions) for place, each in enumerate(data.commands)
    ]
    try:
        done = await play.turn(loaded, seat_in, answers, origin)
    except IllegalCommand as illegal:
        raise refused(loaded, loaded.game, seat_in(loaded.game), illegal, texts) from None
    headers = {"Cache-Control": "no-store", **replay_headers(done.replayed), **language_header(texts)}
    return EncodedResponse(_reply(done, answers, signer, texts), 201, headers)


def _reply(done: Done, answers: list[Answer], signer: Signer, texts: Texts | None) -> TurnAccepted:
    """Return the reply, which follows from the log: a repetition of the request gets the same."""
    loaded = done.loaded
    entries = loaded.entries[done.first - 1 : done.last]
    count = sum(entry.record.cause == entry.record.version for entry in entries)
    seat = entries[0].record.seat
    assert seat is not None, "a turn is decided by a seat"
    stopped_by, refusal = (None, None) if count == len(answers) else _stopped(done, seat, answers[count], texts)
    common = accepted(done, signer, texts)
    return TurnAccepted(
        **{name: getattr(common, name) for name in common.__struct_fields__},
        accepted=count,
        stopped_by=stopped_by,
        refusal=refusal,
    )


def _stopped(done: Done, seat: Seat, following: Answer, texts: Texts | None) -> tuple[StoppedBy, TurnRefusal | None]:
    """Return why the service stopped before an answer."""
    loaded, after = done.loaded, done.loaded.at(done.last)
    first = loaded.entries[done.last - 1].record.cause
    before = loaded.at(first - 1)
    shown = what_shows(before, seat, read_events(loaded.entries[first - 1 : done.last], before.codec))
    if shown is not None:
        return shown, None
    if not is_asked(after, seat):
        return ("end" if after.is_over else "decision"), None
    try:
        check_answer(after, seat, following)
        command(after, seat, following.command)
    except IllegalCommand as illegal:
        problem = refused(loaded, after, seat, illegal, texts)
        rule, title = problem.members["rule"], problem.members["rule_title"]
        return "refused", TurnRefusal("refused", problem.detail, rule, title)
    except DecisionClosedError as closed:
        return "refused", TurnRefusal("decision-closed", str(closed))
    except NotPossible as error:
        return "refused", TurnRefusal(error.code, error.reason)
    message = "the turn ended before an answer that is possible"
    raise AssertionError(message)
