"""From a decision event back to the command that it answers: the event carries all that the player chose."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from domain.kernel.values import Command, Event

Twin: TypeAlias = type[Command] | Callable[[Any], Sequence[Command]]
"""The command whose fields stand in the event under the same names, or a function that finds what it may have been."""


def commands_from(event: Event, twins: Mapping[type[Event], Twin]) -> Sequence[Command]:
    """Return the commands on which this may be the decision event, none for an event that nobody decides.

    Where there are several, the rules allow one of them at the most.
    """
    twin = twins.get(type(event))
    if twin is None:
        return ()
    if not isinstance(twin, type):
        return twin(event)
    command: type[Command] = twin
    return (command(**{name: getattr(event, name) for name in command.__struct_fields__}),)
