"""The guides of titles: what a table explains, and the steps of a first game, in every language.

`<title>.toml` in this package is the guide of a title. A title without such a file has an empty guide.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Annotated, TypeAlias

from msgspec import Meta

from domain.kernel.datafile import Problem, read
from domain.kernel.values import Value
from projections.languages import ENGLISH

Texts: TypeAlias = Mapping[str, str]
"""A text in each language, by the tag of RFC 5646. English is always there."""


class Stage(Value, frozen=True, forbid_unknown_fields=True):
    """A part of the course of a round or turn: where a view is in one of its phases, the game is there."""

    rule: str
    phases: tuple[str, ...]
    """The names of the phases of views, `phase_name`."""
    name: Texts
    text: Texts


class Entry(Value, frozen=True, forbid_unknown_fields=True):
    """What one thing does, and the number of the rule. The name is that of the words of the title, if it has none."""

    rule: str
    effect: Texts
    name: Mapping[str, str] = {}


class Step(Value, frozen=True, forbid_unknown_fields=True):
    """A coach mark of the first game."""

    spot: str
    """The part of the page that it is about."""
    text: Texts
    rules: tuple[str, ...] = ()
    """It waits for an own question of one of these rules, and is over after it; without them it is shown at once."""
    choice: str = ""
    """It waits for a choice with this command, too: its type without the title."""


class Lesson(Value, frozen=True, forbid_unknown_fields=True):
    """The first game of a title: its seats, its options, and its coach marks."""

    seats: int
    steps: tuple[Step, ...]
    options: Mapping[str, int | str | bool] = {}


class Guide(Value, frozen=True, forbid_unknown_fields=True):
    """The guide of a title."""

    goal: Mapping[str, str] = {}
    course: tuple[Stage, ...] = ()
    symbols: Mapping[str, Entry] = {}
    """Pieces and places of the board, by the kind of piece or place, or a part of their id."""
    facts: Mapping[str, Entry] = {}
    """Fields of views, by their names."""
    choices: Mapping[str, Entry] = {}
    """Commands, by their types without the title."""
    first_game: Lesson | None = None


class StageWords(Value, frozen=True):
    """A part of the course of a round or turn."""

    name: Annotated[str, Meta(description="The name of the part.")]
    text: Annotated[str, Meta(description="What happens in it.")]
    rule: Annotated[str, Meta(description="The number of the rule.")]
    phases: Annotated[
        tuple[str, ...],
        Meta(description="The game is in this part while the `phase_name` of its view is one of these."),
    ]


class Explained(Value, frozen=True):
    """What a thing is called, what it does, and by which rule."""

    name: Annotated[str, Meta(description="The name of the thing; empty if what shows it names it, as with choices.")]
    effect: Annotated[str, Meta(description="What it does.")]
    rule: Annotated[str, Meta(description="The number of the rule.")]


class StepWords(Value, frozen=True):
    """A step of the first game: what to show, when, and where."""

    spot: Annotated[
        str,
        Meta(
            description="The part of the page that the step is about: `goal`, `course`, `choices`, `dice`, `confirm`, "
            "`rack`, `board`, `players` or `legend`."
        ),
    ]
    rules: Annotated[
        tuple[str, ...],
        Meta(
            description="The step waits for an own question by one of these rules, and is over after it; empty: it "
            "waits for none."
        ),
    ]
    choice: Annotated[
        str | None, Meta(description="The step also waits for a choice with a command of this type; null: for none.")
    ]
    text: Annotated[str, Meta(description="What the step says.")]


class LessonWords(Value, frozen=True):
    """The first game of a title: how to open it, and its steps."""

    seats: Annotated[int, Meta(description="The number of seats: the first one for the player, bots in the others.")]
    options: Annotated[Mapping[str, int | str | bool], Meta(description="The options of the game.")]
    steps: Annotated[tuple[StepWords, ...], Meta(description="The steps, in order.")]


@cache
def guide_of(title: str) -> Guide:
    """Return the guide of a title in all languages; an empty one if it has none. Raises DataSetError."""
    name = f"{title}.toml"
    file = resources.files(__name__) / name
    if not file.is_file():
        return Guide()
    return read(file.read_text(encoding="utf-8"), f"projections/guides/{name}", Guide, _problems)


def goal_in(title: str, language: str) -> str:
    """Return the goal of a title in one line; empty if it has no guide."""
    return _in(language, guide_of(title).goal)


def course_in(title: str, language: str) -> tuple[StageWords, ...]:
    """Return the course of a round or turn of a title."""
    return tuple(
        StageWords(_in(language, each.name), _in(language, each.text), each.rule, each.phases)
        for each in guide_of(title).course
    )


def explained_in(entries: Mapping[str, Entry], names: Mapping[str, str], language: str) -> dict[str, Explained]:
    """Return entries of a guide in a language. An entry without a name of its own takes that of its key in `names`."""
    return {
        key: Explained(_in(language, each.name) or names.get(key, ""), _in(language, each.effect), each.rule)
        for key, each in entries.items()
    }


def lesson_in(title: str, language: str) -> LessonWords | None:
    """Return the first game of a title; None if it has none."""
    lesson = guide_of(title).first_game
    if lesson is None:
        return None
    steps = (
        StepWords(
            spot=step.spot,
            rules=step.rules,
            choice=f"{title}.{step.choice}" if step.choice else None,
            text=_in(language, step.text),
        )
        for step in lesson.steps
    )
    return LessonWords(lesson.seats, lesson.options, tuple(steps))


def _problems(guide: Guide) -> Iterator[Problem]:
    if guide.goal and ENGLISH not in guide.goal:
        yield ("goal",), "add the English text"
    for table, entries in (("symbols", guide.symbols), ("facts", guide.facts), ("choices", guide.choices)):
        for key, entry in entries.items():
            if ENGLISH not in entry.effect:
                yield (table, key), "add the English text of the effect"


def _in(language: str, texts: Texts) -> str:
    return texts.get(language) or texts.get(ENGLISH, "")
