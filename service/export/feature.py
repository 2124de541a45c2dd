"""The export of everything about a person (decision 077)."""

from service.core.feature import Feature
from service.core.http.problems import ProblemError
from service.core.keys.signing import Signer
from service.core.parts import Parts
from service.core.personal import PersonalTables
from service.core.settings import Settings
from service.core.store.store import Store
from service.export.api import routes
from service.export.export import Export, TooManyExportsError
from service.export.rows import EXPORTS, TABLES, erase_exports
from service.lists.reading import ReadModels
from service.moderation.barrier import Barrier
from service.people.accounts import Accounts
from service.play.api.access import Access
from service.play.play import Play
from service.site_log.proofs import GameProofs
from service.tournaments.tournaments import Tournaments


def build(parts: Parts) -> None:
    """Build the use case."""
    access = parts.get(Access)

    def is_withheld(game: str) -> bool:
        # moderation connects it later
        return access.is_withheld(game)

    parts.add(
        Export(
            parts.get(Store),
            parts.get(Play),
            parts.get(ReadModels),
            parts.get(Tournaments),
            parts.get(Signer),
            parts.get(GameProofs),
            parts.get(PersonalTables),
            parts.get(Settings).exports,
            is_withheld,
        )
    )
    # in the transaction that deletes the account
    parts.get(Accounts).erasing.append(erase_exports)


def connect(parts: Parts) -> None:
    """Let suspended players take a copy of their data."""
    parts.get(Barrier).exempt("GET", "/v1/me/export")


feature = Feature(
    "export",
    routes=(routes.router,),
    parts={"export": Export},
    tables=TABLES,
    personal=(EXPORTS,),
    problems={
        TooManyExportsError: lambda _, __: ProblemError(
            "too-many-requests",
            "an export of your account is being made, or many of others are: try again when it is complete",
            {"Retry-After": "60"},
        ),
    },
    build=build,
    connect=connect,
)
