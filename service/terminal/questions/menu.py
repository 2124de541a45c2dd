"""The choices of a decision: numbered, grouped to fit on the screen, searchable."""

from collections.abc import Sequence

import msgspec
from rich.markup import escape
from rich.text import Text

from service.terminal.display.words import Json, Names, amounts, choice_in_words, quantities, words


class Choice(msgspec.Struct, frozen=True):
    """A legal command with its number in the list, and the range of its free number."""

    number: int
    command: Json
    text: str
    range: Json | None
    note: str = ""
    places: str = ""
    """The names of what it refers to on the board. They are searched, not shown."""

    @property
    def plain(self) -> str:
        """Return the text without markup."""
        return Text.from_markup(self.text).plain

    @property
    def line(self) -> str:
        """Return the choice in one line, with its note."""
        note = f" [dim]({escape(self.note)})[/]" if self.note else ""
        return f"[bold]{self.number:>4}[/] {self.text}{note}"

    def with_number(self, value: int) -> Json:
        """Return the command with this number in its range."""
        return self.command if self.range is None else {**self.command, self.range["field"]: value}


class Menu:
    """The choices of a decision."""

    def __init__(
        self,
        choices: Sequence[Json],
        names: Names,
    ) -> None:
        self.choices = [_choice(number, choice, names) for number, choice in enumerate(choices, start=1)]

    def numbered(self, number: int) -> Choice | None:
        """Return the choice with this number, or None."""
        return self.choices[number - 1] if 1 <= number <= len(self.choices) else None

    def said(self, command: Json) -> str:
        """Return a command of the menu in words, as markup, with the number that was taken from a range."""
        for choice in self.choices:
            if choice.range is None and choice.command == command:
                return choice.text
            if choice.range is not None:
                number = command.get(choice.range["field"])
                if number is not None and choice.with_number(number) == command:
                    return f"{choice.text} \N{RIGHTWARDS ARROW} {number}"
        raise ValueError(command)

    def matching(self, typed: str) -> list[Choice]:
        """Return the choices that contain every typed word. Whole words rank before parts, parts before notes."""
        found = self.choices
        for part in typed.casefold().split():
            whole = [choice for choice in found if part in _words_of(choice)]
            in_text = whole or [choice for choice in found if part in choice.plain.casefold()]
            found = in_text or [choice for choice in found if part in f"{choice.note} {choice.places}".casefold()]
        return found

    def lines(self, height: int, width: int, found: Sequence[Choice] | None = None) -> tuple[list[str], bool]:
        """Return all choices, or the found ones, in at most `height` lines of markup.

        If they do not fit, similar choices share a line. The second value says whether all are shown.
        """
        shown = self.choices if found is None else found
        if len(shown) <= height:
            return [choice.line for choice in shown], True
        groups = _groups(shown)
        if len(groups) > height:
            return _packed(groups, height, width), False
        laid: list[list[str] | None] = [None] * len(groups)
        left = height - len(groups)
        for at in sorted(range(len(groups)), key=lambda at: len(groups[at])):
            laid[at] = next((way for way in _whole(groups[at], width) if len(way) - 1 <= left), None)
            left -= len(laid[at] or [""]) - 1
        lines: list[str] = []
        for group, whole in zip(groups, laid, strict=True):
            part = whole or _in_part(group, width, max(0, left))
            left -= 0 if whole else len(part) - 1
            lines += part
        return lines, None not in laid


def _packed(groups: Sequence[Sequence[Choice]], height: int, width: int) -> list[str]:
    """Return all groups in at most this many lines: several groups share a line, with numbers and common words."""
    many = -(-len(groups) // max(1, height))
    wide = width // many
    cells: list[str] = []
    for group in groups:
        numbers = str(group[0].number) if len(group) == 1 else f"{group[0].number}-{group[-1].number}"
        text = f"{numbers} {_kind(group) if len(group) > 1 else group[0].plain}"
        cut = text if len(text) < wide else f"{text[: wide - 2]}…"
        cells.append(f"{escape(cut)}{' ' * (wide - len(cut))}")
    return ["".join(cells[at : at + many]).rstrip() for at in range(0, len(cells), many)]


def _kind(group: Sequence[Choice]) -> str:
    """Return the words that the choices of a group have in common."""
    common = _common_beginning([choice.plain for choice in group])
    return common or words(str(group[0].command["type"]).rpartition(".")[2])


def _whole(group: Sequence[Choice], width: int) -> list[list[str]]:
    """Return the layouts that show every choice of a group, the most readable first."""
    single = [choice.line for choice in group]
    return [single, _columns(group, width, noted=True), _columns(group, width)] if len(group) > 1 else [single]


def _groups(choices: Sequence[Choice]) -> list[list[Choice]]:
    groups: dict[str, list[Choice]] = {}
    for choice in choices:
        groups.setdefault(str(choice.command["type"]), []).append(choice)
    return list(groups.values())


def _columns(group: Sequence[Choice], width: int, *, noted: bool = False) -> list[str]:
    """Return the choices of a group below their common words, several on a line."""
    common = _common_beginning([choice.plain for choice in group])
    cut = len(common) + 1 if common else 0
    notes = [f" ({choice.note})" if noted and choice.note else "" for choice in group]
    texts = [f"{choice.plain[cut:]}{note}" for choice, note in zip(group, notes, strict=True)]
    wide = max(len(f"{choice.number}: {text}") for choice, text in zip(group, texts, strict=True)) + 2
    many = max(1, (width - 5) // wide)
    cells = [
        f"[bold]{choice.number}[/]: {escape(text)}{' ' * (wide - len(f'{choice.number}: {text}'))}"
        for choice, text in zip(group, texts, strict=True)
    ]
    kind = common or words(str(group[0].command["type"]).rpartition(".")[2])
    rows = ["".join(cells[at : at + many]).rstrip() for at in range(0, len(cells), many)]
    return [f"     {escape(kind)} …", *(f"     {row}" for row in rows)]


def _in_part(group: Sequence[Choice], width: int, more: int) -> list[str]:
    """Return the summary of a group and as many of its choices as fit."""
    return [_summary(group, width), *_columns(group, width)[1 : 1 + more]]


def _summary(group: Sequence[Choice], width: int) -> str:
    """Return a group in one line: its numbers, common words, and number of choices."""
    if len(group) == 1:
        return group[0].line
    common = _common_beginning([choice.plain for choice in group])
    kind = common or words(str(group[0].command["type"]).rpartition(".")[2])
    numbers = f"{group[0].number}-{group[-1].number}"
    cut = len(common) + 1 if common else 0
    text = f"{kind} … {len(group)} choices, such as {group[0].plain[cut:]}; type a part of it"
    room = max(10, width - len(numbers) - 2)
    return f"[bold]{numbers:>4}[/] {escape(text if len(text) <= room else text[: room - 1] + '…')}"


def _choice(number: int, choice: Json, names: Names) -> Choice:
    text, places = choice_in_words(choice, names), _places(choice, names)
    return Choice(number, choice["command"], text, choice.get("range"), _terms(choice, names), places)


def _terms(choice: Json, names: Names) -> str:
    """Return cost and effect of a choice as the server notes them; empty if it notes none."""
    cost, each, held = choice.get("cost", 0), choice.get("each", {}), choice.get("held", {})
    parts = [
        f"costs {cost:,}" if cost else "",
        amounts(choice.get("effect", {}), names),
        f"each further: {amounts(each, names)}" if each else "",
        f"you hold: {quantities(held, names)}" if held else "",
    ]
    return "; ".join(filter(None, parts))


def _places(choice: Json, names: Names) -> str:
    """Return the names of the places and pieces to which a choice refers, such as the cities of exchanges."""
    things = [str(anchor).rpartition(":")[2] for anchor in choice.get("anchors", ())]
    return ", ".join(names.things[thing] for thing in things if thing in names.things)


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
