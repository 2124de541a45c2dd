"""What people may ask of a tournament. Each act is one command and makes one batch of events.

The author is not a part of the command: it is the player who sends it. Requests have these types, apart from
`ChangeTerms` and `PublishRound`.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from domain.kernel.values import Value
from domain.tournaments.events.rounds import Edit
from domain.tournaments.events.rulings import RuledPlace
from domain.tournaments.fields import (
    AsSubstitute,
    OtherPlayer,
    PlayerId,
    Points,
    Reason,
    RoundNumber,
    TableNumber,
    Two,
)
from domain.tournaments.terms import Terms


class Act(Value, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """The base of all acts."""


class ForPlayer(Act, frozen=True):
    """An act of a player. `player` names another one for whom an organiser acts; null: the author."""

    player: OtherPlayer | None = None


class Register(ForPlayer, frozen=True, tag="register"):
    """Take part, or enter late (rules 2.1 and 2.3). With another `player`, it is an `invite`."""


class Leave(ForPlayer, frozen=True, tag="leave"):
    """Withdraw before the first round, or drop out after it (rule 2.4)."""


class Return(ForPlayer, frozen=True, tag="return"):
    """Take part again after dropping out (rule 2.5)."""


class JoinSubstitutes(ForPlayer, frozen=True, tag="join_substitutes"):
    """Be on the list of substitutes (rule 2.6). With another `player`, it is an `invite`."""


class LeaveSubstitutes(ForPlayer, frozen=True, tag="leave_substitutes"):
    """Be no longer on the list of substitutes (rule 2.6)."""


class CheckIn(ForPlayer, frozen=True, kw_only=True, tag="check_in"):
    """Be present in a round (rule 3.2)."""

    round: RoundNumber


class WithdrawCheckIn(ForPlayer, frozen=True, kw_only=True, tag="withdraw_check_in"):
    """Not be present in a round after all (rule 3.2)."""

    round: RoundNumber


class DeclineInvitation(ForPlayer, frozen=True, tag="decline_invitation"):
    """Decline an invitation; an organiser takes it back (rule 2.9)."""


PlayerAct: TypeAlias = (
    Register | Leave | Return | JoinSubstitutes | LeaveSubstitutes | CheckIn | WithdrawCheckIn | DeclineInvitation
)


class ChangeTerms(Act, frozen=True, tag="change_terms"):
    """Replace the terms before the first round (rule 1.4). Only the owner may."""

    terms: Terms


class Appoint(Act, frozen=True, tag="appoint"):
    """Give a role to a player (rule 1.3). Only the owner may."""

    player: PlayerId
    role: Annotated[
        Literal["director", "helper"],
        Meta(description="A helper acts for players; a director also publishes rounds and rules."),
    ]


class Dismiss(Act, frozen=True, tag="dismiss"):
    """Take the role of a player away (rule 1.3). Only the owner may."""

    player: PlayerId


class CloseRegistration(Act, frozen=True, tag="close_registration"):
    """Take no further registrations (rule 2.2)."""


class ReopenRegistration(Act, frozen=True, tag="reopen_registration"):
    """Take registrations again (rule 2.2)."""


class Invite(Act, frozen=True, tag="invite"):
    """Invite a player, who then registers or joins the substitutes, or declines (rule 2.9)."""

    player: PlayerId
    as_substitute: AsSubstitute = False


class Substitute(Act, frozen=True, tag="substitute"):
    """Give the place of a player to a substitute, from the next round on (rule 2.7)."""

    player: PlayerId
    substitute: PlayerId


class ForbidPair(Act, frozen=True, tag="forbid_pair"):
    """Keep two players apart (rule 2.8)."""

    players: Two


class AllowPair(Act, frozen=True, tag="allow_pair"):
    """Let two players meet again (rule 2.8)."""

    players: Two


OrganiserAct: TypeAlias = (
    ChangeTerms
    | Appoint
    | Dismiss
    | CloseRegistration
    | ReopenRegistration
    | Invite
    | Substitute
    | ForbidPair
    | AllowPair
)


class Hold(Act, frozen=True, tag="hold"):
    """Stop the automatic steps of the service (rule 1.5)."""

    reason: Reason


class LiftHold(Act, frozen=True, tag="lift_hold"):
    """Let the service take the next steps again (rule 1.5)."""


class Finish(Act, frozen=True, tag="finish"):
    """End the tournament with its final ranking (rule 8.1)."""

    early: Annotated[bool, Meta(description="Whether to end it although rounds are left.")] = False


class Cancel(Act, frozen=True, tag="cancel"):
    """End the tournament without a ranking (rule 8.2). Only the owner may."""

    reason: Reason


CourseAct: TypeAlias = Hold | LiftHold | Finish | Cancel


class OpenCheckIn(Act, frozen=True, tag="open_check_in"):
    """Let players check in for the next round (rule 3.1)."""

    round: RoundNumber


Attempt = Annotated[int, Meta(ge=0, le=99, description="Which of the draws to publish, from 0.")]


class PublishRound(Act, frozen=True, tag="publish_round"):
    """Publish the tables of the next round, as its draft shows them (rule 4.1)."""

    round: RoundNumber
    attempt: Attempt = 0
    edits: tuple[Edit, ...] = ()


class WithdrawRound(Act, frozen=True, tag="withdraw_round"):
    """Withdraw the last published round before its games start (rule 4.5)."""

    round: RoundNumber
    reason: Reason


class CloseRound(Act, frozen=True, tag="close_round"):
    """Close a round that has all its results (rule 4.6)."""

    round: RoundNumber


RoundAct: TypeAlias = OpenCheckIn | PublishRound | WithdrawRound | CloseRound


class SwapPlayers(Act, frozen=True, tag="swap_players"):
    """Let two players of a published round change places, before the games start (rule 9.2).

    Refused if a seat of their tables is forfeited.
    """

    round: RoundNumber
    players: Two
    reason: Reason


class GiveBye(Act, frozen=True, tag="give_bye"):
    """Give a bye in a published round to a player who has no table (rule 9.3)."""

    round: RoundNumber
    player: PlayerId
    reason: Reason


class AdjustPoints(Act, frozen=True, tag="adjust_points"):
    """Add points for a round, or take them away (rule 9.4). Knock-out rounds have no points."""

    round: RoundNumber
    player: PlayerId
    points: Points
    reason: Reason


class Penalise(Act, frozen=True, tag="penalise"):
    """Take points away for conduct; `0` is a warning, the only penalty for a knock-out round (rule 9.5)."""

    round: RoundNumber
    player: PlayerId
    points: Points
    reason: Reason


class Disqualify(Act, frozen=True, tag="disqualify"):
    """Exclude a player (rule 9.6)."""

    player: PlayerId
    reason: Reason


class ForfeitSeat(Act, frozen=True, tag="forfeit_seat"):
    """Take the points of a table from a player (rule 9.7)."""

    round: RoundNumber
    table: TableNumber
    player: PlayerId
    reason: Reason


class ReplaceResult(Act, frozen=True, tag="replace_result"):
    """Let other places count for a table, before or after its game ends (rule 9.8)."""

    round: RoundNumber
    table: TableNumber
    places: Annotated[
        tuple[RuledPlace, ...],
        Meta(min_length=1, max_length=5, description="The places. Players who are left out have no points."),
    ]
    reason: Reason


class VoidTable(Act, frozen=True, tag="void_table"):
    """Let a table count like byes (rule 9.9)."""

    round: RoundNumber
    table: TableNumber
    reason: Reason


RulingAct: TypeAlias = (
    SwapPlayers | GiveBye | AdjustPoints | Penalise | Disqualify | ForfeitSeat | ReplaceResult | VoidTable
)

AnyAct: TypeAlias = PlayerAct | OrganiserAct | CourseAct | RoundAct | RulingAct
"""All acts of people; `type` is the kind of act."""
