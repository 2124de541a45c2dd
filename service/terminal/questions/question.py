"""One open decision: its display, its input, and the chosen command."""

from collections.abc import Callable, Mapping, Sequence

from rich.markup import escape

from service.terminal.display.board import Scene, Title, drawn, one_line
from service.terminal.display.frame import Frame
from service.terminal.display.screen import Screen, stacked
from service.terminal.display.words import Json, amounts, plain, printable, words
from service.terminal.questions.dice import Dice, TooManyDiceError
from service.terminal.questions.menu import Choice, Menu

PROMPT = "[dim](a number, words to search, ? rule, help, q leave)[/] >"
DICE_PROMPT = "[dim](numbers or names of dice, roll, keep, ? rule, help, q leave)[/] >"

PREVIEWS = ("p ", "preview ")
"""The beginnings of an input that asks for a preview."""


class Question:
    """Asks a player until a command is chosen."""

    def __init__(self, title: Title, scene: Scene, rule: Json, screen: Screen) -> None:
        """Take the title, what the player sees, the cited rule, and the screen."""
        self.rule = rule
        self.message = ""
        self._title = title
        self._scene = scene
        self._screen = screen
        self._board = drawn(title, scene.view, scene.tables, scene.names)
        self.menu = Menu(scene.choices, scene.names)
        self.dice = dice_of(title.rolls, scene)
        self._found: list[Choice] | None = None

    def frame(self, news: Sequence[str]) -> Frame:
        """Return the screen as it is now."""
        who = self._scene.names.seat(self._scene.seat)
        number, title = escape(plain(self.rule["number"])), escape(plain(self.rule["title"]))
        text = escape(printable(" ".join(str(self.rule["text"]).split())))
        asked = f"{who}: rule {number} [bold]{title}.[/] [dim]{text}[/]"
        return Frame(self._board, news, asked, self._lines, self.message)

    def _lines(self, height: int, width: int) -> tuple[list[str], bool]:
        if self.dice is not None:
            return self.dice.lines(), True
        return self.menu.lines(height, width, self._found)

    @property
    def prompt(self) -> str:
        """Return what may be typed, as markup."""
        return PROMPT if self.dice is None else DICE_PROMPT

    def ask(self, news: Sequence[str], helped: Callable[[str, "Question"], bool]) -> Json:
        """Ask until a command is chosen. `helped` handles other input and returns whether it did."""
        shown = again = False
        while True:
            if not shown:
                self._show(news, again=again)
            again = True
            self.message, shown = "", False
            typed = self._screen.ask(self.prompt)
            command = self._answered(typed)
            if command is None and not self.message and typed:
                shown = helped(typed, self)
                if shown:
                    self._print_enter_hint()
                else:
                    self.search(typed)
            if command is not None and self._is_confirmed(command):
                return command

    def _show(self, news: Sequence[str], *, again: bool) -> None:
        """Print the screen. Without a terminal, print only what has changed."""
        width, height = self._screen.width, self._screen.height
        if again and not self._screen.is_attended:
            lines, _ = self._lines(height, width)
            parts = [*map(one_line, lines if self._found is not None else []), self.message]
        else:
            parts = self.frame(news).parts(self._screen.out, width, height)
        # print one renderable: separate lines would be wrapped instead of cut
        self._screen.show(stacked(*parts))

    def _print_enter_hint(self) -> None:
        if self._found is not None and len(self._found) == 1:
            self._screen.line(f"[dim]Enter takes choice[/] {self._found[0].number}")
        else:
            self._screen.line("[dim]Enter draws the screen again[/]")

    def _answered(self, typed: str) -> Json | None:
        """Return the command with the typed number, or None."""
        if self.dice is not None:
            return self._rolled(self.dice, typed.casefold())
        if not typed:
            found, self._found = self._found, None
            if found is None or len(found) != 1:
                return None
            typed = str(found[0].number)
        first, _, rest = typed.partition(" ")
        if not first.isdecimal() or (rest and not rest.removeprefix("-").isdecimal()):
            return None
        choice = self.menu.numbered(int(first))
        command = self._taken(choice, rest) if choice else None
        if command is None and not self.message:
            self.message = f"there is no choice {escape(typed)}: take a number from 1 to {len(self.menu.choices)}"
        return command

    def named(self, typed: str) -> Json | None:
        """Return the command of a choice by its number, or of `roll` and `keep` for dice; None for anything else."""
        first, _, rest = typed.strip().casefold().partition(" ")
        if self.dice is not None:
            return self.dice.command() if first == "roll" else self.dice.stop if first == "keep" else None
        choice = self.menu.numbered(int(first)) if first.isdecimal() else None
        if choice is None or not rest:
            return None if choice is None else choice.command
        limits, number = choice.range, int(rest) if rest.removeprefix("-").isdecimal() else None
        fits = limits is not None and number is not None and limits["min"] <= number <= limits["max"]
        return choice.with_number(number) if fits and number is not None else None

    def _rolled(self, dice: Dice, typed: str) -> Json | None:
        if typed in {"roll", "r", str(dice.roll_number)}:
            command = dice.command()
            if command is None:
                self.message = "every die is kept: release one by its number, or type keep"
            return command
        if typed in {"keep", "k", str(dice.roll_number + 1)} and dice.stop is not None:
            return dice.stop
        if typed.startswith(PREVIEWS):
            return None
        try:
            has_toggled = bool(typed) and dice.toggle(typed)
        except TooManyDiceError as error:
            self.message = escape(str(error))
            return None
        if has_toggled:
            kept = ", ".join(dice.name(dice.dice[at - 1]) for at in sorted(dice.kept)) or "no die"
            self.message = f"keeps {escape(kept)}; type roll to roll the others"
        elif typed.replace(" ", "").isdecimal():
            self.message = f"there is no die {escape(typed)}: type numbers from 1 to {len(dice.dice)}"
        return None

    def search(self, typed: str) -> None:
        """Filter the choices by the typed words."""
        if self.dice is not None:
            self.message = f"what is {escape(typed)}? Type numbers or names of dice to keep, roll, keep, or help"
            return
        found = self.menu.matching(typed)
        self._found = found or None
        if not found:
            self.message = f"no choice has {escape(typed)} in it; these are all of them"
        elif len(found) == 1:
            self.message = "Enter takes it"
        else:
            self.message = f"{len(found)} choices with {escape(typed)}; Enter shows all"

    def _taken(self, choice: Choice, rest: str) -> Json | None:
        """Return the command of a choice, with the number of its range; None if the number does not fit."""
        limits = choice.range
        if limits is None:
            return choice.command if not rest else None
        low, high = limits["min"], limits["max"]
        if low == high and not rest:
            return choice.with_number(low)
        given = choice.command[limits["field"]]
        field = escape(words(limits["field"]))
        typed = rest or self._screen.ask(f"{field} from {low} to {high} [dim](Enter: {given})[/] >") or str(given)
        if typed.removeprefix("-").isdecimal() and low <= int(typed) <= high:
            return choice.with_number(int(typed))
        self.message = f"{field} has to be a number from {low} to {high}"
        return None

    def _is_confirmed(self, command: Json) -> bool:
        """Ask for confirmation if the command loses something permanently."""
        lost = forfeited(self._title, command, self._scene)
        if lost is None:
            return True
        self._screen.show(f"[bold yellow]Careful:[/] {escape(lost)}")
        if self._screen.ask("Do it anyway? Type yes >").casefold() in {"yes", "y"}:
            return True
        self.message = "nothing was done"
        return False


def forfeited(title: Title, command: Json, scene: Scene) -> str | None:
    """Return what a player loses permanently by a command; None if it is nothing or the view has an unexpected form."""
    try:
        return warning(title, command, scene)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, StopIteration):
        return None


def warning(title: Title, command: Json, scene: Scene) -> str | None:
    """Return what a player loses permanently by a command; None if it is nothing."""
    noted, why = None, title.losses.get(command["type"])
    if why and (lost := {name: change for name, change in scene.effect(command).items() if change < 0}):
        noted = f"{amounts(lost, scene.names)}: {why}"
    return " Also: ".join(filter(None, (title.forfeit(command, scene), noted))) or None


def dice_of(rolls: Mapping[str, str], scene: Scene) -> Dice | None:
    """Return the dice of a decision that asks which of them to roll again; None for any other decision."""
    kinds = {choice["command"]["type"] for choice in scene.choices}
    for roll, stop in rolls.items():
        if roll in kinds and kinds <= {roll, stop}:
            shown: Json = scene.view.get("conflict") or scene.view.get("turn") or {}
            return Dice(roll, stop, scene.choices, shown.get("dice") or {}, scene.names)
    return None
