"""Requests and replies for decisions, commands and events."""

from collections.abc import Mapping
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from domain.game import preview
from domain.game.preview import StoppedBy as PreviewStoppedBy
from projections import history
from projections.views.pieces import Piece
from service.core.http.choices import AnyCommand, ChoiceReply
from service.core.http.messages import GameId, Head, Moment, Reply, RequestBody, SeatNumber, Version
from service.play.requests import StoppedBy

MOST_COMMANDS = 20
"""The largest number of commands of one turn."""

Text: TypeAlias = (
    Annotated[
        str,
        Meta(
            description="The event in words, in the language of the request. Present only if the request has a "
            "language. No part of a bundle."
        ),
    ]
    | msgspec.UnsetType
)


QuestionText: TypeAlias = (
    Annotated[
        str,
        Meta(
            description="The question in words, in the language of the request, the same for all viewers. Present only "
            "if the request has a language."
        ),
    ]
    | msgspec.UnsetType
)


ToYou: TypeAlias = (
    Annotated[
        str,
        Meta(
            description="The same as it is said to you, such as `You roll 2\N{MULTIPLICATION SIGN} Gull.`, if it is "
            "about your own seat. Present only with `text`, and without `as`."
        ),
    ]
    | msgspec.UnsetType
)


QuestionToYou: TypeAlias = (
    Annotated[
        str,
        Meta(
            description="The question as it is put to you, such as `Roll again, or keep your dice.`, if your own seat "
            "is asked. Present only with `text`, and without `as`."
        ),
    ]
    | msgspec.UnsetType
)


class DecisionReply(Reply, frozen=True, omit_defaults=True):
    """An open decision. `choices` is present for your own seat, and with `as=full` after the end."""

    id: Annotated[str, Meta(description="The id of the decision. The command that answers it must have this id.")]
    seat: SeatNumber
    rule: Annotated[str, Meta(description="The rule under which the seat is asked, such as `giganten/4.1`.")]
    rule_url: Annotated[str, Meta(description="The path of the text of the rule.")]
    text: QuestionText = msgspec.UNSET
    to_you: QuestionToYou = msgspec.UNSET
    choices: (
        Annotated[
            tuple[ChoiceReply, ...],
            Meta(description="The legal commands: for your own seat, or with `as=full` for all seats."),
        ]
        | msgspec.UnsetType
    ) = msgspec.UNSET
    due: (
        Annotated[
            Moment | None,
            Meta(
                description="The time at which the clock of the seat runs out; null while it is stopped. Absent in a "
                "game without a clock."
            ),
        ]
        | msgspec.UnsetType
    ) = msgspec.UNSET
    bank: (
        Annotated[int, Meta(ge=0, description="The seconds that are left in the bank of the seat.")] | msgspec.UnsetType
    ) = msgspec.UNSET


TakeBack = Annotated[
    str | None,
    Meta(description="The id of the decision that your seat can take back at this version; null if there is none."),
]


class NewTakeBack(RequestBody, frozen=True):
    """The decision to take back."""

    decision: Annotated[str, Meta(max_length=40, description="The id of the last decision of your seat.")]


class Decisions(Reply, frozen=True):
    """The open decisions at a version."""

    version: Version
    items: Annotated[tuple[DecisionReply, ...], Meta(description="The open decisions, by seat.")]
    take_back: TakeBack = None


class SeenEvent(history.SeenEvent, frozen=True, omit_defaults=True):
    """An event as the viewer sees it: a line of the bundle (SPEC.md 5), here with its sentence."""

    text: Text = msgspec.UNSET
    to_you: ToYou = msgspec.UNSET


class ForeseenEvent(preview.ForeseenEvent, frozen=True, omit_defaults=True):
    """An event that would happen, as the seat would see it."""

    text: Text = msgspec.UNSET
    to_you: ToYou = msgspec.UNSET


class NewCommand(RequestBody, frozen=True):
    """The answer to a decision."""

    decision: Annotated[str, Meta(max_length=40, description="The id of the decision to answer.")]
    command: Annotated[AnyCommand, Meta(description="The chosen command.")]


class TurnCommand(RequestBody, frozen=True):
    """One command of a turn."""

    command: Annotated[AnyCommand, Meta(description="The chosen command.")]
    decision: (
        Annotated[
            str, Meta(max_length=40, description="The id of the decision to answer; needed in the first command.")
        ]
        | None
    ) = None


class NewTurn(RequestBody, frozen=True):
    """The answers to several decisions of a seat."""

    commands: Annotated[
        tuple[TurnCommand, ...],
        Meta(
            min_length=1, max_length=MOST_COMMANDS, description="The commands in the order in which they are decided."
        ),
    ]


class Receipt(Reply, frozen=True):
    """A signed statement about the log after the command."""

    game: GameId
    version: Version
    head: Head
    at: Moment
    command: Annotated[str | None, Meta(description="The idempotency key.")]
    decision: Annotated[str, Meta(description="The id of the decision that was answered.")]
    sender: Annotated[
        str | None,
        Meta(description="The sender: the id of a player, or `seat-token:<id>`; null for bots of the service."),
    ]
    key_id: Annotated[str, Meta(description="The id of the signing key, which `/.well-known/jwks.json` contains.")]
    signature: Annotated[
        str,
        Meta(
            description="Ed25519, hex, over the canonical JSON (RFC 8785) of at, command, decision, game, head, key_id "
            "and version. Store it: it proves that a log with another head at this version was rewritten."
        ),
    ]


class Accepted(Reply, frozen=True):
    """An accepted command: its receipt, its events as you see them, and your next decision."""

    receipt: Annotated[Receipt, Meta(description="The signed receipt of the command.")]
    events: Annotated[tuple[SeenEvent, ...], Meta(description="The events of the command as your seat sees them.")]
    decisions: Annotated[
        tuple[DecisionReply, ...], Meta(description="The next decision of your seat; empty while other seats decide.")
    ]
    take_back: TakeBack = None


class TurnRefusal(Reply, frozen=True, omit_defaults=True):
    """Why a later command of a turn was refused."""

    code: Annotated[str, Meta(description="The code of the problem that the command alone would get.")]
    detail: Annotated[str, Meta(description="The reason.")]
    rule: Annotated[str, Meta(description="The rule that forbids it, such as `giganten/4.1`.")] | None = None
    rule_title: Annotated[str, Meta(description="The title of the rule.")] | None = None


class TurnAccepted(Accepted, frozen=True, kw_only=True):
    """An accepted turn: what `Accepted` says of one command, here of all that were accepted, and how far it came.

    The receipt is for the last decision. Its head covers those before it.
    """

    accepted: Annotated[int, Meta(ge=1, description="The number of commands that were accepted.")]
    stopped_by: Annotated[
        StoppedBy | None,
        Meta(
            description="Why the others were not: the last decision made a `draw`, or a `disclosure` of something "
            "hidden from your seat; another seat has the next `decision`; the next command was `refused`; the `end` of "
            "the game. Null if all were accepted."
        ),
    ]
    refusal: Annotated[TurnRefusal | None, Meta(description="Why the next command was refused; null if none was.")]


class SeatChanges(Reply, frozen=True):
    """What a seat would have more or less. Changes that depend on what is hidden from you are left out."""

    seat: SeatNumber
    changes: Annotated[
        Mapping[str, int],
        Meta(description="The changes by name, as in `effect` of choices: `money` includes what is paid and received."),
    ]


class PreviewReply(Reply, frozen=True):
    """What a command would do, as far as your seat can know it. Nothing of it is stored."""

    game: GameId
    version: Annotated[int, Meta(ge=0, description="The version of the game that the preview starts from.")]
    events: Annotated[
        tuple[ForeseenEvent, ...],
        Meta(
            description="The events in order, as your seat would see them, up to where the preview stops. Events of "
            "clocks are not among them."
        ),
    ]
    stopped_by: Annotated[
        PreviewStoppedBy,
        Meta(
            description="Why the preview stops: before a `draw` of dice, cards or tiles; before a `disclosure`, which "
            "shows or depends on what is hidden from your seat; at the next `decision` of any seat; at the `end` of "
            "the game."
        ),
    ]
    awaiting: Annotated[
        tuple[SeatNumber, ...],
        Meta(description="The seats that are asked next; empty unless a decision stops the preview."),
    ]
    decisions: Annotated[
        tuple[DecisionReply, ...], Meta(description="The next decision of your seat; empty if it is not asked next.")
    ]
    changes: Annotated[
        tuple[SeatChanges, ...], Meta(description="The seats that would have more or less of anything, ascending.")
    ]


class Events(Reply, frozen=True):
    """The events after a version as the viewer sees them. `next` is the value of `cursor` for the next request."""

    items: Annotated[tuple[SeenEvent, ...], Meta(description="The events in order.")]
    next: Version
    is_over: Annotated[bool, Meta(description="Whether the game is over, so that no event follows.")]


class PiecesReply(Reply, frozen=True):
    """What stands on the board of a game at a version, as a viewer sees it."""

    version: Version
    viewer: Annotated[str, Meta(description="`public`, `seat:N` or `full`.")]
    board_url: Annotated[
        str | None, Meta(description="The path of the picture that has the places; null for a title without a board.")
    ]
    items: Annotated[tuple[Piece, ...], Meta(description="The pieces, in the order in which they are drawn.")]
    closed: Annotated[
        tuple[str, ...], Meta(description="The ids of the places that are not in play, or used up: draw them paler.")
    ]
