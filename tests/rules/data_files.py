"""The data files of the titles as texts, and a game on a dropped file."""

from collections.abc import Mapping
from importlib import import_module, resources
from typing import Any

from domain.kernel.printed import DataSets
from domain.rulesets import RULESETS

NAMES: Mapping[str, str] = {title: ruleset.default_data_set for title, ruleset in RULESETS.items()}
"""The printed data set of each title."""

HOUSE = "house-2026"
"""The name of a file that a test drops beside the printed one."""


def forms(title: str) -> DataSets[Any]:
    """Return the data sets of a title, which load others."""
    return import_module(f"domain.{title}.data_sets").DATA_SETS


def text_of(title: str) -> str:
    """Return the text of a title's printed data set."""
    return (resources.files(f"domain.{title}") / "data" / f"{NAMES[title]}.toml").read_text(encoding="utf-8")


PLAY = f"""
import random, sys
import msgspec
from domain.game import decide
from domain.game import game as games
from domain.game.decide import NewGame
from domain.game.fold import append
from domain.ledger.records import tip_of_new
from domain.rulesets import RULESETS
from projections.views import VIEWS
from service.due.bot_runner import choose

title, name, seats, seed = sys.argv[1], "{HOUSE}", int(sys.argv[2]), bytes(32)
ruleset, rng = RULESETS[title], random.Random(1)
new = NewGame(ruleset, seats, ruleset.resolve_options(None, {{}}, name), name, "player:a")
opened = decide.open_game(new, seed)
game, _ = append(None, tip_of_new("00000000-0000-4000-8000-000000000000"), seed, "t", None, opened)
for seat in range(seats):
    taken = decide.take_seat(game, seat, "bot:careful", bytes(32).hex(), "server")
    game, _ = append(game, game.tip, seed, "t", seat, taken)
game, _ = append(game, game.tip, seed, "t", None, decide.start(game))
while game.status == "running":
    seat = min(games.awaiting(game))
    game, _ = append(game, game.tip, seed, "t", seat, decide.command(game, seat, choose(game, seat, "careful", rng)))
shown = {{"data_set": game.opened.data_set, "known": ruleset.data_sets(), "options": game.options}}
shown["view"] = VIEWS[title](game, "full")
print(msgspec.json.encode(shown).decode())
"""
"""A game of careful players with a dropped data set; prints the known sets, the options and the view at the end."""
