"""Bots of users in the arena: a Python file, or a program that reads and writes JSON lines.

Both get what a client of the API gets: `{"ruleset": …, "seat": …, "view": …, "choices": [{"command": …, "range": …}]}`.
A file defines `choose(request)`, which returns the command as a dictionary; a program writes it as one line.
"""

import contextlib
import importlib.util
import random
import shlex
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self, Union

import msgspec

from domain.game.game import Game, legal_commands
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Command, Seat
from projections.views import VIEWS
from service.bots import NAMES
from service.bots.arena import Player, named

PROGRAM = "cmd:"
"""The prefix of the name of a program."""

END_WITHIN = 5.0
"""Seconds after which a program that has not ended by itself is killed."""


class GuestError(Exception):
    """A bot that does not exist, cannot be started, or does not answer with a command."""


class Players:
    """The bots of a match, with the programs that have been started for them."""

    def __init__(self, ruleset: Ruleset[Any], bots: Sequence[str]) -> None:
        self._ruleset = ruleset
        self._programs: list[subprocess.Popen[bytes]] = []
        self._bots = bots
        self.by_name: Mapping[str, Player] = {}

    def __enter__(self) -> Self:
        """Load the files and start the programs. Raises GuestError."""
        try:
            self.by_name = {bot: self._player(bot) for bot in dict.fromkeys(self._bots)}
        except GuestError:
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
            return self._guest(bot, self._program(bot))
        if bot.endswith(".py"):
            return self._guest(bot, _function(bot))
        known = NAMES[self._ruleset.name]
        if bot not in known:
            reason = f"there is no bot {bot!r}; there are {', '.join(known)}, files *.py, and programs {PROGRAM}…"
            raise GuestError(reason)
        return named(bot)

    def _guest(self, name: str, ask: Callable[[bytes], bytes]) -> Player:
        """Return a player whose decisions `ask` makes, from a request in JSON to a command in JSON."""
        kind: Any = Union[self._ruleset.commands]  # noqa: UP007 - a union of a tuple of types
        decoder = msgspec.json.Decoder(kind)

        def choose(game: Game, seat: Seat, _rng: random.Random) -> Command:
            answer = ask(msgspec.json.encode(_request(game, seat)))
            try:
                return decoder.decode(answer)
            except msgspec.MsgspecError as error:
                shown = answer[:200].decode(errors="replace")
                reason = f"{name} answers {shown!r}, which is no command: {error}"
                raise GuestError(reason) from None

        return choose

    def _program(self, bot: str) -> Callable[[bytes], bytes]:
        words = shlex.split(bot.removeprefix(PROGRAM))
        try:
            program = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603 - the user's own program
        except (OSError, ValueError, IndexError) as error:
            reason = f"{bot} cannot be started: {error}"
            raise GuestError(reason) from None
        self._programs.append(program)
        assert program.stdin is not None
        assert program.stdout is not None
        stdin, stdout = program.stdin, program.stdout

        def ask(request: bytes) -> bytes:
            try:
                stdin.write(request + b"\n")
                stdin.flush()
                answer = stdout.readline()
            except OSError as error:
                reason = f"{bot} has ended: {error}"
                raise GuestError(reason) from None
            if not answer:
                reason = f"{bot} has ended"
                raise GuestError(reason)
            return answer

        return ask

    def _end(self) -> None:
        for program in self._programs:
            # at the end of its input a program ends
            for stream in (program.stdin, program.stdout):
                assert stream is not None
                with contextlib.suppress(OSError):
                    stream.close()
            try:
                program.wait(END_WITHIN)
            except subprocess.TimeoutExpired:
                program.kill()
                program.wait()
        self._programs = []


def _request(game: Game, seat: Seat) -> dict[str, Any]:
    name = game.opened.ruleset
    return {"ruleset": name, "seat": seat, "view": VIEWS[name](game, seat), "choices": legal_commands(game, seat)}


def _function(bot: str) -> Callable[[bytes], bytes]:
    """Return the function `choose` of a Python file."""
    path = Path(bot)
    spec = importlib.util.spec_from_file_location(path.stem, path) if path.is_file() else None
    if spec is None or spec.loader is None:
        reason = f"there is no file {bot}"
        raise GuestError(reason)
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        choose = module.choose
    except Exception as error:
        reason = f"{bot} cannot be loaded: {error!r}"
        raise GuestError(reason) from error
    return lambda request: msgspec.json.encode(choose(msgspec.json.decode(request)))
