"""Why a command or an act is refused, in words: the clause of the rules, with the names of the things in it."""

from collections.abc import Mapping

from domain.kernel.values import Refusal, RefusalPart, filled
from projections.languages import ENGLISH
from projections.sentences.messages import Message, catalogue
from projections.sentences.texts import things

REFUSED = "why a command is refused"
"""The context of the messages of refusals."""

ROLES = {role: Message(role, context="role in a tournament") for role in ("owner", "director", "helper")}
"""The names of the roles that refusals of tournaments name."""


def reason_of(refusal: Refusal, ruleset: str, data_set: str, language: str) -> str:
    """Return the reason of a refusal in a language.

    In English the things have their ids, as in the commands of clients; in other languages their names. A reason
    without a translation is English.
    """
    return told(refusal.text, refusal.parts, ruleset, language, things(language, ruleset, data_set))


def told(text: str, parts: Mapping[str, RefusalPart], book: str, language: str, names: Mapping[str, str]) -> str:
    """Return the clause of a refusal by a rule of a title, or of tournaments. `names` are those of things, by id."""
    texts = catalogue(language, book)
    translated = texts.text(Message(text, context=REFUSED))
    if language == ENGLISH or translated == text:
        return filled(text, parts)

    def named(part: str | int) -> str:
        if isinstance(part, int):
            return texts.number(part)
        # what a client has sent is JSON, also where it is the id of a thing that the game knows
        return names.get(part) or names.get(part.removeprefix('"').removesuffix('"'), part)

    return filled(translated, parts, named)


def role_names(book: str, language: str) -> Mapping[str, str]:
    """Return the names of the roles of a tournament."""
    texts = catalogue(language, book)
    return {role: texts.text(message) for role, message in ROLES.items()}
