"""Output to the terminal, and input line by line."""

import io
import os
import select
import sys
from collections.abc import Iterator
from typing import Any, TextIO

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.markup import escape
from rich.panel import Panel
from rich.segment import Segment

from service.terminal.display.words import printable

LONGEST = 1000
"""The number of characters that a line of input may have. Python cannot convert a number of 5,000 digits."""

_CONTROLS = {code: None for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) != "\n"}
"""Removes the control characters from a text (C0, DEL and C1), except line feeds."""


class Quit(Exception):
    """The user quits, or the input has ended."""


def console(*, stderr: bool = False) -> Console:
    """Return a console that replaces characters that the terminal cannot show."""
    stream = sys.stderr if stderr else sys.stdout
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")
    return _Console(stderr=stderr, highlight=False, emoji=False)


class _Console(Console):
    """A console that leaves out control characters: fields that should be numbers can be any text of the server."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=segment.text.translate(_CONTROLS))


class Screen:
    """Prints markup and boards, and reads lines."""

    def __init__(self) -> None:
        self.out = console()
        self.err = console(stderr=True)
        source: TextIO | None = sys.stdin
        if isinstance(source, io.TextIOWrapper):
            # a typed byte that is no UTF-8 becomes a replacement character
            source.reconfigure(errors="replace")

    def show(self, *parts: RenderableType) -> None:
        """Print markup or other renderables."""
        for part in parts:
            self.out.print(part)

    def text(self, text: Any) -> None:
        """Print a text of one or several lines without markup."""
        self.out.print(printable_lines(str(text)), markup=False)

    def command(self, text: str) -> None:
        """Print a text with a command to copy. It contains no newline, the terminal wraps it."""
        self.out.print(printable(text), markup=False, soft_wrap=True)

    def line(self, markup: str) -> None:
        """Print a line of markup. It is wrapped only on a terminal."""
        self.out.print(markup, soft_wrap=not self.out.is_terminal)

    def notice(self, text: str) -> None:
        """Print a notice to standard error."""
        self.err.print(printable(text), markup=False, style="dim")

    def rule(self, title: str) -> None:
        """Print a horizontal line with a title in markup."""
        self.out.rule(title, align="left")

    def ask(self, question: str) -> str:
        """Print a question and return a line of input. Raises Quit at the end of the input."""
        while True:
            self.out.print(f"[bold]{question}[/] ", end="")
            self.out.file.flush()
            try:
                line = _line()
            except Quit:
                self.out.print()
                raise
            if not self.is_attended:
                # a terminal does not echo piped input
                self.out.print(printable(line), markup=False)
            if self._is_short(line):
                return line

    def typed(self) -> str | None:
        """Return a line that was typed, without waiting; None if there is none.

        This reads only from a terminal: piped input answers questions. Raises Quit at the end of the input.
        """
        if not self.is_attended or not select.select([sys.stdin], [], [], 0)[0]:
            return None
        line = _line()
        return line if self._is_short(line) else None

    def _is_short(self, line: str) -> bool:
        """Return whether a line of input is short enough. Print why if it is not."""
        if len(line) > LONGEST:
            self.text(f"the line is too long: type at most {LONGEST} characters")
        return len(line) <= LONGEST

    @property
    def is_attended(self) -> bool:
        """Return whether the input is a terminal."""
        # Python has no stdin if the process starts with a closed one
        return sys.stdin is not None and sys.stdin.isatty()

    @property
    def height(self) -> int:
        """Return the number of lines; 24 if the output is no terminal and LINES is not set."""
        return self.out.height if self.out.is_terminal or "LINES" in os.environ else 24

    def box(self, title: str, text: str) -> None:
        """Print a longer text, such as a rule, in a box."""
        paragraphs = "\n\n".join(" ".join(part.split()) for part in printable_lines(text).split("\n\n"))
        self.out.print(Panel(escape(paragraphs), title=escape(printable(title)), title_align="left", width=self.width))

    @property
    def width(self) -> int:
        """Return the number of columns."""
        return max(20, min(self.out.width, 100))


def _line() -> str:
    """Return a line of input without the spaces around it. Raises Quit at the end of the input, or if it is closed."""
    line = "" if sys.stdin is None else sys.stdin.readline()
    if not line:
        raise Quit
    return line.strip()


def printable_lines(text: str) -> str:
    """Return a text of several lines without control characters."""
    return "\n".join(printable(line) for line in text.splitlines())


def stacked(*parts: RenderableType | None) -> Group:
    """Return the parts as a vertical group."""
    return Group(*(part for part in parts if part is not None))
