"""Why commands are refused, in words: in every language, with the names of the things."""

import pytest

from domain.kernel.values import Refusal
from domain.tournaments.rules import BOOK
from projections.sentences.messages import LANGUAGES
from projections.sentences.refusals import reason_of, role_names, told

WITHOUT_PIECE = Refusal("5.1", "you have no piece on {field} or in its harbour", {"field": "creta"})


@pytest.mark.parametrize(
    ("language", "reason"),
    [
        ("en", "you have no piece on creta or in its harbour"),
        ("de", "du hast keine Figur auf dem Feld Kreta oder in seinem Hafen"),
        ("it", "non hai pezzi sul campo Creta né nel suo porto"),
    ],
)
def test_a_reason_names_the_things_in_the_language(language: str, reason: str) -> None:
    assert reason_of(WITHOUT_PIECE, "minos", "reconstruction-1", language) == reason


def test_numbers_have_the_separators_of_the_language() -> None:
    parts = {"site": "D11", "cost": 8000, "money": 500}
    refusal = Refusal("5.3", "a derrick on {site} costs {cost} dollars, you have {money}", parts)

    assert (
        reason_of(refusal, "giganten", "kosmos-1999", "de") == "ein Bohrturm auf D11 kostet 8.000 Dollar, du hast 500"
    )
    assert reason_of(refusal, "giganten", "kosmos-1999", "en") == "a derrick on D11 costs 8000 dollars, you have 500"


def test_a_list_is_told_one_by_one() -> None:
    refusal = Refusal("10.2", "mine all that you can: {areas}", {"areas": ("yana", "ob")})

    assert reason_of(refusal, "siberia", "reconstruction-1", "de") == "baue alles ab, was du kannst: Jana, Ob"


def test_a_reason_without_a_translation_is_english_with_its_ids() -> None:
    refusal = Refusal("1.1", "no {piece} for you", {"piece": "walls"})

    assert reason_of(refusal, "minos", "reconstruction-1", "de") == "no walls for you"
    braces = Refusal("1.1", "a text with {braces}")
    assert reason_of(braces, "minos", "reconstruction-1", "de") == "a text with {braces}"


def test_roles_of_a_tournament_are_named_in_the_language() -> None:
    text, parts = "this needs the role {role} of the tournament: ask its owner for it", {"role": "director"}
    shown = {language: told(text, parts, BOOK, language, role_names(BOOK, language)) for language in LANGUAGES}

    assert shown["en"] == "this needs the role director of the tournament: ask its owner for it"
    assert shown["de"] == "dafür ist im Turnier diese Rolle nötig: Turnierleiter; bitte den Eigentümer darum"
    assert shown["it"] == "per questo serve nel torneo questo ruolo: direttore; chiedilo al proprietario"
