"""What facts lead to a finding, and what facts do not; the facts of whole games that bots play for persons."""

import pytest

from domain.rulesets import RULESETS
from projections.rows.results import ended_row
from service.fair_play.facts import GameFacts, SeatFacts, facts_of
from service.fair_play.method import ALIKE, EARLY, PAIR_GAMES
from service.fair_play.report import findings
from tests.games.golden_games import Golden, play

SINCE, UNTIL = "2026-11-01T00:00:00.000000Z", "2026-12-01T00:00:00.000000Z"
ADA, BEA, CY = ("player:1", "player:2", "player:3")


def game(number: int, winner: str, *losers: str, early: bool = False, times: tuple[float, ...] = ()) -> GameFacts:
    """Return a game that somebody won."""
    seats = [SeatFacts(winner, won=True, is_early=False, times=times, compared=())]
    seats += [SeatFacts(each, won=False, is_early=early, times=times, compared=()) for each in losers]
    return GameFacts(f"game-{number}", "giganten", f"2026-11-{number + 1:02}T00:00:00.000000Z", tuple(seats))


def test_a_pair_that_wins_in_turn_is_found_and_an_even_one_is_not() -> None:
    in_turns = [game(number, *((ADA, BEA) if number % 2 else (BEA, ADA))) for number in range(PAIR_GAMES)]
    (pair,) = findings(in_turns, SINCE, UNTIL, {}, {}).pairs
    assert (pair.kind, pair.players, pair.wins, pair.changes) == ("in_turns", (ADA, BEA), (3, 3), PAIR_GAMES - 1)
    assert findings(in_turns[1:], SINCE, UNTIL, {}, {}).pairs == ()
    even = [game(number, *((ADA, BEA) if number // 2 % 2 else (BEA, ADA))) for number in range(12)]
    assert findings(even, SINCE, UNTIL, {}, {}).pairs == ()


def test_a_pair_of_which_one_leaves_early_is_found_and_a_strong_player_is_not() -> None:
    given = [game(number, ADA, BEA, early=number % 2 == 0) for number in range(PAIR_GAMES)]
    found = findings(given, SINCE, UNTIL, {}, {})
    assert [(each.kind, each.wins, each.left_early) for each in found.pairs] == [("one_sided", (PAIR_GAMES, 0), 3)]
    (leaver,) = found.leavers
    assert (leaver.player, leaver.early, leaver.games, leaver.gained_by, leaver.gained) == (BEA, 3, 6, ADA, 3)
    assert found.players == {ADA, BEA}
    strong = [game(number, ADA, BEA, CY) for number in range(20)]
    assert findings(strong, SINCE, UNTIL, {}, {}).players == frozenset()


def test_traces_are_findings_only_with_games() -> None:
    games = [game(1, ADA, BEA)]
    found = findings(games, SINCE, UNTIL, {(ADA, BEA): 3, (ADA, CY): 9}, {(BEA, CY): (2, "2026-11-05")})
    assert [(each.players, each.days, each.ids) for each in found.shared] == [((ADA, BEA), 3, ("game-1",))]
    assert [(each.players, each.times, each.games) for each in found.switched] == [((BEA, CY), 2, 0)]


def test_regular_and_very_short_times_are_found() -> None:
    human = tuple(0.5 + (number * 37 % 60) for number in range(80))
    regular = tuple(5.0 + number % 3 * 0.1 for number in range(80))
    quick = tuple(0.05 + number % 7 * 0.08 for number in range(80))
    for times, is_found in ((human, False), (regular, True), (quick, True), (regular[:30], False)):
        assert bool(findings([game(1, ADA, times=times)], SINCE, UNTIL, {}, {}).clockwork) is is_found


@pytest.mark.parametrize("title", RULESETS)
def test_a_bot_that_plays_for_persons_is_told_from_chance(title: str) -> None:
    ruleset = RULESETS[title]
    shares: dict[str, float] = {}
    for bot in ("careful", "random"):
        state, entries = play(Golden(ruleset, f"fair-{bot}-0", 3, ruleset.default_profile, {}, bot))
        row = ended_row(state, None, is_foreign=False)
        assert row is not None
        facts = facts_of(row, entries)
        # the same log, the same facts
        assert facts_of(row, entries) == facts
        compared = [each for seat in facts.seats for each in seat.compared]
        shares[bot] = sum(each.same for each in compared) / sum(each.decisions for each in compared)
        assert all(not seat.is_early or EARLY for seat in facts.seats)
    assert shares["random"] < ALIKE <= shares["careful"]
