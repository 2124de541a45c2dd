"""The client of a request, for whom computations wait in turn."""

from typing import NamedTuple


class Asker(NamedTuple):
    """The client of a request: its address, and the id of its token or an empty text."""

    address: str
    token: str
