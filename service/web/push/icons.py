"""The icons of the app as PNG (RFC 2083), drawn here: the five of a die, as in the icon of the pages."""

import struct
import zlib
from functools import cache

SIZES = (180, 192, 512)
"""Apple's icon of the home screen, and the sizes that a manifest needs."""

_FACE, _PIP = bytes((0x1E, 0x3A, 0x5B)), b"\xff\xff\xff"
_PIPS = ((0.29, 0.29), (0.29, 0.71), (0.71, 0.29), (0.71, 0.71), (0.5, 0.5))
_RADIUS = 0.085
"""Places and radius as parts of the size. All pips lie in the safe zone of masked icons, 80 % of the width."""


@cache
def icon_png(size: int) -> bytes:
    """Return an image of so many pixels in width and height, without transparency."""
    rows = b"".join(b"\0" + _row(size, y) for y in range(size))
    header = struct.pack("!IIBBBBB", size, size, 8, 2, 0, 0, 0)
    chunks = (_chunk(b"IHDR", header), _chunk(b"IDAT", zlib.compress(rows, 9)), _chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def _row(size: int, y: int) -> bytes:
    row = bytearray(_FACE * size)
    height = (y + 0.5) / size
    for at, line in _PIPS:
        half = (_RADIUS**2 - (height - line) ** 2) if abs(height - line) < _RADIUS else 0.0
        first, last = round((at - half**0.5) * size), round((at + half**0.5) * size)
        row[3 * first : 3 * last] = _PIP * (last - first)
    return bytes(row)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack("!I", len(body)) + kind + body + struct.pack("!I", zlib.crc32(kind + body))
