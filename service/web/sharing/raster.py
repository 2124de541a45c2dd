"""Pictures as PNG, by the library resvg of the extra `pictures`. Without it there are only SVG pictures.

The library holds the interpreter lock while it renders, which takes tenths of a second: only a process of its own calls
it. That process imports nothing of the service but this module.
"""

import re
from base64 import b64encode
from functools import cache, lru_cache
from importlib.util import find_spec

BOARD_LINK = "board:"
"""The link to the board in a picture without one."""

BOARDS = 8
"""The number of boards that are kept as PNG."""

_VARIABLE = re.compile(r";[a-z-]+:var\([^;}]*\)")
_MEDIA = re.compile(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")


@cache
def can_rasterise() -> bool:
    """Return whether the library is installed."""
    return find_spec("resvg_py") is not None


def png_of(svg: str, board: str, width: int) -> bytes:
    """Return an SVG picture as PNG. Raises ImportError without the library.

    The SVG document `board` is shown where the picture has an image with BOARD_LINK. It is rendered once.
    """
    return _rendered(svg.replace(BOARD_LINK, _board_link(board, width)) if board else svg, width)


@lru_cache(BOARDS)
def _board_link(board: str, width: int) -> str:
    """Return a board as the link of an image (RFC 2397)."""
    return f"data:image/png;base64,{b64encode(_rendered(board, width)).decode()}"


def _rendered(svg: str, width: int) -> bytes:
    import resvg_py  # noqa: PLC0415 - optional, and it costs 5 MB

    # the library reads neither custom properties nor media queries: the literal colours before them count
    plain = _VARIABLE.sub("", _MEDIA.sub("", svg))
    return resvg_py.svg_to_bytes(
        svg_string=plain, width=width, font_family="DejaVu Sans", sans_serif_family="DejaVu Sans"
    )
