"""The commands of all titles, and a command that a seat may send now, as decisions and refusals list it."""

from typing import TYPE_CHECKING, Annotated, TypeAlias

from msgspec import Meta

from domain.kernel.values import Command, Range
from domain.rulesets import any_command
from service.http.messages import Reply

if TYPE_CHECKING:
    AnyCommand: TypeAlias = Command
else:
    AnyCommand = any_command()


class ChoiceReply(Reply, frozen=True, omit_defaults=True):
    """A command that would be accepted; with a range, also with any other number of the range in that field."""

    command: Annotated[AnyCommand, Meta(description="The command, ready to be sent.")]
    range: Annotated[Range | None, Meta(description="The number that may vary, if any.")] = None
