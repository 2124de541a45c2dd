"""The sentences that a request asks for."""

from service.core.http.request.languages import CONTENT_LANGUAGE, language_of
from service.people.accounts import Accounts
from service.people.api.request import PlayerRequest
from service.play.texts import Texts


def texts_of(request: PlayerRequest, accounts: Accounts, lang: str | None, *, by_header: bool = True) -> Texts | None:
    """Return the sentences in the language of the request; None if it has none. Raises a 400 problem.

    `by_header` says whether Accept-Language counts. Clients that compare lines with those of a bundle use streams and
    NDJSON, and browsers always send the header.
    """
    language = language_of(request, lang, by_header=by_header)
    return None if language is None else Texts(language, accounts.name_of)


def language_header(texts: Texts | None) -> dict[str, str]:
    """Return the header with the language of the sentences."""
    return {} if texts is None else {CONTENT_LANGUAGE: texts.language}
