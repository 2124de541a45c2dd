"""The client: all operations, and a whole game in one call."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self, TypedDict

from ludolog_client.operations import Operations
from ludolog_client.problems import DecisionClosed, GameNotRunning, GamePaused

if TYPE_CHECKING:
    from ludolog_client import types

HIGHEST = 3
"""How much more than the least `random_command` bids: high numbers are seldom bluffs."""


class Turn(TypedDict):
    """What a bot has to know for one decision."""

    ruleset: str
    """The title."""
    seat: int
    view: types.AnyView
    """The table as the seat sees it."""
    choices: list[types.ChoiceReply]
    """All legal commands."""


class Client(Operations):
    """A client of one server, as one player. Close it, or use it in a `with` block."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def play(self, game: str, choose: Callable[[Turn], types.AnyCommand]) -> types.Result:
        """Play the own seat of a game to its end, and return the result.

        `choose` returns a command; the same function plays in `ludolog arena`. A command against the rules raises
        `problems.Refused`.
        """
        state = self.game(game)
        answered = 0
        for event in self.stream(game, cursor=state["version"]):
            if "own" not in event.data:
                continue
            own, version = event.data["own"], event.data["version"]
            # after an interruption the stream repeats the question, also one that has been answered since
            if own is None or not (choices := own.get("choices")) or version < answered:
                continue
            view = self.view(game, at=version)
            command = choose({"ruleset": state["ruleset"], "seat": own["seat"], "view": view, "choices": choices})
            try:
                answered = self.command(game, {"decision": own["id"], "command": command})["receipt"]["version"]
            except (DecisionClosed, GameNotRunning, GamePaused):
                # the clock, a ruling or another program of this player was faster: the stream has what is next
                continue
        return self.result(game)


def random_command(choices: list[types.ChoiceReply]) -> types.AnyCommand:
    """Return a legal command, at random: never one that takes others back, because a game would not end."""
    choice = random.choice([each for each in choices if not each["command"]["type"].endswith(".take_back")])  # noqa: S311 - a game
    span = choice.get("range")
    if span is None:
        return choice["command"]
    # one choice stands for a range of numbers, which are all legal
    number = random.randint(span["min"], min(span["max"], span["min"] + HIGHEST))  # noqa: S311 - a game
    changed: Any = {**choice["command"], span["field"]: number}
    return changed
