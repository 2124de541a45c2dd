"""Decision events: each carries all that the player chose, so the command can be found again."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from domain.kernel.values import Command, Event

Origin: TypeAlias = type[Command] | Callable[[Any], Sequence[Command]]
"""The command whose fields the event has under the same names, or a function that returns the possible commands."""


def commands_by_event(origins: Mapping[type[Event], Origin]) -> Callable[[Event], Sequence[Command]]:
    """Return a function from a decision event to the commands that may have led to it.

    The function returns no command for an event that follows from another one. If it returns several commands, the
    rules allow at most one of them.
    """

    def commands_of(event: Event) -> Sequence[Command]:
        origin = origins.get(type(event))
        if origin is None:
            return ()
        if not isinstance(origin, type):
            return origin(event)
        command: type[Command] = origin
        return (command(**{name: getattr(event, name) for name in command.__struct_fields__}),)

    return commands_of
