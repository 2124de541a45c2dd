"""TOML files read into structs. An error names the line of the first problem."""

import hashlib
import re
import tomllib
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, TypeAlias, TypeVar

import msgspec

from domain.kernel.codec import canonical

T = TypeVar("T", bound=msgspec.Struct)
Path: TypeAlias = tuple[str | int, ...]
"""A position in a TOML text: table, key, number of the item from 0, and so on."""
Problem: TypeAlias = tuple[Path, str]
"""A position, and what to correct there."""
Plain: TypeAlias = "int | str | list[Plain] | dict[str, Plain]"
"""A value that tomllib returns. No table takes dates and floats."""

_CLOSINGS = tuple(
    quote + "".join(brackets)
    for depth in range(6)
    for brackets in product("]}", repeat=depth)
    for quote in ("", '"""', "'''")
)
"""What may close the strings, arrays and inline tables that are open at the end of a line."""

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
    """Return the line (from 1) of a position in a valid TOML text, or of the innermost table or list around it.

    tomllib keeps no lines. A value begins on the last line of the shortest beginning of the text that has the value,
    which binary search finds.
    """
    lines = text.split("\n")
    while not _contains(tomllib.loads(text), where):
        where = where[:-1]
    return max(1, bisect_left(range(len(lines)), True, key=lambda count: _contains(_parse(lines[:count]), where)))


def _parse(lines: Sequence[str]) -> Plain:
    """Return the tables in the first lines of a valid TOML text. Strings, arrays and inline tables may be open."""
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


def below_one(data: object, **keys: tuple[str, ...]) -> Iterator[Problem]:
    """Yield a problem for each amount below 1, given the keys of each table."""
    for table, names in keys.items():
        for key in names:
            if getattr(getattr(data, table), key) < 1:
                yield (table, key), f"{key} must be 1 or more"


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
