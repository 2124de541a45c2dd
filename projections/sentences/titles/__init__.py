"""The vocabularies of all titles. Each package here has that of the title of the same name: it defines `VOCABULARY`."""

import pkgutil
from importlib import import_module

from projections.sentences.vocabulary import Vocabulary

VOCABULARIES: dict[str, Vocabulary] = {
    module.name: import_module(f"{__name__}.{module.name}").VOCABULARY for module in pkgutil.iter_modules(__path__)
}

_GENERAL = Vocabulary()


def register(title: str, vocabulary: Vocabulary) -> None:
    """Add the vocabulary of a title outside this package."""
    VOCABULARIES[title] = vocabulary


def vocabulary_of(title: str) -> Vocabulary:
    """Return the vocabulary of a title. A title without one has general sentences and no names."""
    return VOCABULARIES.get(title, _GENERAL)
