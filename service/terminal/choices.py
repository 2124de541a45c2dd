"""What a player may choose from: numbered, in groups where it is much, found by typing a part of it."""

from typing import Any

import msgspec
from rich.columns import Columns
from rich.markup import escape
from rich.text import Text

from service.terminal.screen import Screen
from service.terminal.words import Json, Names, Sentence, say, words

SHORT = 12
"""So many choices are listed a line each."""

MUCH = 90
"""More than so many choices of a group are not listed until something is typed."""


class Choice(msgspec.Struct, frozen=True):
    """A command that may be sent, with the number under which it is listed, and the range of its free number."""

    number: int
    command: Json
    text: str
    range: Json | None

    @property
    def plain(self) -> str:
        """The words without colours."""
        return Text.from_markup(self.text).plain

    def with_number(self, value: int) -> Json:
        """Return the command with this number in its range."""
        return self.command if self.range is None else {**self.command, self.range["field"]: value}


class Menu:
    """The choices of a decision."""

    def __init__(self, decision: Json, names: Names, sentences: dict[str, Sentence]) -> None:
        self.choices = [
            _choice(number, choice, names, sentences) for number, choice in enumerate(decision["choices"], start=1)
        ]

    def numbered(self, number: int) -> Choice | None:
        """Return the choice of a number, if there is one."""
        return self.choices[number - 1] if 1 <= number <= len(self.choices) else None

    def matching(self, typed: str) -> list[Choice]:
        """Return the choices that have every word that was typed; whole words count more than parts of them."""
        found = self.choices
        for part in typed.casefold().split():
            whole = [choice for choice in found if part in _words_of(choice)]
            found = whole or [choice for choice in found if part in choice.plain.casefold()]
        return found

    def show(self, screen: Screen, choices: list[Choice] | None = None) -> None:
        """Print all choices, or those that were found."""
        shown = self.choices if choices is None else choices
        if len(shown) <= SHORT:
            for choice in shown:
                screen.show(_line(choice))
            return
        groups: dict[str, list[Choice]] = {}
        for choice in shown:
            groups.setdefault(str(choice.command["type"]), []).append(choice)
        for group in groups.values():
            self._show_group(screen, group, everything=choices is not None)

    @staticmethod
    def _show_group(screen: Screen, group: list[Choice], *, everything: bool) -> None:
        if len(group) <= SHORT // 3:
            for choice in group:
                screen.show(_line(choice))
            return
        common = _common_beginning([choice.plain for choice in group])
        kind = common or words(str(group[0].command["type"]).rpartition(".")[2])
        many = f"[bold]{group[0].number:>4}[/]-{group[-1].number} {escape(kind)} …"
        if len(group) > MUCH and not everything:
            screen.show(f"{many} [dim]{len(group)} choices: type a part of what you look for[/]")
            return
        screen.show(many)
        cut = len(common) + 1 if common else 0
        cells = [f"[bold]{choice.number}[/] {escape(choice.plain[cut:])}" for choice in group]
        screen.show(Columns(cells, padding=(0, 2), column_first=True))


def _choice(number: int, choice: Json, names: Names, sentences: dict[str, Sentence]) -> Choice:
    command: Json = choice["command"]
    limits: Json | None = choice.get("range")
    told: dict[str, Any] = dict(command)
    if limits is not None:
        low, high = limits["min"], limits["max"]
        told[limits["field"]] = low if low == high else f"{low} to {high}"
    fields = {name: value for name, value in told.items() if name != "type"}
    return Choice(number, command, say(command["type"], fields, names, sentences), limits)


def _words_of(choice: Choice) -> list[str]:
    return choice.plain.casefold().replace(",", " ").split()


def _common_beginning(texts: list[str]) -> str:
    """Return the words with which all texts begin."""
    shared: list[str] = []
    for same in zip(*(text.split(" ") for text in texts), strict=False):
        if len(set(same)) > 1:
            break
        shared.append(same[0])
    return " ".join(shared)


def _line(choice: Choice) -> str:
    return f"[bold]{choice.number:>4}[/] {choice.text}"
