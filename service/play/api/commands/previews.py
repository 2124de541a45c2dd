"""Previews: what a command would do, without sending it."""

import msgspec
from litestar import Response, post

from domain.game import preview as foreseen
from domain.game.game import Game, awaiting
from domain.game.preview import Preview
from domain.game.preview import preview as previewed
from domain.kernel.values import IllegalCommand, Seat
from service.core.http.problems import problems
from service.core.http.request.languages import Lang
from service.core.http.response.conditional import expected_versions
from service.people.accounts import Accounts
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.play.api.access import Access
from service.play.api.commands.messages import ForeseenEvent, NewCommand, PreviewReply, SeatChanges
from service.play.api.commands.refusals import refused
from service.play.api.commands.replies import decisions
from service.play.api.loading import Games
from service.play.api.texts import language_header, texts_of
from service.play.loaded import Loaded
from service.play.play import Play
from service.play.requests import Answer, check_answer
from service.play.texts import Texts, phrases_at, said_to
from service.play.turns import in_thread

PREVIEWING = (
    "bad-request", "token-needed", "scope-missing", "not-yours", "not-found", "refused", "decision-closed",
    "game-not-running", "game-paused", "version-changed", "unknown-command",
)  # fmt: skip


@post(
    "/{game:str}/previews",
    summary="Preview a command",
    operation_id="preview",
    security=with_scope("games:play"),
    status_code=200,
    responses=problems(*PREVIEWING),
)
async def preview(
    request: PlayerRequest,
    play: Play,
    accounts: Accounts,
    access: Access,
    games: Games,
    game: str,
    data: NewCommand,
    lang: Lang = None,
) -> Response[PreviewReply]:
    """Return what a command would do: its events as your seat would see them, and what each seat gains and loses.

    The preview stops before a draw, before anything hidden from your seat would show, and at the next decision of any
    seat. Nothing is stored. A command against the rules gets the same problem as if it were sent.

    The request is that of `command`, without an `Idempotency-Key`. What is hidden from your seat has no influence on
    the response: you could work it out yourself. The events have no version, head, seal or salt, because they are not
    stored.
    """
    loaded, texts = await games.load_seen(request, game), texts_of(request, accounts, lang)
    seat_in = access.own_seat(request)
    answer = Answer(data.decision, data.command, expected_versions(request))

    async def foresee() -> PreviewReply:
        # the game can have moved on while this request waited, and can again while the thread runs
        state = loaded.game
        seat = seat_in(state)
        check_answer(state, seat, answer)
        try:
            found = await in_thread(lambda: previewed(state, seat, data.command))
        except IllegalCommand as illegal:
            raise refused(loaded, state, seat, illegal, texts) from None
        return _reply(loaded, state, seat, found, said_to(texts, seat))

    # in a thread, one at a time: six tables are followed, which would hold up the commands of other games
    reply = await play.previewing.run(request.asker, foresee)
    return Response(reply, headers={"Cache-Control": "no-store", **language_header(texts)})


def _reply(loaded: Loaded, game: Game, seat: Seat, found: Preview, texts: Texts | None) -> PreviewReply:
    """Return the reply. Of the foreseen game it has the decision of the own seat, and the seats that are asked."""
    is_asked = found.stopped_by == "decision"
    phrases = phrases_at(loaded, game.version, texts)
    return PreviewReply(
        game=game.id,
        version=game.version,
        events=tuple(_event(loaded, game, event, texts) for event in found.events),
        stopped_by=found.stopped_by,
        awaiting=tuple(sorted(awaiting(found.after))) if is_asked else (),
        decisions=tuple(one for one in decisions(found.after, seat, phrases) if one.seat == seat) if is_asked else (),
        changes=tuple(SeatChanges(other, changes) for other, changes in sorted(found.changes.items())),
    )


def _event(loaded: Loaded, game: Game, event: foreseen.ForeseenEvent, texts: Texts | None) -> ForeseenEvent:
    text = msgspec.UNSET if texts is None else texts.foreseen(loaded, game.version, event)
    said = msgspec.UNSET if texts is None else texts.foreseen_to_you(loaded, game.version, event)
    return ForeseenEvent(event.type, event.data, event.secret, text, said)
