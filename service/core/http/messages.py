"""The base classes and the common field types of requests and replies."""

from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

FORMAT = "format"
"""The key under which a type says its format for the document (`service/openapi/formats.py`); it validates nothing."""

TIME = {FORMAT: "date-time"}
UUID = {FORMAT: "uuid"}

GameId = Annotated[str, Meta(description="The id of a game, a UUID.", extra=UUID)]
Version = Annotated[int, Meta(ge=0, description="The version of a game: the number of its events.")]
SeatNumber = Annotated[int, Meta(ge=0, description="The number of a seat, from 0.")]
Moment = Annotated[str, Meta(description="A time in UTC, such as 2026-11-20T12:00:00.123456Z.", extra=TIME)]

PlayerId = Annotated[
    str,
    Meta(
        description="The id of a player: `player:` and a UUID, or `guest:` and a UUID for a guest without an account."
    ),
]
PlayerName = Annotated[str, Meta(description="The name of the player, 1 to 40 characters.")]
TokenId = Annotated[
    str, Meta(description="The id of the token, used to revoke it. It is not the token itself.", extra=UUID)
]
Title = Annotated[str, Meta(description="The title, such as `giganten`.")]
Head = Annotated[str, Meta(description="The head of the hash chain at this version: 64 hexadecimal digits.")]
Digest = Annotated[str, Meta(description="The SHA-256 of the data set: 64 hexadecimal digits.")]
DataSetName = Annotated[str, Meta(description="The name of the data set, such as `kosmos-1999`.")]
Visibility = Annotated[
    Literal["public", "private"],
    Meta(description="Only players with a seat or an invitation can see a private game."),
]
Spectators = Annotated[
    Literal["open", "none"],
    Meta(
        description="Who may watch: with `open` everyone, with `none` only the owner and the seated players until the "
        "game is over."
    ),
]
Status = Annotated[
    Literal["open", "running", "ended", "abandoned"],
    Meta(description="`open` before the start, `running`, `ended`, or `abandoned` if cancelled before the start."),
]
Label = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=80,
        pattern=r"^[^\u0000-\u001f\u007f]+$",
        description="The purpose in your own words, without control characters.",
    ),
]


class Reply(msgspec.Struct, frozen=True):
    """The base of every reply."""


class RequestBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of every request body. Unknown fields are errors, since they may be misspelt."""


R = TypeVar("R", bound=msgspec.Struct)


def reply_from(kind: type[R], source: object, /, **fields: object) -> R:
    """Return a reply with these fields. The source has all others, under the same names."""
    make: Any = kind
    return make(**{name: getattr(source, name) for name in kind.__struct_fields__ if name not in fields}, **fields)
