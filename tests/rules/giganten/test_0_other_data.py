"""Another printing: played by everybody as it is printed, or refused with the line that cannot be played."""

import re
from pathlib import Path

import pytest

from domain.giganten import GIGANTEN
from domain.giganten.data_sets import DATA_SETS
from domain.giganten.tables import printed_options
from domain.kernel.datafile import DataSetError
from tests.dropped import ROOT, Program
from tests.kit import table
from tests.rules.giganten.test_10_end import ended, scores

NAME = "kosmos-1999"
TEXT = (ROOT / "domain" / "giganten" / "data" / f"{NAME}.toml").read_text(encoding="utf-8")
MAP = TEXT[TEXT.index("rows = [") : TEXT.index("reconstructed_sites")]
UPSIDE_DOWN = "\n".join(["rows = [", *reversed(MAP.splitlines()[1:-1]), "]\n"])

PLAY = """
import random, sys
from domain.game import game as games
from domain.game.fold import append
from domain.ledger.records import tip_of_new
from domain.giganten import GIGANTEN
from service.bots.runner import choose

seats, whim, seed = int(sys.argv[1]), random.Random(1), bytes(32)
options = GIGANTEN.resolve_options(None, {}, "house-2026")
opened = games.open_game(GIGANTEN, seats, options, "house-2026", seed, "player:a", "public")
game, _ = append(None, tip_of_new("00000000-0000-4000-8000-000000000000"), seed, "t", None, opened)
for seat in range(seats):
    taken = games.take_seat(game, seat, "bot:careful", bytes(32).hex(), "server")
    game, _ = append(game, game.tip, seed, "t", seat, taken)
game, _ = append(game, game.tip, seed, "t", None, games.start(game))
table = game.state
print(table.licences.contents(), {player.train for player in table.players})
while game.status == "running":
    (seat,) = games.awaiting(game)
    game, _ = append(game, game.tip, seed, "t", seat, games.decide(game, seat, choose(game, seat, "careful", whim)))
print(game.state.round, sum(len(player.derricks) for player in game.state.players))
"""
"""A game of careful players with another data set: the table at the start, and how it has ended."""


@pytest.mark.parametrize(
    "changes",
    [
        ((MAP, UPSIDE_DOWN), ('"I4"', '"D4"')),
        # a shorter map and track, dearer sites, other tiles
        (
            (MAP, re.sub(r"(?m) +(\S+)\"", r'"', MAP)),
            ("3, 3, 3]\n", "3, 3]\n"),
            ("cost = 4000, values = [2, 3, 4]", "cost = 5000, values = [3, 4, 7]"),
            ("depot_limit = 2", "depot_limit = 4"),
        ),
    ],
    ids=["upside-down", "shorter"],
)
def test_careful_players_play_on_any_map(tmp_path: Path, changes: tuple[tuple[str, str], ...]):
    program = Program(tmp_path)
    program.drop("giganten", NAME, "house-2026", *changes)
    played = program.run("-c", PLAY, "3")

    assert played.stderr == ""
    rounds, derricks = played.stdout.splitlines()[-1].split()
    assert int(rounds) >= 7
    assert int(derricks) > 0


def test_rules_0_6_and_0_9_what_a_data_set_prints_is_the_default(tmp_path: Path):
    program = Program(tmp_path)
    program.drop("giganten", NAME, "house-2026", ("ones = 39", "ones = 30"), ("twos = 39", "twos = 30"),
                 ("\nstart = 1\n", "\nstart = 6\n"))  # fmt: skip
    played = program.run("-c", PLAY, "4")

    assert played.stdout.splitlines()[0] == "((1, 30), (2, 30)) {6}", played.stderr


def test_rule_10_4_the_third_train_of_three_earns_what_is_printed():
    other = DATA_SETS.load(TEXT.replace("3000, 2000]", "2000, 1000]"), f"{NAME}.toml")

    assert printed_options(other)["three_player_last"] == 2000
    assert scores(ended(table(3, **printed_options(other)), 3, 9, 20))[0] == 2000


def test_an_option_that_is_chosen_counts_more_than_what_is_printed():
    printed = GIGANTEN.resolve_options(None, {}, NAME)

    assert printed == GIGANTEN.resolve_options(None, {})
    assert GIGANTEN.resolve_options(None, {"train_start": 6}, NAME) == {**printed, "train_start": 6}


@pytest.mark.parametrize(
    ("old", "new", "option"),
    [
        ("ones = 39", "ones = 38", "licence_ones"),
        ("twos = 39", "twos = 40", "licence_twos"),
        ("\nstart = 1\n", "\nstart = 2\n", "train_start"),
        ("5000, 4000, 3000, 2000]", "6000, 5000, 4000, 3000]", "three_player_last"),
    ],
)
def test_what_no_option_knows_is_refused_with_its_line(old: str, new: str, option: str):
    broken = TEXT.replace(old, new, 1)
    with pytest.raises(DataSetError, match=f"cannot be played: the option {option} knows") as caught:
        DATA_SETS.load(broken, f"{NAME}.toml")

    assert caught.value.line == broken.count("\n", 0, broken.index(new.strip())) + 1
