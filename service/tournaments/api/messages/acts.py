"""The acts in requests: the commands of the domain, and two that requests write in another form."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from domain.tournaments import commands as c
from service.tournaments.api.messages.formats import AnyEdit
from service.tournaments.api.messages.terms import NewTournament


class ChangeTerms(c.Act, frozen=True, tag="change_terms"):
    """Replace the terms before the first round (rule 1.4). Only the owner may."""

    terms: Annotated[NewTournament, Meta(description="The new terms, all of them.")]


class PublishRound(c.Act, frozen=True, tag="publish_round"):
    """Publish the tables of the next round, as its draft shows them (rule 4.1)."""

    round: c.RoundNumber
    attempt: c.Attempt = 0
    edits: Annotated[
        list[AnyEdit], Meta(max_length=200, description="Changes of the drawn tables, in their order.")
    ] = []  # noqa: RUF012 - each gets its own


SameAct: TypeAlias = (
    c.PlayerAct
    | c.Appoint
    | c.Dismiss
    | c.CloseRegistration
    | c.ReopenRegistration
    | c.Invite
    | c.Substitute
    | c.ForbidPair
    | c.AllowPair
    | c.CourseAct
    | c.OpenCheckIn
    | c.WithdrawRound
    | c.CloseRound
    | c.RulingAct
)
"""The acts that requests write as the domain does."""

AnyActRequest: TypeAlias = SameAct | ChangeTerms | PublishRound
