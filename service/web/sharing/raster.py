"""Pictures as PNG, by the library resvg of the extra `pictures`. Without it there are only SVG pictures."""

import re
from functools import cache
from importlib.util import find_spec

from cachetools import LRUCache, cached

KEPT = 64
"""The number of pictures that are kept. Each has some 100 kB."""

_VARIABLE = re.compile(r";[a-z-]+:var\([^;}]*\)")
_MEDIA = re.compile(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")


@cache
def can_rasterise() -> bool:
    """Return whether the library is installed."""
    return find_spec("resvg_py") is not None


_KEPT: LRUCache[str, bytes] = LRUCache(KEPT)


@cached(_KEPT)
def png_of(svg: str, width: int) -> bytes:
    """Return an SVG picture as PNG. Raises ImportError without the library."""
    import resvg_py  # noqa: PLC0415 - optional, and it costs 5 MB

    # the library reads neither custom properties nor media queries: the literal colours before them count
    plain = _VARIABLE.sub("", _MEDIA.sub("", svg))
    return resvg_py.svg_to_bytes(
        svg_string=plain, width=width, font_family="DejaVu Sans", sans_serif_family="DejaVu Sans"
    )
