"""Requests and replies that no title knows."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from domain.kernel.rulebook import Rule
from domain.kernel.ruleset import Option
from domain.kernel.values import Place, Range
from domain.rulesets import AnyCommand
from projections.history import SeenEvent
from service.credentials import Scope
from service.proofs import Certificate

GameId = Annotated[str, Meta(description="The id of a game, a UUID.")]
Version = Annotated[int, Meta(ge=0, description="The version of a game: the number of its events.")]
SeatNumber = Annotated[int, Meta(ge=0, description="A seat, from 0.")]
Moment = Annotated[str, Meta(description="A time in UTC, such as 2026-11-20T12:00:00.123456Z.")]


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

    id: str
    name: str
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

    id: Annotated[str, Meta(description="By which it can be revoked; not the token itself.")]
    label: Label
    created_at: Moment
    scopes: Annotated[tuple[Scope, ...], Meta(description="What it may be used for.")]
    last_used_at: Annotated[Moment | None, Meta(description="When it was last used, as far as is known.")]


class TokenMade(TokenReply, frozen=True):
    """A further token, shown only now."""

    token: str


class Tokens(Reply, frozen=True):
    """Your tokens, oldest first."""

    items: tuple[TokenReply, ...]


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

    items: tuple[SeatTokenReply, ...]


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

    items: tuple[InvitationReply, ...]


class LimitsReply(Reply, frozen=True):
    """How many requests you may send, and have left."""

    limit: Annotated[int, Meta(ge=0, description="Requests a window; 0: as many as you like.")]
    left: Annotated[int, Meta(ge=0, description="Requests left in this window, where there is a limit.")]
    seconds: Annotated[int, Meta(ge=0, description="Seconds until the next window, where there is a limit.")]
    window: Annotated[int, Meta(description="Seconds of a window.")]


class DataSetReply(Reply, frozen=True):
    """A data set: its name, and the digest that stands in the first event of every game played with it."""

    name: str
    title: str
    digest: str
    url: str


class RulesetReply(Reply, frozen=True):
    """A title: its version, numbers of seats, options and profiles, bots and data sets."""

    name: str
    version: int
    title: str
    seats: tuple[int, ...]
    options: tuple[Option, ...]
    profiles: dict[str, dict[str, Any]]
    default_profile: str
    bots: tuple[str, ...]
    data_sets: tuple[DataSetReply, ...]
    rules_url: str


class Rulesets(Reply, frozen=True):
    """The titles that are played here."""

    items: tuple[RulesetReply, ...]


class Rules(Reply, frozen=True):
    """The numbered rules of a title."""

    items: tuple[Rule, ...]


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
    name: str | None
    entropy: str | None
    entropy_from: Literal["player", "server"] | None
    resigned: bool


class GameReply(Reply, frozen=True):
    """A game in short."""

    id: GameId
    ruleset: str
    ruleset_version: int
    data_set: str
    data_digest: str
    options: dict[str, Any]
    status: Literal["open", "running", "ended", "abandoned"]
    visibility: Literal["public", "private"]
    spectators: Literal["open", "none"]
    owner: str
    seats: tuple[SeatReply, ...]
    version: Version
    head: Annotated[str, Meta(description="The head of the hash chain at this version, hex.")]
    opened_at: Moment
    seed_commitment: str
    awaiting: Annotated[tuple[int, ...], Meta(description="The seats that have to act.")]
    foreign: Annotated[bool, Meta(description="Whether it was played elsewhere and came here as a file.")]


class GameRow(Reply, frozen=True):
    """A game as a list shows it."""

    id: GameId
    ruleset: str
    status: Literal["open", "running", "ended", "abandoned"]
    visibility: Literal["public", "private"]
    owner: str
    opened_at: Moment
    players: tuple[str | None, ...]
    foreign: Annotated[bool, Meta(description="Whether it was played elsewhere and came here as a file.")]


class Games(Reply, frozen=True):
    """A page of games, newest first; `next` is the cursor of the following page."""

    items: tuple[GameRow, ...]
    next: str | None


class ChoiceReply(Reply, frozen=True, omit_defaults=True):
    """A command that would be accepted; with a range, also with any other number of the range in that field."""

    command: AnyCommand
    range: Range | None = None


class DecisionReply(Reply, frozen=True, omit_defaults=True):
    """An open decision; `choices` are shown to the seat that is asked."""

    id: Annotated[str, Meta(description="Name it in the command that answers.")]
    seat: SeatNumber
    rule: Annotated[str, Meta(description="The rule under which the seat is asked, such as `giganten/4.1`.")]
    rule_url: str
    choices: tuple[ChoiceReply, ...] | msgspec.UnsetType = msgspec.UNSET


class Decisions(Reply, frozen=True):
    """The decisions that are open at a version."""

    version: Version
    items: tuple[DecisionReply, ...]


class CommandRequest(Asked, frozen=True):
    """The answer to a decision."""

    decision: Annotated[str, Meta(max_length=40, description="The id of the decision that is answered.")]
    command: AnyCommand


class Receipt(Reply, frozen=True):
    """What the service has taken on: the head of the log after the command."""

    game: GameId
    version: Version
    head: str
    at: Moment
    command: Annotated[str | None, Meta(description="The idempotency key.")]
    decision: str
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

    receipt: Receipt
    events: tuple[SeenEvent, ...]
    decisions: tuple[DecisionReply, ...]


class Events(Reply, frozen=True):
    """The history from a version on, as the viewer sees it; `next` is the value of `after` to go on with."""

    items: tuple[SeenEvent, ...]
    next: Version
    is_over: bool


class Result(Reply, frozen=True):
    """The final ranking, best first."""

    game: GameId
    status: Literal["ended", "abandoned"]
    version: Version
    head: str
    places: tuple[Place, ...]
    resigned: Annotated[tuple[int, ...], Meta(description="Seats that were given up and played on by a bot.")]
    certificate: Annotated[
        Certificate | None, Meta(description="The same, signed, to be kept; null for a game that was played elsewhere.")
    ]


class Health(Reply, frozen=True):
    """How the service is."""

    status: Literal["ok"]
    version: str
    store: str
    sqlite: str
    streams: Annotated[int, Meta(ge=0, description="Streams that are open.")]
