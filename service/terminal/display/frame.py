"""One screen: board, news, question and choices, laid out so that all of them and the prompt are visible together."""

from collections.abc import Callable, Sequence

import msgspec
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.segment import Segment
from rich.text import Text

from service.terminal.display.board import one_line

LEAST_CHOICES = 3
"""Lines that the choices get at least, whatever the board takes."""

LEAST_NEWS = 2
"""Lines of news that are shown at least, where there are so many and the board leaves room."""


class Frame(msgspec.Struct, frozen=True):
    """What is shown while a player is asked."""

    board: RenderableType
    news: Sequence[str]
    """What has happened since the last decision, as markup."""
    question: str
    """The rule under which the player is asked, as markup."""
    choices: Callable[[int, int], tuple[Sequence[str], bool]]
    """Returns the choices as markup, in no more lines than the first number, for a width; and whether all are told."""
    message: str = ""
    """Something to say about what was typed, as markup."""

    def parts(self, console: Console, width: int, height: int) -> list[RenderableType]:
        """Return what to print above the prompt: at most one line less than the height."""
        room = height - 2 - bool(self.message)
        board = _Cropped(self.board, max(1, room - LEAST_CHOICES))
        room -= len(console.render_lines(board, console.options.update(width=width), pad=False))
        choices: Sequence[str] = ()
        for least in range(min(LEAST_NEWS, len(self.news)), -1, -1):
            # news give way to choices that would not be told otherwise
            choices, is_whole = self.choices(max(1, room - least), width)
            if is_whole:
                break
        else:
            choices, _ = self.choices(max(1, room - min(1, len(self.news))), width)
        news = _last(self.news, room - len(choices))
        message = [one_line(f"[bold yellow]{self.message}[/]")] if self.message else []
        return [board, *map(one_line, news), one_line(self.question), *map(one_line, choices), *message]


def _last(news: Sequence[str], height: int) -> list[str]:
    if len(news) <= height:
        return list(news)
    if height <= 1:
        return list(news[-1:] if height else [])
    hidden = len(news) - height + 1
    return [f"[dim]… {hidden} earlier events: type log[/]", *news[-(height - 1) :]]


class _Cropped:
    """A drawing of which no more than so many lines are shown."""

    def __init__(self, drawn: RenderableType, height: int) -> None:
        self._drawn = drawn
        self._height = height

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw the first lines."""
        lines = console.render_lines(self._drawn, options, pad=False)
        cut = len(lines) > self._height
        for line in lines[: self._height - cut]:
            yield from line
            yield Segment.line()
        if cut:
            yield Text(f"… {len(lines) - self._height + 1} more lines: type board", style="dim")
