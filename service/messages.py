"""Requests and replies that no title knows."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from domain.kernel.rulebook import Rule
from domain.kernel.ruleset import Option
from domain.kernel.values import Range
from domain.rulesets import AnyCommand
from projections.history import SeenEvent
from service.certificates import Certificate
from service.credentials import Scope
from service.scores import ScoredPlace

GameId = Annotated[str, Meta(description="The id of a game, a UUID.")]
Version = Annotated[int, Meta(ge=0, description="The version of a game: the number of its events.")]
SeatNumber = Annotated[int, Meta(ge=0, description="A seat, from 0.")]
Moment = Annotated[str, Meta(description="A time in UTC, such as 2026-11-20T12:00:00.123456Z.")]

PlayerId = Annotated[str, Meta(description="The id of a player.")]
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


Label = Annotated[str, Meta(min_length=1, max_length=80, description="What it is for, in words of your own.")]


class Reply(msgspec.Struct, frozen=True):
    """The base of every reply."""


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of every request: a field that is unknown is refused, for it may be a misspelt one."""


class SignUp(Asked, frozen=True):
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


class NewToken(Asked, frozen=True):
    """A further token."""

    label: Label
    scopes: (
        Annotated[
            tuple[Scope, ...],
            Meta(
                min_length=1,
                description="What it may be used for; by default, all that the token may be used for by which you ask.",
            ),
        ]
        | None
    ) = None


class TokenReply(Reply, frozen=True):
    """A token without the token itself."""

    id: TokenId
    label: Label
    created_at: Moment
    scopes: Annotated[tuple[Scope, ...], Meta(description="What it may be used for.")]
    last_used_at: Annotated[Moment | None, Meta(description="When it was last used, as far as is known.")]


class TokenMade(TokenReply, frozen=True):
    """A further token, shown only now."""

    token: Annotated[str, Meta(description="The token. Send it as `Authorization: Bearer …`. It is not shown again.")]


class Tokens(Reply, frozen=True):
    """Your tokens, oldest first."""

    items: Annotated[tuple[TokenReply, ...], Meta(description="Your tokens, oldest first.")]


class NewSeatToken(Asked, frozen=True):
    """A token for one seat of one game: for a deputy, a guest, or a bot of yours."""

    label: Label


class SeatTokenReply(Reply, frozen=True):
    """A token for one seat of one game, without the token itself."""

    id: Annotated[str, Meta(description="By which it can be revoked; not the token itself.")]
    label: Label
    created_at: Moment
    last_used_at: Annotated[Moment | None, Meta(description="When it was last used, as far as is known.")]
    versions: Annotated[tuple[Version, ...], Meta(description="The versions of the decisions made by it.")]


class SeatTokenMade(SeatTokenReply, frozen=True):
    """A token for one seat, shown only now."""

    token: Annotated[str, Meta(description="Send it as `Authorization: Bearer …`. It is not shown again.")]


class SeatTokens(Reply, frozen=True):
    """The tokens for a seat that are in force, oldest first."""

    items: Annotated[tuple[SeatTokenReply, ...], Meta(description="The tokens, oldest first.")]


class NewInvitation(Asked, frozen=True):
    """An invitation to a game."""

    label: Label


class InvitationReply(Reply, frozen=True):
    """An invitation, without the invitation itself."""

    id: Annotated[str, Meta(description="By which it can be withdrawn; not the invitation itself.")]
    game: GameId
    label: Label
    created_at: Moment
    last_used_at: Annotated[Moment | None, Meta(description="When it was last used, as far as is known.")]


class InvitationMade(InvitationReply, frozen=True):
    """An invitation, shown only now."""

    invitation: Annotated[str, Meta(description="Send it as `Ludolog-Invitation`, beside a token of your own.")]


class Invitations(Reply, frozen=True):
    """The invitations to a game that are in force, oldest first."""

    items: Annotated[tuple[InvitationReply, ...], Meta(description="The invitations, oldest first.")]


class LimitsReply(Reply, frozen=True):
    """How many requests you may send, and have left."""

    limit: Annotated[int, Meta(ge=0, description="Requests a window; 0: as many as you like.")]
    left: Annotated[int, Meta(ge=0, description="Requests left in this window, where there is a limit.")]
    seconds: Annotated[int, Meta(ge=0, description="Seconds until the next window, where there is a limit.")]
    window: Annotated[int, Meta(description="Seconds of a window.")]


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


class OpenGame(Asked, frozen=True):
    """A game to be opened; options that are not named are those of the profile."""

    ruleset: Annotated[str, Meta(description="The title, such as `giganten`.")]
    seats: Annotated[int, Meta(ge=2, le=4, description="How many play.")]
    profile: Annotated[str | None, Meta(description="A named set of options.")] = None
    options: Annotated[dict[str, int | str | bool], Meta(description="Options by name.")] = {}
    data_set: Annotated[str | None, Meta(description="A data set by name.")] = None
    visibility: Annotated[
        Literal["public", "private"],
        Meta(description="A private game is seen by you, by those who sit in it, and by whom you invite."),
    ] = "public"
    spectators: Annotated[
        Literal["open", "none"],
        Meta(description="`none`: until the game is over, its table and history are for those who sit in it and you."),
    ] = "open"
    bots: Annotated[dict[str, str], Meta(description='Bots by seat, such as {"1": "careful"}.')] = {}


class SeatRequest(Asked, frozen=True):
    """How to take a seat: with own entropy, or for a bot; nothing of both: for yourself, the server brings entropy."""

    entropy: Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="32 random bytes in lower-case hex.")] | None = (
        None
    )
    bot: Annotated[str | None, Meta(description="The name of a bot; only the owner of the game may put one.")] = None
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
    options: Annotated[dict[str, Any], Meta(description="Every option of the title with its value in this game.")]
    status: Status
    visibility: Visibility
    spectators: Spectators
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
    foreign: Annotated[bool, Meta(description="Whether it was played elsewhere and came here as a file.")]


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
    foreign: Annotated[bool, Meta(description="Whether it was played elsewhere and came here as a file.")]


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


class CommandRequest(Asked, frozen=True):
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
    sender: Annotated[
        str | None,
        Meta(description="Who sent it: a player's id, or `seat-token:<id>`; null for the bots of the service."),
    ]
    key_id: Annotated[str, Meta(description="The key that has signed; `/.well-known/jwks.json` has it.")]
    signature: Annotated[
        str,
        Meta(
            description="Ed25519, hex, over the canonical JSON (RFC 8785) of at, command, decision, game, head, key_id "
            "and version. Keep it: no log with another head at this version is then the one that was promised."
        ),
    ]


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
    places: Annotated[
        tuple[ScoredPlace, ...], Meta(description="The ranking, best first; empty for an abandoned game.")
    ]
    resigned: Annotated[tuple[int, ...], Meta(description="Seats that were given up and played on by a bot.")]
    certificate: Annotated[
        Certificate | None, Meta(description="The same, signed, to be kept; null for a game that was played elsewhere.")
    ]


class Health(Reply, frozen=True):
    """How the service is."""

    status: Annotated[Literal["ok"], Meta(description="Always `ok`: otherwise it is a problem that is answered.")]
    version: Annotated[str, Meta(description="The version of the service.")]
    store: Annotated[str, Meta(description="The library that keeps the log, with its version.")]
    sqlite: Annotated[str, Meta(description="The version of SQLite.")]
    streams: Annotated[int, Meta(ge=0, description="Streams that are open.")]
    lag: Annotated[
        dict[str, int] | None,
        Meta(
            description="By how many events each of the lists (games, seats, results, ratings) is behind the log; "
            "null where the store is not asked."
        ),
    ]
