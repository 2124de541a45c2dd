"""The icon of the pages, in the format ICO: the five of a die, drawn here because it is smaller than a file."""

import struct
from functools import cache

SIZE = 16
_FACE, _PIP, _OUTSIDE = bytes((0x5B, 0x3A, 0x1E, 0xFF)), b"\xff\xff\xff\xff", bytes(4)
"""Colours as blue, green, red and opacity."""

_PIPS = ((4, 4), (4, 11), (11, 4), (11, 11), (7.5, 7.5))
_RADIUS = 1.6
_CORNERS = {(x, y) for x in (0, SIZE - 1) for y in (0, SIZE - 1)}


@cache
def icon() -> bytes:
    """Return an ICO file with one image of 32 bits a pixel: directory, bitmap header, rows from the lowest, mask."""
    pixels = b"".join(_colour(x, y) for y in reversed(range(SIZE)) for x in range(SIZE))
    mask = bytes(4 * SIZE)  # rows of the mask are padded to 4 bytes; the opacity of the pixels counts
    header = struct.pack("<IiiHHIIiiII", 40, SIZE, 2 * SIZE, 1, 32, 0, len(pixels), 0, 0, 0, 0)
    image = header + pixels + mask
    directory = struct.pack("<HHH", 0, 1, 1) + struct.pack("<BBBBHHII", SIZE, SIZE, 0, 0, 1, 32, len(image), 22)
    return directory + image


def _colour(x: int, y: int) -> bytes:
    if (x, y) in _CORNERS:
        return _OUTSIDE
    return _PIP if any((x - at) ** 2 + (y - row) ** 2 <= _RADIUS**2 for at, row in _PIPS) else _FACE
