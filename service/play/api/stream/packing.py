"""The coding of streams that many read alike (gzip, RFC 1952): each frame is compressed once for all its readers.

A compressed frame refers to bytes that the reader has had before. Readers join at any time, and each has heartbeats of
its own, so that what they have had differs:

    frames of the relay        1    2    3    4    5    6
    run of the chain           └──────────────┘    └────── a run refers to nothing before it
    who reads since the start  1    1-2  1-3  1-4  5    5-6
    who joins after 2                    3    4    5    5-6    alone, until the next run begins
    who has a heartbeat, ♥     1    1-2  ♥ 3  4    5    5-6    the same

A frame alone refers to nothing, and leaves the same bytes behind. So the two forms of a frame can follow each other.

Only what every viewer of the game may see is compressed. From the size of a stream with secrets, who can write into it
and see the size could guess them.
"""

import struct
import zlib
from typing import Final, Protocol

RUN: Final = 8
"""The frames of a run: long runs are smaller, after short ones a reader that had a heartbeat joins sooner."""

_LEVEL: Final = 6
_BITS: Final = 12
"""The window of a run: 4 KiB, so that a compressor takes 32 KiB of memory. With 32 KiB the frames are 5 % smaller."""

_MEMORY: Final = 5
_LARGE: Final = 4096
"""The size in bytes from which a frame alone has the largest window."""

_HEADER: Final = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
_LAST_BLOCK: Final = b"\x03\x00"


class Compressor(Protocol):
    """What `zlib.compressobj` returns."""

    def compress(self, data: bytes, /) -> bytes:
        """Take data, and return what is compressed so far."""
        ...

    def flush(self, mode: int, /) -> bytes:
        """Return the rest, up to a whole byte."""
        ...


def _compressor(bits: int) -> Compressor:
    # negative: without the header and the checksum of zlib
    return zlib.compressobj(_LEVEL, zlib.DEFLATED, -bits, _MEMORY)


def alone(frame: bytes) -> bytes:
    """Return the blocks of a frame that refer to nothing before it, up to a whole byte."""
    compressor = _compressor(_BITS if len(frame) < _LARGE else zlib.MAX_WBITS)
    return compressor.compress(frame) + compressor.flush(zlib.Z_SYNC_FLUSH)


class Link:
    """A frame of a chain, in its two forms."""

    def __init__(self, chain: "Chain", number: int, first: int, frame: bytes, chained: bytes) -> None:
        self.chain = chain
        self.number = number
        self.first = first
        """The number of the first frame to which the chained form may refer."""
        self.frame = frame
        self.chained = chained
        self._alone: bytes | None = chained if first == number else None

    @property
    def alone(self) -> bytes:
        """The form for readers that have not had all frames of the run."""
        if self._alone is None:
            self._alone = alone(self.frame)
        return self._alone


class Chain:
    """Compresses frames of a game that follow each other, for the readers that are sent the same."""

    def __init__(self) -> None:
        self._last: Link | None = None
        self._versions = (-1, -1)
        self._compressor = _compressor(_BITS)

    def link(self, after: int, end: int, frame: bytes) -> Link:
        """Return the frame with the events in (after, end], which is compressed when it is first asked for."""
        last = self._last
        # after a failover that lost commits, other events can have these versions
        if last is not None and self._versions == (after, end) and last.frame == frame:
            return last
        number = 1 if last is None else last.number + 1
        first = number if last is None or self._versions[1] != after or number - last.first >= RUN else last.first
        if first == number:
            self._compressor = _compressor(_BITS)
        chained = self._compressor.compress(frame) + self._compressor.flush(zlib.Z_SYNC_FLUSH)
        self._versions = (after, end)
        self._last = Link(self, number, first, frame, chained)
        return self._last


class Packing:
    """The compressed stream of one connection. Its parts are to be sent in the order of the calls."""

    def __init__(self) -> None:
        self._sum = 0
        self._size = 0
        self._last: Link | None = None
        """The frame of a chain that was sent last; None: something else was."""
        self._since = 0
        """The number of the first of the frames of the chain that were sent one after the other."""
        self._has_begun = False

    def own(self, frame: bytes) -> bytes:
        """Return a frame for this connection alone."""
        self._last = None
        return self._counted(frame, alone(frame))

    def shared(self, link: Link) -> bytes:
        """Return a frame of a chain."""
        last = self._last
        if last is None or last.chain is not link.chain or last.number + 1 != link.number:
            self._since = link.number
        self._last = link
        return self._counted(link.frame, link.chained if self._since <= link.first else link.alone)

    def end(self) -> bytes:
        """Return the end of the stream, with its checksum and size."""
        return self._counted(b"", _LAST_BLOCK) + struct.pack("<LL", self._sum, self._size & 0xFFFF_FFFF)

    def _counted(self, frame: bytes, packed: bytes) -> bytes:
        self._sum = zlib.crc32(frame, self._sum)
        self._size += len(frame)
        if self._has_begun:
            return packed
        self._has_begun = True
        return _HEADER + packed
