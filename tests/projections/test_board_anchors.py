"""What choices refer to is on the board: in random games, every anchor is an element of the picture or a piece."""

import random

import pytest

from domain.game import game as games
from domain.rulesets import RULESETS
from tests.projections.bot_games import positions
from tests.projections.pictures import PRINTED, picture, pieces, places
from tests.secrecy.plays import random_options

WITHOUT_CHOICES = {"giganten": {"price", "track:black"}, "siberia": set[str](), "minos": {"income"}}
"""Places that no choice refers to."""

STANDING = {"worker": "place", "salesman": "exchange", "ship": "place", "soldier": "place"}
"""The places that the last part of the id of a piece names."""

NUMBERS = range(2)

boards = pytest.mark.parametrize(("title", "data_set"), PRINTED)


def kind(anchor: str) -> str:
    return anchor.partition(":")[0]


@boards
def test_anchors_are_the_places_of_the_board_and_the_pieces(title: str, data_set: str) -> None:
    ruleset = RULESETS[title]
    anchors = ruleset.anchors(data_set, max(ruleset.seats))
    on_board = {*places(picture(title, data_set))}
    others = {name for name in on_board for prefix in WITHOUT_CHOICES[title] if name.startswith(f"{prefix}:")}

    assert {anchor for anchor in anchors if kind(anchor) not in pieces(title)} == on_board - others
    assert {kind(anchor) for anchor in anchors if anchor not in on_board} == pieces(title)


@pytest.mark.parametrize("title", RULESETS)
def test_every_anchor_of_a_choice_is_on_the_board_or_a_piece(title: str) -> None:
    ruleset, seen = RULESETS[title], set[str]()
    for number in NUMBERS:
        rng = random.Random(number)
        options = random_options(ruleset, rng, {"first_player": "random"}) if number else {}
        for game in positions(ruleset, 900 + number, rng.choice(list(ruleset.seats)), options):
            on_board = places(picture(title, game.opened.data_set))
            for seat in games.awaiting(game):
                choices = games.legal_commands(game, seat)
                for note in ruleset.notes(game.state, seat, choices[:: 1 + len(choices) // 8]):
                    for anchor in note.anchors:
                        assert anchor in on_board or kind(anchor) in pieces(title), anchor
                        if kind(anchor) in STANDING:
                            assert f"{STANDING[kind(anchor)]}:{anchor.split(':')[2]}" in on_board
                        seen.add(kind(anchor))
    assert len(seen & pieces(title)) >= 1
    assert len(seen - pieces(title)) >= 3
