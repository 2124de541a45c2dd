"""Questions and choices in words: every command and question has a text, and no two choices read the same."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from domain.game import game as games
from domain.game.game import Game
from domain.giganten.commands import Bid, DriveTruck, SellOil, ShiftPrice, ShipOil, TakeActionCard
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Choice, Command, Range
from domain.minos.commands import AttackShip, RollAgain, UseDice
from domain.minos.dice import Dice
from domain.rulesets import RELEASED, RULESETS
from domain.siberia.commands import SellCubes
from projections.history import FULL
from projections.languages import LANGUAGES
from projections.sentences import choices as wording
from projections.sentences.choices import Phrases
from projections.sentences.fields import fields_of_view
from projections.sentences.forms import When, placeholders, texts_of
from projections.sentences.texts import Wording
from projections.sentences.titles import vocabulary_of
from projections.sentences.words import Words, words_of
from projections.views import VIEWS
from tests.games.folded import batches_of
from tests.games.golden_games import FOLDER
from tests.projections.test_sentences import NAMES, SEATED
from tests.titles.nim import NIM
from tests.titles.nim.commands import TakeObjects
from tests.titles.nim.view import view as nim_view

LONGEST = 75
"""The longest text of a choice, in letters. It is a label: most have fewer than 60."""
LONGER = {"siberia.sell_cubes"}
"""Commands that name any number of places."""

every = pytest.mark.parametrize("ruleset", RELEASED, ids=lambda ruleset: ruleset.name)


def name_of(command: type[Command]) -> str:
    """Return the name of a type of command on the wire."""
    return str(command.__struct_config__.tag)


def files_of(title: str) -> list[Path]:
    return sorted(FOLDER.glob(f"{title}-*.gz"))


def positions(title: str) -> Iterator[Game]:
    """Yield the positions of the golden games of a title with open decisions: some games whole, then parts of all."""
    for number, file in enumerate(files_of(title)):
        for version, batch in enumerate(batches_of(file)):
            if batch.after.status == "running" and (number % 20 == 0 or version % 16 == number % 16):
                yield batch.after


def phrases(game: Game, language: str) -> Phrases:
    return Phrases(SEATED, Wording(language, game.opened.ruleset, game.opened.data_set, NAMES.get))


def label(command: Command, limits: Range | None = None, *, title: str) -> list[str]:
    """Return a choice in words in all languages."""
    data_set = RULESETS[title].default_data_set if title in RULESETS else ""
    told = (Phrases(SEATED, Wording(language, title, data_set, NAMES.get)) for language in LANGUAGES)
    return [each.choices([Choice(command, limits)])[0] for each in told]


@every
def test_every_command_has_a_text_about_its_fields(ruleset: Ruleset[Any]) -> None:
    vocabulary = vocabulary_of(ruleset.name)
    kinds = {**vocabulary.kinds, **vocabulary.choosing.kinds}

    assert set(vocabulary.choosing.commands) == {name_of(command) for command in ruleset.commands}
    for command in ruleset.commands:
        sentence = vocabulary.choosing.commands[name_of(command)]
        fields = set(command.__struct_fields__)
        assert not isinstance(sentence, When) or sentence.by in fields
        for text in texts_of(sentence):
            assert not text.text.endswith(".")
            for name in placeholders(text.text):
                used = text.uses[name].field if name in text.uses else name
                assert used in fields or not used, (text.text, name)
                assert name in text.uses or name in kinds, (text.text, name)


@every
def test_the_choices_of_a_decision_have_different_short_texts(
    ruleset: Ruleset[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_general_text(kind: str, *_: object) -> str:
        raise AssertionError(kind)

    monkeypatch.setattr(wording, "generic", no_general_text)
    commands, rules = set[str](), set[str]()
    for game in positions(ruleset.name):
        told = [phrases(game, language) for language in LANGUAGES]
        for seat in games.awaiting(game):
            choices, rule = games.legal_commands(game, seat), ruleset.question(game.state, seat)
            rules.add(rule)
            for each in told:
                texts = each.choices(choices)
                assert [text for text, times in Counter(texts).items() if times > 1] == []
                for choice, text in zip(choices, texts, strict=True):
                    kind = name_of(type(choice.command))
                    commands.add(kind)
                    assert "{" not in text
                    assert kind in LONGER or len(text) <= LONGEST, text

    assert commands == {name_of(command) for command in ruleset.commands}
    assert rules == set(vocabulary_of(ruleset.name).choosing.questions)


@every
def test_every_question_names_the_seat_and_nothing_else(ruleset: Ruleset[Any]) -> None:
    for rule, text in vocabulary_of(ruleset.name).choosing.questions.items():
        assert rule in ruleset.rules
        assert set(placeholders(text)) == {"seat"}
        told = {
            Phrases(SEATED, Wording(language, ruleset.name, "", NAMES.get)).question(1, rule) for language in LANGUAGES
        }
        assert len(told) == len(LANGUAGES)
        assert all(each.startswith("Bob ") and each.endswith(".") for each in told)


def test_a_range_is_written_with_its_bounds() -> None:
    assert label(Bid(1), Range("value", 1, 1200), title="giganten") == [
        "Bid licences worth 1 to 1,200",
        "Lizenzen im Wert von 1 bis 1.200 bieten",
        "Offri Licenze, valore da 1 a 1.200",
    ]
    assert label(SellOil(0), Range("markers", 0, 3), title="giganten") == [
        "Sell 0 to 3 oil markers",
        "0 bis 3 Ölsteine verkaufen",
        "Vendi da 0 a 3 Indicatori di Greggio",
    ]
    assert label(SellOil(0), title="giganten")[0] == "Sell no oil"


def test_choices_of_giganten() -> None:
    assert label(DriveTruck("D11"), title="giganten") == ["Drive to D11", "Nach D11 fahren", "Vai a D11"]
    assert label(TakeActionCard("red-3-2-6-back-4"), title="giganten") == [
        "Take: red, 2 licences, 6 points, black train 3, trains back 4",
        "Nehmen: rot, 2 Lizenzen, 6 Punkte, schwarze Lok 3, Loks zurück 4",
        "Prendi: rossa, 2 Licenze, 6 Punti, Treno Nero 3, treni indietro 4",
    ]
    assert label(ShipOil("H7", "jet", "opponent", 1), title="giganten")[1] == (
        "Öl von H7 mit der Lok von Bob zu Jet Oil Inc."
    )
    assert label(ShiftPrice("jet", -1, 1), title="giganten")[1] == "Preis von Jet Oil Inc. um 1 Feld senken"


def test_choices_of_minos() -> None:
    assert label(RollAgain(Dice(arrow=2, gull=1)), title="minos") == [
        "Roll 2\N{MULTIPLICATION SIGN} Arrow and Gull again",
        "2\N{MULTIPLICATION SIGN} Pfeil und Möwe neu würfeln",
        "Rilancia 2\N{MULTIPLICATION SIGN} Freccia e Gabbiano",
    ]
    assert label(UseDice("gull", 0, joker=True, star=False), title="minos")[0] == "Use Joker as Gull"
    assert label(UseDice("arrow", 0, joker=True, star=False), Range("dice", 0, 1), title="minos") == [
        "Use up to 1\N{MULTIPLICATION SIGN} Arrow and Joker",
        "Bis zu 1\N{MULTIPLICATION SIGN} Pfeil und Joker nutzen",
        "Usa fino a 1\N{MULTIPLICATION SIGN} Freccia e Jolly",
    ]
    counted = label(UseDice("arrow", 1, joker=False, star=False), Range("dice", 1, 2), title="minos")
    assert counted[0] == "Use 1 to 2\N{MULTIPLICATION SIGN} Arrow"
    assert label(AttackShip("mare-medium", "harbour-athenai", 1), title="minos")[1].startswith("Bob angreifen: von ")


def test_choices_of_siberia() -> None:
    assert label(SellCubes("gas", "frankfurt", ("yamal", "yana")), title="siberia") == [
        "Sell Gas in Frankfurt, from Yamal and Yana",
        "Gas in Frankfurt verkaufen, aus Jamal und Jana",
        "Vendi Gas a Francoforte, da Jamal e Jana",
    ]


def test_a_seat_of_a_bot_and_a_question_in_three_languages() -> None:
    told = [Phrases(SEATED, Wording(language, "giganten", "", NAMES.get)) for language in LANGUAGES]

    assert [each.question(2, "2c.1") for each in told] == [
        "Bot careful takes an action card.",
        "Bot careful nimmt eine Aktionskarte.",
        "Bot careful prende una carta Azione.",
    ]


def test_a_title_without_texts_has_general_ones() -> None:
    assert label(TakeObjects(0, 1), Range("number", 1, 3), title="nim") == [
        "Take objects: heap 0, number 1 to 3",
        "Take objects: heap 0, number 1 bis 3",
        "Take objects: heap 0, number da 1 a 3",
    ]


@pytest.mark.parametrize("value", [None, "", "{seat}", (), ("nowhere",), 10**30], ids=repr)
def test_a_command_with_unknown_things_still_has_a_text(value: Any) -> None:
    for ruleset in RELEASED:
        for command in ruleset.commands:
            strange = command(**dict.fromkeys(command.__struct_fields__, value))
            assert all(label(strange, title=ruleset.name))


def keys_of(value: Any) -> Iterator[str]:
    """Yield all keys of a value of JSON."""
    match value:
        case dict():
            for key, part in cast("dict[str, Any]", value).items():
                yield key
                yield from keys_of(part)
        case list():
            for part in cast("list[Any]", value):
                yield from keys_of(part)
        case _:
            pass


@every
def test_every_key_of_a_view_and_every_effect_has_a_name(ruleset: Ruleset[Any]) -> None:
    found, effects = set[str](), set[str]()
    for game in positions(ruleset.name):
        seen = VIEWS[ruleset.name](game, FULL)
        found |= {*keys_of(msgspec.to_builtins(seen))}
        effects |= {*ruleset.holdings(game.state, 0)}
        for seat in games.awaiting(game):
            for note in ruleset.notes(game.state, seat, games.legal_commands(game, seat)):
                effects |= {*note.effect, *note.each, *note.held}

    for words in all_words(ruleset):
        assert effects | {"money"} == set(words.holdings)
        assert set(fields_of_view(ruleset.name)) == set(words.fields)
        # the keys of maps are ids of pieces and places
        assert found <= {*words.fields, *words.pieces, *words.places}
        assert {"players", "money", "awaiting", "rank"} <= set(words.fields)
        assert all([*words.holdings.values(), *words.fields.values()])


@every
def test_every_field_has_a_name_of_its_own_in_every_language(ruleset: Ruleset[Any]) -> None:
    english, *others = all_words(ruleset)
    alike = {"version", "phase_name", "round", "name", "joker", "area", "start"}
    for words in others:
        same = {field for field, name in words.fields.items() if name.casefold() == english.fields[field].casefold()}
        assert same <= alike, same
        assert not {name for name, text in words.holdings.items() if text == english.holdings[name]}


def all_words(ruleset: Ruleset[Any]) -> list[Words]:
    return [words_of(ruleset, language) for language in LANGUAGES]


def test_a_title_without_names_of_fields_has_the_fields_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(VIEWS, NIM.name, nim_view)
    words = words_of(NIM, "de")

    assert (words.fields["favourite"], words.fields["players"], words.holdings) == ("favourite", "Spieler", {})
