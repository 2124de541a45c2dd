"""Replies about tournaments."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta

from domain.tournaments.fields import AsSubstitute
from domain.tournaments.state import EntrantStatus
from domain.tournaments.state import Status as State
from service.core.http.messages import UUID, Head, Moment, PlayerId, Reply, Title
from service.tournaments.api.messages.fields import Name, Round, TournamentId, TournamentVersion
from service.tournaments.api.messages.rounds import RoundReply
from service.tournaments.api.messages.terms import TournamentTerms

Status = Annotated[
    State,
    Meta(description="`registration` before the first round, `running`, `ended`, or `cancelled`."),
]
TournamentName = Annotated[str, Meta(description="The name of the tournament.")]
ActType = Annotated[str, Meta(description="The `type` of an act.")]
Role: TypeAlias = Annotated[
    Literal["organiser", "player", "left", "substitute", "invited"],
    Meta(description="A role: `left` is said of players who dropped out or were excluded, `invited` until an answer."),
]


class TournamentLine(Reply, frozen=True, kw_only=True):
    """A tournament in a list."""

    id: TournamentId
    version: TournamentVersion
    name: TournamentName
    ruleset: Title
    status: Status
    owner: Annotated[PlayerId, Meta(description="The player who opened the tournament.")]
    owner_name: Name
    visibility: Annotated[Literal["public", "private"], Meta(description="Who may see it.")]
    opened_at: Moment
    starts_at: Annotated[Moment | None, Meta(description="The start of the first round; null: organisers decide.")]
    players: Annotated[int, Meta(ge=0, description="The number of active players.")]
    max_players: Annotated[int, Meta(ge=2, description="The maximum number of active players.")]
    round: Annotated[int, Meta(ge=0, description="The number of published rounds.")]
    rounds: Annotated[int, Meta(ge=0, description="The expected number of all rounds.")]
    due: Annotated[Moment | None, Meta(description="When the service takes the next step; null: it waits.")]
    roles: Annotated[tuple[Role, ...], Meta(description="Your roles in the tournament.")]


class TournamentList(Reply, frozen=True):
    """A page of tournaments, newest first."""

    items: Annotated[tuple[TournamentLine, ...], Meta(description="The tournaments.")]
    next: Annotated[str | None, Meta(description="The cursor of the next page; null on the last one.")]


class OrganiserReply(Reply, frozen=True):
    """An organiser."""

    player: PlayerId
    name: Name
    role: Annotated[Literal["owner", "director", "helper"], Meta(description="The role.")]


class EntrantReply(Reply, frozen=True):
    """A player of the tournament."""

    player: PlayerId
    name: Name
    status: Annotated[EntrantStatus, Meta(description="`substitute`: has only taken over seats.")]
    since: Annotated[int, Meta(ge=1, description="The first round of the player.")]
    checked_in: Annotated[bool, Meta(description="Whether the player is present in the next round.")]
    division: Annotated[int | None, Meta(description="The division in the present season of a league; or null.")]


class SubstituteReply(Reply, frozen=True):
    """A player on the list of substitutes."""

    player: PlayerId
    name: Name


class InvitedReply(Reply, frozen=True):
    """A player who has not answered an invitation."""

    player: PlayerId
    name: Name
    as_substitute: AsSubstitute


class CheckInReply(Reply, frozen=True):
    """The open check-in."""

    round: Round
    players: Annotated[tuple[str, ...], Meta(description="The ids of the players who have checked in.")]


class DueReply(Reply, frozen=True):
    """The next automatic step of the service."""

    at: Moment
    step: Annotated[
        Literal["close_registration", "open_check_in", "publish", "close_round", "finish"],
        Meta(description="The step."),
    ]
    round: Annotated[int, Meta(ge=0, description="The round of the step; 0: it concerns no round.")]


class AdjustmentReply(Reply, frozen=True):
    """Points that a ruling added for a round, or took away."""

    round: Round
    player: PlayerId
    name: Name
    kind: Annotated[Literal["adjustment", "penalty"], Meta(description="Whether it is a penalty.")]
    points: Annotated[str, Meta(description="The points as a fraction; negative if they were taken away.")]
    reason: Annotated[str, Meta(description="The reason.")]


class FinalPlaceReply(Reply, frozen=True):
    """The final rank of a player."""

    player: PlayerId
    name: Name
    rank: Annotated[int, Meta(ge=1, description="The rank. Equal players share one.")]
    division: Annotated[int, Meta(ge=1, description="The division; 1 in all formats but a league.")]


class TournamentReply(Reply, frozen=True, kw_only=True):
    """A whole tournament, with everything that its page shows."""

    id: TournamentId
    version: TournamentVersion
    head: Head
    status: Status
    opened_at: Moment
    owner: Annotated[PlayerId, Meta(description="The player who opened the tournament.")]
    terms: Annotated[TournamentTerms, Meta(description="The terms.")]
    seed_commitment: Annotated[str, Meta(description="The commitment to the secret seed (SPEC.md 2).")]
    seed: Annotated[str | None, Meta(description="The seed, hex; null until the tournament is over.")]
    registration: Annotated[Literal["open", "closed"], Meta(description="Whether players may register or enter late.")]
    hold: Annotated[str | None, Meta(description="Why the service takes no automatic step; null without a hold.")]
    organisers: Annotated[tuple[OrganiserReply, ...], Meta(description="The organisers.")]
    players: Annotated[tuple[EntrantReply, ...], Meta(description="The players in the order of registration.")]
    substitutes: Annotated[tuple[SubstituteReply, ...], Meta(description="The list of substitutes in its order.")]
    invited: Annotated[
        tuple[InvitedReply, ...],
        Meta(
            description="The players who have not answered an invitation: all for organisers, otherwise only you. The "
            "events of a public tournament name them by id."
        ),
    ]
    forbidden: Annotated[
        tuple[tuple[str, str], ...], Meta(description="The pairs of players who may not meet, by their ids.")
    ]
    check_in: Annotated[CheckInReply | None, Meta(description="The open check-in; null while there is none.")]
    rounds: Annotated[tuple[RoundReply, ...], Meta(description="The published rounds.")]
    rounds_planned: Annotated[int, Meta(ge=0, description="The expected number of all rounds.")]
    next_round: Annotated[
        int | None, Meta(description="The number of the round that is published next; null: none is left.")
    ]
    next_round_at: Annotated[Moment | None, Meta(description="When it is published; null: an organiser decides.")]
    due: Annotated[DueReply | None, Meta(description="The next step of the service; null: it waits.")]
    adjustments: Annotated[tuple[AdjustmentReply, ...], Meta(description="The points that rulings added.")]
    places: Annotated[
        tuple[FinalPlaceReply, ...], Meta(description="The final ranking, best first; empty before the end.")
    ]
    standings: Annotated[str, Meta(description="The path of the standings.")]
    you_may: Annotated[
        tuple[ActType, ...],
        Meta(description="The types of the acts that are possible for you now, with suitable fields."),
    ]


class TournamentRecord(Reply, frozen=True):
    """The record of an event (SPEC.md 1 and 11)."""

    game: Annotated[str, Meta(description="The id of the tournament: the id of the log.", extra=UUID)]
    version: TournamentVersion
    at: Moment
    type: Annotated[str, Meta(description="The type, such as `tournament.round_published`.")]
    shape: Annotated[int, Meta(ge=1, description="The version of the form of `data`.")]
    seat: Annotated[int | None, Meta(description="Always null: a tournament has no seats.")]
    cause: Annotated[int, Meta(ge=1, description="The version of the act: every event is a batch of its own.")]
    data: Annotated[dict[str, Any], Meta(description="The event; its fields depend on the type.")]
    sealed: Annotated[str | None, Meta(description="The commitment to the seed in the first event; otherwise null.")]
    known_to: Annotated[tuple[int, ...], Meta(description="Always empty.")]


class TournamentEvent(Reply, frozen=True):
    """An event of a tournament."""

    record: Annotated[TournamentRecord, Meta(description="The record.")]
    head: Head


class TournamentEvents(Reply, frozen=True):
    """The events after a version. `next` is the value of `cursor` for the next request."""

    items: Annotated[tuple[TournamentEvent, ...], Meta(description="The events in order.")]
    next: Annotated[int, Meta(ge=0, description="The last version of the page.")]
    is_over: Annotated[bool, Meta(description="Whether no event follows.")]


class TournamentReceipt(Reply, frozen=True):
    """A signed statement about the log after an act."""

    game: Annotated[str, Meta(description="The id of the tournament: the id of the log.", extra=UUID)]
    version: TournamentVersion
    head: Head
    at: Moment
    command: Annotated[str | None, Meta(description="The idempotency key.")]
    decision: Annotated[str, Meta(description="The type of the event of the act.")]
    sender: Annotated[str, Meta(description="The sender: the id of a player.")]
    key_id: Annotated[str, Meta(description="The id of the signing key.")]
    signature: Annotated[
        str,
        Meta(
            description="Ed25519, hex, over the canonical JSON (RFC 8785) of at, command, decision, game, head, "
            "key_id and version."
        ),
    ]


class ActDone(Reply, frozen=True):
    """An act that was done: its receipt, and its events."""

    receipt: Annotated[TournamentReceipt, Meta(description="The signed receipt of the act.")]
    events: Annotated[tuple[TournamentEvent, ...], Meta(description="The events of the act.")]
