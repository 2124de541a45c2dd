"""Who plays with whom in a pool: the nearest in skill, within bounds that widen."""

import random
from collections.abc import Callable

from projections.rows.ratings import SCALE
from service.meeting.pairing import WIDE_AFTER, groups, width_of
from service.meeting.pool_rows import Entry

NOW = "2026-11-20T12:01:00.000000Z"


def entry(name: str, skill: float, waits: int = 0) -> Entry:
    since = NOW if waits == 0 else f"2026-11-20T12:00:{60 - waits:02}.000000Z"
    return Entry(name, "minos", "live", round(skill * SCALE), since, NOW)


def anyone(_one: str, _other: str) -> bool:
    return True


def all_but(*apart: str) -> Callable[[str, str], bool]:
    return lambda one, other: {one, other} != {*apart}


def names(found: list[tuple[Entry, ...]]) -> list[str]:
    return ["".join(each.player for each in group) for group in found]


def test_the_nearest_in_skill_play_together() -> None:
    waiting = [entry("a", 25), entry("b", 26.5), entry("c", 24.8), entry("d", 27)]
    assert names(groups(waiting, 2, NOW, anyone)) == ["ac", "bd"]
    assert names(groups(waiting, 3, NOW, anyone)) == ["acb"]


def test_the_bounds_widen_with_the_wait() -> None:
    assert names(groups([entry("a", 40), entry("b", 25)], 2, NOW, anyone)) == []
    assert names(groups([entry("a", 40, 5), entry("b", 25)], 2, NOW, anyone)) == []
    assert names(groups([entry("a", 40, 15), entry("b", 25)], 2, NOW, anyone)) == ["ab"]
    # within a minute anyone is found
    assert names(groups([entry("a", 90, 50), entry("b", -40)], 2, NOW, anyone)) == ["ab"]
    widths = [width_of(second) for second in range(int(WIDE_AFTER))]
    assert widths == sorted(widths, key=lambda width: width or 0)
    assert width_of(WIDE_AFTER) is None


def test_players_who_may_not_meet_are_paired_with_others() -> None:
    waiting = [entry("a", 25), entry("b", 25), entry("c", 25.5)]
    assert names(groups(waiting, 2, NOW, all_but("a", "b"))) == ["ac"]
    assert names(groups(waiting, 3, NOW, all_but("b", "c"))) == []


def test_nobody_is_in_two_groups() -> None:
    rng = random.Random(72)
    for _ in range(100):
        skills = [rng.randint(0, 50) for _ in range(rng.randint(0, 30))]
        seats = rng.randint(2, 4)
        found = groups([entry(f"{n}", skill, 59) for n, skill in enumerate(skills)], seats, NOW, anyone)
        players = [each.player for group in found for each in group]
        assert len(players) == len(set(players)) == len(skills) // seats * seats
