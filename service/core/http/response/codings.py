"""Content codings of replies: zstd, Brotli and gzip (RFC 9110 8.4, 12.5.3).

Bytes and milliseconds of a bundle of 118 kB on one core, in parentheses of all 199 modules of the web client (884 kB):

    gzip 3   12,640   0.8      gzip 6   10,044   2.0      gzip 9    9,091    4.8  (323,759    30)
    zstd 3   10,366   0.3      zstd 9    8,096   1.9      zstd 12   7,701    7.7  (322,890   110)
    br   4    9,751   0.8      br   5    8,234   1.7      br   11   6,595  282.0  (274,038 2,040)

So zstd is smaller and faster than gzip for what is made for a request, and Brotli is the smallest for what is made once
and is small, such as a module.
"""

import gzip
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeAlias, cast

import brotli  # pyright: ignore[reportMissingTypeStubs] - it has none
import zstandard
from litestar import Request

Coding: TypeAlias = Literal["zstd", "br", "gzip"]

Effort: TypeAlias = Literal["quickest", "smaller", "smallest"]
"""For a body for one request, for a page, or for a body that is made once and sent often."""

CODINGS: Sequence[Coding] = ("zstd", "br", "gzip")

SLOW_FROM = 64 << 10
"""The size in bytes from which the highest level of Brotli takes too long."""


def _brotli(body: bytes, quality: int) -> bytes:
    return cast("bytes", cast("Any", brotli).compress(body, quality=quality))


_ZSTD: Mapping[Effort, int] = {"quickest": 3, "smaller": 9, "smallest": 12}
_BROTLI: Mapping[Effort, int] = {"quickest": 4, "smaller": 5, "smallest": 11}
_GZIP: Mapping[Effort, int] = {"quickest": 3, "smaller": 6, "smallest": 9}

_COMPRESS: Mapping[Coding, Callable[[bytes, Effort], bytes]] = {
    "zstd": lambda body, effort: zstandard.ZstdCompressor(level=_ZSTD[effort]).compress(body),
    "br": lambda body, effort: _brotli(body, min(_BROTLI[effort], 5 if len(body) > SLOW_FROM else 11)),
    "gzip": lambda body, effort: gzip.compress(body, compresslevel=_GZIP[effort], mtime=0),
}


def compressed(body: bytes, effort: Effort = "quickest", coding: Coding = "gzip") -> bytes:
    """Return the compressed form of a body, always the same bytes."""
    return _COMPRESS[coding](body, effort)


def coding_for(request: Request[Any, Any, Any], effort: Effort = "quickest", size: int = 0) -> Coding | None:
    """Return the coding with the highest weight in `Accept-Encoding`, of equal ones the best; None: none is accepted.

    Which is best depends on the effort and the size of a body.
    """
    weights = _weights(request.headers.get("accept-encoding", ""))
    best: Sequence[Coding] = ("br", "zstd", "gzip") if effort == "smallest" and size <= SLOW_FROM else CODINGS
    accepted: Sequence[Coding] = [coding for coding in best if weights.get(coding, 0.0) > 0]
    # the first one of the highest weight
    return max(accepted, key=lambda coding: weights[coding], default=None)


def accepts(request: Request[Any, Any, Any], coding: Coding) -> bool:
    """Whether the client accepts a coding."""
    return _weights(request.headers.get("accept-encoding", "")).get(coding, 0.0) > 0


def _weights(header: str) -> dict[str, float]:
    """Return the weights of the codings that are named. One that cannot be read counts as 1."""
    found: dict[str, float] = {}
    for part in header.lower().split(","):
        coding, _, weight = part.partition(";")
        name, _, value = weight.replace(" ", "").partition("=")
        try:
            found[coding.strip()] = float(value) if name == "q" else 1.0
        except ValueError:
            found[coding.strip()] = 1.0
    return found
