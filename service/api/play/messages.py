"""Requests and replies of play: what is asked, what is answered, what has happened."""

from typing import Annotated

import msgspec
from msgspec import Meta

from domain.rulesets import AnyCommand
from projections.history import SeenEvent
from service.http.choices import ChoiceReply
from service.http.messages import GameId, Head, Moment, Reply, RequestBody, SeatNumber, Version


class DecisionReply(Reply, frozen=True, omit_defaults=True):
    """An open decision; `choices` are shown to the seat that is asked, and to all with `as=full` after the end."""

    id: Annotated[str, Meta(description="Name it in the command that answers.")]
    seat: SeatNumber
    rule: Annotated[str, Meta(description="The rule under which the seat is asked, such as `giganten/4.1`.")]
    rule_url: Annotated[str, Meta(description="Where the rule can be read.")]
    choices: (
        Annotated[
            tuple[ChoiceReply, ...],
            Meta(description="The commands that would be accepted; for your own seat, or for all with `as=full`."),
        ]
        | msgspec.UnsetType
    ) = msgspec.UNSET


class Decisions(Reply, frozen=True):
    """The decisions that are open at a version."""

    version: Version
    items: Annotated[tuple[DecisionReply, ...], Meta(description="The open decisions, by seat.")]


class CommandRequest(RequestBody, frozen=True):
    """The answer to a decision."""

    decision: Annotated[str, Meta(max_length=40, description="The id of the decision that is answered.")]
    command: Annotated[AnyCommand, Meta(description="What you decide.")]


class Receipt(Reply, frozen=True):
    """What the service has taken on: the head of the log after the command."""

    game: GameId
    version: Version
    head: Head
    at: Moment
    command: Annotated[str | None, Meta(description="The idempotency key.")]
    decision: Annotated[str, Meta(description="The id of the decision that was answered.")]
    sender: Annotated[
        str | None,
        Meta(description="Who sent it: a player's id, or `seat-token:<id>`; null for the bots of the service."),
    ]
    key_id: Annotated[str, Meta(description="The key that has signed; `/.well-known/jwks.json` has it.")]
    signature: Annotated[
        str,
        Meta(
            description="Ed25519, hex, over the canonical JSON (RFC 8785) of at, command, decision, game, head, key_id "
            "and version. Keep it: no log with another head at this version is then the one that was promised."
        ),
    ]


class Accepted(Reply, frozen=True):
    """An accepted command: the events of its batch as you see them, and what you are asked next."""

    receipt: Annotated[Receipt, Meta(description="What the service has taken on.")]
    events: Annotated[tuple[SeenEvent, ...], Meta(description="What happened, as your seat sees it.")]
    decisions: Annotated[
        tuple[DecisionReply, ...], Meta(description="What your seat is asked next; empty while others decide.")
    ]


class Events(Reply, frozen=True):
    """The history from a version on, as the viewer sees it; `next` is the value of `after` to go on with."""

    items: Annotated[tuple[SeenEvent, ...], Meta(description="The events in their order.")]
    next: Version
    is_over: Annotated[bool, Meta(description="Whether the game is over and no further event comes.")]
