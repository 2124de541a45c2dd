"""Writes flat tables as Apache Parquet files, whose bytes depend on nothing but the rows.

Only what these tables need of the format is here: required and optional columns, one data page (version 1) for each
column of a row group, PLAIN values, pages compressed with zstd, and the metadata in Thrift's compact protocol
(https://parquet.apache.org/docs/file-format/). No library promises the same bytes from its next release (decision 081).
"""

import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any, Literal, NamedTuple, TypeAlias

from domain.kernel.values import Value
from service.dumps.compression import Writable, compressed

Kind: TypeAlias = Literal["text", "integer", "number", "flag", "time"]
"""`time` is a timestamp of the log as text; it is stored as microseconds since 1970 in UTC."""

MAGIC = b"PAR1"
MADE_BY = "ludolog dumps version 1"

ROWS = 50_000
"""The rows of a row group."""

_TYPES: Mapping[Kind, int] = {"flag": 0, "integer": 2, "time": 2, "number": 5, "text": 6}
_REQUIRED, _OPTIONAL = 0, 1
_PLAIN, _RLE, _ZSTD, _DATA_PAGE = 0, 3, 6, 0
_UTF8, _TIMESTAMP_MICROS = 0, 10


class Column(Value, frozen=True):
    """A column of a table."""

    name: str
    kind: Kind
    is_optional: bool = False


class _Long(NamedTuple):
    """An integer of 64 bits in Thrift; a plain `int` has 32."""

    value: int


_Thrift: TypeAlias = "bool | int | str | _Long | Sequence[Any] | dict[int, Any]"
"""A value in Thrift; a mapping is a struct, by the numbers of its fields."""

_Chunk: TypeAlias = "tuple[int, int, int]"
"""Where the page of a column begins, and its size before and after the compression, both with its header."""


class ParquetWriter:
    """Writes rows to a file. It is a Parquet file after `close`."""

    def __init__(self, file: Writable, columns: Sequence[Column]) -> None:
        self._file = file
        self._columns = columns
        self._rows: list[Sequence[Any]] = []
        self._groups: list[dict[int, Any]] = []
        self._number = 0
        self._at = len(MAGIC)
        file.write(MAGIC)

    def add(self, rows: Sequence[Sequence[Any]]) -> None:
        """Write rows, whose values are in the order of the columns."""
        self._rows += rows
        while len(self._rows) >= ROWS:
            self._write_group(self._rows[:ROWS])
            del self._rows[:ROWS]

    def close(self) -> None:
        """Write the end of the file. The file itself stays open."""
        if self._rows:
            self._write_group(self._rows)
        schema = [{4: "schema", 5: len(self._columns)}, *map(_element, self._columns)]
        metadata = _encoded({1: 1, 2: schema, 3: _Long(self._number), 4: self._groups, 6: MADE_BY})
        self._file.write(metadata + struct.pack("<I", len(metadata)) + MAGIC)

    def _write_group(self, rows: Sequence[Sequence[Any]]) -> None:
        chunks = [self._write_chunk(column, [row[place] for row in rows]) for place, column in enumerate(self._columns)]
        self._groups.append(
            {
                1: [_chunk(column, len(rows), chunk) for column, chunk in zip(self._columns, chunks, strict=True)],
                2: _Long(sum(plain for _, plain, _ in chunks)),
                3: _Long(len(rows)),
            }
        )
        self._number += len(rows)

    def _write_chunk(self, column: Column, values: Sequence[Any]) -> _Chunk:
        levels = _levels(values) if column.is_optional else b""
        page = levels + _PLAINLY[column.kind]([value for value in values if value is not None])
        packed = compressed(page)
        header = _encoded(
            {1: _DATA_PAGE, 2: len(page), 3: len(packed), 5: {1: len(values), 2: _PLAIN, 3: _RLE, 4: _RLE}}
        )
        at = self._at
        self._file.write(header)
        self._file.write(packed)
        self._at += len(header) + len(packed)
        return at, len(header) + len(page), len(header) + len(packed)


def _levels(values: Sequence[Any]) -> bytes:
    """Return for each value whether it is there, as runs of the RLE hybrid with levels of one bit."""
    runs = b"".join(
        _varint(len([*run]) << 1) + bytes([is_there])
        for is_there, run in groupby(value is not None for value in values)
    )
    return struct.pack("<I", len(runs)) + runs


def _texts(values: Sequence[str]) -> bytes:
    found = [value.encode() for value in values]
    return b"".join(part for text in found for part in (struct.pack("<I", len(text)), text))


def _flags(values: Sequence[bool]) -> bytes:
    """Return the bits of booleans, the first one in the lowest bit."""
    bits = sum(1 << place for place, value in enumerate(values) if value)
    return bits.to_bytes((len(values) + 7) // 8, "little")


def _micros(time: str) -> int:
    since = datetime.fromisoformat(time) - datetime.fromisoformat("1970-01-01T00:00:00Z")
    return (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds


_PLAINLY: Mapping[Kind, Callable[[Sequence[Any]], bytes]] = {
    "text": _texts,
    "integer": lambda values: struct.pack(f"<{len(values)}q", *values),
    "number": lambda values: struct.pack(f"<{len(values)}d", *values),
    "flag": _flags,
    "time": lambda values: struct.pack(f"<{len(values)}q", *map(_micros, values)),
}


def _element(column: Column) -> dict[int, Any]:
    """Return a column of the schema: SchemaElement."""
    element: dict[int, Any] = {
        1: _TYPES[column.kind],
        3: _OPTIONAL if column.is_optional else _REQUIRED,
        4: column.name,
    }
    if column.kind == "text":
        return element | {6: _UTF8, 10: {1: {}}}
    if column.kind == "time":
        return element | {6: _TIMESTAMP_MICROS, 10: {8: {1: True, 2: {2: {}}}}}
    return element


def _chunk(column: Column, rows: int, chunk: _Chunk) -> dict[int, Any]:
    """Return where a column of a row group is: ColumnChunk."""
    at, plain, packed = chunk
    encodings = [_PLAIN, _RLE] if column.is_optional else [_PLAIN]
    return {
        2: _Long(at),
        3: {
            1: _TYPES[column.kind],
            2: encodings,
            3: [column.name],
            4: _ZSTD,
            5: _Long(rows),
            6: _Long(plain),
            7: _Long(packed),
            9: _Long(at),
        },
    }


def _encoded(fields: Mapping[int, _Thrift]) -> bytes:
    """Return a struct in the compact protocol of Thrift."""
    return b"".join(_fields(fields)) + b"\0"


def _fields(fields: Mapping[int, _Thrift]) -> Iterator[bytes]:
    last = 0
    for number, value in fields.items():
        kind, content = _value(value)
        # the numbers of these structs are less than 16 apart
        yield bytes([(number - last) << 4 | kind]) + content
        last = number


def _value(value: _Thrift) -> tuple[int, bytes]:
    """Return the type and the content of a value."""
    match value:
        case bool():
            return (1 if value else 2), b""
        case _Long():
            return 6, _varint(_zigzag(value.value))
        case int():
            return 5, _varint(_zigzag(value))
        case str():
            text = value.encode()
            return 8, _varint(len(text)) + text
        case dict():
            return 12, _encoded(value)
        case _:
            items = [_value(item) for item in value]
            kind = items[0][0] if items else 12
            size = len(items)
            head = bytes([size << 4 | kind]) if size < 15 else bytes([0xF0 | kind]) + _varint(size)  # noqa: PLR2004
            return 9, head + b"".join(content for _, content in items)


def _zigzag(number: int) -> int:
    return number << 1 if number >= 0 else (-number << 1) - 1


def _varint(number: int) -> bytes:
    """Return a number of 7 bits a byte, the lowest first; all bytes but the last have the highest bit."""
    found = bytearray()
    while number > 0x7F:  # noqa: PLR2004
        found.append(number & 0x7F | 0x80)
        number >>= 7
    found.append(number)
    return bytes(found)
