"""What players decide themselves, and whether they were absent. What a bot decides for them does not count."""

from collections.abc import Sequence

import pytest

from domain.game import decide
from domain.game.clock_decisions import return_to_seat, run_out
from domain.game.codecs import LOBBY_CODEC
from domain.game.game import awaiting
from domain.game.rulings.decide import Ruling, accept_replacement, give_up_seat, offer_replacement
from domain.game.terms import Clock, Terms
from domain.kernel.values import Seat
from domain.ledger.records import Entry
from domain.ledger.times import micros
from projections.following import follow, follow_lobby
from projections.played import ENOUGH, count_played
from projections.rows.ratings import finishes
from projections.rows.results import completions, result_row
from tests.games.forged_rulings import OWNER, Log

PEOPLE = tuple(f"player:{seat}" for seat in range(4))


def running(terms: Terms) -> Log:
    """Return a game of four players without a decision."""
    log = Log(terms)
    for seat, player in enumerate(PEOPLE):
        log.sit(seat, player)
    log.add(decide.start(log.game))
    return log


def made(entries: Sequence[Entry]) -> tuple[int, ...]:
    """Return the decisions of the seats, counted at once and one record after the other."""
    records = [entry.record for entry in entries]
    whole, step = count_played(None, records, 4), None
    for record in records:
        step = count_played(step, [record], 4)
    assert step is not None
    assert step.made == whole.made
    return whole.made


def play_until(log: Log, least: Sequence[int]) -> None:
    """Let the seats decide until each has made this many decisions, or more."""
    while any(have < want for have, want in zip(made(log.entries), least, strict=True)):
        log.play(1)


def leave_to_one(log: Log) -> None:
    for seat in range(3):
        log.add(decide.resign(log.game, seat, "careful"), seat)
    assert log.game.ending == "others_left"


def rated(log: Log) -> list[tuple[str, int]]:
    row = result_row(follow(None, log.entries, is_foreign=False))
    assert row is not None
    return sorted((each.player, each.rank) for each in finishes(row))


def test_a_game_that_the_others_left_is_rated_like_an_end_once_each_has_decided_twice() -> None:
    log = running(Terms(others_left="end"))
    play_until(log, (ENOUGH,) * 4)
    leave_to_one(log)

    assert made(log.entries) == (ENOUGH,) * 4
    assert rated(log) == [("player:0", 2), ("player:1", 2), ("player:2", 2), ("player:3", 1)]


def test_a_game_is_not_rated_if_one_seat_has_decided_less_than_twice() -> None:
    log = running(Terms(others_left="end"))
    while min(made(log.entries)) < 1:
        log.play(1)
    leave_to_one(log)

    assert min(made(log.entries)) == 1
    assert rated(log) == []


@pytest.mark.parametrize("way", ["resigned", "given up", "clock"])
def test_what_a_bot_decides_for_a_player_does_not_count(way: str) -> None:
    clock = Clock(allowance=1, bank=0, on_empty="bot", strikes=9)
    log = running(Terms(others_left="play_on", clock=clock) if way == "clock" else Terms(others_left="play_on"))
    before = made(log.entries)[0]
    match way:
        case "resigned":
            log.add(decide.resign(log.game, 0, "careful"), 0)
        case "given up":
            log.add(give_up_seat(log.game, 0, "careful", Ruling(OWNER, "The player is absent.")))
        case _:
            pass
    decided = 0
    while decided < 3 and log.game.status == "running":
        if 0 in awaiting(log.game):
            if way == "clock":
                let_run_out(log, 0)
            decided += 1
        log.play(1)

    assert decided == 3
    assert made(log.entries)[0] == before == 0
    assert max(made(log.entries)[1:]) == ENOUGH


@pytest.mark.parametrize("way", ["resigned", "given up", "clock", "clock, returned", "replaced", "clock resigns"])
def test_whoever_the_clock_or_a_ruling_replaces_has_not_finished_the_game(way: str) -> None:
    clock = Clock(allowance=1, bank=0, on_empty="resign" if way == "clock resigns" else "bot", strikes=1)
    log = running(Terms(others_left="end", clock=clock) if "clock" in way else Terms(others_left="end"))
    ruling = Ruling(OWNER, "The player is absent.")
    match way:
        case "resigned":
            log.add(decide.resign(log.game, 0, "careful"), 0)
        case "given up":
            log.add(give_up_seat(log.game, 0, "careful", ruling))
        case "replaced":
            log.add(offer_replacement(log.game, 0, "player:9", ruling))
            log.add(accept_replacement(log.game, 0, "player:9"))
        case _:
            while 0 not in awaiting(log.game):
                log.play(1)
            let_run_out(log, 0)
    if way == "clock, returned":
        log.add(return_to_seat(log.game, 0), 0)
    for seat in range(3):
        occupant = log.game.occupants[seat]
        if occupant is not None and not occupant.is_bot:
            log.add(decide.resign(log.game, seat, "careful"), seat)
    assert log.game.ending == "others_left"

    whole = completions(follow(None, log.entries, is_foreign=False))
    lobby = [entry for entry in log.entries if entry.record.type in LOBBY_CODEC.types]
    assert completions(follow_lobby(lobby, is_foreign=False)) == whole
    absent = {player for player, finished in whole if not finished}
    assert absent == (set() if way in {"resigned", "clock, returned"} else {"player:0"})
    assert {player for player, _ in whole} == {*PEOPLE, *(("player:9",) if way == "replaced" else ())}


def let_run_out(log: Log, seat: Seat) -> None:
    log.minute += 1
    log.add(run_out(log.game, seat, "careful", micros(log.now)))
