"""Correspondence games with standing orders wait less: a sample of the published figures, and what the page says."""

from pathlib import Path

from tests.lab.orders import HEAD, Correspondence

PAGE = Path(__file__).with_name("ORDERS.md")


def test_games_with_orders_need_at_most_half_the_waits() -> None:
    without = [Correspondence(number, 3, "none").play() for number in range(2)]
    auctions = [Correspondence(number, 3, "auctions").play() for number in range(2)]
    every = [Correspondence(number, 3, "all").play() for number in range(2)]

    assert all(each.by_orders == 0 for each in without)
    waits = [sum(each.waits for each in found) for found in (without, auctions, every)]
    assert waits[1] <= waits[0] / 2
    assert waits[2] < waits[1]
    assert all(each.rounds >= 4 and each.by_people > 50 for each in (*without, *auctions, *every))
    assert Correspondence(1, 3, "all").play() == every[1]


def test_the_published_ratios_follow_from_the_published_waits() -> None:
    page = PAGE.read_text()
    rows = [line.strip("| ").split(" | ") for line in page.split(HEAD)[1].strip().splitlines() if line.startswith("|")]
    waits = {(row[0], row[1]): float(row[4]) for row in rows}

    assert len(waits) == 6
    for row in rows:
        ratio = waits[row[0], row[1]] / waits[row[0], "none"]
        assert abs(ratio - float(row[5])) < 0.006
        assert row[1] == "none" or ratio <= 0.5
