"""What keeps the log: order, crashes, several processes, rebuilds, keys, and damage."""

import asyncio
import contextlib
import datetime
import json
import threading
from collections import Counter
from pathlib import Path

import pytest

from domain.ledger.integrity import DamagedLogError
from domain.transparency.checkpoints import open_checkpoint
from service.core.keys.base64url import encoded
from service.core.keys.signing import KeyFile, KeyRing, Signer, is_signed_by, new_key
from service.core.store.store import Store
from service.site_log.checking import problems_of
from service.site_log.rows import rebuild
from tests.service.site_log.kit import KEY, Site, game_of, short, signer, site


def types_of(opened: Site) -> list[str]:
    return [json.loads(entry)["type"] for entry in opened.entries()]


def problems(opened: Site) -> list[str]:
    with opened.store.database.reading() as cursor:
        return list(problems_of(cursor))


def is_whole(opened: Site) -> bool:
    """Whether the last checkpoint is signed by the key of the log, and states the tree of all entries."""
    state = opened.state
    checkpoint = open_checkpoint(opened.note, [opened.key], is_signed_by)
    return (checkpoint.size, checkpoint.root.hex()) == (state.size, state.root) and opened.root() == state.root


def test_the_log_has_what_the_site_has_promised_in_the_order_of_its_events(database: str) -> None:
    with site(database) as opened:
        opened.append(short(1))
        opened.append(short(2, visibility="private"))
        opened.append(short(3, foreign=True))
        opened.append(short(4, most=3))
        opened.keep()

        assert Counter(types_of(opened)) == {"game_opened": 2, "game_ended": 1, "sealed": 2, "key": 1, "rules": 3}
        assert types_of(opened)[:5] == ["game_opened", "game_ended", "sealed", "sealed", "game_opened"]
        assert opened.state.origin == "games.example/log"
        assert is_whole(opened)
        assert problems(opened) == []


def test_an_empty_site_has_no_log(database: str) -> None:
    with site(database) as opened:
        opened.keep()
        assert not opened.state.is_open


def test_what_was_there_before_the_log_is_taken_in_page_by_page(database: str) -> None:
    with site(database) as opened:
        for seed in range(20, 24):
            opened.append(short(seed))
        steps = 0
        while opened.keeper.turn() == 0.0:
            steps += 1
        assert types_of(opened).count("game_ended") == 4
        before = opened.state.size
        opened.keep(opened.another_process())
        assert opened.state.size == before


def test_a_rebuild_gives_the_same_rows_bit_for_bit(database: str) -> None:
    with site(database) as opened:
        for seed in (1, 2, 3):
            opened.append(short(seed))
            opened.keep()
        before = opened.tables()
        with opened.store.database.writing() as cursor:
            rebuild(cursor)
        assert opened.tables() == before
        assert len(before["log_checkpoints"]) == 3


def test_processes_that_append_at_once_log_each_event_once(database: str) -> None:
    with contextlib.ExitStack() as stack:
        opened = stack.enter_context(site(database))
        others = [opened]
        if database.startswith("postgresql"):
            others += [Site(stack.enter_context(Store(database))) for _ in range(2)]
        batches = [batch for seed in range(1, 7) for batch in short(seed)]
        is_over = threading.Event()

        def keep(one: Site) -> None:
            keeper = one.another_process()
            while not is_over.is_set():
                keeper.turn()

        threads = [threading.Thread(target=keep, args=(each,)) for each in others for _ in range(2)]
        for thread in threads:
            thread.start()
        opened.append(batches)
        is_over.set()
        for thread in threads:
            thread.join()
        opened.keep()

        assert Counter(types_of(opened)) == {"game_opened": 6, "game_ended": 6, "key": 1, "rules": 3}
        assert is_whole(opened)
        assert problems(opened) == []


def test_two_checkpoints_have_the_interval_between_them(database: str) -> None:
    with site(database, interval=60.0) as opened:
        opened.append(short(1))
        opened.keep()
        first = opened.state.signed
        assert first is not None
        opened.append(short(2))
        left = opened.keeper.turn()

        assert left is not None
        assert 50 < left <= 60
        assert opened.state.size > first.size
        assert opened.state.signed == first
        asyncio.run(opened.keeper.hurry())
        assert is_whole(opened)


def test_a_rotated_key_is_an_entry_and_the_key_of_the_log_stays(database: str) -> None:
    made_at = datetime.datetime(2026, 11, 20, tzinfo=datetime.UTC)
    first, second = new_key(KEY, made_at), new_key(bytes(32), made_at)
    with site(database) as opened:
        opened.append(short(1))
        opened.keep()
        key = opened.key
        derivation = encoded(KeyRing(KeyFile((first,))).derivation)
        rotated = Site(opened.store, Signer(KeyRing(KeyFile((second, first), derivation))))
        opened.append(short(2))
        rotated.keep()

        assert types_of(opened).count("key") == 2
        assert opened.key == key
        assert is_whole(opened)


def test_a_lost_key_is_replaced_and_a_former_one_does_not_return(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    with site(database) as opened:
        opened.append(short(1))
        opened.keep()
        former = opened.key
        lost = Site(opened.store, signer(bytes(32)))
        opened.append(short(2))
        lost.keep()

        assert opened.key != former
        assert is_whole(opened)
        assert "gets a new key" in caplog.text
        opened.append(short(3))
        opened.keep()
        assert "former key of the log" in (opened.keeper.problem or "")
        assert is_whole(opened)
        lost.keep()
        assert types_of(opened).count("game_ended") == 3


def damage(opened: Site, change: str, *parameters: object) -> None:
    with opened.store.database.writing() as cursor:
        cursor.execute(change, parameters)


CHANGES = {
    "an event is another": (
        "UPDATE site_events SET entry = REPLACE(entry, '\"rated\":null', '\"rated\":true') WHERE version = 2"
    ),
    "an event is no JSON": "UPDATE site_events SET entry = 'x' WHERE version = 2",
    "the last events are missing": "DELETE FROM site_events WHERE version > 2",
    "an event in the middle is missing": "DELETE FROM site_events WHERE version = 2",
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_damaged_log_is_found_and_never_shown_as_a_smaller_one(database: str, change: str) -> None:
    with site(database) as opened:
        opened.append(short(1))
        opened.keep()
        opened.append(short(2))
        opened.keep()
        note = opened.note
        damage(opened, CHANGES[change])

        assert problems(opened) != []
        with pytest.raises(DamagedLogError), opened.store.database.writing() as cursor:
            rebuild(cursor)
        assert opened.note == note


def test_tables_that_differ_are_found_and_mended(database: str) -> None:
    with site(database) as opened:
        opened.append(short(1))
        opened.keep()
        before = opened.tables()
        for change in (
            "UPDATE log_tiles SET hashes = '00' || SUBSTR(hashes, 3)",
            "DELETE FROM log_entries WHERE number = 1",
            "DELETE FROM log_checkpoints",
            "UPDATE log_state SET state = REPLACE(state, '\"size\":', '\"size\":1')",
        ):
            damage(opened, change)
        assert [problem.partition(" differ ")[0] for problem in problems(opened)] == [
            "log_checkpoints, log_entries, log_state, log_tiles"
        ]
        with opened.store.database.writing() as cursor:
            rebuild(cursor)
        assert opened.tables() == before
        assert problems(opened) == []


def test_a_damaged_game_does_not_stop_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with site(f"sqlite:///{tmp_path}/games.db") as opened:
        first = short(1)
        opened.append(first)
        damage(
            opened,
            "UPDATE stored_events SET state = X'00' WHERE originator_id = ? AND topic LIKE 'game.ended:%'",
            game_of(first),
        )
        opened.append(short(2))
        opened.keep()

        assert types_of(opened).count("game_opened") == 2
        assert types_of(opened).count("game_ended") == 1
        assert "is not in the transparency log" in caplog.text
