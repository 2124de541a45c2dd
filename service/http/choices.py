"""A legal command, as decisions and refusals list it."""

from typing import Annotated

from msgspec import Meta

from domain.kernel.values import Range
from domain.rulesets import AnyCommand
from service.http.messages import Reply


class ChoiceReply(Reply, frozen=True, omit_defaults=True):
    """A legal command. With a range, the field that it names may have any number of the range."""

    command: Annotated[AnyCommand, Meta(description="The command, ready to send.")]
    range: Annotated[Range | None, Meta(description="The field that may vary, and its bounds.")] = None
