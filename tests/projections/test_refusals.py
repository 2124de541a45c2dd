"""Why commands are refused, in words: in every language, with the names of the things."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Refusal
from domain.rulesets import RULESETS
from domain.tournaments.rules import BOOK
from projections.languages import LANGUAGES
from projections.sentences.refusals import reason_of, role_names, told
from projections.sentences.texts import things
from tests.rules.test_refusal_texts import ABSURD, tried

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


@pytest.mark.parametrize(
    ("language", "reason"),
    [("de", "dein Bluff kostet dich Verkaufslizenzen: 1"), ("it", "il tuo bluff ti costa Licenze di Vendita: 1")],
)
def test_one_licence_is_no_plural(language: str, reason: str) -> None:
    refusal = Refusal("4.10", "your bluff costs you {cards} licences", {"cards": 1})
    assert reason_of(refusal, "giganten", "kosmos-1999", language) == reason


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


def _ids_in(refusal: Refusal) -> Iterator[str]:
    """Yield the ids in the parts of a refusal, also those that a client has sent."""
    for part in refusal.parts.values():
        for each in part if isinstance(part, tuple) else (part,):
            if isinstance(each, str) and re.fullmatch(r'"?[a-z][a-z0-9_:-]+"?', each):
                yield each


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_no_id_is_in_the_reasons_of_other_languages(ruleset: Ruleset[Any]) -> None:
    data_set = ruleset.data_sets()[0]
    known = things("en", ruleset.name, data_set)
    shown = 0
    for refusal in tried(ruleset):
        for each in _ids_in(refusal):
            bare = each.strip('"')
            # what nothing knows is what the client has sent
            assert bare in known or each != bare or bare in ABSURD, (refusal, each)
            for language in ("de", "it") if bare in known else ():
                name = things(language, ruleset.name, data_set)[bare]
                reason = reason_of(refusal, ruleset.name, data_set, language)
                assert name in reason, reason
                assert f'"{bare}"' not in reason
                shown += 1
    assert shown > 20


@pytest.mark.parametrize("language", ["de", "it"])
def test_what_a_client_names_has_its_name_if_it_is_known(language: str) -> None:
    text, column = "no {token} lies in your column {column}", {"de": "Gas", "it": "gas"}[language]
    refusal = Refusal("11.2", text, {"token": "worker_gas", "column": '"gas"'})
    reason = reason_of(refusal, "siberia", "reconstruction-1", language)
    assert '"' not in reason
    assert reason.lower().endswith(column.lower())
    unknown = Refusal("7.1", "{exchange} is no exchange in play", {"exchange": '"atlantis"'})
    assert '"atlantis"' in reason_of(unknown, "siberia", "reconstruction-1", language)


def test_roles_of_a_tournament_are_named_in_the_language() -> None:
    text, parts = "this needs the role {role} of the tournament: ask its owner for it", {"role": "director"}
    shown = {language: told(text, parts, BOOK, language, role_names(BOOK, language)) for language in LANGUAGES}

    assert shown["en"] == "this needs the role director of the tournament: ask its owner for it"
    assert shown["de"] == "dafür ist im Turnier diese Rolle nötig: Turnierleiter; bitte den Eigentümer darum"
    assert shown["it"] == "per questo serve nel torneo questo ruolo: direttore; chiedilo al proprietario"
