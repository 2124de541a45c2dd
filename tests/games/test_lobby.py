"""The life of a game before and beside play."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from domain.game import decide
from domain.game import game as games
from domain.game.decide import Decided, NotPossible
from domain.game.events import GameAbandoned, GameEnded, GameOpened, GameStarted, SeatLeft, SeatResigned, SeatTaken
from domain.game.fold import append
from domain.game.game import Game
from domain.giganten import GIGANTEN
from domain.giganten.commands import PassBid, TakeActionCard
from domain.kernel.ruleset import OptionError
from domain.kernel.values import IllegalCommand
from domain.ledger.records import tip_of_new
from tests.new_games import new_game

SEED = bytes(range(32))
ENTROPY = "ab" * 32
NAME = "00000000-0000-4000-8000-000000000001"


def opened(seats: int = 3) -> Game:
    return then(None, decide.open_game(new_game(GIGANTEN, seats, options={"first_player": "seat_1"}), SEED))


def then(game: Game | None, decided: Decided, seat: int | None = None) -> Game:
    tip = tip_of_new(NAME) if game is None else game.tip
    return append(game, tip, SEED, "t", seat, decided)[0]


def seated(game: Game, seat: int, player: str) -> Game:
    return then(game, decide.take_seat(game, seat, player, ENTROPY, "player"), seat)


def running() -> Game:
    game = opened()
    for seat, player in enumerate(("player:a", "player:b", "bot:random")):
        game = seated(game, seat, player)
    return then(game, decide.start(game))


def refused(code: str) -> "pytest.RaisesExc[NotPossible]":
    return pytest.raises(NotPossible, check=lambda error: error.code == code)


def test_a_game_opens_with_a_commitment_to_its_seed() -> None:
    (event,) = decide.open_game(new_game(GIGANTEN, 3, visibility="private"), SEED).events

    assert isinstance(event, GameOpened)
    assert event.secret.seed == SEED.hex()
    assert event.data_digest == GIGANTEN.data_set("kosmos-1999").digest
    assert event.known_to == ()


@pytest.mark.parametrize(("seats", "data_set", "code"), [(2, "kosmos-1999", "seats"), (3, "mine", "data-set")])
def test_a_game_that_the_title_does_not_have(seats: int, data_set: str, code: str) -> None:
    with refused(code):
        decide.open_game(replace(new_game(GIGANTEN, seats), data_set=data_set), SEED)


@pytest.mark.parametrize(
    ("profile", "options", "named"),
    [
        ("mine", {}, "profile"),
        (None, {"luck": True}, "luck"),
        (None, {"score_depot_oil": 1}, "score_depot_oil"),
        (None, {"black_steps": 21}, "black_steps"),
    ],
)
def test_options_that_do_not_exist(profile: str | None, options: dict[str, object], named: str) -> None:
    with pytest.raises(OptionError) as error:
        GIGANTEN.resolve_options(profile, options)
    assert error.value.option == named


def test_a_chosen_option_stands_before_the_profile_and_that_before_the_default() -> None:
    resolved = GIGANTEN.resolve_options("kurz", {"price_special": "up_to"})

    assert (resolved["price_special"], resolved["bluff_pick"], resolved["inflation"]) == ("up_to", "owner", "off")


def test_seats_are_taken_and_left() -> None:
    game = opened()

    assert decide.take_seat(game, 2, "player:b", ENTROPY, "player").events == [
        SeatTaken(2, "player:b", ENTROPY, "player")
    ]
    game = seated(game, 2, "player:b")
    assert games.seat_of(game, "player:b") == 2
    with refused("seat-taken"):
        decide.take_seat(game, 2, "player:c", ENTROPY, "player")
    with refused("already-seated"):
        decide.take_seat(game, 1, "player:b", ENTROPY, "player")
    with refused("no-such-seat"):
        decide.take_seat(game, 3, "player:c", ENTROPY, "player")
    with refused("seat-free"):
        decide.leave_seat(game, 0)
    assert decide.leave_seat(game, 2).events == [SeatLeft(2)]
    assert then(game, decide.leave_seat(game, 2)).occupants == (None, None, None)


def test_a_bot_may_sit_on_several_seats() -> None:
    game = seated(seated(opened(), 0, "bot:random"), 1, "bot:random")

    assert [occupant and occupant.is_bot for occupant in game.occupants] == [True, True, None]


def test_a_game_starts_when_all_seats_are_taken_up_to_the_first_choice() -> None:
    game = seated(seated(opened(), 0, "player:a"), 1, "player:b")
    with refused("seats-free"):
        decide.start(game)
    decided = decide.start(seated(game, 2, "player:c"))

    assert isinstance(decided.events[0], GameStarted)
    assert games.awaiting(then(seated(game, 2, "player:c"), decided)) == {1}


def test_a_game_is_abandoned_before_its_start_only() -> None:
    game = opened()

    assert decide.abandon(game).events == [GameAbandoned()]
    over = then(game, decide.abandon(game))
    assert over.is_over
    for late in (lambda: decide.abandon(over), lambda: decide.start(over), lambda: decide.abandon(running())):
        with refused("game-not-open"):
            late()


def test_a_resigned_seat_is_played_on_by_a_bot() -> None:
    game = running()

    assert decide.resign(game, 0, "careful").events == [SeatResigned(0, "bot:careful")]
    after = then(game, decide.resign(game, 0, "careful"), 0)
    occupant = after.occupants[0]
    assert occupant is not None
    assert (occupant.player, occupant.entropy, occupant.resigned) == ("bot:careful", ENTROPY, "player:a")
    assert games.seat_of(after, "player:a") is None
    with refused("seat-not-yours"):
        decide.resign(after, 0, "careful")
    with refused("game-not-running"):
        decide.resign(opened(), 0, "careful")


def test_a_decision_keeps_its_id_until_its_own_seat_decides() -> None:
    game = running()
    (seat,) = games.awaiting(game)
    assert (seat, games.decision_id(game, 1), games.decision_id(game, 0)) == (1, "1.1", "0.1")

    resigned = then(game, decide.resign(game, 0, "careful"), 0)
    assert games.decision_id(resigned, 1) == "1.1"

    taken = games.legal_commands(game, 1)[0].command
    after = then(game, decide.command(game, 1, taken), 1)
    assert (games.decision_id(after, 1), games.decision_id(after, 0)) == ("1.2", "0.1")


def test_commands_are_decided_while_the_game_runs_only() -> None:
    with refused("game-not-running"):
        decide.command(opened(), 0, PassBid())
    with pytest.raises(IllegalCommand):
        decide.command(running(), 0, TakeActionCard("red-3-3-4-oil"))


def test_the_last_batch_ends_the_game() -> None:
    game = running()
    decided = Decided(())
    while game.status == "running":
        (seat,) = games.awaiting(game)
        decided = decide.command(game, seat, games.legal_commands(game, seat)[-1].command)
        game = then(game, decided, seat)

    assert game.status == "ended"
    assert decided.events[-1] == GameEnded(game.places)
    assert games.awaiting(game) == frozenset()
    assert games.legal_commands(game, 0) == ()


@pytest.mark.parametrize("seat", [-1, 3])
def test_a_seat_that_there_is_not_is_neither_taken_nor_left_nor_given_up(seat: int) -> None:
    with refused("no-such-seat"):
        decide.take_seat(opened(), seat, "player:a", ENTROPY, "player")
    with refused("no-such-seat"):
        decide.leave_seat(opened(), seat)
    with refused("seat-not-yours"):
        decide.resign(running(), seat, "careful")


def test_a_bots_seat_is_not_given_up() -> None:
    with refused("seat-not-yours"):
        decide.resign(running(), 2, "careful")


def test_a_seat_that_was_left_is_taken_by_another_with_entropy_of_their_own() -> None:
    game = seated(opened(), 0, "player:a")
    game = then(game, decide.leave_seat(game, 0), 0)
    assert games.seat_of(game, "player:a") is None

    game = then(game, decide.take_seat(game, 0, "player:b", "cd" * 32, "server"), 0)
    occupant = game.occupants[0]
    assert occupant is not None
    assert (occupant.player, occupant.entropy, occupant.entropy_from) == ("player:b", "cd" * 32, "server")
    # and who has left may sit down elsewhere
    assert games.seat_of(seated(game, 1, "player:a"), "player:a") == 1


def test_nobody_is_awaited_before_the_start() -> None:
    game = seated(opened(), 0, "player:a")

    assert (game.status, game.is_over, game.state) == ("open", False, None)
    assert games.awaiting(game) == frozenset()
    assert games.legal_commands(game, 0) == ()


def finished() -> Game:
    game = running()
    while game.status == "running":
        (seat,) = games.awaiting(game)
        game = then(game, decide.command(game, seat, games.legal_commands(game, seat)[-1].command), seat)
    return game


@pytest.mark.parametrize("stage", [running, finished], ids=["running", "ended"])
def test_seats_are_neither_taken_nor_left_after_the_start(stage: Callable[[], Game]) -> None:
    game = stage()

    for late in (
        lambda: decide.take_seat(game, 0, "player:z", ENTROPY, "player"),
        lambda: decide.leave_seat(game, 0),
        lambda: decide.start(game),
        lambda: decide.abandon(game),
    ):
        with refused("game-not-open"):
            late()


def test_an_abandoned_game_is_not_played() -> None:
    game = then(opened(), decide.abandon(opened()))

    assert (game.status, game.is_over, games.awaiting(game)) == ("abandoned", True, frozenset())
    with refused("game-not-running"):
        decide.command(game, 0, PassBid())
    with refused("game-not-open"):
        decide.take_seat(game, 0, "player:a", ENTROPY, "player")


def test_an_ended_game_is_over() -> None:
    game = finished()

    assert game.is_over
    with refused("game-not-running"):
        decide.command(game, 0, PassBid())
    with refused("game-not-running"):
        decide.resign(game, 0, "careful")


def test_an_option_must_fit_the_number_of_seats() -> None:
    options = {"first_player": "seat_3"}

    with pytest.raises(OptionError) as error:
        decide.open_game(new_game(GIGANTEN, 3, options=options), SEED)
    assert error.value.option == "first_player"
    assert decide.open_game(new_game(GIGANTEN, 4, options=options), SEED)


def test_who_has_resigned_plays_no_more_but_the_seat_keeps_its_entropy_and_its_turn() -> None:
    game = running()
    after = then(game, decide.resign(game, 1, "careful"), 1)

    assert games.awaiting(after) == games.awaiting(game) == {1}
    assert games.legal_commands(after, 1) == games.legal_commands(game, 1)
    assert after.decided == game.decided == (0, 0, 0)
