"""The commands of all titles, and a legal command as decisions and refusals list it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from domain.kernel.values import Command, Range
from domain.rulesets import any_command
from service.core.http.messages import Reply

if TYPE_CHECKING:
    AnyCommand: TypeAlias = Command
else:
    AnyCommand = any_command()


class ChoiceReply(Reply, frozen=True, omit_defaults=True):
    """A legal command. With a range, the field that it names may have any number of the range.

    `cost`, `effect` and `each` say what the command itself changes for your seat, whatever is drawn or disclosed. A
    preview says what else follows.
    """

    command: Annotated[AnyCommand, Meta(description="The command, ready to send.")]
    range: Annotated[Range | None, Meta(description="The field that may vary, and its bounds.")] = None
    cost: Annotated[
        int, Meta(description="The money that your seat pays for the listed command. Absent if it pays none.")
    ] = 0
    effect: Annotated[
        Mapping[str, int],
        Meta(
            description="What your seat has more by the listed command, or less where negative, by name: such as "
            "`money`, `income`, pieces by their kind. The cost is not included."
        ),
    ] = {}
    each: Annotated[
        Mapping[str, int],
        Meta(
            description="What each further number of the range adds, `money` included. A name is absent where the "
            "numbers of the range differ in what they add."
        ),
    ] = {}
    held: Annotated[
        Mapping[str, int],
        Meta(
            description="What your seat has of what the number of the range counts, such as `licence_value` for a bid. "
            "Absent where the range itself ends at what you have."
        ),
    ] = {}
    anchors: Annotated[
        tuple[str, ...],
        Meta(
            description="The ids of the places and pieces on the board that the command refers to, such as `site:D11`. "
            "They depend on the title and its data set alone."
        ),
    ] = ()
    text: (
        Annotated[
            str,
            Meta(
                description="The choice in a few words, such as a button shows, in the language of the request. No "
                "other choice of the decision has the same text. Present only if the request has a language."
            ),
        ]
        | UnsetType
    ) = UNSET
