"""A question that a seat has taken back is its own to answer, whatever another seat takes back meanwhile."""

import random

from domain.game import decide
from domain.game.game import awaiting, to_take_back
from domain.rulesets import RULESETS
from service.core.store.recorder import StoredEntry
from service.orders.choosing import is_reopened
from service.play.loaded import Loaded
from tests.games.test_take_back import Log


def loaded(log: Log) -> Loaded:
    return Loaded(log.game, [StoredEntry(each.record, each.head, each.secret) for each in log.entries])


def test_the_take_back_of_another_seat_changes_nothing() -> None:
    found = 0
    for title in RULESETS:
        for number in range(6):
            rng, log = random.Random(number), Log(title, 3)
            for _ in range(120):
                if log.game.status != "running":
                    break
                one, *others = rng.sample(sorted(awaiting(log.game)), len(awaiting(log.game)))
                log.answer(one, rng)
                if not others or to_take_back(log.game, one) is None:
                    continue
                log.add(one, decide.take_back(log.game, one))
                assert is_reopened(loaded(log), one)
                log.answer(others[0], rng)
                if to_take_back(log.game, others[0]) is None:
                    continue
                log.add(others[0], decide.take_back(log.game, others[0]))
                assert is_reopened(loaded(log), one)
                assert is_reopened(loaded(log), others[0])
                found += 1
                log.answer(one, rng)
                log.answer(others[0], rng)
    assert found
