"""Feeds and their entries as values. `atom.py` and `json_feed.py` write them."""

import re
import uuid

from domain.kernel.values import Value

EPOCH = "1970-01-01T00:00:00.000000Z"
"""The update time of a feed that never had an entry."""

GENERATOR = "Ludolog"

_SPACE = uuid.UUID("3a1f0f5c-9d0b-5a55-8f5e-6c1c4b3f2d10")
"""The namespace of the ids that follow from names (RFC 9562 5.5)."""

_NOT_XML = re.compile(r"[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Place(Value, frozen=True):
    """The place of a player in a result, as data."""

    seat: int
    player: str
    name: str | None
    rank: int
    score: int


class Entry(Value, frozen=True):
    """An entry of a feed. Addresses are absolute, times are UTC."""

    id: str
    """A URN, the same in every feed and language."""
    title: str
    summary: str
    at: str
    """When it happened."""
    page: str
    data: str
    """The address of the same as JSON."""
    tags: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()
    """Of a result: the seats, best first."""
    resources: tuple[str, ...] = ()
    """The addresses of further resources of the API about it."""
    revised: str = EPOCH
    """When something else that it names was changed last, apart from names of players."""

    @property
    def updated(self) -> str:
        """The time of its newest source."""
        return max(self.at, self.revised)


class Feed(Value, frozen=True):
    """A page of a feed, newest entry first."""

    id: str
    title: str
    subtitle: str
    language: str
    page: str
    data: str
    address: str
    """The address of this page of the feed."""
    first: str
    """The address of the first page."""
    following: str | None
    """The address of the next page, with older entries."""
    entries: tuple[Entry, ...]
    since: str = EPOCH
    """When what the feed is about was changed last, or began."""

    @property
    def updated(self) -> str:
        """The time of its newest source."""
        return max(self.since, *(entry.updated for entry in self.entries)) if self.entries else self.since


def urn_of(name: str) -> str:
    """Return the URN that follows from a name: the same name has the same URN."""
    return uuid.uuid5(_SPACE, name).urn


def urn_of_id(identifier: str) -> str:
    """Return the URN of a UUID."""
    return uuid.UUID(identifier).urn


def printable(text: str) -> str:
    """Return a text without the characters that XML 1.0 excludes."""
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)
