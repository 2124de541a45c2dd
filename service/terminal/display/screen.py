"""The terminal: what is printed, and what is read from it line by line."""

import io
import os
import select
import sys
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.markup import escape
from rich.panel import Panel

from service.terminal.display.words import printable


class Left(Exception):
    """The person at the terminal has had enough, or its input has ended."""


def console(*, stderr: bool = False) -> Console:
    """Return a console that never fails on a letter that the terminal does not have."""
    stream = sys.stderr if stderr else sys.stdout
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")
    return Console(stderr=stderr, highlight=False, emoji=False)


class Screen:
    """Prints markup and boards, asks for lines."""

    def __init__(self) -> None:
        self.out = console()
        self.err = console(stderr=True)

    def show(self, *parts: RenderableType) -> None:
        """Print markup or anything else that can be drawn."""
        for part in parts:
            self.out.print(part)

    def text(self, text: Any) -> None:
        """Print a text as it is, of one or several lines."""
        self.out.print(printable_lines(str(text)), markup=False)

    def command(self, text: str) -> None:
        """Print a text with a command that is to be copied: the terminal breaks it, without a newline."""
        self.out.print(printable(text), markup=False, soft_wrap=True)

    def line(self, markup: str) -> None:
        """Print a line of markup, which stays one line where no terminal needs it broken."""
        self.out.print(markup, soft_wrap=not self.out.is_terminal)

    def notice(self, text: str) -> None:
        """Say something beside the output."""
        self.err.print(printable(text), markup=False, style="dim")

    def rule(self, title: str) -> None:
        """Draw a line with a title in it, as markup."""
        self.out.rule(title, align="left")

    def ask(self, question: str) -> str:
        """Return a line; raises Left at the end of the input."""
        self.out.print(f"[bold]{question}[/] ", end="")
        self.out.file.flush()
        line = sys.stdin.readline()
        if not line:
            self.out.print()
            raise Left
        if not sys.stdin.isatty():
            # what was piped in is not echoed by a terminal
            self.out.print(printable(line.strip()), markup=False)
        return line.strip()

    def typed(self) -> str | None:
        """Return a line that has been typed in the meantime, without waiting; None where there is none.

        Only a person at a terminal is listened to: what is piped in answers questions. Raises Left at the end.
        """
        if not sys.stdin.isatty() or not select.select([sys.stdin], [], [], 0)[0]:
            return None
        line = sys.stdin.readline()
        if not line:
            raise Left
        return line.strip()

    @property
    def is_attended(self) -> bool:
        """Whether a person at a terminal types."""
        return sys.stdin.isatty()

    @property
    def height(self) -> int:
        """How many lines fit below one another; 24 where the output is no terminal and LINES does not say."""
        return self.out.height if self.out.is_terminal or "LINES" in os.environ else 24

    def box(self, title: str, text: str) -> None:
        """Show a longer text, such as a rule."""
        paragraphs = "\n\n".join(" ".join(part.split()) for part in printable_lines(text).split("\n\n"))
        self.out.print(Panel(escape(paragraphs), title=escape(printable(title)), title_align="left", width=self.width))

    @property
    def width(self) -> int:
        """How many letters fit beside one another."""
        return max(20, min(self.out.width, 100))


def printable_lines(text: str) -> str:
    """Return a text of several lines without anything that would change the terminal."""
    return "\n".join(printable(line) for line in text.splitlines())


def stacked(*parts: RenderableType | None) -> Group:
    """Return the parts below one another."""
    return Group(*(part for part in parts if part is not None))
