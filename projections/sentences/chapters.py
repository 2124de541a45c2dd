"""The chapters of a rule book in one language. `locales/<language>/LC_MESSAGES/<book>-rules.po` translates them."""

import gettext
from functools import cache

from projections.languages import ENGLISH
from projections.sentences.messages import load_translations


class _Missing(gettext.NullTranslations):
    """Finds an empty text for every message that has no translation."""

    def gettext(self, message: str) -> str:  # noqa: ARG002 - the method of the library
        return ""

    def pgettext(self, context: str, message: str) -> str:  # noqa: ARG002 - the method of the library
        return ""


@cache
def texts_of_book(name: str, language: str) -> gettext.NullTranslations:
    """Return the translations of a rule book. A text without one is empty."""
    if language == ENGLISH:
        return _Missing()
    found = load_translations("projections", language, f"{name}-rules")
    found.add_fallback(_Missing())
    return found


def chapter_in(phase: str, texts: gettext.NullTranslations) -> str:
    """Return the number and the title of a chapter; the English title if there is no translation."""
    number, _, title = phase.partition(" ")
    return f"{number} {texts.gettext(title) or title}"
