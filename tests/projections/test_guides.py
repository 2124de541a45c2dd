"""The guides of titles: complete, in every language, with rules that exist."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, get_args, get_type_hints

import pytest

from domain.kernel.ruleset import Ruleset
from domain.rulesets import RELEASED
from projections.boards import board_svg
from projections.boards.symbols import symbols_of
from projections.guides import Guide, Texts, course_in, explained_in, goal_in, guide_of, lesson_in
from projections.languages import LANGUAGES
from projections.sentences.titles import vocabulary_of
from projections.sentences.words import words_of
from projections.views.giganten.parts import GigantenView
from projections.views.minos.parts import MinosView
from projections.views.siberia.parts import SiberiaView
from tests.titles.nim import NIM

every = pytest.mark.parametrize("ruleset", RELEASED, ids=lambda ruleset: ruleset.name)

VIEWS = {"giganten": GigantenView, "siberia": SiberiaView, "minos": MinosView}

ELSEWHERE = {
    *("type", "game", "version", "data_set", "viewer", "round", "phase", "phase_name", "first_player", "awaiting"),
    *("players", "sites", "fields", "areas", "places", "clocks", "paused_until", "start", "start_beside", "ended"),
    *("ending", "sides", "seat", "pieces"),
}
"""The fields that the list of facts leaves out (`ELSEWHERE` in `static/js/table/facts.js`)."""

SPOTS = {"goal", "course", "choices", "dice", "confirm", "rack", "board", "players", "legend"}
"""The parts of the page that a step can be about (`SPOTS` in `static/js/table/coach.js`)."""

DRAWN = {
    "giganten": set[str](),
    # faces of tokens, and the figure at the cubes of a reserve
    "siberia": {"trade", "pick", "figure"},
    # the marks of seats on settlements and on the income track, which are places with an explanation
    "minos": {"seat0", "seat1", "seat2", "seat3"},
}
"""Symbols that are a part of another thing."""


def all_texts(guide: Guide) -> Iterator[Texts]:
    yield guide.goal
    for stage in guide.course:
        yield from (stage.name, stage.text)
    for entries in (guide.symbols, guide.facts, guide.choices):
        for entry in entries.values():
            yield entry.effect
            if entry.name:
                yield entry.name
    assert guide.first_game is not None
    for step in guide.first_game.steps:
        yield step.text


def all_rules(guide: Guide) -> Iterator[str]:
    yield from (stage.rule for stage in guide.course)
    for entries in (guide.symbols, guide.facts, guide.choices):
        yield from (entry.rule for entry in entries.values())
    assert guide.first_game is not None
    for step in guide.first_game.steps:
        yield from step.rules


@every
def test_every_text_is_there_in_every_language_and_is_no_copy(ruleset: Ruleset[Any]) -> None:
    for texts in all_texts(guide_of(ruleset.name)):
        assert set(texts) == set(LANGUAGES), texts
        assert all(text.strip() == text and text for text in texts.values())
        # names such as Transport or Joker are the same in two languages
        assert len(set(texts.values())) == len(LANGUAGES) or len(texts["en"].split()) <= 2, texts


@every
def test_a_text_ends_with_a_full_stop_or_is_a_name(ruleset: Ruleset[Any]) -> None:
    guide = guide_of(ruleset.name)
    sentences = [guide.goal, *(stage.text for stage in guide.course)]
    sentences += [one.effect for part in (guide.symbols, guide.facts, guide.choices) for one in part.values()]
    assert all(text.endswith(".") for texts in sentences for text in texts.values())


@every
def test_the_rules_of_a_guide_exist(ruleset: Ruleset[Any]) -> None:
    assert set(all_rules(guide_of(ruleset.name))) <= ruleset.rules.keys()


@every
def test_each_symbol_and_each_place_of_a_board_is_explained(ruleset: Ruleset[Any]) -> None:
    known = guide_of(ruleset.name).symbols
    drawn = symbols_of(ruleset.name).keys() - DRAWN[ruleset.name]
    assert {kind for kind in drawn if kind not in known} == set()
    for data_set in ruleset.data_sets():
        for kind, id_ in places_of(board_svg(ruleset.name, data_set).decode()):
            parts = id_.split(":")[1:]
            keys = [*(f"{kind}:{part}" for part in parts), kind, *parts]
            assert any(key in known for key in keys), id_


def places_of(board: str) -> Iterator[tuple[str, str]]:
    for tag in re.findall(r"<\w+[^>]*data-kind=[^>]*>", board):
        kind, id_ = (re.search(rf'\b{name}="([^"]*)"', tag) for name in ("data-kind", "id"))
        assert kind is not None
        assert id_ is not None
        yield kind[1], id_[1]


@every
def test_each_piece_that_has_a_name_is_explained(ruleset: Ruleset[Any]) -> None:
    known, guide = vocabulary_of(ruleset.name), guide_of(ruleset.name)
    pieces = {name for data in ruleset.data_sets() for name in known.names(ruleset.data_set(data).tables).pieces}
    others = {
        # parts of names: cards by what is printed, tokens by person and resource, the unit of money
        "giganten": {name for name in pieces if re.match(r"(red|beige)[-_]", name)} | {"black_train"},
        "siberia": {name for name in pieces if "_" in name} | {"investment"},
        "minos": {"talent"},
    }[ruleset.name]
    assert pieces - others <= guide.symbols.keys()


@every
def test_each_fact_that_the_table_shows_is_explained(ruleset: Ruleset[Any]) -> None:
    view = VIEWS[ruleset.name]
    player = get_args(get_type_hints(view)["players"])[0]
    shown = set(player.__struct_fields__) | set(view.__struct_fields__)
    assert guide_of(ruleset.name).facts.keys() == shown - ELSEWHERE


@every
def test_each_choice_is_explained(ruleset: Ruleset[Any]) -> None:
    commands = {str(command.__struct_config__.tag) for command in ruleset.commands}
    assert {f"{ruleset.name}.{each}" for each in guide_of(ruleset.name).choices} == commands


@every
def test_each_phase_is_in_one_part_of_the_course(ruleset: Ruleset[Any]) -> None:
    phases = [phase for stage in guide_of(ruleset.name).course for phase in stage.phases]
    assert sorted(phases) == sorted(set(vocabulary_of(ruleset.name).phases) - {"set_up", "over"})


@every
def test_the_first_game_has_six_to_ten_steps_at_known_spots_and_can_be_opened(ruleset: Ruleset[Any]) -> None:
    lesson = guide_of(ruleset.name).first_game
    assert lesson is not None
    assert 6 <= len(lesson.steps) <= 10
    assert {step.spot for step in lesson.steps} <= SPOTS
    assert lesson.seats in ruleset.seats
    asked = vocabulary_of(ruleset.name).choosing.questions
    assert {rule for step in lesson.steps for rule in step.rules} <= asked.keys()
    assert {step.choice for step in lesson.steps} - {""} <= guide_of(ruleset.name).choices.keys()
    known: Mapping[str, Any] = {option.name: option.values for option in ruleset.options}
    assert all(value in known[name] for name, value in lesson.options.items())


@every
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_is_explained_has_a_name(ruleset: Ruleset[Any], language: str) -> None:
    guide, words = guide_of(ruleset.name), words_of(ruleset, language)
    for entries, names in ((guide.symbols, words.pieces), (guide.facts, words.fields)):
        assert all(each.name and each.effect for each in explained_in(entries, names, language).values())
    assert words.goal == guide.goal[language]
    assert [stage.name for stage in words.course] == [stage.name[language] for stage in guide.course]


def test_a_title_without_a_guide_explains_nothing() -> None:
    assert (goal_in(NIM.name, "de"), course_in(NIM.name, "de"), lesson_in(NIM.name, "de")) == ("", (), None)
    assert words_of(NIM, "de").goal == ""
