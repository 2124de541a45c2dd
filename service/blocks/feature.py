"""Blocks between players."""

from service.blocks.api import routes
from service.blocks.api.seats import SeatCheck
from service.blocks.blocks import Blocks, TooManyBlocksError
from service.blocks.personal import PERSONAL
from service.blocks.rows import TABLES
from service.core.feature import Feature
from service.core.http.problems import ProblemError
from service.core.parts import Parts
from service.core.store.store import Store
from service.meeting.meetings import Meetings
from service.people.accounts import Accounts
from service.play.api.seats.admission import Admission
from service.talk.talk import Talk


def build(parts: Parts) -> None:
    """Build the use case over accounts."""
    parts.add(Blocks(parts.get(Store).database, parts.get(Accounts)))


def connect(parts: Parts) -> None:
    """Keep players apart at the tables of open games, in talk, challenges, rematches and pools."""
    blocks = parts.get(Blocks)
    parts.get(Admission).checks.append(SeatCheck(blocks, parts.get(Accounts)).check)
    parts.get(Talk).hidden_from.append(blocks.hidden_from)
    parts.get(Meetings).may_meet.append(blocks.may_meet)


feature = Feature(
    "blocks",
    routes=(routes.router,),
    parts={"blocks": Blocks},
    tables=TABLES,
    personal=PERSONAL,
    problems={TooManyBlocksError: lambda _, error: ProblemError("limit-reached", str(error))},
    build=build,
    connect=connect,
)
