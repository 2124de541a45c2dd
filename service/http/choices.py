"""The commands of all titles, and a legal command as decisions and refusals list it."""

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
    """A legal command. With a range, the field that it names may have any number of the range."""

    command: Annotated[AnyCommand, Meta(description="The command, ready to send.")]
    range: Annotated[Range | None, Meta(description="The field that may vary, and its bounds.")] = None
