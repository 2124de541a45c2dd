"""The sentences of feeds, badges and calendars, by language."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from domain.rulesets import RULESETS
from projections.sentences.messages import Message, load_translations
from projections.sentences.words import words_of

DOMAIN = "feeds"
BOT = "bot:"

RESULTS = Message("Results")
RESULTS_OF = Message("Results of {title}")
RESULTS_TEXT = Message("The results of finished games.")
WON = Message("{title}: won by {names}")
ENDED = Message("{title}: ended")
TOURNAMENT_TEXT = Message("Rounds, results and the end of the tournament.")
REGISTRATION = Message("{name}: registration is open")
REGISTRATION_TEXT = Message("{title}, up to {players} players.")
PUBLISHED = Message("{name}: round {round} is published")
TABLE = Message("Table {table}: {names}")
BYES = Message("Bye: {names}")
WITHDRAWN = Message("{name}: round {round} is withdrawn")
RESULT = Message("{name}: result of round {round}, table {table}")
RULED = Message("{name}: ruling on round {round}, table {table}")
CLOSED = Message("{name}: round {round} is over")
CLOSED_TEXT = Message("Every table of round {round} has a result.")
FINISHED = Message("{name}: won by {names}")
CANCELLED = Message("{name}: cancelled")
PLAYER_TEXT = Message("Finished games and tournaments of {player}.")
PLAYS = Message("{player} plays in {name}")
PLACED = Message("{name}: place {rank} of {players} for {player}")
DELETED = Message("Deleted player")
BOT_NAMED = Message("Bot {kind}")
RATED = Message("{rating}, {games} game", "{rating}, {games} games")
UNRATED = Message("not rated")
OPEN = Message("registration, {players} of {most} players")
ROUND = Message("round {round} of {rounds}")
LEADER = Message("round {round} of {rounds}, leader {names}")
WINNER = Message("winner {names}")
OVER = Message("ended")
OFF = Message("cancelled")
UNKNOWN = Message("not found")
CALENDAR = Message("Ludolog: my deadlines and rounds")
TURN = Message("Your turn: {game}")
TURN_TEXT = Message("Your clock runs out at this time.")
CLOSES = Message("{name}: registration closes")
CHECK_IN = Message("{name}: check-in for round {round}")
STARTS = Message("{name}: round {round}")

MESSAGES = tuple(value for value in globals().copy().values() if isinstance(value, Message))
"""All messages of the catalogue."""

NameOf = Callable[[str], str | None]
"""Returns the current name of a player; None for a bot and for a deleted player."""


def phrase(language: str, message: Message, **values: object) -> str:
    """Return a message with its values. `games` chooses the plural."""
    texts = _texts(language)
    number = values.get("games")
    is_counted = bool(message.plural) and isinstance(number, int)
    text = texts.ngettext(message.text, message.plural, number) if is_counted else texts.gettext(message.text)
    return text.format_map(values)


@cache
def title_named(name: str, language: str) -> str:
    """Return the name of a title in a language."""
    return words_of(RULESETS[name], language).title


def person(language: str, player: str, name: str | None) -> str:
    """Return how a player is named."""
    if player.startswith(BOT):
        return phrase(language, BOT_NAMED, kind=player.removeprefix(BOT))
    return name or phrase(language, DELETED)


def people(language: str, players: Iterable[str], name_of: NameOf) -> str:
    """Return the names of players, separated by commas."""
    return ", ".join(person(language, player, name_of(player)) for player in players)


def amount(number: int) -> str:
    """Return a whole number with narrow spaces between thousands."""
    return f"{number:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")


@cache
def _texts(language: str) -> Any:
    return load_translations("service.news.feeds", language, DOMAIN)
