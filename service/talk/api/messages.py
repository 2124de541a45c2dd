"""The bodies of requests and replies about talk, notes and absences."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from service.core.http.messages import TIME, UUID, Moment, PlayerId, Reply, RequestBody, SeatNumber, Version

MAX_TEXT, MAX_NOTE = 500, 2000
"""Characters of a message, and of a note."""

RoomName: TypeAlias = Annotated[
    Literal["table", "spectators"],
    Meta(description="`table`: the room of the players; `spectators`: of everyone else."),
]
LevelName: TypeAlias = Annotated[
    Literal["off", "players", "all"],
    Meta(description="Who may write: no one, only the players, or the spectators in their room, too."),
]
Until = Annotated[Moment | None, Meta(description="The time until which the player is away; null: not away.")]


class NewMessageBody(RequestBody, frozen=True):
    """A message."""

    text: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=MAX_TEXT,
            description="Plain text without control characters. Links stay text. White space at the ends is removed.",
        ),
    ]


class MessageReply(Reply, frozen=True):
    """A message, or a line that says who changed `talk`."""

    id: Annotated[str, Meta(description="The id of the message, a UUID.", extra=UUID)]
    room: RoomName
    at: Moment
    player: Annotated[str | None, Meta(description="The id of the author; null if the account was deleted.")]
    name: Annotated[str | None, Meta(description="The current name of the author.")]
    seat: Annotated[int | None, Meta(description="The seat of the author when it was written; null for others.")]
    text: Annotated[
        str | None, Meta(description="The text in NFC; null if it was removed, and for a change of `talk`.")
    ]
    talk: Annotated[LevelName | None, Meta(description="To what the author has changed `talk`; null for a message.")]
    is_removed: Annotated[bool, Meta(description="Whether the author removed the text, or deleted the account.")]


class TalkLine(Reply, frozen=True):
    """A message in a stream of lines."""

    talk: Annotated[MessageReply, Meta(description="The message.")]


class Messages(Reply, frozen=True):
    """A page of messages."""

    items: Annotated[tuple[MessageReply, ...], Meta(description="The messages, newest first.")]
    next: Annotated[str | None, Meta(description="The `cursor` of the next page, with older ones; null: no more.")]


class AwayReply(Reply, frozen=True):
    """A player at the table or of the tournament who is away."""

    player: PlayerId
    until: Moment


class TalkReply(Reply, frozen=True):
    """Who may write, and what you have set and not read."""

    talk: LevelName
    own: Annotated[LevelName | None, Meta(description="What was set here; null: nothing was. `talk` may be stricter.")]
    games: Annotated[LevelName | None, Meta(description="What a tournament sets for its games; null in a game.")]
    reads: Annotated[tuple[RoomName, ...], Meta(description="The rooms that you may read now.")]
    writes: Annotated[
        RoomName | None, Meta(description="The room in which your messages are; null: you may not write.")
    ]
    sets: Annotated[bool, Meta(description="Whether you may change `talk`.")]
    muted: Annotated[bool, Meta(description="Whether you have muted these messages for yourself.")]
    unread: Annotated[int, Meta(ge=0, description="Messages of others that you have not read, at most 100.")]
    away: Annotated[
        tuple[AwayReply, ...], Meta(description="Who is away of the players; of a tournament, also of its organisers.")
    ]


class NewLevel(RequestBody, frozen=True):
    """Who may write."""

    talk: LevelName


class NewLevels(RequestBody, frozen=True):
    """Who may write at a tournament, and in its games."""

    talk: LevelName
    games: Annotated[LevelName | UnsetType, Meta(description="The most that its games may set. By default `talk`.")] = (
        UNSET
    )


class NewMark(RequestBody, frozen=True):
    """What you set for yourself. What is left out stays."""

    muted: Annotated[bool | UnsetType, Meta(description="Whether you hide these messages on all your devices.")] = UNSET
    read_at: Annotated[str | UnsetType, Meta(description="`at` of the last message that you have read.")] = UNSET


class MarkReply(Reply, frozen=True):
    """What you have set for yourself."""

    muted: Annotated[bool, Meta(description="Whether you have muted these messages for yourself.")]
    read_at: Annotated[Moment | None, Meta(description="`at` of the last message that you have read; null: none.")]


NoteText = Annotated[
    str,
    Meta(max_length=MAX_NOTE, description="Plain text, which may have several lines. An empty one deletes the note."),
]


class NewGameNote(RequestBody, frozen=True):
    """A note about a game at a version."""

    version: Version
    text: NoteText


class GameNote(Reply, frozen=True):
    """A note of yours about a game at a version."""

    version: Version
    seat: SeatNumber | None
    text: Annotated[str, Meta(description="The text.")]
    at: Moment


class GameNotes(Reply, frozen=True):
    """Your notes about a game."""

    items: Annotated[tuple[GameNote, ...], Meta(description="The notes, in the order of the versions.")]


class NewPlayerNote(RequestBody, frozen=True):
    """A note about a player."""

    text: NoteText


class PlayerNote(Reply, frozen=True):
    """Your note about a player."""

    player: PlayerId
    text: Annotated[str, Meta(description="The text; empty without a note.")]
    at: Annotated[Moment | None, Meta(description="The time of the last change; null without a note.")]


class NewAbsence(RequestBody, frozen=True):
    """Until when you are away."""

    until: Annotated[
        str | None,
        Meta(description="A time in the next year (RFC 3339), or null: you are back.", extra=TIME),
    ]


class Absence(Reply, frozen=True):
    """Until when you are away."""

    until: Until
