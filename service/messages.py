"""Requests and replies that no title knows."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from domain.kernel.rulebook import Rule
from domain.kernel.ruleset import Option
from domain.kernel.values import Place, Range
from domain.rulesets import AnyCommand
from projections.history import SeenEvent

GameId = Annotated[str, Meta(description="The id of a game, a UUID.")]
Version = Annotated[int, Meta(ge=0, description="The version of a game: the number of its events.")]
SeatNumber = Annotated[int, Meta(ge=0, description="A seat, from 0.")]
Moment = Annotated[str, Meta(description="A time in UTC, such as 2026-11-20T12:00:00.123456Z.")]

PlayerId = Annotated[str, Meta(description="The id of a player.")]
PlayerName = Annotated[str, Meta(description="What the player is called; 1 to 40 characters.")]
TokenId = Annotated[str, Meta(description="The id of the token, to revoke it by; not the token itself.")]
TokenLabel = Annotated[str, Meta(description="What the token is for, in its owner's words.")]
Title = Annotated[str, Meta(description="The title, such as `giganten`.")]
Head = Annotated[str, Meta(description="The head of the hash chain at this version: 64 hexadecimal digits.")]
Digest = Annotated[str, Meta(description="The SHA-256 of the data set: 64 hexadecimal digits.")]
DataSetName = Annotated[str, Meta(description="The name of the data set, such as `kosmos-1999`.")]
Visibility = Annotated[Literal["public", "private"], Meta(description="Whether anybody may watch the game.")]
Status = Annotated[
    Literal["open", "running", "ended", "abandoned"],
    Meta(description="`open` before the start, `running`, `ended`, or `abandoned`: cancelled before the start."),
]


class Reply(msgspec.Struct, frozen=True):
    """The base of every reply."""


class SignUp(msgspec.Struct, frozen=True):
    """A new player."""

    name: Annotated[str, Meta(min_length=1, max_length=40, description="Shown to others; 1 to 40 characters.")]


class PlayerReply(Reply, frozen=True):
    """A player as others see one."""

    id: PlayerId
    name: PlayerName
    created_at: Moment


class SignedUp(PlayerReply, frozen=True):
    """A new player, with a token that is shown only now."""

    token: Annotated[str, Meta(description="Send it as `Authorization: Bearer …`. It is not shown again.")]


class NewToken(msgspec.Struct, frozen=True):
    """A further token."""

    label: Annotated[str, Meta(min_length=1, max_length=80, description="What it is for, for yourself.")]


class TokenReply(Reply, frozen=True):
    """A token without the token itself."""

    id: TokenId
    label: TokenLabel
    created_at: Moment


class TokenMade(TokenReply, frozen=True):
    """A further token, shown only now."""

    token: Annotated[str, Meta(description="The token. Send it as `Authorization: Bearer …`. It is not shown again.")]


class Tokens(Reply, frozen=True):
    """Your tokens, oldest first."""

    items: Annotated[tuple[TokenReply, ...], Meta(description="Your tokens, oldest first.")]


class DataSetReply(Reply, frozen=True):
    """A data set: its name, and the digest that stands in the first event of every game played with it."""

    name: DataSetName
    title: Annotated[str, Meta(description="What the data set is, in words.")]
    digest: Digest
    url: Annotated[str, Meta(description="Where its tables can be read.")]


class RulesetReply(Reply, frozen=True):
    """A title: its version, numbers of seats, options and profiles, bots and data sets."""

    name: Annotated[str, Meta(description="The name of the title, as it is sent when a game is opened.")]
    version: Annotated[int, Meta(description="The current version of its rules, from 1.")]
    title: Annotated[str, Meta(description="What the game is called.")]
    seats: Annotated[tuple[int, ...], Meta(description="For how many players it is.")]
    options: Annotated[tuple[Option, ...], Meta(description="What can be chosen when a game is opened.")]
    profiles: Annotated[
        dict[str, dict[str, Any]],
        Meta(description="Named sets of options: by name, the options that are not at their default."),
    ]
    default_profile: Annotated[str, Meta(description="The profile of a game that names none.")]
    bots: Annotated[tuple[str, ...], Meta(description="The bots that can sit in a game.")]
    data_sets: Annotated[tuple[DataSetReply, ...], Meta(description="The data sets that it can be played with.")]
    rules_url: Annotated[str, Meta(description="Where its numbered rules can be read.")]


class Rulesets(Reply, frozen=True):
    """The titles that are played here."""

    items: Annotated[tuple[RulesetReply, ...], Meta(description="The titles.")]


class Rules(Reply, frozen=True):
    """The numbered rules of a title."""

    items: Annotated[tuple[Rule, ...], Meta(description="The rules in the order of the book.")]


class OpenGame(msgspec.Struct, frozen=True):
    """A game to be opened; options that are not named are those of the profile."""

    ruleset: Annotated[str, Meta(description="The title, such as `giganten`.")]
    seats: Annotated[int, Meta(ge=2, le=4, description="How many play.")]
    profile: Annotated[str | None, Meta(description="A named set of options.")] = None
    options: Annotated[dict[str, int | str | bool], Meta(description="Options by name.")] = {}
    data_set: Annotated[str | None, Meta(description="A data set by name.")] = None
    visibility: Annotated[
        Literal["public", "private"], Meta(description="A private game is seen only by those who sit in it.")
    ] = "public"
    bots: Annotated[dict[str, str], Meta(description='Bots by seat, such as {"1": "careful"}.')] = {}


class SeatRequest(msgspec.Struct, frozen=True):
    """How to take a seat: with own entropy, or for a bot; nothing of both: for yourself, the server brings entropy."""

    entropy: Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="32 random bytes in lower-case hex.")] | None = (
        None
    )
    bot: Annotated[str | None, Meta(description="The name of a bot; only the owner of the game may put one.")] = None


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
    options: Annotated[dict[str, Any], Meta(description="Every option of the title with its value in this game.")]
    status: Status
    visibility: Visibility
    owner: Annotated[str, Meta(description="The id of the player who opened it.")]
    seats: Annotated[tuple[SeatReply, ...], Meta(description="Who sits where, from seat 0.")]
    version: Version
    head: Annotated[str, Meta(description="The head of the hash chain at this version, hex.")]
    opened_at: Moment
    seed_commitment: Annotated[
        str,
        Meta(description="The commitment to the secret seed, made when the game was opened: 64 hexadecimal digits."),
    ]
    awaiting: Annotated[tuple[int, ...], Meta(description="The seats that have to act.")]


class GameRow(Reply, frozen=True):
    """A game as a list shows it."""

    id: GameId
    ruleset: Title
    status: Status
    visibility: Visibility
    owner: Annotated[str, Meta(description="The id of the player who opened it.")]
    opened_at: Moment
    players: Annotated[
        tuple[str | None, ...], Meta(description="Who sits where, from seat 0: a player, `bot:` and its name, or null.")
    ]


class Games(Reply, frozen=True):
    """A page of games, newest first; `next` is the cursor of the following page."""

    items: Annotated[tuple[GameRow, ...], Meta(description="The games of this page, newest first.")]
    next: Annotated[str | None, Meta(description="The cursor of the following page; null on the last one.")]


class ChoiceReply(Reply, frozen=True, omit_defaults=True):
    """A command that would be accepted; with a range, also with any other number of the range in that field."""

    command: Annotated[AnyCommand, Meta(description="The command, ready to be sent.")]
    range: Annotated[Range | None, Meta(description="The number that may vary, if any.")] = None


class DecisionReply(Reply, frozen=True, omit_defaults=True):
    """An open decision; `choices` are shown to the seat that is asked."""

    id: Annotated[str, Meta(description="Name it in the command that answers.")]
    seat: SeatNumber
    rule: Annotated[str, Meta(description="The rule under which the seat is asked, such as `giganten/4.1`.")]
    rule_url: Annotated[str, Meta(description="Where the rule can be read.")]
    choices: (
        Annotated[
            tuple[ChoiceReply, ...], Meta(description="The commands that would be accepted; for your own seat only.")
        ]
        | msgspec.UnsetType
    ) = msgspec.UNSET


class Decisions(Reply, frozen=True):
    """The decisions that are open at a version."""

    version: Version
    items: Annotated[tuple[DecisionReply, ...], Meta(description="The open decisions, by seat.")]


class CommandRequest(msgspec.Struct, frozen=True):
    """The answer to a decision."""

    decision: Annotated[str, Meta(max_length=40, description="The id of the decision that is answered.")]
    command: Annotated[AnyCommand, Meta(description="What you decide.")]


class Receipt(Reply, frozen=True):
    """What the service has taken on: the head of the log after the command."""

    game: GameId
    version: Version
    head: Head
    at: Moment
    command: Annotated[str | None, Meta(description="The idempotency key.")]
    decision: Annotated[str, Meta(description="The id of the decision that was answered.")]


class Accepted(Reply, frozen=True):
    """An accepted command: the events of its batch as you see them, and what you are asked next."""

    receipt: Annotated[Receipt, Meta(description="What the service has taken on.")]
    events: Annotated[tuple[SeenEvent, ...], Meta(description="What happened, as your seat sees it.")]
    decisions: Annotated[
        tuple[DecisionReply, ...], Meta(description="What your seat is asked next; empty while others decide.")
    ]


class Events(Reply, frozen=True):
    """The history from a version on, as the viewer sees it; `next` is the value of `after` to go on with."""

    items: Annotated[tuple[SeenEvent, ...], Meta(description="The events in their order.")]
    next: Version
    is_over: Annotated[bool, Meta(description="Whether the game is over and no further event comes.")]


class Result(Reply, frozen=True):
    """The final ranking, best first."""

    game: GameId
    status: Annotated[Literal["ended", "abandoned"], Meta(description="Whether it was played to the end.")]
    version: Version
    head: Head
    places: Annotated[tuple[Place, ...], Meta(description="The ranking, best first; empty for an abandoned game.")]
    resigned: Annotated[tuple[int, ...], Meta(description="Seats that were given up and played on by a bot.")]


class Health(Reply, frozen=True):
    """How the service is."""

    status: Annotated[Literal["ok"], Meta(description="Always `ok`: otherwise it is a problem that is answered.")]
    version: Annotated[str, Meta(description="The version of the service.")]
    store: Annotated[str, Meta(description="The library that keeps the log, with its version.")]
    sqlite: Annotated[str, Meta(description="The version of SQLite.")]
