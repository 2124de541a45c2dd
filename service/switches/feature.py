"""What operators switch while the site runs (decisions 078 and 079)."""

from urllib.parse import urlsplit

from service.bots import NAMES
from service.core.feature import Feature
from service.core.http.problems import ProblemError
from service.core.parts import Parts
from service.core.settings import Settings
from service.core.store.store import Store
from service.moderation.desk import Desk
from service.people.accounts import Accounts
from service.people.api.auth import Gate
from service.people.reserved import ReservedNames
from service.play.play import Play
from service.switches.api import routes
from service.switches.guard import MaintenanceGuard, retry_after, words_of
from service.switches.orders import SwitchOrders
from service.switches.rows import PERSONAL, TABLES
from service.switches.switches import CodeNeededError, InMaintenanceError, SignUpsClosedError, Switches


def build(parts: Parts) -> None:
    """Build the switches over the accounts, and reserve names."""
    settings, accounts = parts.get(Settings), parts.get(Accounts)
    parts.add(MaintenanceGuard(parts.add(Switches(parts.get(Store).database, accounts))))
    origin = settings.site_origin
    host = None if origin is None else urlsplit(origin).hostname
    bots = {bot for names in NAMES.values() for bot in names}
    further = [name for name in (settings.reserved_names or "").split(",") if name.strip()]
    accounts.naming.append(ReservedNames(bots, host, further).check)


def connect(parts: Parts) -> None:
    """Hold requests, bots and clocks during maintenance, and carry out the orders of the command line."""
    switches, guard, play = parts.get(Switches), parts.get(MaintenanceGuard), parts.get(Play)
    parts.get(Gate).guards.append(guard.check)
    play.held, play.put_off = guard.held, switches.put_off
    parts.get(Desk).features["switches"] = SwitchOrders(switches).carry_out


feature = Feature(
    "switches",
    routes=(routes.router,),
    parts={"switches": Switches},
    tables=TABLES,
    personal=PERSONAL,
    problems={
        InMaintenanceError: lambda _, error: ProblemError(
            "maintenance", words_of(error.maintenance), retry_after(error.maintenance)
        ),
        SignUpsClosedError: lambda _, __: ProblemError(
            "sign-ups-closed", "sign-up is closed at the moment: ask the operator, or sign in with your account"
        ),
        CodeNeededError: lambda _, __: ProblemError(
            "sign-up-code-needed",
            "send the code of an operator as `invitation`: it is missing, mistyped, used or expired",
        ),
    },
    build=build,
    connect=connect,
)
