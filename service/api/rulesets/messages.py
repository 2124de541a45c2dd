"""Replies about the titles: rulesets, their data sets and rules."""

from typing import Annotated, Any

from msgspec import Meta

from domain.kernel.rulebook import Rule
from domain.kernel.ruleset import Option, ScoreInfo
from service.http.messages import DataSetName, Digest, Reply


class DataSetReply(Reply, frozen=True):
    """A data set: its name, and the digest that stands in the first event of every game played with it."""

    name: DataSetName
    title: Annotated[str, Meta(description="What the data set is, in words.")]
    digest: Digest
    url: Annotated[str, Meta(description="Where its tables can be read.")]
    options: Annotated[
        dict[str, Any],
        Meta(
            description="What it prints of the options: these values stand where neither the game nor its profile "
            "names others, instead of the first ones in the list of the option."
        ),
    ]


class RulesetReply(Reply, frozen=True):
    """A title: its version, numbers of seats, options and profiles, bots and data sets."""

    name: Annotated[str, Meta(description="The name of the title, as it is sent when a game is opened.")]
    version: Annotated[int, Meta(description="The current version of its rules, from 1.")]
    title: Annotated[str, Meta(description="What the game is called.")]
    seats: Annotated[tuple[int, ...], Meta(description="For how many players it is.")]
    options: Annotated[tuple[Option, ...], Meta(description="What can be chosen when a game is opened.")]
    profiles: Annotated[
        dict[str, dict[str, Any]],
        Meta(description="Named sets of options: by name, the options that are not at their default."),
    ]
    default_profile: Annotated[str, Meta(description="The profile of a game that names none.")]
    score: Annotated[ScoreInfo, Meta(description="The unit of its scores, and the parts that add up to a score.")]
    bots: Annotated[tuple[str, ...], Meta(description="The bots that can sit in a game.")]
    data_sets: Annotated[tuple[DataSetReply, ...], Meta(description="The data sets that it can be played with.")]
    rules_url: Annotated[str, Meta(description="Where its numbered rules can be read.")]


class Rulesets(Reply, frozen=True):
    """The titles that are played here."""

    items: Annotated[tuple[RulesetReply, ...], Meta(description="The titles.")]


class Rules(Reply, frozen=True):
    """The numbered rules of a title."""

    items: Annotated[tuple[Rule, ...], Meta(description="The rules in the order of the book.")]
