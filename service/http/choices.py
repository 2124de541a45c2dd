"""A command that a seat may send now, as decisions and refusals list it."""

from typing import Annotated

from msgspec import Meta

from domain.kernel.values import Range
from domain.rulesets import AnyCommand
from service.http.messages import Reply


class ChoiceReply(Reply, frozen=True, omit_defaults=True):
    """A command that would be accepted; with a range, also with any other number of the range in that field."""

    command: Annotated[AnyCommand, Meta(description="The command, ready to be sent.")]
    range: Annotated[Range | None, Meta(description="The number that may vary, if any.")] = None
