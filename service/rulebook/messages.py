"""Replies for titles, data sets and rules."""

from typing import Annotated, Any

from msgspec import Meta

from domain.kernel.ruleset import Option, ScoreInfo
from projections.guides import Explained, LessonWords
from projections.sentences.words import TermWords
from service.core.http.messages import DataSetName, Digest, Reply


class DataSetReply(Reply, frozen=True):
    """A data set. The first event of every game with it contains the digest."""

    name: DataSetName
    title: Annotated[str, Meta(description="The title of the data set.")]
    digest: Digest
    url: Annotated[str, Meta(description="The path of its tables.")]
    board_url: Annotated[
        str | None, Meta(description="The path of the picture of its board; null if the title has no board.")
    ]
    options: Annotated[
        dict[str, Any],
        Meta(
            description="The option values that the data set prints. They are the defaults of games with the data set, "
            "unless the profile has other values."
        ),
    ]


class RulesetReply(Reply, frozen=True):
    """A title with its options, profiles, bots and data sets."""

    name: Annotated[str, Meta(description="The name of the title in requests.")]
    version: Annotated[int, Meta(description="The current version of the rules, from 1.")]
    title: Annotated[str, Meta(description="The full title of the game.")]
    seats: Annotated[tuple[int, ...], Meta(description="The supported numbers of seats.")]
    options: Annotated[tuple[Option, ...], Meta(description="The options of a game.")]
    profiles: Annotated[
        dict[str, dict[str, Any]],
        Meta(description="The profiles: by name, the options that differ from their defaults."),
    ]
    default_profile: Annotated[str, Meta(description="The default profile.")]
    score: Annotated[ScoreInfo, Meta(description="The unit and the parts of scores.")]
    bots: Annotated[tuple[str, ...], Meta(description="The available bots.")]
    data_sets: Annotated[tuple[DataSetReply, ...], Meta(description="The available data sets.")]
    words: Annotated[
        TermWords, Meta(description="The names of options, profiles and data sets, and what they mean, in a language.")
    ]
    rules_url: Annotated[str, Meta(description="The path of the numbered rules.")]
    rulings_url: Annotated[str, Meta(description="The path of the rulings that the rules cite.")]


class Rulesets(Reply, frozen=True):
    """The available titles."""

    items: Annotated[tuple[RulesetReply, ...], Meta(description="The titles.")]


class RulingLink(Reply, frozen=True):
    """A ruling that a rule cites."""

    id: Annotated[str, Meta(description="The id of the ruling, such as `G85`.")]
    url: Annotated[str, Meta(description="The path of the ruling.")]


class RuleReply(Reply, frozen=True):
    """A numbered rule of a title."""

    number: Annotated[str, Meta(description="The number of the rule, as refusals cite it after the title: `4b.2`.")]
    title: Annotated[str, Meta(description="The title of the rule.")]
    phase: Annotated[str, Meta(description="The chapter of the rule.")]
    text: Annotated[str, Meta(description="The text of the rule in Markdown.")]
    language: Annotated[
        str,
        Meta(description="The language of the text, as a tag of RFC 5646: `en` if the text has no translation."),
    ]
    sources: Annotated[
        tuple[str, ...], Meta(description="The sources of the rule: sections of rule books, and rulings.")
    ]
    rulings: Annotated[tuple[RulingLink, ...], Meta(description="The rulings among the sources.")]


class Rules(Reply, frozen=True):
    """The numbered rules of a title."""

    language: Annotated[str, Meta(description="The language that was asked for, as a tag of RFC 5646.")]
    introduction: Annotated[
        str, Meta(description="What the game is about and how a round goes, in Markdown; empty if the book has none.")
    ]
    glossary: Annotated[
        str,
        Meta(
            description="The words of the book with their meanings: a table in Markdown, and what stands below it; "
            "empty if the book has none."
        ),
    ]
    items: Annotated[tuple[RuleReply, ...], Meta(description="The rules in the order of the rule book.")]


class SourceReply(Reply, frozen=True):
    """A source of the rules of a title."""

    source: Annotated[str, Meta(description="The key of the source, such as `S0`, as rules and rulings cite it.")]
    title: Annotated[str, Meta(description="What the source is.")]
    language: Annotated[str, Meta(description="The language of its quotations, as a tag of RFC 5646.")]


class PassageReply(Reply, frozen=True):
    """A passage of a source on which a ruling decides."""

    source: Annotated[str, Meta(description="The key of the source, such as `S0`.")]
    section: Annotated[str, Meta(description="The section of the source.")]
    language: Annotated[str, Meta(description="The language of the quotation, as a tag of RFC 5646.")]
    quote: Annotated[
        str, Meta(description="The words of the source, verbatim. `[…]` stands for words that are left out.")
    ]


class RuleLink(Reply, frozen=True):
    """A rule that cites a ruling."""

    number: Annotated[str, Meta(description="The number of the rule.")]
    url: Annotated[str, Meta(description="The path of the rule.")]


class RulingReply(Reply, frozen=True):
    """A decision on a point on which the sources of a title are silent, ambiguous or contradictory."""

    id: Annotated[str, Meta(description="The id of the ruling, such as `G85`, as the rules cite it.")]
    language: Annotated[str, Meta(description="The language of question, decision and reason, as a tag of RFC 5646.")]
    question: Annotated[str, Meta(description="The point that is decided.")]
    passages: Annotated[
        tuple[PassageReply, ...],
        Meta(description="The passages on which the ruling decides; empty if the sources are silent."),
    ]
    decision: Annotated[str, Meta(description="The decision.")]
    reason: Annotated[str, Meta(description="The reason for the decision.")]
    options: Annotated[
        tuple[str, ...], Meta(description="The names of the options by which a game can be played otherwise.")
    ]
    rules: Annotated[tuple[RuleLink, ...], Meta(description="The rules that cite the ruling.")]
    departs: Annotated[
        tuple[str, ...],
        Meta(description="The numbers of the rules that depart, by this ruling, from a passage that they cite."),
    ]
    url: Annotated[str, Meta(description="The path of the ruling.")]


class Rulings(Reply, frozen=True):
    """The rulings of a title."""

    language: Annotated[str, Meta(description="The language of the texts, as a tag of RFC 5646.")]
    sources: Annotated[tuple[SourceReply, ...], Meta(description="The sources that the rulings quote.")]
    items: Annotated[tuple[RulingReply, ...], Meta(description="The rulings in the order of their ids.")]


class GuideReply(Reply, frozen=True):
    """What a table of a title explains, and its first game."""

    language: Annotated[str, Meta(description="The language of the texts, as a tag of RFC 5646.")]
    symbols: Annotated[
        dict[str, Explained],
        Meta(
            description="Pieces and places of the board. A key is a kind of piece, or the `data-kind` of a place, or a "
            "part of the id of a place, such as `arrow` of `die:arrow`; kind and part, such as `token:manager`, are "
            "more specific than the kind, and the kind more than the part."
        ),
    ]
    facts: Annotated[dict[str, Explained], Meta(description="Fields of views, by their names.")]
    choices: Annotated[dict[str, Explained], Meta(description="Choices, by the type of their command.")]
    first_game: Annotated[
        LessonWords | None, Meta(description="A first game with steps that explain it; null if the title has none.")
    ]


class BotStanding(Reply, frozen=True):
    """A bot in games against one kind of opponent."""

    bot: Annotated[str, Meta(description="The name of the bot.")]
    opponent: Annotated[str, Meta(description="The name of the bot in all other seats.")]
    opponents: Annotated[int, Meta(description="The number of opponents.", ge=1)]
    games: Annotated[int, Meta(description="The number of games.", ge=1)]
    wins: Annotated[float, Meta(description="The number of wins. A shared win counts in part.")]
    share: Annotated[float, Meta(description="The share of wins, from 0 to 1.")]
    low: Annotated[float, Meta(description="The lower end of the 95 % confidence interval of the share (Wilson).")]
    high: Annotated[float, Meta(description="The upper end of the interval.")]
    par: Annotated[float, Meta(description="The share of a bot that is as good as its opponents.")]
    mean_score: Annotated[float, Meta(description="The mean of the final scores of the bot.")]
    weights: Annotated[
        str,
        Meta(
            description="The first 16 hex digits of the SHA-256 of the weights that the strong bots of the title had "
            "at the time; empty if it has none."
        ),
    ]


class BotLadder(Reply, frozen=True):
    """How the bots of a title play against each other."""

    command: Annotated[str, Meta(description="The command that plays these games.")]
    items: Annotated[tuple[BotStanding, ...], Meta(description="The measured pairings.")]
