"""TOML files read into structs. An error names the line of the first problem."""

import hashlib
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias, TypeVar

import msgspec

from domain.kernel.codec import canonical

T = TypeVar("T", bound=msgspec.Struct)
Path: TypeAlias = tuple[str | int, ...]
"""A position in a TOML text: table, key, number of the item from 0, and so on."""
Problem: TypeAlias = tuple[Path, str]
"""A position, and what to correct there."""
Plain: TypeAlias = "int | str | list[Plain] | dict[str, Plain]"
"""A value that tomllib returns. No table takes dates and floats."""

_WORD = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\])*"|\'[^\']*\''
    r"|\d{4}-\d\d-\d\d [\d:.+Z-]+|#[^\n]*|\n|[\[\]{}=,]|[^\s\[\]{}=,#\"']+",
    re.DOTALL,
)
_KEY = re.compile(r"\"([^\"]*)\"|'([^']*)'|([\w-]+)")
_MAX_NUMBER = 1_000_000


class DataSetError(Exception):
    """A data set cannot be used. Carries the file, the line (from 1) and what to correct."""

    def __init__(self, origin: str, line: int, problem: str) -> None:
        super().__init__(f"{origin}, line {line}: {problem}")
        self.origin = origin
        self.line = line
        self.problem = problem


def read(text: str, origin: str, form: type[T], problems: Callable[[T], Iterator[Problem]]) -> T:
    """Return a TOML text as a struct of type `form`. `origin` is the path of the file.

    Raises DataSetError with the line of the first problem. For a missing key this is the line of its table.
    """
    try:
        plain: Mapping[str, Plain] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataSetError(origin, _syntax_line(text, str(error)), f"correct the TOML: {error}") from None
    try:
        data = msgspec.convert(plain, form)
    except msgspec.ValidationError as error:
        where, problem = _type_problem(str(error))
        raise DataSetError(origin, line_of(text, where), problem) from None
    for where, problem in _value_problems({**plain}, ()):
        raise DataSetError(origin, line_of(text, where), problem)
    for where, problem in problems(data):
        raise DataSetError(origin, line_of(text, where), problem)
    return data


def digest_of(data: object) -> str:
    """Return the SHA-256 (hex) of the canonical JSON of a data set. Comments and layout do not change it."""
    return hashlib.sha256(canonical(data)).hexdigest()


def line_of(text: str, where: Path) -> int:
    """Return the line (from 1) of a position in a valid TOML text, or of the innermost table or list around it."""
    lines = _Scanner(text).lines
    while where not in lines:
        where = where[:-1]
    return lines[where]


class _Scanner:
    """Finds the line of each table, key and list item; `lines` maps positions to lines.

    tomllib keeps no lines. It has parsed the text before, so the scanner does not handle syntax errors.
    """

    def __init__(self, text: str) -> None:
        self.lines: dict[Path, int] = {(): 1}
        self._words = [
            (match[0], text.count("\n", 0, match.start()) + 1)
            for match in _WORD.finditer(text)
            if not match[0].startswith("#")
        ]
        self._words.reverse()
        self._last_items: dict[Path, int] = {}
        table: Path = ()
        while self._words:
            word, line = self._words[-1]
            if word == "[":
                table = self._header(line)
            elif word == "\n":
                self._words.pop()
            else:
                self._pair(table)

    def _header(self, line: int) -> Path:
        header = self._until("\n")
        *outer, key = _keys(header)
        table: Path = ()
        for name in outer:
            table = (*table, name)
            self.lines.setdefault(table, line)
            if table in self._last_items:
                table = (*table, self._last_items[table])
        table = (*table, key)
        if header.startswith("[["):
            self.lines.setdefault(table, line)
            self._last_items[table] = self._last_items.get(table, -1) + 1
            table = (*table, self._last_items[table])
        self.lines[table] = line
        return table

    def _pair(self, table: Path) -> None:
        line = self._words[-1][1]
        path = table
        for key in _keys(self._until("=")):
            path = (*path, key)
            self.lines.setdefault(path, line)
        self._value(path)

    def _value(self, path: Path) -> None:
        word, _ = self._words.pop()
        if word == "[":
            number = 0
            while self._next_inside("]"):
                self.lines[*path, number] = self._words[-1][1]
                self._value((*path, number))
                number += 1
        elif word == "{":
            while self._next_inside("}"):
                self._pair(path)

    def _next_inside(self, end: str) -> bool:
        while self._words[-1][0] in {",", "\n"}:
            self._words.pop()
        if self._words[-1][0] == end:
            self._words.pop()
            return False
        return True

    def _until(self, end: str) -> str:
        words: list[str] = []
        while self._words and (word := self._words.pop()[0]) != end:
            words.append(word)
        return "".join(words)


def _keys(text: str) -> list[str]:
    return [match[1] or match[2] or match[3] for match in _KEY.finditer(text)]


def _syntax_line(text: str, message: str) -> int:
    line = re.search(r"at line (\d+)", message)
    return int(line[1]) if line else text.rstrip().count("\n") + 1


def _type_problem(message: str) -> Problem:
    """Return the position and the correction that a message of msgspec.ValidationError names."""
    what, _, place = message.partition(" - at ")
    steps = re.findall(r"\.(\w+)|\[(\d+)\]", place)
    where: Path = tuple(name or int(number) for name, number in steps)
    key = re.search(r"(unknown|missing required) field `(.+)`", what)
    if key is None:
        return where, f"correct the value of {'.'.join(map(str, where))}: {what}"
    if key[1] == "unknown":
        return (*where, key[2]), f"no such key is known, remove or respell it: {key[2]}"
    return where, f"a key is missing here, add it: {key[2]}"


def _value_problems(plain: Plain, where: Path) -> Iterator[Problem]:
    if isinstance(plain, dict):
        for key, value in plain.items():
            yield from _value_problems(value, (*where, key))
    elif isinstance(plain, list):
        for number, value in enumerate(plain):
            yield from _value_problems(value, (*where, number))
    elif isinstance(plain, str):
        if not plain.strip():
            yield where, "write something here, or leave the key out if it is a note"
    elif not 0 <= plain <= _MAX_NUMBER:
        yield where, f"write a number from 0 to {_MAX_NUMBER}, not {plain}"
