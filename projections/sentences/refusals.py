"""Why a command is refused, in words: the clause of the rules, with the names of the things in it."""

from domain.kernel.values import Refusal
from projections.sentences.messages import ENGLISH, Message, catalogue
from projections.sentences.texts import things

REFUSED = "why a command is refused"
"""The context of the messages of refusals."""


def reason_of(refusal: Refusal, ruleset: str, data_set: str, language: str) -> str:
    """Return the reason of a refusal in a language.

    In English the things have their ids, as in the commands of clients; in other languages their names. A reason
    without a translation is English.
    """
    if language == ENGLISH:
        return refusal.reason
    texts, names = catalogue(language, ruleset), things(language, ruleset, data_set)
    text = texts.text(Message(refusal.text, context=REFUSED))
    if text == refusal.text:
        return refusal.reason
    return refusal.told(text, lambda part: texts.number(part) if isinstance(part, int) else names.get(part, part))
