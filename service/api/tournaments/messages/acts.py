"""The acts of players and organisers, as requests name them. The rules say who may do what, and when."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from service.api.tournaments.messages.fields import AsSubstitute, Reason
from service.api.tournaments.messages.formats import AnyEdit
from service.api.tournaments.messages.terms import NewTournament
from service.http.messages import RequestBody

Player = Annotated[str, Meta(max_length=100, description="The id of a player.")]
Self = Annotated[str, Meta(max_length=100, description="The player for whom an organiser acts; null: you.")]
RoundNumber = Annotated[int, Meta(ge=1, le=200, description="The number of the round, from 1.")]
TableNumber = Annotated[int, Meta(ge=1, le=500, description="The number of the table, from 1.")]
Points = Annotated[
    str, Meta(max_length=21, description="Points as a fraction in lowest terms, such as `1`, `-1/2` or `3/2`.")
]
Two = Annotated[tuple[Player, Player], Meta(description="The ids of the two players.")]


class ActRequest(RequestBody, frozen=True, kw_only=True, tag_field="type"):
    """The base of every act."""


class OfPlayer(ActRequest, frozen=True, kw_only=True):
    """The base of the acts of players. An organiser may do them for others."""

    player: Self | None = None


class InRound(OfPlayer, frozen=True, kw_only=True):
    """The base of the acts of players about a round."""

    round: RoundNumber


class RegisterAct(OfPlayer, frozen=True, tag="register"):
    """Take part, or enter late. With another `player`, it is an `invite`."""


class LeaveAct(OfPlayer, frozen=True, tag="leave"):
    """Withdraw before the first round, or drop out after it."""


class ReturnAct(OfPlayer, frozen=True, tag="return"):
    """Take part again after dropping out."""


class JoinSubstitutesAct(OfPlayer, frozen=True, tag="join_substitutes"):
    """Be on the list of substitutes. With another `player`, it is an `invite`."""


class LeaveSubstitutesAct(OfPlayer, frozen=True, tag="leave_substitutes"):
    """Be no longer on the list of substitutes."""


class CheckInAct(InRound, frozen=True, tag="check_in"):
    """Be present in a round."""


class WithdrawCheckInAct(InRound, frozen=True, tag="withdraw_check_in"):
    """Not be present in a round after all."""


class DeclineInvitationAct(OfPlayer, frozen=True, tag="decline_invitation"):
    """Decline an invitation; an organiser takes it back."""


PlayerAct: TypeAlias = (
    RegisterAct
    | LeaveAct
    | ReturnAct
    | JoinSubstitutesAct
    | LeaveSubstitutesAct
    | CheckInAct
    | WithdrawCheckInAct
    | DeclineInvitationAct
)


class ChangeTermsAct(ActRequest, frozen=True, tag="change_terms"):
    """Replace the terms before the first round. Only the owner may."""

    terms: Annotated[NewTournament, Meta(description="The new terms, all of them.")]


class AppointAct(ActRequest, frozen=True, tag="appoint"):
    """Give a role to a player. Only the owner may."""

    player: Player
    role: Annotated[
        Literal["director", "helper"],
        Meta(description="A helper acts for players; a director also publishes rounds and rules."),
    ]


class DismissAct(ActRequest, frozen=True, tag="dismiss"):
    """Take the role of a player away. Only the owner may."""

    player: Player


class CloseRegistrationAct(ActRequest, frozen=True, tag="close_registration"):
    """Take no further registrations."""


class ReopenRegistrationAct(ActRequest, frozen=True, tag="reopen_registration"):
    """Take registrations again."""


class InviteAct(ActRequest, frozen=True, tag="invite"):
    """Invite a player, who then registers or joins the substitutes, or declines."""

    player: Player
    as_substitute: AsSubstitute = False


class SubstituteAct(ActRequest, frozen=True, tag="substitute"):
    """Give the place of a player to a substitute, from the next round on."""

    player: Player
    substitute: Player


class ForbidPairAct(ActRequest, frozen=True, tag="forbid_pair"):
    """Keep two players apart."""

    players: Two


class AllowPairAct(ActRequest, frozen=True, tag="allow_pair"):
    """Let two players meet again."""

    players: Two


class HoldAct(ActRequest, frozen=True, tag="hold"):
    """Stop the automatic steps of the service."""

    reason: Reason


class LiftHoldAct(ActRequest, frozen=True, tag="lift_hold"):
    """Let the service take the next steps again."""


class FinishAct(ActRequest, frozen=True, tag="finish"):
    """End the tournament with its final ranking."""

    early: Annotated[bool, Meta(description="Whether to end it although rounds are left.")] = False


class CancelAct(ActRequest, frozen=True, tag="cancel"):
    """End the tournament without a ranking. Only the owner may."""

    reason: Reason


class OpenCheckInAct(ActRequest, frozen=True, tag="open_check_in"):
    """Let players check in for the next round."""

    round: RoundNumber


class PublishRoundAct(ActRequest, frozen=True, tag="publish_round"):
    """Publish the tables of the next round, as its draft shows them."""

    round: RoundNumber
    attempt: Annotated[int, Meta(ge=0, le=99, description="Which of the draws to publish, from 0.")] = 0
    edits: Annotated[
        list[AnyEdit], Meta(max_length=200, description="Changes of the drawn tables, in their order.")
    ] = []  # noqa: RUF012 - each gets its own


class WithdrawRoundAct(ActRequest, frozen=True, tag="withdraw_round"):
    """Withdraw the last published round before its games start."""

    round: RoundNumber
    reason: Reason


class CloseRoundAct(ActRequest, frozen=True, tag="close_round"):
    """Close a round that has all its results."""

    round: RoundNumber


class SwapPlayersAct(ActRequest, frozen=True, tag="swap_players"):
    """Let two players of a published round change places, before the games start.

    Refused if a seat of their tables is forfeited.
    """

    round: RoundNumber
    players: Two
    reason: Reason


class GiveByeAct(ActRequest, frozen=True, tag="give_bye"):
    """Give a bye in a published round to a player who has no table."""

    round: RoundNumber
    player: Player
    reason: Reason


class AdjustPointsAct(ActRequest, frozen=True, tag="adjust_points"):
    """Add points for a round, or take them away. Knock-out rounds have no points."""

    round: RoundNumber
    player: Player
    points: Points
    reason: Reason


class PenaliseAct(ActRequest, frozen=True, tag="penalise"):
    """Take points away for conduct; `0` is a warning, the only penalty for a knock-out round."""

    round: RoundNumber
    player: Player
    points: Points
    reason: Reason


class DisqualifyAct(ActRequest, frozen=True, tag="disqualify"):
    """Exclude a player."""

    player: Player
    reason: Reason


class ForfeitSeatAct(ActRequest, frozen=True, tag="forfeit_seat"):
    """Take the points of a table from a player."""

    round: RoundNumber
    table: TableNumber
    player: Player
    reason: Reason


class PlaceRuled(RequestBody, frozen=True):
    """The place of a player by a ruling."""

    player: Player
    rank: Annotated[int, Meta(ge=1, le=5, description="The rank. Equal players share one: 1, 2, 2, 4.")]
    score: Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000, description="The score.")]


class ReplaceResultAct(ActRequest, frozen=True, tag="replace_result"):
    """Let other places count for a table, before or after its game ends."""

    round: RoundNumber
    table: TableNumber
    places: Annotated[
        list[PlaceRuled],
        Meta(min_length=1, max_length=5, description="The places. Players who are left out have no points."),
    ]
    reason: Reason


class VoidTableAct(ActRequest, frozen=True, tag="void_table"):
    """Let a table count like byes."""

    round: RoundNumber
    table: TableNumber
    reason: Reason


OrganiserAct: TypeAlias = (
    ChangeTermsAct
    | AppointAct
    | DismissAct
    | CloseRegistrationAct
    | ReopenRegistrationAct
    | InviteAct
    | SubstituteAct
    | ForbidPairAct
    | AllowPairAct
    | HoldAct
    | LiftHoldAct
    | FinishAct
    | CancelAct
    | OpenCheckInAct
    | PublishRoundAct
    | WithdrawRoundAct
    | CloseRoundAct
    | SwapPlayersAct
    | GiveByeAct
    | AdjustPointsAct
    | PenaliseAct
    | DisqualifyAct
    | ForfeitSeatAct
    | ReplaceResultAct
    | VoidTableAct
)

AnyActRequest: TypeAlias = PlayerAct | OrganiserAct
