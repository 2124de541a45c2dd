"""The open decisions of a game as a stream sends them after each batch."""

from typing import Annotated

import msgspec
from msgspec import Meta

from domain.game.game import decision_id
from projections.history import AnyViewer
from projections.times import due_moment
from service.core.http.messages import Moment, Reply, SeatNumber, Version
from service.play.api.commands.messages import DecisionReply, QuestionText
from service.play.api.commands.replies import own_decision
from service.play.loaded import Loaded
from service.play.texts import Texts, phrases_at, tag_of


class OpenDecision(Reply, frozen=True, omit_defaults=True):
    """An open decision without its choices."""

    id: Annotated[str, Meta(description="The id of the decision.")]
    seat: SeatNumber
    due: Annotated[Moment | None, Meta(description="The time at which the clock runs out; null without a clock.")]
    text: QuestionText = msgspec.UNSET


class Awaiting(Reply, frozen=True):
    """The open decisions after a batch of events."""

    version: Version
    seats: Annotated[tuple[int, ...], Meta(description="The seats that must act.")]
    decisions: Annotated[tuple[OpenDecision, ...], Meta(description="The open decisions, by seat.")]
    own: Annotated[DecisionReply | None, Meta(description="The open decision of your seat with its choices, or null.")]


class AwaitingLine(Reply, frozen=True):
    """The open decisions as a line of JSON, among lines that are events."""

    awaiting: Annotated[Awaiting, Meta(description="The open decisions after a batch of events.")]


def awaiting_frame(loaded: Loaded, viewer: AnyViewer, *, as_sse: bool, texts: Texts | None = None) -> bytes:
    """Return the open decisions as a server-sent event without an id, or as a line `{"awaiting": …}`.

    Without an id, the event does not change the Last-Event-ID of the client: a reconnect continues after the last event
    of the game. With `texts`, the decisions and choices are also in words.
    """
    version = loaded.game.version
    opened = loaded.shown(f"{version}.awaiting{tag_of(loaded, texts)}", lambda: _opened(loaded, texts))
    own = own_decision(loaded, version, viewer, texts) if isinstance(viewer, int) else b"null"
    # the end of the frame is that of the object, whose last field is the own decision
    body = b'%b,"own":%b}' % (opened[:-1], own)
    return b"event: awaiting\ndata: %b\n\n" % body if as_sse else b'{"awaiting":%b}\n' % body


def _opened(loaded: Loaded, texts: Texts | None) -> bytes:
    """Return what all who read in these words see of the open decisions."""
    game = loaded.game
    phrases = phrases_at(loaded, game.version, texts)
    opened = tuple(
        OpenDecision(
            decision_id(game, seat),
            seat,
            due_moment(game, seat),
            msgspec.UNSET if phrases is None else phrases.question(seat, number),
        )
        for seat, number in sorted(game.questions.items())
    )
    return msgspec.json.encode({"version": game.version, "seats": sorted(game.questions), "decisions": opened})
