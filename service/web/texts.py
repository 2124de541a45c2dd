"""The texts of the pages: English in templates and modules, other languages from the catalogues in `locales/`."""

import gettext
import json
from functools import cache

from projections.languages import ENGLISH, LANGUAGES
from projections.sentences.messages import load_translations

DOMAIN = "web"


@cache
def translations(language: str) -> gettext.NullTranslations:
    """Return the texts of a language. English has no catalogue: its texts are the keys."""
    return load_translations("service.web", language, DOMAIN)


def texts_of() -> dict[str, bytes]:
    """Return the texts of each language as JSON: English text to translation, or to its singular and plural."""
    return {language: _as_json(language) for language in LANGUAGES if language != ENGLISH}


def _as_json(language: str) -> bytes:
    found: dict[str, str | list[str]] = {}
    catalogue: dict[str | tuple[str, int], str] = getattr(translations(language), "_catalog", {})
    for key, text in catalogue.items():
        if isinstance(key, str):
            if key:
                found[key] = text
        elif key[1] == 0:
            found[key[0]] = [text, catalogue[key[0], 1]]
    return json.dumps(found, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
