"""Data sets: printed tables in TOML files, validated and converted to structs. Errors name the faulty line.

This module checks the form of a file. Each title adds the checks of its own tables.
"""

import hashlib
import re
import tomllib
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import product
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from domain.kernel.codec import canonical

T = TypeVar("T", bound=msgspec.Struct)
Path: TypeAlias = tuple[str | int, ...]
"""The keys and list indexes (from 0) that lead to a value of a TOML file."""
Plain: TypeAlias = "int | str | list[Plain] | dict[str, Plain]"
"""A value as tomllib reads it. Dates and floats fail the conversion to a struct."""

_SUFFIX = ".toml"
_MAX_NUMBER = 1_000_000
_CLOSINGS = tuple(
    quote + "".join(brackets)
    for depth in range(6)
    for brackets in product("]}", repeat=depth)
    for quote in ("", '"""', "'''")
)
"""What may close the strings, arrays and inline tables that are open at the end of a line."""


class DataSetError(Exception):
    """A data set cannot be used. The message names the file, the faulty line (from 1) and what to do."""

    def __init__(self, origin: str, line: int, problem: str) -> None:
        super().__init__(f"{origin}, line {line}: {problem}")
        self.origin = origin
        self.line = line
        self.problem = problem


class DataSets(Generic[T]):
    """The data sets of a title: the TOML files in the folder `data` of its package, each read once.

    A new file in this folder is a new data set.
    """

    def __init__(
        self,
        package: str,
        form: type[T],
        check: Callable[[T, str], Iterator[tuple[Path, str]]],
        normalize: Callable[[T], T] | None = None,
    ) -> None:
        """Set the struct of a file, the checks of the title (data and file name to errors), and a conversion."""
        self._folder = resources.files(package) / "data"
        self._form = form
        self._check = check
        self._normalize = normalize
        self._names: tuple[str, ...] | None = None
        self._loaded: dict[str, T] = {}
        self._digests: dict[str, str] = {}

    def load(self, text: str, origin: str) -> T:
        """Return the data set in a TOML text. `origin` is the path of its file, whose stem is the data set's name.

        Raises DataSetError with the faulty line. For a missing key this is the line of its table.
        """
        try:
            plain: dict[str, Plain] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise DataSetError(origin, _syntax_line(text, str(error)), f"correct the TOML: {error}") from None
        try:
            data = msgspec.convert(plain, self._form)
        except msgspec.ValidationError as error:
            where, problem = _conversion_error(str(error))
            raise DataSetError(origin, line_of(text, where), problem) from None
        name = origin.rpartition("/")[2].removesuffix(_SUFFIX)
        for errors in (_value_errors(plain, ()), self._check(data, name)):
            for where, problem in errors:
                raise DataSetError(origin, line_of(text, where), problem)
        return self._normalize(data) if self._normalize else data

    def available(self) -> tuple[str, ...]:
        """Return the names of the data sets."""
        if self._names is None:
            files = (file.name for file in self._folder.iterdir())
            self._names = tuple(sorted(name.removesuffix(_SUFFIX) for name in files if name.endswith(_SUFFIX)))
        return self._names

    def data_set(self, name: str) -> T:
        """Return a data set. Raises KeyError for an unknown name and DataSetError for a faulty file."""
        if name not in self._loaded:
            if name not in self.available():
                raise KeyError(name)
            origin = f"{name}{_SUFFIX}"
            self._loaded[name] = self.load(_read_text(self._folder / origin, origin), origin)
        return self._loaded[name]

    def digest(self, name: str) -> str:
        """Return the digest of a data set. Raises what data_set raises."""
        if name not in self._digests:
            self._digests[name] = digest_of(self.data_set(name))
        return self._digests[name]

    def tables(self, name: str) -> Mapping[str, Any]:
        """Return the tables of a data set as plain values. Raises what data_set raises."""
        return msgspec.to_builtins(self.data_set(name))


def _read_text(file: Traversable, origin: str) -> str:
    try:
        raw = file.read_bytes()
    except OSError as error:
        raise DataSetError(origin, 1, f"the file cannot be read, correct that: {error.strerror}") from None
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        problem = f"write the file in UTF-8: the byte {raw[error.start]:#04x} is not valid here"
        raise DataSetError(origin, line, problem) from None


def digest_of(data: object) -> str:
    """Return the SHA-256 (hex) of a data set's canonical JSON. Comments and layout do not change it."""
    return hashlib.sha256(canonical(data)).hexdigest()


def line_of(text: str, where: Path) -> int:
    """Return the line (from 1) where the value at a path of a valid TOML text begins, or its innermost container.

    tomllib keeps no positions. A value begins on the line that the shortest beginning of the text with this value ends
    with; binary search finds it.
    """
    lines = text.split("\n")
    while not _contains(tomllib.loads(text), where):
        where = where[:-1]
    return max(1, bisect_left(range(len(lines)), True, key=lambda count: _contains(_parse(lines[:count]), where)))


def _parse(lines: Sequence[str]) -> Plain:
    """Return the tables of the first lines of a valid TOML text, with the values that are still open."""
    beginning = "".join(f"{line}\n" for line in lines)
    for closing in _CLOSINGS:
        try:
            return tomllib.loads(beginning + closing)
        except tomllib.TOMLDecodeError:
            continue
    return {}


def _contains(value: Any, where: Path) -> bool:
    for step in where:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return False
    return True


def _syntax_line(text: str, message: str) -> int:
    line = re.search(r"at line (\d+)", message)
    return int(line[1]) if line else text.rstrip().count("\n") + 1


def _conversion_error(message: str) -> tuple[Path, str]:
    """Return the path and a sentence for a msgspec error such as `Expected int - at $.cards[3].price`."""
    what, _, place = message.partition(" - at ")
    steps = re.findall(r"\.(\w+)|\[(\d+)\]", place)
    where: Path = tuple(name or int(number) for name, number in steps)
    key = re.search(r"(unknown|missing required) field `(.+)`", what)
    if key is None:
        return where, f"correct the value of {'.'.join(map(str, where))}: {what}"
    if key[1] == "unknown":
        return (*where, key[2]), f"no such key, remove or rename it: {key[2]}"
    return where, f"missing key, add it: {key[2]}"


def _value_errors(plain: Plain, where: Path) -> Iterator[tuple[Path, str]]:
    """Yield the path and the error of each empty string and each number out of range."""
    if isinstance(plain, dict):
        for key, value in plain.items():
            yield from _value_errors(value, (*where, key))
    elif isinstance(plain, list):
        for number, value in enumerate(plain):
            yield from _value_errors(value, (*where, number))
    elif isinstance(plain, str):
        if not plain.strip():
            yield where, "write something here, or remove the key if it is a note"
    elif not 0 <= plain <= _MAX_NUMBER:
        yield where, f"write a number from 0 to {_MAX_NUMBER}, not {plain}"
