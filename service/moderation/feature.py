"""Government: roles, acts of moderators and their log."""

import logging
from collections.abc import Iterable

from service.core.feature import Feature
from service.core.http.problems import ProblemError
from service.core.parts import Parts
from service.core.settings import Settings
from service.core.store.store import Store
from service.core.worker import Background, Started, Worker
from service.lists.reading import ReadModels
from service.moderation import log, recovery, roles, state
from service.moderation.api import game_routes, player_routes, role_routes
from service.moderation.barrier import Barrier
from service.moderation.desk import EVERY, Desk, Government
from service.moderation.games import GameActs, VoidResults, WithheldGames
from service.moderation.log import ModerationLog
from service.moderation.orders import order_files
from service.moderation.personal import PERSONAL
from service.moderation.players import ActRefusedError, PlayerActs, RankRefusedError
from service.moderation.recomputing import EVERY as RECOMPUTING_EVERY
from service.moderation.recomputing import Recomputing
from service.moderation.recovery import Recoveries, RecoveryRefusedError
from service.moderation.roles import PlayerUnknownError, RoleRefusedError, Roles
from service.moderation.search import PlayerSearch
from service.moderation.state import PlayerStates
from service.people.accounts import Accounts
from service.people.api.auth import Gate
from service.people.quotas.rate_limit import RateLimits
from service.play.api.access import Access
from service.play.play import Play
from service.talk.talk import Talk
from service.tournaments.tournaments import Tournaments

_log = logging.getLogger(__name__)

TABLES = (*log.TABLES, *roles.TABLES, *state.TABLES, *recovery.TABLES)


def build(parts: Parts) -> None:
    """Build the use cases over accounts, games and talk."""
    database, accounts = parts.get(Store).database, parts.get(Accounts)
    accounts.erasing.append(log.forget_names)
    tournaments, play = parts.get(Tournaments), parts.get(Play)
    government = Government(
        accounts,
        parts.add(Roles(database, accounts)),
        parts.add(PlayerActs(accounts)),
        parts.add(GameActs(database, accounts, parts.get(Talk), play, tournaments)),
        parts.add(PlayerSearch(database)),
        parts.add(ModerationLog(database)),
        play,
        tournaments,
        parts.get(Settings).site_origin or "",
    )
    parts.add(Desk(government))
    states = parts.add(PlayerStates(database, accounts))
    parts.add(Recoveries(database, accounts))
    parts.add(Barrier(states))
    parts.add(WithheldGames(accounts))
    parts.add(VoidResults(accounts))
    parts.add(Recomputing(database, parts.get(ReadModels)))


def connect(parts: Parts) -> None:
    """Let suspensions and limits hold wherever requests arrive."""
    states = parts.get(PlayerStates)
    parts.get(Gate).checks.append(parts.get(Barrier).check)
    accounts = parts.get(Accounts)
    accounts.is_barred = states.is_locked_out
    accounts.is_suspended = lambda player: states.suspension(player) is not None
    parts.get(RateLimits).own_limit = states.requests_of
    parts.get(Talk).own_limit = states.messages_of
    access, held = parts.get(Access), parts.get(Roles)
    access.is_withheld = parts.get(WithheldGames).has
    access.is_void = parts.get(VoidResults).has
    access.is_operator = lambda token: held.has(token.player, "operator")


def background(parts: Parts) -> Iterable[Background]:
    """Compute ratings again, and carry out the orders next to a SQLite database."""
    recomputing = parts.get(Recomputing)
    ratings = Worker(
        recomputing.step,
        every=RECOMPUTING_EVERY,
        outage="ratings are computed again later",
        failure="ratings cannot be computed again",
        log=_log,
    )
    parts.get(GameActs).wake = ratings.wake
    yield ratings
    # stopped first, so that the rebuild ends early
    yield Started(stop=recomputing.stop)
    files, desk = order_files(parts.get(Settings)), parts.get(Desk)
    if files is None:
        return

    async def answer() -> None:
        await desk.answer_all(files)

    yield Worker(
        answer,
        every=EVERY,
        outage="orders of the operator wait",
        failure="orders of the operator cannot be carried out",
        log=_log,
    )


feature = Feature(
    "moderation",
    routes=(role_routes.router, player_routes.router, game_routes.router, player_routes.own_router),
    parts={
        "roles": Roles,
        "moderation_log": ModerationLog,
        "player_acts": PlayerActs,
        "player_states": PlayerStates,
        "player_search": PlayerSearch,
        "recoveries": Recoveries,
        "game_acts": GameActs,
        "recomputing": Recomputing,
    },
    tables=TABLES,
    personal=PERSONAL,
    problems={
        RoleRefusedError: lambda _, error: ProblemError("not-possible", str(error)),
        ActRefusedError: lambda _, error: ProblemError("not-possible", str(error)),
        RankRefusedError: lambda _, error: ProblemError("not-yours", str(error)),
        RecoveryRefusedError: lambda _, error: ProblemError("not-possible", str(error)),
        PlayerUnknownError: lambda _, __: ProblemError("not-found", "there is no such player"),
    },
    build=build,
    connect=connect,
    background=background,
)
