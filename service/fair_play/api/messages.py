"""The bodies of requests and replies about unfair play."""

from typing import Annotated, Literal

from msgspec import Meta

from service.core.http.messages import TIME, UUID, Moment, PlayerId, PlayerName, Reply, RequestBody
from service.fair_play.method import FairPlayReport

ReportId = Annotated[str, Meta(description="The id of the report, a UUID.", extra=UUID)]


class NewFairPlayReport(RequestBody, frozen=True):
    """The period of a report."""

    since: Annotated[str, Meta(description="Games that ended from this time on (RFC 3339).", extra=TIME)]
    until: Annotated[str, Meta(description="Games that ended before this time.", extra=TIME)]


class NamedPlayer(Reply, frozen=True):
    """A player whom a report names."""

    player: PlayerId
    name: PlayerName


class AskedReply(Reply, frozen=True):
    """A report that was asked for."""

    id: ReportId
    asked_at: Moment
    asked_by: Annotated[str | None, Meta(description="The id of the operator; null: the account was deleted.")]
    since: Moment
    until: Moment
    state: Annotated[
        Literal["waiting", "running", "done", "failed"],
        Meta(description="`failed`: the log of the service says why; ask again."),
    ]
    games: Annotated[int, Meta(ge=0, description="The rated games that were read so far.")]
    done_at: Annotated[Moment | None, Meta(description="When it was done; null: it is not.")]


class WholeReport(Reply, frozen=True):
    """A report with what it finds."""

    asked: Annotated[AskedReply, Meta(description="The state of the report.")]
    found: Annotated[FairPlayReport | None, Meta(description="What it finds; null until it is done.")]
    players: Annotated[tuple[NamedPlayer, ...], Meta(description="The current names of the players, by id.")]


class AskedReports(Reply, frozen=True):
    """The latest 20 reports."""

    items: Annotated[tuple[AskedReply, ...], Meta(description="The reports, the latest first.")]
