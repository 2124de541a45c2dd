"""One word for one thing: the rule books name things as the tables do."""

import re

import pytest

from tests.catalogues.files import updated

CASES = [
    ("de", "giganten-rules", r"gleichweit oder weiter vorne|\bso weit ist\b"),
    ("de", "siberia-rules", r"\bFigur"),
    ("de", "siberia", r"\bFigur"),
    ("de", "minos-rules", r"ein Symbol auf einmal"),
    ("de", "tournaments", r": ausgeschlossen$|Das ist zuerst nötig"),
    ("it", "giganten-rules", r"per un turno successivo|vale( [\d.]+)? al suo proprietario"),
    # the symbol of the dice is an Anello
    ("it", "minos-rules", r"\bmura\b|\bAnelli\b(?! di Battaglia)"),
    ("it", "minos", r"\bmura\b|\bAnell[oi]\b(?! di Battaglia)"),
    ("it", "siberia-rules", r"\bLo si guarda\b"),
]
"""What a catalogue does not contain: another word for a thing, or a phrase that is none of its language."""


@pytest.mark.parametrize(("language", "domain", "other"), CASES, ids=[f"{one}-{two}" for one, two, _ in CASES])
def test_a_thing_has_one_word(language: str, domain: str, other: str) -> None:
    strings = [message.string or () for message in updated(language, domain) if message.id]
    texts = [text for each in strings for text in ([each] if isinstance(each, str) else each)]
    assert texts
    assert [text for text in texts if re.search(other, text)] == []


@pytest.mark.parametrize(("language", "word"), [("de", "Gebot"), ("it", "offerta")])
def test_who_wins_an_auction_has_made_a_bid(language: str, word: str) -> None:
    won = "{seat} wins the auction for {company} with a bid of licences worth {bid}."
    [text] = [message.string for message in updated(language, "giganten") if message.id == won]
    assert word in str(text)
