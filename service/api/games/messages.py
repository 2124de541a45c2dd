"""Requests and replies about whole games: opened, seated, listed, ended."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from service.http.messages import (
    DataSetName,
    Digest,
    GameId,
    Head,
    Moment,
    Reply,
    RequestBody,
    SeatNumber,
    Spectators,
    Status,
    Title,
    Version,
    Visibility,
)
from service.proof.certificates import Certificate
from service.proof.scores import ScoredPlace

ScoreUnit = Annotated[str, Meta(description="The unit of the scores, such as `dollars`.")]
Owner = Annotated[str, Meta(description="The id of the player who opened it.")]
ShownName = Annotated[
    str | None, Meta(description="The name of that player now; null if it is a bot, was erased, or plays elsewhere.")
]
Profile = Annotated[
    str | None, Meta(description="The profile whose options the game has; null if it has options of its own.")
]
OptionValues = Annotated[
    dict[str, Any], Meta(description="The options that the first event of the game names, with their values.")
]


class OpenGame(RequestBody, frozen=True):
    """A game to be opened; options that are not named are those of the profile."""

    ruleset: Annotated[str, Meta(min_length=1, description="The title, such as `giganten`.")]
    seats: Annotated[int, Meta(ge=2, le=4, description="How many play.")]
    profile: Annotated[str, Meta(min_length=1, description="A named set of options.")] | None = None
    options: Annotated[dict[str, int | str | bool], Meta(description="Options by name.")] = {}  # noqa: RUF012 - each gets its own
    data_set: Annotated[str, Meta(min_length=1, description="A data set by name.")] | None = None
    visibility: Annotated[
        Literal["public", "private"],
        Meta(description="A private game is seen by you, by those who sit in it, and by whom you invite."),
    ] = "public"
    spectators: Annotated[
        Literal["open", "none"],
        Meta(description="`none`: until the game is over, its table and history are for those who sit in it and you."),
    ] = "open"
    bots: Annotated[dict[str, str], Meta(description='Bots by seat, such as {"1": "careful"}.')] = {}  # noqa: RUF012 - each gets its own


class SeatRequest(RequestBody, frozen=True):
    """How to take a seat: with own entropy, or for a bot; nothing of both: for yourself, the server brings entropy."""

    entropy: Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="32 random bytes in lower-case hex.")] | None = (
        None
    )
    bot: Annotated[str, Meta(min_length=1, description="The name of a bot; only the owner may put one.")] | None = None
    guest: (
        Annotated[
            str,
            Meta(
                min_length=1,
                max_length=40,
                description="The name of somebody without an account; only the owner of the game may seat one.",
            ),
        ]
        | None
    ) = None


class SeatReply(Reply, frozen=True):
    """Who sits on a seat."""

    seat: SeatNumber
    player: Annotated[str | None, Meta(description="A player's id, `bot:<name>`, or nobody.")]
    name: Annotated[str | None, Meta(description="The name of the player; null for a bot or nobody.")]
    entropy: Annotated[
        str | None,
        Meta(description="What the seat adds to chance: 32 bytes, 64 hexadecimal digits; null while it is free."),
    ]
    entropy_from: Annotated[
        Literal["player", "server"] | None, Meta(description="Who brought the entropy; null while the seat is free.")
    ]
    resigned: Annotated[bool, Meta(description="Whether its player gave it up and a bot plays on.")]


class GameReply(Reply, frozen=True):
    """A game in short."""

    id: GameId
    ruleset: Title
    ruleset_version: Annotated[int, Meta(description="The version of the rules under which it is played, from 1.")]
    data_set: DataSetName
    data_digest: Digest
    profile: Profile
    options: OptionValues
    status: Status
    visibility: Visibility
    spectators: Spectators
    owner: Owner
    owner_name: ShownName
    seats: Annotated[tuple[SeatReply, ...], Meta(description="Who sits where, from seat 0.")]
    version: Version
    head: Annotated[str, Meta(description="The head of the hash chain at this version, hex.")]
    opened_at: Moment
    seed_commitment: Annotated[
        str,
        Meta(description="The commitment to the secret seed, made when the game was opened: 64 hexadecimal digits."),
    ]
    awaiting: Annotated[tuple[int, ...], Meta(description="The seats that have to act.")]
    foreign: Annotated[bool, Meta(description="Whether it was played elsewhere and came here as a file.")]


class GameRow(Reply, frozen=True):
    """A game as a list shows it."""

    id: GameId
    ruleset: Title
    profile: Profile
    data_set: DataSetName
    options: OptionValues
    status: Status
    visibility: Visibility
    owner: Owner
    owner_name: ShownName
    opened_at: Moment
    started_at: Annotated[Moment | None, Meta(description="When it started; null before the start.")]
    ended_at: Annotated[Moment | None, Meta(description="When it ended or was cancelled; null before that.")]
    players: Annotated[
        tuple[str | None, ...], Meta(description="Who sits where, from seat 0: a player, `bot:` and its name, or null.")
    ]
    names: Annotated[
        tuple[str | None, ...],
        Meta(description="The names of `players`, in the same order; null for a bot, a free seat or an erased player."),
    ]
    foreign: Annotated[bool, Meta(description="Whether it was played elsewhere and came here as a file.")]


class Games(Reply, frozen=True):
    """A page of games, newest first; `next` is the cursor of the following page."""

    items: Annotated[tuple[GameRow, ...], Meta(description="The games of this page, newest first.")]
    next: Annotated[str | None, Meta(description="The cursor of the following page; null on the last one.")]


class Result(Reply, frozen=True):
    """The final ranking, best first."""

    game: GameId
    status: Annotated[Literal["ended", "abandoned"], Meta(description="Whether it was played to the end.")]
    version: Version
    head: Head
    places: Annotated[
        tuple[ScoredPlace, ...],
        Meta(description="The ranking, best first, with resigned seats last; empty for an abandoned game."),
    ]
    unit: ScoreUnit
    resigned: Annotated[tuple[int, ...], Meta(description="Seats that were given up and played on by a bot.")]
    winners: Annotated[
        tuple[int, ...],
        Meta(description="Seats that have won: those of rank 1, and none if every human player has resigned."),
    ]
    rated: Annotated[bool, Meta(description="Whether the game counts for the ratings of its players.")]
    certificate: Annotated[
        Certificate | None, Meta(description="The same, signed, to be kept; null for a game that was played elsewhere.")
    ]
