"""The players of a match: bots of the service, and bots of users.

A bot of a user gets what a client of the API gets:
`{"ruleset": …, "seat": …, "view": …, "choices": [{"command": …, "range": …, "cost": …}]}`, where `choices` is the same
as in the decisions of a game. A Python file defines `choose(request)`, which returns the command as a dictionary; a
program writes it as one line.
"""

import random
import shlex
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Self, Union

import msgspec

from domain.game.game import Game
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Command, Seat
from projections.views import VIEWS
from service.bots import NAMES
from service.operate.arena import Player, named
from service.operate.guests import host
from service.operate.guests.program import GuestError, Program
from service.play.choices import choices_of

PROGRAM = "cmd:"
"""The prefix of the name of a program."""


class Players:
    """The bots of a match, with the programs that have been started for them."""

    def __init__(self, ruleset: Ruleset[Any], bots: Sequence[str], timeout: float) -> None:
        """`timeout` is the number of seconds in which a bot of a user has to answer."""
        self._ruleset = ruleset
        self._timeout = timeout
        self._programs: list[Program] = []
        self._bots = bots
        self.by_name: Mapping[str, Player] = {}

    def __enter__(self) -> Self:
        """Start the programs. Raises GuestError."""
        try:
            self.by_name = {bot: self._player(bot) for bot in dict.fromkeys(self._bots)}
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        """End the programs."""
        self._end()

    def _player(self, bot: str) -> Player:
        if bot.startswith(PROGRAM):
            return self._guest(bot, self._started(bot, _words(bot)))
        if bot.endswith(".py"):
            if not Path(bot).is_file():
                reason = f"there is no file {bot}"
                raise GuestError(reason)
            program = self._started(bot, (sys.executable, host.__file__, bot))
            program.wait_for(host.READY)
            return self._guest(bot, program)
        known = NAMES[self._ruleset.name]
        if bot not in known:
            reason = f"there is no bot {bot!r}; there are {', '.join(known)}, files *.py, and programs {PROGRAM}…"
            raise GuestError(reason)
        return named(bot)

    def _started(self, bot: str, words: Sequence[str]) -> Program:
        program = Program(bot, words, self._timeout)
        self._programs.append(program)
        return program

    def _guest(self, name: str, program: Program) -> Player:
        """Return a player whose decisions a program makes, from a request in JSON to a command in JSON."""
        kind: Any = Union[self._ruleset.commands]  # noqa: UP007 - a union of a tuple of types
        decoder = msgspec.json.Decoder(kind)

        def choose(game: Game, seat: Seat, _: random.Random, number: int) -> Command:
            answer = program.ask(msgspec.json.encode(_request(game, seat, number)))
            try:
                return decoder.decode(answer)
            except msgspec.MsgspecError as error:
                shown = answer[:200].decode(errors="replace")
                reason = f"{name} answers {shown!r}, which is no command: {error}"
                raise GuestError(reason) from None

        return choose

    def _end(self) -> None:
        for program in self._programs:
            program.end_input()
        with ExitStack() as programs:
            for program in self._programs:
                programs.callback(program.end)
        self._programs = []


def _words(bot: str) -> list[str]:
    try:
        words = shlex.split(bot.removeprefix(PROGRAM))
    except ValueError as error:
        reason = f"{bot} cannot be started: {error}"
        raise GuestError(reason) from None
    if not words:
        reason = f"{bot!r} names no program: write it after the colon, such as 'cmd:node mybot.mjs'"
        raise GuestError(reason)
    return words


def _request(game: Game, seat: Seat, number: int) -> dict[str, Any]:
    title = game.opened.ruleset
    view = msgspec.structs.replace(VIEWS[title](game, seat), game=f"00000000-0000-4000-8000-{number + 1:012}")
    return {"ruleset": title, "seat": seat, "view": view, "choices": choices_of(game, seat)}
