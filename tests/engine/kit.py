"""Questions about positions of golden games, and games that the engine analyses in a second."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.analysis.analyse import folded
from domain.game import decide
from domain.game.codecs import LOBBY_CODEC
from domain.game.game import Game
from domain.game.rulings.decide import Ruling, adjudicate
from domain.game.terms import Terms
from domain.kernel.values import Command, Seat
from domain.ledger.records import Entry
from service.analysis.questions import Question, onward_of, question_of
from service.analysis.run import engine_analysis
from tests.analysis.logs import log_of
from tests.games.bundles import Finished
from tests.games.forged_rulings import OWNER, Log
from tests.kit import RandomChance
from tests.secrecy.worlds import World

SHORT = "minos-1-directed-fish"
"""A golden game with few events."""

SEED = 5

BRIEF = 2
"""The number of a brief game in which the engine finds a mistake."""

RULING = Ruling(OWNER, "The time is up.")


class SiberiaLog(Log):
    """A game of Siberia for two, and its log."""

    title, profile, seats = "siberia", "booklet", 2

    def __init__(self, number: int, terms: Terms | None = None) -> None:
        self.id = f"00000000-0000-4000-8000-{number:012}"
        super().__init__(terms or Terms())
        for seat in range(self.seats):
            self.sit(seat, f"player:{seat}")
        self.add(decide.start(self.game))

    def adjudicated(self) -> Finished:
        """End the game by a ruling, with seat 0 as the winner."""
        self.add(adjudicate(self.game, (1, 2), RULING))
        return Finished(self.game, self.entries)


class LogWorld(World):
    """A world that a seat cannot distinguish from the game if it counts money and remembers inspected tiles.

    It has the same public events, so all money is the same.
    """

    def resampled(self, version: int) -> Any:
        """Return the table after a version in this world."""
        game = self.played.after(version)
        options = game.state.options
        remembered = replace(options, money_public=True)
        if hasattr(options, "peek_memory"):
            remembered = replace(remembered, peek_memory=True)
        table = replace(game.state, options=remembered)
        return replace(game.ruleset.resample(table, self.viewer, RandomChance(self._rng(version))), options=options)


@cache
def brief(number: int, decisions: int = 40) -> Finished:
    """Return a game of random decisions that its owner ends early.

    The engine examines about ten decisions. A whole game has hundreds.
    """
    log = SiberiaLog(number)
    log.play(decisions, number)
    return log.adjudicated()


@cache
def computed(number: int, level: str, decisions: int = 40) -> bytes:
    """Return the analysis of such a game as anyone can compute it, computed once."""
    return engine_analysis(brief(number, decisions).entries, level)


def positions(entries: Sequence[Entry]) -> Iterator[tuple[Game, Seat]]:
    """Yield the game before each decision of a title, and the seat that decided."""
    for before, entry, event, _ in folded(entries):
        seat = entry.record.seat
        if before is None or before.state is None or seat is None:
            continue
        if type(event) not in LOBBY_CODEC.types.values():
            yield before, seat


def asked(name: str, version: int, kind: str, **fields: object) -> Question:
    """Return the question whether the first legal command of a kind with these fields is right, at a version."""
    game, seat = next(each for each in positions(log_of(name)) if each[0].version == version)
    choices = onward_of(game.ruleset.legal_commands(game.state, seat))
    for choice in choices:
        if is_so(choice.command, {"type": f"{game.opened.ruleset}.{kind}", **fields}):
            return question_of(game, seat, choice.command, SEED, "glance")
    raise AssertionError(f"none of {choices}")


def is_so(command: Command, fields: dict[str, object]) -> bool:
    found = msgspec.to_builtins(command)
    return (
        all(found[name] == value for name, value in fields.items() if name in found) and found["type"] == fields["type"]
    )
