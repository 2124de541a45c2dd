"""Data files: printed tables written in TOML, read into their form, with the faulty line where they do not fit.

What one title demands of its tables beyond their form, that title says itself; here it is only told at which line.
"""

import hashlib
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from domain.kernel.codec import canonical

T = TypeVar("T", bound=msgspec.Struct)
Path: TypeAlias = tuple[str | int, ...]
"""Where something stands in a TOML text: table, key, number of the item from 0, and so on inwards."""
Plain: TypeAlias = "int | str | list[Plain] | dict[str, Plain]"
"""A TOML text as tomllib reads it; dates and floats do not come through the form of a table."""

_WORD = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\])*"|\'[^\']*\''
    r"|\d{4}-\d\d-\d\d [\d:.+Z-]+|#[^\n]*|\n|[\[\]{}=,]|[^\s\[\]{}=,#\"']+",
    re.DOTALL,
)
_KEY = re.compile(r"\"([^\"]*)\"|'([^']*)'|([\w-]+)")
_MOST = 1_000_000


_ENDING = ".toml"


class DataSetError(Exception):
    """A data set cannot be used; names the file, the faulty line (from 1) and what to do."""

    def __init__(self, origin: str, line: int, problem: str) -> None:
        super().__init__(f"{origin}, line {line}: {problem}")
        self.origin = origin
        self.line = line
        self.problem = problem


class DataSets(Generic[T]):
    """The data sets of a title: the TOML files in the folder `data` of its package, each read once.

    Another one is added by dropping a file of the same form beside the others.
    """

    def __init__(
        self,
        package: str,
        form: type[T],
        complaints: Callable[[T, str], Iterator[tuple[Path, str]]],
        tidied: Callable[[T], T] | None = None,
    ) -> None:
        """Take what the title demands of the tables in a file of a name, and what it makes alike in all of them."""
        self._folder = resources.files(package) / "data"
        self._form = form
        self._complaints = complaints
        self._tidied = tidied
        self._names: tuple[str, ...] | None = None
        self._read: dict[str, T] = {}
        self._digests: dict[str, str] = {}

    def load(self, text: str, origin: str) -> T:
        """Return the data set in a TOML text; `origin` is the path of its file, which bears the data set's name.

        Raises DataSetError with the faulty line; where something is missing, the line of what lacks it.
        """
        stem = origin.rpartition("/")[2].removesuffix(_ENDING)
        data = read(text, origin, self._form, lambda data: self._complaints(data, stem))
        return self._tidied(data) if self._tidied else data

    def available(self) -> tuple[str, ...]:
        """Return the names of the data sets that are at hand."""
        if self._names is None:
            files = (file.name for file in self._folder.iterdir())
            self._names = tuple(sorted(name.removesuffix(_ENDING) for name in files if name.endswith(_ENDING)))
        return self._names

    def data_set(self, name: str) -> T:
        """Return a data set that is at hand; raises KeyError for another, DataSetError for a faulty one."""
        if name not in self._read:
            if name not in self.available():
                raise KeyError(name)
            origin = f"{name}{_ENDING}"
            self._read[name] = self.load(_text(self._folder / origin, origin), origin)
        return self._read[name]

    def digest(self, name: str) -> str:
        """Return the digest of a data set that is at hand; raises what data_set raises."""
        if name not in self._digests:
            self._digests[name] = digest_of(self.data_set(name))
        return self._digests[name]

    def tables(self, name: str) -> Mapping[str, Any]:
        """Return the tables of a data set as plain values, each with its mark; raises what data_set raises."""
        return msgspec.to_builtins(self.data_set(name))


def _text(file: Traversable, origin: str) -> str:
    try:
        raw = file.read_bytes()
    except OSError as error:
        raise DataSetError(origin, 1, f"the file cannot be read, correct that: {error.strerror}") from None
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise DataSetError(origin, line, f"write the file in UTF-8: the byte {raw[error.start]:#04x} is none") from None


def read(text: str, origin: str, form: type[T], complaints: Callable[[T], Iterator[tuple[Path, str]]]) -> T:
    """Return the tables in a TOML text, in their form; `origin` is the path of the file.

    Raises DataSetError with the faulty line; where something is missing, the line of what lacks it.
    """
    try:
        plain: Mapping[str, Plain] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataSetError(origin, _syntax_line(text, str(error)), f"correct the TOML: {error}") from None
    try:
        data = msgspec.convert(plain, form)
    except msgspec.ValidationError as error:
        where, problem = _misfit(str(error))
        raise DataSetError(origin, line_of(text, where), problem) from None
    for where, problem in _values({**plain}, ()):
        raise DataSetError(origin, line_of(text, where), problem)
    for where, problem in complaints(data):
        raise DataSetError(origin, line_of(text, where), problem)
    return data


def digest_of(data: object) -> str:
    """Return the SHA-256 (hex) of a data set's canonical JSON: comments and layout do not change it."""
    return hashlib.sha256(canonical(data)).hexdigest()


def line_of(text: str, where: Path) -> int:
    """Return the line, from 1, of what stands there in a valid TOML text, or of the innermost thing around it."""
    lines = _Scanner(text).lines
    while where not in lines:
        where = where[:-1]
    return lines[where]


class _Scanner:
    """Finds the line of each table, key and list item; `lines` has them by their path.

    tomllib keeps no lines. The text has passed it before, so that nothing here needs to look for errors.
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


def _misfit(message: str) -> tuple[Path, str]:
    what, _, place = message.partition(" - at ")
    steps = re.findall(r"\.(\w+)|\[(\d+)\]", place)
    where: Path = tuple(name or int(number) for name, number in steps)
    key = re.search(r"(unknown|missing required) field `(.+)`", what)
    if key is None:
        return where, f"correct the value of {'.'.join(map(str, where))}: {what}"
    if key[1] == "unknown":
        return (*where, key[2]), f"no such key is known, remove or respell it: {key[2]}"
    return where, f"a key is missing here, add it: {key[2]}"


def _values(plain: Plain, where: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(plain, dict):
        for key, value in plain.items():
            yield from _values(value, (*where, key))
    elif isinstance(plain, list):
        for number, value in enumerate(plain):
            yield from _values(value, (*where, number))
    elif isinstance(plain, str):
        if not plain.strip():
            yield where, "write something here, or leave the key out if it is a note"
    elif not 0 <= plain <= _MOST:
        yield where, f"write a number from 0 to {_MOST}, not {plain}"
