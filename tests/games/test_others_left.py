"""X28: a game that all players but one have left ends at once, and this player is first (SPEC.md 10)."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from msgspec import UNSET

from domain.game import decide
from domain.game.clock_decisions import run_out
from domain.game.decide import Decided
from domain.game.events import BOT, GameEnded, OthersLeft
from domain.game.game import Game, awaiting
from domain.game.rulings.decide import Ruling, accept_replacement, give_up_seat, offer_replacement
from domain.game.terms import Clock, OnEmpty, Terms
from domain.kernel.values import Place, Seat
from domain.ledger.times import micros
from domain.proof.verify import verify
from projections.ranking import ranking_of, winners_of
from projections.rows.ratings import finishes
from projections.rows.results import ended_row
from tests.games.bundles import Finished, signer, trusting
from tests.games.forged_rulings import OWNER, Log
from tests.games.second_verifier import agree, second

RULING = Ruling(OWNER, "The player is absent.")
PEOPLE = tuple(f"player:{seat}" for seat in range(4))


def clock(on_empty: OnEmpty) -> Clock:
    return Clock(allowance=1, bank=0, on_empty=on_empty, strikes=1)


def running(players: Sequence[str], terms: Terms) -> Log:
    """Return a game in which some decisions were made. A clock of one second runs out a minute later."""
    log = Log(terms)
    for seat, player in enumerate(players):
        log.sit(seat, player)
    log.add(decide.start(log.game))
    log.play(12)
    return log


def resign(log: Log, seat: Seat) -> None:
    log.add(decide.resign(log.game, seat, "careful"), seat)


def give_up(log: Log, seat: Seat) -> None:
    log.add(give_up_seat(log.game, seat, "careful", RULING))


def let_run_out(log: Log, seat: Seat) -> None:
    """Let the seats before it decide, then its own clock run out."""
    while seat not in awaiting(log.game):
        log.play(1)
    log.minute += 1
    log.add(run_out(log.game, seat, "careful", micros(log.now)))


WAYS: dict[str, tuple[Terms, Callable[[Log, Seat], None]]] = {
    "resignation": (Terms(others_left="end"), resign),
    "ruling": (Terms(others_left="end"), give_up),
    "clock_to_bot": (Terms(others_left="end", clock=clock("bot")), let_run_out),
    "clock_resigns": (Terms(others_left="end", clock=clock("resign")), let_run_out),
    "resignation_with_clock": (Terms(others_left="end", clock=clock("bot")), resign),
    "ruling_with_clock": (Terms(others_left="end", clock=clock("bot")), give_up),
}


@pytest.mark.parametrize("way", WAYS)
def test_x28_the_game_ends_when_the_last_other_player_leaves(way: str, tmp_path: Path) -> None:
    terms, leave = WAYS[way]
    log = running((*PEOPLE[:3], BOT + "careful"), terms)
    leave(log, 0)
    assert log.game.status == "running"
    scores = [sum(part.amount for part in log.game.ruleset.parts_of(log.game.state, seat)) for seat in range(4)]
    leave(log, 2)

    game = log.game
    assert (game.status, game.ending) == ("ended", "others_left")
    assert [entry.record.type for entry in log.entries[-2:]] == ["game.others_left", "game.ended"]
    assert {place.seat: place.score for place in game.places} == dict(enumerate(scores))
    assert winners_of(game) == (1,)
    # the bot from the start is behind the player who is left, and those who left share the last rank
    assert {place.seat: place.rank for place in ranking_of(game)} == {0: 3, 1: 1, 2: 3, 3: 2}
    lines = Finished(game, log.entries).lines(signer=signer())
    report = verify(lines, trusting(signer()))
    assert report.is_valid, report.first_bad
    agree(report, second(tmp_path, [lines], signer())[0])


def test_x28_the_other_seats_keep_their_order_by_score() -> None:
    log = running((PEOPLE[0], PEOPLE[1], BOT + "careful", BOT + "careful"), Terms(others_left="end"))
    log.play(200)
    bots = {seat: sum(part.amount for part in log.game.ruleset.parts_of(log.game.state, seat)) for seat in (2, 3)}
    resign(log, 0)

    ranks = {place.seat: place.rank for place in ranking_of(log.game)}
    assert bots[2] != bots[3]
    assert (ranks[1], ranks[0]) == (1, 4)
    assert sorted(bots, key=lambda seat: ranks[seat]) == sorted(bots, key=lambda seat: -bots[seat])


@pytest.mark.parametrize(
    ("terms", "players"),
    [
        (Terms(), PEOPLE[:2]),
        (Terms(others_left="play_on"), PEOPLE[:2]),
        (Terms(others_left="end"), PEOPLE[:1]),
        (Terms(others_left="end"), PEOPLE[:3]),
    ],
)
def test_x28_bots_play_on_in_stored_games_if_wanted_against_bots_and_while_two_are_left(
    terms: Terms, players: Sequence[str]
) -> None:
    bots = (BOT + "careful",) * (4 - len(players))
    log = running((*players, *bots), terms)
    resign(log, 0)

    assert (log.game.status, log.game.ending) == ("running", None)


def test_x28_a_player_who_came_later_counts_as_one_who_is_left() -> None:
    log = running((PEOPLE[0], PEOPLE[1], BOT + "careful", BOT + "careful"), Terms(others_left="end"))
    log.add(offer_replacement(log.game, 2, "player:9", RULING))
    log.add(accept_replacement(log.game, 2, "player:9"))
    resign(log, 0)
    assert log.game.status == "running"
    resign(log, 1)

    assert (log.game.ending, winners_of(log.game)) == ("others_left", (2,))


def test_x28_a_game_that_one_player_started_goes_on_although_another_came_and_left() -> None:
    log = running((PEOPLE[0], *(BOT + "careful",) * 3), Terms(others_left="end"))
    log.add(offer_replacement(log.game, 2, "player:9", RULING))
    log.add(accept_replacement(log.game, 2, "player:9"))
    resign(log, 2)

    assert log.game.status == "running"


def test_x28_the_result_is_rated_as_every_other() -> None:
    log = running(PEOPLE, Terms(others_left="end"))
    for seat in range(3):
        resign(log, seat)
    row = ended_row(log.game, None, is_foreign=False)

    assert row is not None
    assert row.ending == "others_left"
    assert sorted((finish.player, finish.rank) for finish in finishes(row)) == [
        ("player:0", 2), ("player:1", 2), ("player:2", 2), ("player:3", 1),
    ]  # fmt: skip


def forged(change: Callable[[Game], Decided], others_left: bool) -> Finished:
    """Return a game with a clock that a service ends against the rules when a player resigns."""
    log = running(PEOPLE, Terms(others_left="end" if others_left else UNSET, clock=clock("bot")))
    log.add(change(log.game), 0)
    return Finished(log.game, log.entries)


def ended_early(first: Seat) -> Callable[[Game], Decided]:
    def decided(game: Game) -> Decided:
        places = tuple(Place(seat, 1 if seat == first else 2, 0, ()) for seat in range(4))
        return Decided([*decide.resign(game, 0, "careful").events, OthersLeft(first), GameEnded(places)])

    return decided


@pytest.mark.parametrize("others_left", [True, False])
def test_x28_a_service_cannot_end_a_game_that_others_still_play(others_left: bool, tmp_path: Path) -> None:
    one = forged(ended_early(1), others_left)
    for viewer in ("public", "full"):
        lines = one.lines(signer=signer()) if viewer == "full" else one.lines(None, signer())
        report = verify(lines, trusting(signer()))
        found = {check.check: check.verdict for check in report.checks}

        assert found["clocks"] == "failed"
        agree(report, second(tmp_path, [lines], signer())[0])
