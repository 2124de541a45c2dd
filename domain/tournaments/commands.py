"""What people may ask of a tournament. Each act is one command and makes one batch of events.

The author is not a part of the command: it is the player who sends it.
"""

from typing import TypeAlias

from domain.kernel.values import Value
from domain.tournaments.events.rounds import Edit
from domain.tournaments.events.rulings import RuledPlace
from domain.tournaments.terms import Role, Terms


class Act(Value, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """The base of all acts."""


class ForPlayer(Act, frozen=True):
    """An act of a player. `player` names another one for whom an organiser acts; null: the author."""

    player: str | None = None


class Register(ForPlayer, frozen=True, tag="register"):
    """Take part (rules 2.1 and 2.3)."""


class Leave(ForPlayer, frozen=True, tag="leave"):
    """Withdraw before the first round, or drop out after it (rule 2.4)."""


class Return(ForPlayer, frozen=True, tag="return"):
    """Take part again after dropping out (rule 2.5)."""


class JoinSubstitutes(ForPlayer, frozen=True, tag="join_substitutes"):
    """Be on the list of substitutes (rule 2.6)."""


class LeaveSubstitutes(ForPlayer, frozen=True, tag="leave_substitutes"):
    """Be no longer on the list of substitutes (rule 2.6)."""


class CheckIn(ForPlayer, frozen=True, kw_only=True, tag="check_in"):
    """Be present in a round (rule 3.2)."""

    round: int


class WithdrawCheckIn(ForPlayer, frozen=True, kw_only=True, tag="withdraw_check_in"):
    """Not be present in a round after all (rule 3.2)."""

    round: int


class DeclineInvitation(ForPlayer, frozen=True, tag="decline_invitation"):
    """Decline an invitation; an organiser takes it back (rule 2.9)."""


PlayerAct: TypeAlias = (
    Register | Leave | Return | JoinSubstitutes | LeaveSubstitutes | CheckIn | WithdrawCheckIn | DeclineInvitation
)


class ChangeTerms(Act, frozen=True, tag="change_terms"):
    """Replace the terms before the first round (rule 1.4)."""

    terms: Terms


class Appoint(Act, frozen=True, tag="appoint"):
    """Give a role to a player (rule 1.3)."""

    player: str
    role: Role


class Dismiss(Act, frozen=True, tag="dismiss"):
    """Take the role of a player away (rule 1.3)."""

    player: str


class CloseRegistration(Act, frozen=True, tag="close_registration"):
    """Take no further registrations (rule 2.2)."""


class ReopenRegistration(Act, frozen=True, tag="reopen_registration"):
    """Take registrations again (rule 2.2)."""


class Invite(Act, frozen=True, tag="invite"):
    """Invite a player to take part, or to join the substitutes (rule 2.9)."""

    player: str
    as_substitute: bool = False


class Substitute(Act, frozen=True, tag="substitute"):
    """Give the place of a player to a substitute (rule 2.7)."""

    player: str
    substitute: str


class ForbidPair(Act, frozen=True, tag="forbid_pair"):
    """Keep two players apart (rule 2.8)."""

    players: tuple[str, str]


class AllowPair(Act, frozen=True, tag="allow_pair"):
    """Let two players meet again (rule 2.8)."""

    players: tuple[str, str]


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

    reason: str


class LiftHold(Act, frozen=True, tag="lift_hold"):
    """Let the service take the next steps again (rule 1.5)."""


class Finish(Act, frozen=True, tag="finish"):
    """End the tournament with its final ranking (rule 8.1)."""

    early: bool = False
    """Whether to end it although rounds are left."""


class Cancel(Act, frozen=True, tag="cancel"):
    """End the tournament without a ranking (rule 8.2)."""

    reason: str


CourseAct: TypeAlias = Hold | LiftHold | Finish | Cancel


class OpenCheckIn(Act, frozen=True, tag="open_check_in"):
    """Let players check in for the next round (rule 3.1)."""

    round: int


class PublishRound(Act, frozen=True, tag="publish_round"):
    """Publish the tables of the next round (rule 4.1)."""

    round: int
    attempt: int = 0
    edits: tuple[Edit, ...] = ()


class WithdrawRound(Act, frozen=True, tag="withdraw_round"):
    """Withdraw a published round whose games have not started (rule 4.5)."""

    round: int
    reason: str


class CloseRound(Act, frozen=True, tag="close_round"):
    """Close a round that has all its results (rule 4.6)."""

    round: int


RoundAct: TypeAlias = OpenCheckIn | PublishRound | WithdrawRound | CloseRound


class SwapPlayers(Act, frozen=True, tag="swap_players"):
    """Let two players of a published round change places, before the games start (rule 9.2)."""

    round: int
    players: tuple[str, str]
    reason: str


class GiveBye(Act, frozen=True, tag="give_bye"):
    """Give a bye in a published round to a player who has no table (rule 9.3)."""

    round: int
    player: str
    reason: str


class AdjustPoints(Act, frozen=True, tag="adjust_points"):
    """Add points for a round, or take them away (rule 9.4)."""

    round: int
    player: str
    points: str
    reason: str


class Penalise(Act, frozen=True, tag="penalise"):
    """Take points away for conduct; `0` is a warning (rule 9.5)."""

    round: int
    player: str
    points: str
    reason: str


class Disqualify(Act, frozen=True, tag="disqualify"):
    """Exclude a player (rule 9.6)."""

    player: str
    reason: str


class ForfeitSeat(Act, frozen=True, tag="forfeit_seat"):
    """Take the points of a table from a player (rule 9.7)."""

    round: int
    table: int
    player: str
    reason: str


class ReplaceResult(Act, frozen=True, tag="replace_result"):
    """Let other places count for a table (rule 9.8)."""

    round: int
    table: int
    places: tuple[RuledPlace, ...]
    reason: str


class VoidTable(Act, frozen=True, tag="void_table"):
    """Let a table count like byes (rule 9.9)."""

    round: int
    table: int
    reason: str


RulingAct: TypeAlias = (
    SwapPlayers | GiveBye | AdjustPoints | Penalise | Disqualify | ForfeitSeat | ReplaceResult | VoidTable
)

AnyAct: TypeAlias = PlayerAct | OrganiserAct | CourseAct | RoundAct | RulingAct
"""All acts of people; `type` is the kind of act."""
