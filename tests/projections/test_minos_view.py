"""The view of Minos: everything lies open but talents, where the options hide them."""

import random
from typing import Any

import msgspec
import pytest

from domain import game as games
from domain.game import Game
from domain.kernel.ledger import tip_of_new
from domain.minos import DEFAULT_DATA_SET, MINOS
from domain.minos.dice import Dice
from domain.minos.state import Acting, Fighting, Placing, Rolling
from projections.views.minos import MinosView, view
from service.bots import random_bot

SEED = bytes(range(32))


def started(**options: Any) -> Game:
    """Return a game of three that has just started."""
    name = "00000000-0000-4000-8000-000000000000"
    chosen = MINOS.resolve_options(None, options)
    opened = games.open_game(MINOS, 3, chosen, DEFAULT_DATA_SET, SEED, "player:a", "public")
    game, _ = games.append(None, tip_of_new(name), SEED, "t", None, opened)
    for seat in range(3):
        taken = games.take_seat(game, seat, f"player:{seat}", bytes(32).hex(), "server")
        game, _ = games.append(game, game.tip, SEED, "t", seat, taken)
    return games.append(game, game.tip, SEED, "t", None, games.start(game))[0]


def stepped(game: Game, whim: random.Random) -> Game:
    """Return the game after any legal command."""
    (seat,) = games.awaiting(game)
    command = random_bot.choose(None, seat, games.legal_commands(game, seat), whim)
    return games.append(game, game.tip, SEED, "t", seat, games.decide(game, seat, command))[0]


def test_talents_are_open_by_default():
    seen = view(started(), None)

    assert [player.money for player in seen.players] == [25, 25, 25]


@pytest.mark.parametrize(
    ("sight", "money"),
    [(None, [None, None, None]), (1, [None, 25, None]), ("full", [25, 25, 25])],
    ids=["public", "seat", "full"],
)
def test_hidden_talents_are_seen_by_their_owner_only(sight: Any, money: list[int | None]):
    seen = view(started(money_public=False), sight)

    assert [player.money for player in seen.players] == money


def test_nothing_but_talents_differs_between_viewers():
    whim = random.Random(5)
    game = started(money_public=False)
    for _ in range(60):
        game = stepped(game, whim)
        public, own = view(game, None), view(game, 1)
        mine = msgspec.structs.replace(own.players[1], money=None)
        players = (own.players[0], mine, own.players[2])
        assert msgspec.structs.replace(own, viewer="public", players=players) == public


def test_the_view_follows_the_steps_of_a_game():
    seen: set[str] = set()
    for number in range(3):
        whim = random.Random(number)
        game = started()
        while game.status == "running":
            shown = view(game, None)
            assert msgspec.json.decode(msgspec.json.encode(shown), type=MinosView) == shown
            seen.add(shown.phase_name)
            phase = game.state.phase
            assert (shown.turn is not None) == (shown.phase_name != "over")
            assert (shown.conflict is not None) == isinstance(phase, Fighting)
            if isinstance(phase, Rolling | Acting) and shown.turn and phase.dice:
                assert sum(msgspec.structs.astuple(shown.turn.dice)) == phase.dice.total
            game = stepped(game, whim)
        over = view(game, None)
        seen.add(over.phase_name)
        assert over.ended
        assert over.places

    assert seen >= {"rolling", "acting", "conflict", "over"}


def test_the_view_names_the_settlement_to_which_a_soldier_may_come():
    game = started()
    turn = Acting(0, Dice())
    game = msgspec.structs.replace(game, state=msgspec.structs.replace(game.state, phase=Placing(turn, "roma")))

    shown = view(game, None)

    assert (shown.phase_name, shown.phase, shown.placing) == ("placing", "9", "roma")
