"""Decisions of bot games as a terminal is told them, without a server between."""

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import msgspec

from domain.game import game as games
from domain.game.game import Game
from domain.kernel.values import Seat
from domain.rulesets import RULESETS
from projections.boards.pieces import placing, with_pieces
from projections.languages import ENGLISH
from projections.sentences.choices import Phrases
from projections.sentences.seating import NO_SEATS
from projections.sentences.texts import Wording
from projections.sentences.words import words_of
from projections.views import VIEWS
from service.terminal.display.board import Scene
from service.terminal.display.words import Names
from tests.projections.bot_games import positions

NAMES = ("Maximiliane von … (0)", "Bartholomew Sm… (1)", "careful (2)", "random (3)")


def as_json(value: Any) -> Any:
    """What arrives at a client."""
    return msgspec.json.decode(msgspec.json.encode(value))


def no_name(_player: str) -> None:
    """Return no name of a player."""


def tables_of(game: Game) -> dict[str, Any]:
    return as_json(game.ruleset.data_set(game.opened.data_set).tables)


def things_of(game: Game, language: str = ENGLISH) -> dict[str, str]:
    return _things_of(game.ruleset.name, language)


@cache
def holdings_of(title: str, language: str = ENGLISH) -> dict[str, str]:
    return dict(words_of(RULESETS[title], language).holdings)


@cache
def _things_of(title: str, language: str) -> dict[str, str]:
    words = words_of(RULESETS[title], language)
    return {**words.pieces, **words.places}


def view_of(game: Game, seat: Seat | None) -> dict[str, Any]:
    """The view with its pieces, as the terminal asks for it."""
    place = placing(game.ruleset.name, game.opened.data_set)
    return as_json(with_pieces(VIEWS[game.ruleset.name](game, seat), place))


def scenes(title: str, number: int, seats: int, options: dict[str, Any], every: int = 1) -> Iterator[tuple[Scene, str]]:
    """Every decision, or one in so many, of a bot game, as each seat that is asked sees it, with its rule."""
    tables: dict[str, Any] = {}
    for game in islice(positions(RULESETS[title], number, seats, options), None, None, every):
        tables = tables or tables_of(game)
        for seat in sorted(games.awaiting(game)):
            yield scene_of(game, seat, tables), game.ruleset.question(game.state, seat)


def scene_of(game: Game, seat: Seat, tables: dict[str, Any]) -> Scene:
    names = Names(NAMES[: len(game.state.players)], things_of(game), holdings_of(game.ruleset.name))
    legal = games.legal_commands(game, seat)
    texts = Phrases(NO_SEATS, Wording(ENGLISH, game.ruleset.name, game.opened.data_set, no_name)).choices(legal)
    notes = game.ruleset.notes(game.state, seat, legal)
    choices = [
        {name: part for name, part in {**as_json(choice), **as_json(note), "text": text}.items() if part}
        for choice, note, text in zip(legal, notes, texts, strict=True)
    ]
    return Scene(view_of(game, seat), tables, names, seat, choices)
