"""The pages of the operator, and the acceptance of the terms (decision 078)."""

from service.core.feature import Feature
from service.core.http.problems import ProblemError
from service.core.parts import Parts
from service.core.settings import Settings
from service.core.store.store import Store
from service.law.api import routes
from service.law.documents import documents_in
from service.law.law import Law, TermsNotAcceptedError
from service.law.rows import PERSONAL, TABLES
from service.people.accounts import Accounts
from service.people.api.auth import Gate


def build(parts: Parts) -> None:
    """Read the documents. Raises SettingsError."""
    settings = parts.get(Settings)
    documents = documents_in(settings.law_folder)
    parts.add(Law(parts.get(Store).database, parts.get(Accounts), documents, asks=settings.accept_terms))


def connect(parts: Parts) -> None:
    """Let players who have not accepted the terms change nothing."""
    parts.get(Gate).checks.append(parts.get(Law).check)


feature = Feature(
    "law",
    routes=(routes.router,),
    parts={"law": Law},
    tables=TABLES,
    personal=PERSONAL,
    problems={TermsNotAcceptedError: lambda _, error: ProblemError("terms-not-accepted", str(error))},
    build=build,
    connect=connect,
)
