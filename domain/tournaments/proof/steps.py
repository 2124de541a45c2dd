"""The checks of a bundle of a tournament, and what each of them gets to see."""

from domain.kernel.values import Event, Value
from domain.proof.bundle import Closing
from domain.tournaments.proof.lines import Header, Item
from domain.tournaments.state import Tournament


class Step(Value, frozen=True):
    """An event, the tournament before it (None: it is the first one), and the lines that belong to it."""

    item: Item
    event: Event
    before: Tournament | None


class Check:
    """The base of a check. Its methods raise CheckFailedError or CheckSkippedError."""

    name: str
    needs_state = False
    """Whether the check needs the tournament as it was. Such checks end when one of them has failed."""
    is_of_certificate = False
    """Whether a bad step is at the line of its certificate, which follows that of the event."""

    def begin(self, header: Header, /) -> None:
        """Check the header."""

    def take(self, step: Step, /) -> None:
        """Check an event."""

    def end(self, closing: Closing, /) -> None:
        """Check the closing line."""
