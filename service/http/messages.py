"""The words and the bases of all requests and replies that no title knows."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

GameId = Annotated[str, Meta(description="The id of a game, a UUID.")]
Version = Annotated[int, Meta(ge=0, description="The version of a game: the number of its events.")]
SeatNumber = Annotated[int, Meta(ge=0, description="A seat, from 0.")]
Moment = Annotated[str, Meta(description="A time in UTC, such as 2026-11-20T12:00:00.123456Z.")]

PlayerId = Annotated[
    str,
    Meta(
        description="The id of a player: `player:` and a UUID, or `guest:` and a UUID for a guest without an account."
    ),
]
PlayerName = Annotated[str, Meta(description="What the player is called; 1 to 40 characters.")]
TokenId = Annotated[str, Meta(description="The id of the token, to revoke it by; not the token itself.")]
Title = Annotated[str, Meta(description="The title, such as `giganten`.")]
Head = Annotated[str, Meta(description="The head of the hash chain at this version: 64 hexadecimal digits.")]
Digest = Annotated[str, Meta(description="The SHA-256 of the data set: 64 hexadecimal digits.")]
DataSetName = Annotated[str, Meta(description="The name of the data set, such as `kosmos-1999`.")]
Visibility = Annotated[
    Literal["public", "private"], Meta(description="A private game exists for those only who sit in it or are invited.")
]
Spectators = Annotated[
    Literal["open", "none"],
    Meta(description="Whether anybody may watch; with `none`, those who sit in it and the owner until it is over."),
]
Status = Annotated[
    Literal["open", "running", "ended", "abandoned"],
    Meta(description="`open` before the start, `running`, `ended`, or `abandoned`: cancelled before the start."),
]
Label = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=80,
        pattern=r"^[^\u0000-\u001f\u007f]+$",
        description="What it is for, in words of your own, without control characters.",
    ),
]


class Reply(msgspec.Struct, frozen=True):
    """The base of every reply."""


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of every request: a field that is unknown is refused, for it may be a misspelt one."""
