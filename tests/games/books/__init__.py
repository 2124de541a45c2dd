"""Books of each title: what is on the table by what the events say, written without the rules of `evolve`."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

from domain.game.events import GameStarted
from domain.game.game import Game
from domain.kernel.values import Event
from domain.rulesets import RULESETS
from tests.games.books import giganten, minos, siberia
from tests.games.plays import Chooser, played
from tests.games.steered.siberia import busy


class Books(Protocol):
    """The books of one game; each method fails where table, events and rules disagree."""

    def enter(self, state: Any, event: Event) -> None:
        """Enter an event; the table is that before it."""
        ...

    def compare(self, state: Any) -> None:
        """Compare the table after an event with the books."""
        ...

    def settle(self, state: Any) -> None:
        """Check what holds whenever a decision comes next, or the game is over."""
        ...

    def close(self, game: Game) -> None:
        """Compare the final scores with the books."""
        ...


BOOKS: Mapping[str, Callable[[Any], Books]] = {
    "giganten": giganten.Books,
    "siberia": siberia.Books,
    "minos": minos.Books,
}


def chooser(title: str, number: int) -> Chooser | None:
    """Return who plays: players who want to get on, so that games get far; None for players who do anything."""
    match title:
        case "minos":
            return minos.lively
        case "siberia":
            return busy if number % 2 else None
        case _:
            return None


def audited(title: str, number: int) -> Iterator[tuple[Books, Any, Game | None]]:
    """Yield books and table after each event of a game; with the game after the last event of each batch."""
    ruleset = RULESETS[title]
    books: Books | None = None
    state: Any = None
    for step in played(ruleset, number, chooser(title, number)):
        for left, event in zip(reversed(range(len(step.events))), step.events, strict=True):
            if isinstance(event, GameStarted):
                state = ruleset.initial(step.after.opened.seats, step.after.options, step.after.opened.data_set)
                books = BOOKS[title](state)
            elif isinstance(event, ruleset.events):
                assert books is not None
                books.enter(state, event)
                state = ruleset.evolve(state, event)
            if books is not None:
                yield books, state, None if left else step.after
