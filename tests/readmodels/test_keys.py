"""No log that the rules allow gives two rows one key: an error in one table would stop the tables of all games."""

import contextlib
import random
from collections.abc import Callable, Iterator, Sequence

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from domain.game import decide
from domain.game import game as games
from domain.game.decide import Decided, NewGame
from domain.game.declining import decline_seat
from domain.game.game import Game
from domain.game.refusals import NotPossible
from domain.game.reservations import waiting_seats
from domain.game.rulings.decide import Ruling, accept_replacement, adjudicate, give_up_seat, offer_replacement
from domain.game.terms import Terms
from domain.kernel.values import Seat
from domain.rulesets import RULESETS
from projections.following import Followed, follow
from projections.rows.seats import seat_rows
from tests.games.clocks.clocked import clocked
from tests.kit import batches
from tests.readmodels.kit import SEED, Batch, Table, World, mixed

OWNER = "player:owner"
PLAYERS = ("player:ada", "player:bo", "player:cy", "player:di", OWNER)
OTHERS = ("guest:eve", "bot:careful")
OPENED, LATER = "2026-11-20T12:00:00.000000Z", "2026-11-21T12:00:00.000000Z"
RULING = Ruling(OWNER, "a reason")
GAMES, REQUESTS = 40, 60

Request = Callable[[Game, Seat, str], Decided]


def terms_of(rng: random.Random, seats: int) -> Terms:
    """Return terms with reserved seats, and often with substitutes."""
    named = rng.sample(PLAYERS, len(PLAYERS))
    reserved = tuple(rng.choice((named.pop(), named.pop(), "invitation", None)) for _ in range(2))
    has_substitutes = any(reserved) and rng.random() < 0.5
    return Terms(
        tags=("one", "two"),
        rated=rng.choice((True, UNSET)),
        reserved=(*reserved, *[None] * (seats - len(reserved))),
        substitutes=tuple(named) if has_substitutes else UNSET,
        starts_at=OPENED if has_substitutes else UNSET,
    )


def requests(rng: random.Random) -> Sequence[tuple[Request, int]]:
    """Return what players, the owner and the service ask for, with weights."""
    entropy = f"{rng.getrandbits(256):064x}"
    return (
        (lambda game, seat, player: decide.take_seat(game, seat, player, entropy, "player", LATER), 12),
        (lambda game, seat, _: decide.leave_seat(game, seat), 3),
        (decline_seat, 2),
        (lambda game, _seat, _player: decide.release_seats(game, LATER), 2),
        (lambda game, _seat, _player: decide.start(game), 3),
        (lambda game, seat, _: decide.resign(game, seat, "random"), 1),
        (lambda game, seat, _: give_up_seat(game, seat, "random", RULING), 1),
        (lambda game, seat, player: offer_replacement(game, seat, player, RULING), 6),
        (accept_replacement, 2),
        (lambda game, _seat, _player: adjudicate(game, [1] * game.opened.seats, RULING), 1),
    )


def lobby(number: int) -> Iterator[tuple[Game, Batch]]:
    """Yield a game and its batches, as random requests make them; those that are refused change nothing."""
    rng = random.Random(number)
    ruleset = RULESETS["minos"]
    seats = rng.choice((2, 3))
    table = Table(f"00000000-0000-4000-8000-{number:012x}", None)
    options = ruleset.resolve_options(None, {})
    terms = terms_of(rng, seats)
    new = NewGame(ruleset, seats, options, ruleset.default_data_set, OWNER, terms=terms)
    opened = table.append(None, decide.open_game(new, SEED))
    yield table.state, opened
    asked = requests(rng)
    for _ in range(REQUESTS):
        ((request, _weight),) = rng.choices(asked, [weight for _, weight in asked])
        seat, player = rng.randrange(seats), rng.choice((*PLAYERS, *OTHERS))
        with contextlib.suppress(NotPossible):
            batch = table.append(seat, request(table.state, seat, player))
            yield table.state, batch


def test_a_player_has_one_row_in_a_game_and_no_seat_waits_for_a_seated_player() -> None:
    seen = set[tuple[str, bool]]()
    for number in range(GAMES):
        after: Followed | None = None
        for game, batch in lobby(number):
            after = follow(after, batch, is_foreign=False)
            rows = seat_rows(after)
            players = [row.player for row in rows]
            assert len(set(players)) == len(players), (number, game.version)
            assert not [player for player in waiting_seats(game) if games.has_sat(game, player)], (number, game.version)
            seen |= {(row.status, row.invited) for row in rows}

    assert seen == {("open", True), ("open", False), ("running", True), ("running", False), ("ended", False)}


@pytest.mark.parametrize("title", ["minos", "siberia"])
def test_a_player_has_one_row_in_a_game_with_clocks_and_rulings(title: str) -> None:
    for number in range(6):
        after: Followed | None = None
        for batch in batches(clocked(title, number).entries):
            after = follow(after, batch, is_foreign=False)
            players = [row.player for row in seat_rows(after)]
            assert len(set(players)) == len(players), (number, after.version)


def test_a_player_with_two_seats_against_the_rules_has_the_row_of_the_first() -> None:
    game = next(game for game, _ in lobby(0) if game.occupants[0] is not None)
    twice = replace(game, occupants=(game.occupants[0],) * game.opened.seats)
    after = Followed(twice, twice.version, is_foreign=False, asked=())

    assert [row.seat for row in seat_rows(after) if not row.invited] == [0]


def test_every_read_model_accepts_every_state_of_a_lobby(table: World) -> None:
    table.append(mixed(*((batch for _, batch in lobby(number)) for number in range(GAMES // 3))))
    table.catch_up(limit=1)

    assert {row[2] for row in table.tables()["lobby"]} == {"open", "running", "ended"}
