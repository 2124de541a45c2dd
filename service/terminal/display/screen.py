"""Output to the terminal, and input line by line."""

import io
import os
import select
import sys
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.markup import escape
from rich.panel import Panel

from service.terminal.display.words import printable


class Quit(Exception):
    """The user quits, or the input has ended."""


def console(*, stderr: bool = False) -> Console:
    """Return a console that replaces characters that the terminal cannot show."""
    stream = sys.stderr if stderr else sys.stdout
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")
    return Console(stderr=stderr, highlight=False, emoji=False)


class Screen:
    """Prints markup and boards, and reads lines."""

    def __init__(self) -> None:
        self.out = console()
        self.err = console(stderr=True)

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
        self.out.print(f"[bold]{question}[/] ", end="")
        self.out.file.flush()
        line = sys.stdin.readline()
        if not line:
            self.out.print()
            raise Quit
        if not sys.stdin.isatty():
            # a terminal does not echo piped input
            self.out.print(printable(line.strip()), markup=False)
        return line.strip()

    def typed(self) -> str | None:
        """Return a line that was typed, without waiting; None if there is none.

        This reads only from a terminal: piped input answers questions. Raises Quit at the end of the input.
        """
        if not sys.stdin.isatty() or not select.select([sys.stdin], [], [], 0)[0]:
            return None
        line = sys.stdin.readline()
        if not line:
            raise Quit
        return line.strip()

    @property
    def is_attended(self) -> bool:
        """Return whether the input is a terminal."""
        return sys.stdin.isatty()

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


def printable_lines(text: str) -> str:
    """Return a text of several lines without control characters."""
    return "\n".join(printable(line) for line in text.splitlines())


def stacked(*parts: RenderableType | None) -> Group:
    """Return the parts as a vertical group."""
    return Group(*(part for part in parts if part is not None))
