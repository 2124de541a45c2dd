"""The viewers of a game, and their names in views, bundles and requests: `public`, `seat:N`, `full`."""

from typing import Final, Literal, TypeAlias

from domain.kernel.values import Viewer

FULL: Final = "full"
"""The viewer who sees every secret. After the end of a game, everyone may request this view."""

AnyViewer: TypeAlias = Viewer | Literal["full"]
"""A seat, the public (None), or FULL."""

_PUBLIC, _SEAT = "public", "seat:"
_DIGITS = 9
"""Digits of a seat at the most: longer numbers are not converted."""


def viewer_name(viewer: AnyViewer) -> str:
    """Return the name of a viewer."""
    if viewer is None:
        return _PUBLIC
    return viewer if isinstance(viewer, str) else f"{_SEAT}{viewer}"


def viewer_named(name: str) -> AnyViewer:
    """Return the viewer of a name; raises ValueError for any other text, such as a seat with a leading zero."""
    if name == _PUBLIC:
        return None
    if name == FULL:
        return FULL
    number = name.removeprefix(_SEAT)
    viewer = int(number) if number.isascii() and number.isdecimal() and len(number) <= _DIGITS else None
    if viewer is None or viewer_name(viewer) != name:
        message = f"{name!r} names no viewer"
        raise ValueError(message)
    return viewer
