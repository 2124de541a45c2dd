"""Nothing is made or lost except where an event says so: books are kept beside each game and compared at every event.

The environment variable LUDOLOG_GAMES says how many games of each title are played.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from domain.game.events import GameEnded
from domain.game.game import Game
from domain.giganten import GIGANTEN
from domain.minos import MINOS
from domain.minos.state import Acting, Declaring, Fighting, Over, Rolling
from domain.minos.state import Placing as Settling
from domain.rulesets import RULESETS
from domain.siberia import SIBERIA
from tests.games.books import BOOKS, Books, audited, chooser
from tests.games.books.minos import FAULTS
from tests.games.plays import BATCHES, GAMES, numbers, played


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("title", BOOKS)
def test_every_event_conserves_what_is_in_the_box(title: str, batch: int) -> None:
    for number in numbers(batch):
        found: list[tuple[Books, Game]] = []
        for books, state, game in audited(title, number):
            books.compare(state)
            if game is not None:
                assert game.state == state
                books.settle(state)
                found = [(books, game)]
        ((books, over),) = found
        assert over.is_over
        books.close(over)


@pytest.mark.parametrize("fault", FAULTS)
def test_the_books_do_not_balance_after_a_planted_fault(fault: str) -> None:
    tables = ((books, state) for books, state, _ in audited("minos", 3) if state.settlements and state.players[0].ships)
    books, state = next(tables)

    books.compare(state)
    with pytest.raises(AssertionError):
        books.compare(FAULTS[fault](state))


WANTED: dict[str, set[Any]] = {
    "giganten": {*GIGANTEN.events, GameEnded},
    "siberia": {*SIBERIA.events, GameEnded, "areas", "reserves", "more areas than end the game"},
    "minos": {
        *MINOS.events,
        Declaring,
        Rolling,
        Acting,
        Settling,
        Fighting,
        Over,
        "attack",
        "defend",
        "all_built",
        "last_standing",
        "idle",
    },
}
"""Events, phases, steps and endings that the audited games of a title have to reach."""


def reached(title: str, number: int) -> Iterator[Any]:
    """Yield all that a game reaches."""
    for step in played(RULESETS[title], number, chooser(title, number)):
        yield from map(type, step.events)
        state = step.after.state
        phase = getattr(state, "phase", None)
        yield from (type(phase), getattr(phase, "step", None), getattr(phase, "reason", None))
        if title == "siberia" and state is not None:
            yield state.ending
            yield "more areas than end the game" if len(state.exhausted) > 8 else None


@pytest.mark.parametrize("title", WANTED)
def test_everything_that_can_happen_does(title: str) -> None:
    missing = set(WANTED[title])
    for number in range(GAMES):
        missing.difference_update(reached(title, number))
        if not missing:
            break

    assert not missing
