"""Games that have just been opened or started, without a service."""

from collections.abc import Mapping
from typing import Any

from domain.game import decide
from domain.game.decide import NewGame
from domain.game.fold import append
from domain.game.game import Game
from domain.kernel.ruleset import Ruleset
from domain.ledger.records import Entry, tip_of_new


def new_game(
    ruleset: Ruleset[Any],
    seats: int,
    owner: str = "player:a",
    /,
    options: Mapping[str, Any] | None = None,
    **wishes: Any,
) -> NewGame:
    """Return a game to be opened, with the default data set, and the default of each option that is not given."""
    resolved = ruleset.resolve_options(None, options or {})
    return NewGame(ruleset, seats, resolved, ruleset.default_data_set, owner, **wishes)


def started_with_log(new: NewGame, seed: bytes, at: str = "t") -> tuple[Game, list[Entry]]:
    """Let players take all seats of a new game and start it; return the game and its log."""
    tip = tip_of_new("00000000-0000-4000-8000-000000000000")
    game, log = append(None, tip, seed, at, None, decide.open_game(new, seed))
    entries = [*log]
    for seat in range(new.seats):
        taken = decide.take_seat(game, seat, f"player:{seat}", bytes(32).hex(), "server")
        game, log = append(game, game.tip, seed, at, seat, taken)
        entries += log
    game, log = append(game, game.tip, seed, at, None, decide.start(game))
    return game, [*entries, *log]


def started(new: NewGame, seed: bytes, at: str = "t") -> Game:
    """Let players take all seats of a new game and start it; return the game."""
    return started_with_log(new, seed, at)[0]
