"""Questions about positions of golden games."""

from collections.abc import Iterator, Sequence

import msgspec

from domain.analysis.analyse import folded
from domain.game.codecs import LOBBY_CODEC
from domain.game.game import Game
from domain.kernel.values import Command, Seat
from domain.ledger.records import Entry
from service.engine.questions import Question, onward_of, question_of
from tests.analysis.logs import log_of

SHORT = "minos-1-directed-fish"
"""A golden game with few events."""

SEED = 5


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
