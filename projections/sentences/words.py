"""The words of a title in one language: things, phases, options, rule titles, parts of the score, fields of views."""

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from msgspec import Meta

from domain.kernel.ruleset import Option, Ruleset
from domain.kernel.values import Value
from projections.guides import StageWords, course_in, goal_in
from projections.sentences.chapters import chapter_in, texts_of_book
from projections.sentences.fields import names_of_fields
from projections.sentences.messages import Catalogue, Message, catalogue
from projections.sentences.titles import vocabulary_of
from projections.sentences.vocabulary import Described, Names, named

_SEATS = {f"seat_{number}": Message("seat {number}", parts={"number": number}) for number in range(4)}
SHARED_VALUES: Mapping[str, Mapping[Any, Message]] = {"first_player": {**named(random="at random"), **_SEATS}}
"""The names of option values that all titles share."""

SWITCH = {True: Message("yes"), False: Message("no")}

Texts = dict[str, str]


class ValueWords(Value, frozen=True):
    """A value of an option, and its name."""

    value: Annotated[int | str | bool, Meta(description="The value.")]
    name: Annotated[str, Meta(description="The name of the value.")]


class NamedWords(Value, frozen=True):
    """A readable name, and one sentence about it."""

    name: Annotated[str, Meta(description="The name.")]
    meaning: Annotated[str, Meta(description="What it is, in one sentence; empty for a title without such texts.")]


class OptionWords(Value, frozen=True):
    """An option: its name, its meaning, and the names of its values."""

    name: Annotated[str, Meta(description="The name of the option.")]
    meaning: Annotated[str, Meta(description="What the option changes.")]
    values: Annotated[tuple[ValueWords, ...], Meta(description="The values, the default first.")]


class AnalysisWords(Value, frozen=True):
    """The names in the analysis of a finished game."""

    measures: Annotated[Texts, Meta(description="The measures of what is drawn.")]
    kinds: Annotated[Texts, Meta(description="The kinds of returns.")]
    amounts: Annotated[Texts, Meta(description="The amounts that are paid and returned, and the facts.")]
    outcomes: Annotated[Texts, Meta(description="The outcomes of returns.")]


class Words(Value, frozen=True):
    """The words of a title in one language."""

    language: Annotated[str, Meta(description="The language, as a tag of RFC 5646.")]
    title: Annotated[str, Meta(description="The title of the game.")]
    goal: Annotated[
        str, Meta(description="Who wins, and what ends the game, in a line; empty for a title without a guide.")
    ]
    course: Annotated[
        tuple[StageWords, ...], Meta(description="The parts of a round or turn, in order; empty without a guide.")
    ]
    pieces: Annotated[Texts, Meta(description="The names of pieces, cards, tokens and symbols, by id.")]
    places: Annotated[Texts, Meta(description="The names of the places on the boards of all data sets, by id.")]
    phases: Annotated[Texts, Meta(description="The names of phases, by the `phase_name` of views.")]
    options: Annotated[dict[str, OptionWords], Meta(description="The options, by name.")]
    profiles: Annotated[dict[str, NamedWords], Meta(description="The profiles, by name.")]
    data_sets: Annotated[dict[str, NamedWords], Meta(description="The data sets, by name.")]
    rules: Annotated[Texts, Meta(description="The titles of the rules, by number.")]
    chapters: Annotated[
        Texts, Meta(description="The chapters of the rules, by `phase` of an analysis, which is in English.")
    ]
    score: Annotated[Texts, Meta(description="The names of the parts of a score.")]
    score_unit: Annotated[str, Meta(description="The unit of scores.")]
    ends: Annotated[
        Texts, Meta(description="Why a game is over, and what decides between equal scores, by `reason` of results.")
    ]
    holdings: Annotated[
        Texts, Meta(description="The names in `effect` and `each` of choices and in `changes` of previews, by name.")
    ]
    fields: Annotated[
        Texts,
        Meta(
            description="The names of the fields of views, by field. Other keys of views are in `pieces` or `places`."
        ),
    ]
    analysis: Annotated[AnalysisWords, Meta(description="The names in the analysis of a finished game.")]


def words_of(ruleset: Ruleset[Any], language: str) -> Words:
    """Return the words of a title. Words without a translation are English."""
    texts, vocabulary, names = catalogue(language, ruleset.name), vocabulary_of(ruleset.name), names_of(ruleset)
    return Words(
        language=language,
        title=ruleset.title,
        goal=goal_in(ruleset.name, language),
        course=course_in(ruleset.name, language),
        pieces={name: texts.render(message) for name, message in names.pieces.items()},
        places={name: texts.render(message) for name, message in names.places.items()},
        phases={name: texts.render(message) for name, message in vocabulary.phases.items()},
        options={option.name: _option(ruleset, option, texts) for option in ruleset.options},
        profiles={name: _described(vocabulary.profiles.get(name), name, texts) for name in ruleset.profiles},
        data_sets={name: data_set_words(ruleset, name, texts) for name in ruleset.data_sets()},
        chapters=_chapters(ruleset, language),
        rules={rule.number: texts.text(Message(rule.title)) for rule in ruleset.rules.values()},
        score={part.part: texts.text(Message(part.title)) for part in ruleset.score.parts},
        score_unit=texts.text(Message(ruleset.score.unit)),
        ends={reason: texts.render(message) for reason, message in ends_of(ruleset).items()},
        holdings={name: texts.render(message) for name, message in vocabulary.holdings.items()},
        fields={name: texts.render(message) for name, message in names_of_fields(ruleset, names).items()},
        analysis=_analysis(analysis_messages(ruleset), texts),
    )


def ends_of(ruleset: Ruleset[Any]) -> Mapping[str, Message]:
    """Return why games of a title are over, and what decides between equal scores, by reason."""
    tie_breaks = () if ruleset.tie_break is None else (ruleset.tie_break,)
    return {each.reason: Message(each.text) for each in (*ruleset.ends, *tie_breaks)}


def _chapters(ruleset: Ruleset[Any], language: str) -> Texts:
    """Return the names of the chapters. Those without a translation are English."""
    texts = texts_of_book(ruleset.name, language)
    return {rule.phase: chapter_in(rule.phase, texts) for rule in ruleset.rules.values()}


class TermWords(Value, frozen=True):
    """The names of what a new game can have, and what they mean, in one language."""

    language: Annotated[str, Meta(description="The language, as a tag of RFC 5646.")]
    options: Annotated[dict[str, NamedWords], Meta(description="The options, by name.")]
    profiles: Annotated[dict[str, NamedWords], Meta(description="The profiles, by name.")]
    data_sets: Annotated[dict[str, NamedWords], Meta(description="The data sets, by name.")]


def term_words(ruleset: Ruleset[Any], language: str) -> TermWords:
    """Return the names of the options, profiles and data sets of a title. Words without a translation are English."""
    texts, vocabulary = catalogue(language, ruleset.name), vocabulary_of(ruleset.name)
    return TermWords(
        language,
        {
            each.name: NamedWords(option_name(ruleset, each, texts), texts.text(Message(each.meaning)))
            for each in ruleset.options
        },
        {name: _described(vocabulary.profiles.get(name), name, texts) for name in ruleset.profiles},
        {name: data_set_words(ruleset, name, texts) for name in ruleset.data_sets()},
    )


def option_name(ruleset: Ruleset[Any], option: Option, texts: Catalogue) -> str:
    """Return the name of an option. One that the vocabulary does not name has its name in requests."""
    found = vocabulary_of(ruleset.name).options.get(option.name)
    return option.name if found is None else texts.render(found)


def data_set_words(ruleset: Ruleset[Any], name: str, texts: Catalogue) -> NamedWords:
    """Return the name of a data set, and what it is. One that the vocabulary does not name has its title."""
    return _described(vocabulary_of(ruleset.name).data_sets.get(name), ruleset.data_set(name).title, texts)


def _described(found: Described | None, name: str, texts: Catalogue) -> NamedWords:
    if found is None:
        return NamedWords(name, "")
    return NamedWords(*(texts.text(each) for each in found.messages()))


class AnalysisMessages(NamedTuple):
    """The names in the analysis of the games of a title, in English."""

    measures: Mapping[str, Message] = {}
    kinds: Mapping[str, Message] = {}
    amounts: Mapping[str, Message] = {}
    outcomes: Mapping[str, Message] = {}


def analysis_messages(ruleset: Ruleset[Any]) -> AnalysisMessages:
    """Return the names in the analysis of the games of a title."""
    found = ruleset.analysis
    if found is None:
        return AnalysisMessages()
    return AnalysisMessages(
        {info.measure: Message(info.title) for info in found.measures},
        {info.kind: Message(info.title) for info in found.kinds},
        {info.amount: Message(info.title) for info in found.amounts},
        {outcome: Message(title) for outcome, title in found.outcomes.items()},
    )


def _analysis(messages: AnalysisMessages, texts: Catalogue) -> AnalysisWords:
    return AnalysisWords(*({name: texts.render(each) for name, each in group.items()} for group in messages))


def names_of(ruleset: Ruleset[Any]) -> Names:
    """Return the names of the things of all data sets."""
    found = [vocabulary_of(ruleset.name).names(ruleset.data_set(name).tables) for name in ruleset.data_sets()]
    return Names(
        {name: message for names in found for name, message in names.pieces.items()},
        {name: message for names in found for name, message in names.places.items()},
        {name: message for names in found for name, message in names.short.items()},
    )


def _option(ruleset: Ruleset[Any], option: Option, texts: Catalogue) -> OptionWords:
    return OptionWords(
        option_name(ruleset, option, texts),
        texts.text(Message(option.meaning)),
        tuple(ValueWords(value, texts.render(_value(ruleset, option, value))) for value in option.values),
    )


def _value(ruleset: Ruleset[Any], option: Option, value: int | str | bool) -> Message | str:
    """Return the name of a value. A number, and a value that no vocabulary names, stays as it is."""
    if isinstance(value, bool):
        return SWITCH[value]
    values = vocabulary_of(ruleset.name).values.get(option.name) or SHARED_VALUES.get(option.name, {})
    return values.get(value, str(value))
