"""The words of titles: complete, and in every language."""

from typing import Any, get_args

import pytest

from domain.kernel.ruleset import Ruleset
from domain.rulesets import RELEASED
from projections.languages import LANGUAGES
from projections.sentences.words import words_of
from projections.views.giganten.parts import PhaseName as GigantenPhase
from projections.views.minos.parts import PhaseName as MinosPhase
from projections.views.siberia.parts import PhaseName as SiberiaPhase
from tests.titles.nim import NIM

PHASES = {"giganten": get_args(GigantenPhase), "siberia": get_args(SiberiaPhase), "minos": get_args(MinosPhase)}
every = pytest.mark.parametrize("ruleset", RELEASED, ids=lambda ruleset: ruleset.name)


@every
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_views_and_options_contain_has_a_name(ruleset: Ruleset[Any], language: str) -> None:
    words = words_of(ruleset, language)

    assert set(words.phases) == set(PHASES[ruleset.name])
    assert list(words.rules) == list(ruleset.rules)
    assert words.chapters.keys() == {rule.phase for rule in ruleset.rules.values()}
    assert words.profiles.keys() == ruleset.profiles.keys()
    assert [*words.data_sets] == [*ruleset.data_sets()]
    for described in (*words.profiles.values(), *words.data_sets.values()):
        assert described.meaning.endswith(".")
    assert all(option.name and option.meaning for option in words.options.values())
    assert list(words.score) == [part.part for part in ruleset.score.parts]
    assert {name: [each.value for each in option.values] for name, option in words.options.items()} == {
        option.name: list(option.values) for option in ruleset.options
    }
    texts = [*words.pieces.values(), *words.places.values(), *words.phases.values(), *words.rules.values()]
    assert all(texts)
    assert not any("{" in text for text in texts)


@every
def test_values_are_names_and_not_ids(ruleset: Ruleset[Any]) -> None:
    for name, option in words_of(ruleset, "en").options.items():
        ids = [each for each in option.values if isinstance(each.value, str) and each.name == each.value]
        assert name == "exchange_list" or all(
            each.value in {"off", "on", "always", "open", "unlimited"} for each in ids
        ), ids


@every
def test_a_translation_differs_from_the_english_text(ruleset: Ruleset[Any]) -> None:
    english = words_of(ruleset, "en")
    for language in LANGUAGES[1:]:
        words = words_of(ruleset, language)
        assert words.language == language
        assert all(words.rules[number] != title for number, title in english.rules.items())
        assert all(words.options[name].meaning != option.meaning for name, option in english.options.items())
        assert all(words.options[name].name != option.name for name, option in english.options.items())
        for mine, theirs in ((words.profiles, english.profiles), (words.data_sets, english.data_sets)):
            assert all(mine[name].meaning != described.meaning for name, described in theirs.items())
        # some chapters have the same name in both, such as Manager
        assert words.chapters != english.chapters
        assert all(words.score[part] != name for part, name in english.score.items())


def test_names_of_pieces_and_places() -> None:
    german, italian = (words_of(next(each for each in RELEASED if each.name == "minos"), lang) for lang in ("de", "it"))

    assert (german.pieces["warehouse"], italian.pieces["warehouse"]) == ("Lagerhaus", "Magazzino")
    assert german.places["harbour-athenai"] == "Hafen von Athen"
    assert italian.places["dot-gades-carthago-nova-1"] == "Punto 1 da Gades a Cartagine Nuova"
    assert german.options["first_player"].values[1].name == "Platz 0"
    assert italian.options["fish"].values[1].name == "chiuso finché c'è una nave"


def test_a_title_without_a_vocabulary_has_the_english_words_of_its_ruleset() -> None:
    words = words_of(NIM, "de")

    assert (words.language, words.pieces, words.phases) == ("de", {}, {})
    assert words.rules["2.3"] == "How many objects are taken"
    assert set(words.options) == {option.name for option in NIM.options}
