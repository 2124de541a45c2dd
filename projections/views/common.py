"""What the views of all titles share."""

import msgspec

from projections.history import Sight


class Part(msgspec.Struct, frozen=True):
    """The base of all parts of a view."""


def viewer_name(sight: Sight) -> str:
    """Return the name of a viewer in the API: `public`, `seat:N`, or `full`."""
    if sight is None:
        return "public"
    return sight if isinstance(sight, str) else f"seat:{sight}"
