"""What keeps the log: order, crashes, several processes, rebuilds, keys, and damage."""

import asyncio
import contextlib
import datetime
import json
import threading
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.ledger.integrity import DamagedLogError
from domain.proof.log_check import LogKeys
from domain.proof.verify import verify
from domain.transparency.checkpoints import open_checkpoint
from domain.transparency.site import About, Logged, LogOpened, SiteLog
from service.core.keys.base64url import encoded
from service.core.keys.signing import KeyFile, KeyRing, Signer, is_signed_by, new_key
from service.core.store.store import Store
from service.monitoring.integrity.scan import Scan
from service.site_log.checking import LACKS, problems_of
from service.site_log.gathering import Gathered
from service.site_log.rows import CACHES, append, catch_up, rebuild, skipped_in
from tests.readmodels.kit import Batch
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
    # longer than the machine has run: its clock begins with its boot
    interval = 60.0 + time.monotonic()
    with site(database, interval=interval) as opened:
        opened.append(short(1))
        opened.keep()
        first = opened.state.signed
        assert first is not None
        opened.append(short(2))
        left = opened.keeper.turn()

        assert left is not None
        assert interval - 10 < left <= interval
        assert opened.state.size > first.size
        assert opened.state.signed == first
        asyncio.run(opened.keeper.hurry())
        assert is_whole(opened)


def test_a_request_is_signed_for_although_another_process_has_just_signed(database: str) -> None:
    with site(database, interval=60.0 + time.monotonic()) as opened:
        other = opened.another_process()
        opened.append(short(1))
        opened.keep()
        other.turn()
        opened.append(short(2))
        asyncio.run(opened.keeper.hurry())
        opened.append(short(3))
        asyncio.run(other.hurry())

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


def test_a_rotated_key_changes_the_signature_of_a_bundle_and_nothing_else(database: str) -> None:
    """The private part of a former key is gone. SPEC.md 12 says what differs."""
    made_at = datetime.datetime(2026, 11, 20, tzinfo=datetime.UTC)
    first, second = new_key(KEY, made_at), new_key(bytes(32), made_at)
    batches = short(1)
    with site(database) as opened:
        opened.append(batches)
        opened.keep()
        rotated = Site(opened.store, Signer(KeyRing(KeyFile((second, first)))))
        before, after = opened.bundle(game_of(batches)), rotated.bundle(game_of(batches))

        assert before[:-1] == after[:-1]
        lasts = [json.loads(lines[-1]) for lines in (before, after)]
        assert lasts[0] != lasts[1]
        for last in lasts:
            for name in ("signature", "public_key"):
                del last[name]
            del last["statement"]["key_id"]
        assert lasts[0] == lasts[1]
        for lines in (before, after):
            assert verify(lines, rotated.signer.keys, log_keys=LogKeys((opened.key,), is_signed_by)).trusted


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
        assert f"the game {game_of(first)} waits for its repair" in caplog.text


def events_table(opened: Site) -> str:
    return opened.store.database.events_table


def stored(opened: Site, game: str, version: int) -> bytes:
    """Return the row of an event."""
    query = f"SELECT state FROM {events_table(opened)} WHERE originator_id = ? AND originator_version = ?"
    with opened.store.database.reading() as cursor:
        row = cursor.one(query, (game, version))
    assert row is not None
    return bytes(row["state"])


def store(opened: Site, game: str, version: int, state: bytes, topic: str | None = None) -> None:
    """Write the row of an event."""
    where = "WHERE originator_id = ? AND originator_version = ?"
    damage(opened, f"UPDATE {events_table(opened)} SET state = ? {where}", state, game, version)
    if topic is not None:
        damage(opened, f"UPDATE {events_table(opened)} SET topic = ? {where}", topic, game, version)


def last_version(batches: Sequence[Batch]) -> int:
    return batches[-1][-1].record.version


def waiting(opened: Site) -> set[tuple[str, str]]:
    with opened.store.database.reading() as cursor:
        return {(about.kind, about.subject) for about in skipped_in(cursor)}


def test_an_error_that_is_no_damage_drops_nothing(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    convert, failed = msgspec.to_builtins, list[object]()

    def fails_once(value: object, **how: Any) -> Any:
        if not failed:
            failed.append(value)
            raise MemoryError
        return convert(value, **how)

    with site(database) as opened:
        opened.append(short(1))
        monkeypatch.setattr(msgspec, "to_builtins", fails_once)
        with pytest.raises(MemoryError):
            opened.keeper.turn()
        assert "MemoryError" in (opened.keeper.problem or "")
        assert not opened.keeper.is_current
        opened.keep()

        assert failed != []
        assert types_of(opened)[:2] == ["game_opened", "game_ended"]
        assert opened.keeper.problem is None


@pytest.mark.parametrize("part", ["opening", "middle", "end"])
def test_a_game_that_is_repaired_gets_its_entries_in_their_order(database: str, part: str) -> None:
    batches = short(1)
    game, last = game_of(batches), last_version(batches)
    version = {"opening": 1, "middle": last // 2, "end": last}[part]
    with site(database) as opened:
        opened.append(batches)
        whole = stored(opened, game, version)
        store(opened, game, version, b"{")
        opened.append(short(2))
        opened.keep()

        assert types_of(opened).count("game_ended") == 1
        assert ("game", game) in waiting(opened)
        assert problems(opened) == []
        # it is still damaged
        opened.keep(opened.another_process())
        assert ("game", game) in waiting(opened)

        store(opened, game, version, whole)
        opened.keep(opened.another_process())
        about = [json.loads(entry) for entry in opened.entries() if game in entry.decode()]
        assert [entry["type"] for entry in about] == ["game_opened", "game_ended"]
        assert waiting(opened) == set()
        report = verify(opened.bundle(game), log_keys=LogKeys((opened.key,), is_signed_by))
        assert report.is_valid
        assert report.log_index is not None
        assert problems(opened) == []
        before = opened.tables()
        with opened.store.database.writing() as cursor:
            rebuild(cursor)
        assert opened.tables() == before


def test_the_log_stops_before_the_events_of_a_later_release(database: str) -> None:
    first = short(1)
    game, last = game_of(first), last_version(first)
    with site(database) as opened:
        opened.append(first)
        known = stored(opened, game, last)
        later = known.replace(b'"shape":1', b'"shape":99')
        assert later != known
        store(opened, game, last, later, "game.ended:99")
        opened.append(short(2))
        opened.keep()

        assert [kind for kind in types_of(opened) if kind.startswith("game_")] == ["game_opened"]
        assert "later release" in (opened.keeper.problem or "")
        assert not opened.keeper.is_current
        # that release goes on where this one has stopped
        store(opened, game, last, known, "game.ended:1")
        opened.keep()
        assert types_of(opened).count("game_ended") == 2
        assert opened.keeper.problem is None


def test_a_topic_that_is_damaged_does_not_stop_the_log(database: str, caplog: pytest.LogCaptureFixture) -> None:
    first = short(1)
    game, last = game_of(first), last_version(first)
    with site(database) as opened:
        opened.append(first)
        store(opened, game, last, stored(opened, game, last), "game.ende!:1")
        opened.append(short(2))
        opened.keep()

        # the event itself is whole, so the look at what was skipped finds it
        assert types_of(opened).count("game_ended") == 2
        assert waiting(opened) == set()
        assert f"the game {game} waits for its repair" in caplog.text


def test_what_the_log_lacks_is_found(database: str) -> None:
    first = short(1)
    with site(database) as opened:
        opened.append(first)
        opened.append(short(3, foreign=True))
        with opened.store.database.writing() as cursor:
            # as if all of it had been dropped
            last = opened.store.application.recorder.max_notification_id()
            assert last is not None
            state = append(cursor, SiteLog(), "2026-11-28T12:00:00.000000Z", LogOpened("games.example/log", "00" * 32))
            append(cursor, state, state.tip.at, Logged((), (), last, 0))

        assert problems(opened) == [f"{LACKS} entries of 1 game: {game_of(first)}"]


def test_a_game_that_differs_from_what_the_log_has_is_damaged(database: str) -> None:
    ours, theirs = short(1), short(1, resigned=(0,))
    game = game_of(ours)
    same = [batch for batch, other in zip(ours, theirs, strict=False) if batch[0].head == other[0].head]
    with site(database) as opened:
        opened.append(ours)
        opened.keep()
        scan = Scan(opened.store.database.reading, lambda: opened.signer.keys)
        assert scan.game(game).problems == []
        after = last_version(same)
        damage(
            opened,
            f"DELETE FROM {events_table(opened)} WHERE originator_id = ? AND originator_version > ?",
            game,
            after,
        )
    with site(database) as opened:
        opened.append(theirs[len(same) :])
        scan = Scan(opened.store.database.reading, lambda: opened.signer.keys)
        [problem] = scan.game(game).problems

        assert problem.kind == "game"
        assert problem.reason == "the log was rewritten: the transparency log has another game_ended at 1"


def test_a_process_signs_nothing_after_commits_were_lost(database: str) -> None:
    """As after a failover to a standby that lacks the last commits."""
    with site(database) as opened:
        opened.append(short(1))
        opened.keep()
        before = opened.state
        opened.append(short(2))
        opened.keep()
        assert opened.state.size > before.size
        with opened.store.database.writing() as cursor:
            cursor.execute("DELETE FROM site_events WHERE version > ?", (before.tip.version,))
            for table in CACHES:
                cursor.execute(f"DELETE FROM {table}")
            catch_up(cursor, SiteLog())
        opened.append(short(3))
        opened.keep()

        assert "has lost commits" in (opened.keeper.problem or "")
        assert opened.state == before
        # the operator accepts it
        opened.keep(opened.another_process())
        assert opened.state.size > before.size


def test_an_entry_that_no_file_of_entries_can_have_is_refused(database: str) -> None:
    """It would be in the tree, and could not be served."""
    entry = {"type": "x" * 65_536}
    found = Gathered(0, 0, set())
    with pytest.raises(ValueError, match="the log takes 65535"):
        found.add("rules", "minos/1", entry)
    with site(database) as opened:
        opened.append(short(1))
        opened.keep()
        before = opened.tables()
        event = Logged((entry,), (About("rules", "minos/1"),), opened.state.games, 0)
        with pytest.raises(DamagedLogError, match="more than 65535 bytes"), opened.store.database.writing() as cursor:
            append(cursor, opened.state, "", event)
        assert opened.tables() == before
