"""The open decisions of a game as a stream sends them after each batch."""

from typing import Annotated

import msgspec
from msgspec import Meta

from domain.game.game import Game
from domain.kernel.viewers import viewer_name
from projections.history import AnyViewer
from projections.sentences.choices import Phrases
from projections.times import due_moment
from service.core.http.messages import Moment, Reply, SeatNumber, Version
from service.play.api.commands.messages import DecisionReply, QuestionText
from service.play.api.commands.replies import decisions
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


def awaiting_of(game: Game, viewer: AnyViewer, phrases: Phrases | None = None) -> Awaiting:
    """Return the open decisions of a game as a viewer sees them, in words if there are phrases."""
    replies = decisions(game, viewer, phrases)
    own = next((reply for reply in replies if reply.seat == viewer), None)
    opened = tuple(OpenDecision(reply.id, reply.seat, due_moment(game, reply.seat), reply.text) for reply in replies)
    return Awaiting(game.version, tuple(reply.seat for reply in replies), opened, own)


def awaiting_frame(loaded: Loaded, viewer: AnyViewer, *, as_sse: bool, texts: Texts | None = None) -> bytes:
    """Return the open decisions as a server-sent event without an id, or as a line `{"awaiting": …}`.

    Without an id, the event does not change the Last-Event-ID of the client: a reconnect continues after the last event
    of the game. With `texts`, the decisions and choices are also in words.
    """
    game = loaded.game
    tag = f"{game.version}.awaiting.{viewer_name(viewer)}{tag_of(loaded, texts)}"
    phrases = phrases_at(loaded, game.version, texts)
    body = loaded.shown(tag, lambda: msgspec.json.encode(awaiting_of(game, viewer, phrases)))
    return b"event: awaiting\ndata: %b\n\n" % body if as_sse else b'{"awaiting":%b}\n' % body
