"""The bodies of requests and replies about hints."""

from typing import Annotated, Any

from msgspec import Meta

from service.core.http.messages import Reply, RequestBody
from service.play.api.commands.messages import Receipt, SeenEvent


class NewHint(RequestBody, frozen=True):
    """The decision for which a hint is taken."""

    decision: Annotated[str, Meta(max_length=40, description="The id of the open decision of your seat.")]


class HintChoice(Reply, frozen=True):
    """A choice of the engine."""

    command: Annotated[dict[str, Any], Meta(description="The command, as the decision lists it.")]
    chance: Annotated[
        int, Meta(description="The winning chance of your seat after it, in thousandths, by what your seat knows.")
    ]
    error: Annotated[int, Meta(description="The standard error of the chance, in thousandths.")]


class HintReply(Reply, frozen=True):
    """A hint: the best choices of the engine, and the event that says that you took it."""

    receipt: Annotated[Receipt, Meta(description="The signed receipt of the event.")]
    events: Annotated[tuple[SeenEvent, ...], Meta(description="The event `game.hint_taken` as your seat sees it.")]
    choices: Annotated[
        tuple[HintChoice, ...], Meta(description="One to three choices of the engine, the best one first.")
    ]
