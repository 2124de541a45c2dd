"""The layout of one screen: board, news, question, choices and prompt fit together."""

from collections.abc import Callable, Sequence

import msgspec
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.segment import Segment
from rich.text import Text

from service.terminal.display.board import one_line

LEAST_CHOICES = 3
"""The minimum number of lines for the choices."""

LEAST_NEWS = 2
"""The minimum number of lines of news, if there are enough and the board leaves room."""


class Frame(msgspec.Struct, frozen=True):
    """What the screen shows at a decision."""

    board: RenderableType
    news: Sequence[str]
    """The events since the last decision, as markup."""
    question: str
    """The rule of the question, as markup."""
    choices: Callable[[int, int], tuple[Sequence[str], bool]]
    """Takes a maximum height and a width. Returns the choices as markup, and whether all are shown."""
    message: str = ""
    """A message about the last input, as markup."""

    def parts(self, console: Console, width: int, height: int) -> list[RenderableType]:
        """Return what to print above the prompt, in at most one line less than the height."""
        room = height - 2 - bool(self.message)
        board = _Cropped(self.board, max(1, room - LEAST_CHOICES))
        room -= len(console.render_lines(board, console.options.update(width=width), pad=False))
        choices: Sequence[str] = ()
        for least in range(min(LEAST_NEWS, len(self.news)), -1, -1):
            # news give way to choices that would not be shown otherwise
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
    """A renderable cut to a number of lines."""

    def __init__(self, drawn: RenderableType, height: int) -> None:
        self._drawn = drawn
        self._height = height

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Render the first lines."""
        lines = console.render_lines(self._drawn, options, pad=False)
        cut = len(lines) > self._height
        for line in lines[: self._height - cut]:
            yield from line
            yield Segment.line()
        if cut:
            yield Text(f"… {len(lines) - self._height + 1} more lines: type board", style="dim")
