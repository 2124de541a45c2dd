"""What the views of all titles share."""

import msgspec


class Part(msgspec.Struct, frozen=True):
    """The base of all parts of a view."""
