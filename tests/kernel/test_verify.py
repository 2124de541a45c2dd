"""SPEC.md 7: what is right passes every check, as any viewer and at any time; what is wrong is named."""

import json
import random
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest

from domain.kernel.codec import canonical
from domain.ledger.signing import KeptStatement, Keys
from domain.proof.bundle import MAX_LINE, BadLineError
from domain.proof.checks import Report
from domain.proof.verify import CHECKS, verify
from projections.history import FULL
from service.core.keys.signing import is_signed_by
from tests.games import forged_cleverly, forged_lines
from tests.games.bundles import (
    TITLES,
    Finished,
    careful,
    finished,
    kept,
    receipts_from,
    signer,
    stranger,
    trusting,
    until,
)


def verdicts(report: Report) -> dict[str, str]:
    return {check.check: check.verdict for check in report.checks}


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("number", range(4))
def test_a_finished_game_passes_every_check(title: str, number: int) -> None:
    one = kept(title, number)

    report = verify(one.lines(signer=signer()), trusting(signer()))

    assert verdicts(report) == dict.fromkeys(CHECKS, "passed")
    assert (report.trusted, report.key_id) == (True, signer().key_id)
    assert (report.game, report.events, report.viewer) == (one.game.id, one.game.version, "full")


@pytest.mark.parametrize("title", TITLES)
def test_a_game_of_careful_bots_passes_too(title: str) -> None:
    assert verify(finished(title, 5, careful).lines()).is_valid


@pytest.mark.parametrize("title", TITLES)
def test_a_running_game_shows_each_viewer_chain_and_seals(title: str) -> None:
    whole = kept(title, 3)
    versions = {entry.record.cause - 1 for entry in whole.entries} - {0}
    for version in random.Random(title).sample(sorted(versions), 6):
        then = until(whole, version)
        for viewer in (None, 0, 1):
            report = verify(then.lines(viewer, signer()), trusting(signer()))
            found = verdicts(report)
            assert report.is_valid, report
            assert {found[check] for check in ("form", "chain", "seals", "clocks", "signature")} == {"passed"}
            assert {found[check] for check in ("draws", "replay", "result")} == {"skipped"}


def test_a_running_game_is_no_complete_one() -> None:
    then = until(kept("giganten", 3), 40)

    report = verify(then.lines(FULL))

    assert report.first_bad is not None
    assert report.first_bad.reason == "the log ends before the game is over"


def test_without_keys_a_signature_is_checked_but_not_trusted() -> None:
    lines = kept("minos", 0).lines(signer=signer())

    unpinned = verify(lines, Keys(is_signed_by))
    pinned = verify(lines, trusting(stranger()))
    unlooked = verify(lines)
    unsigned = verify(kept("minos", 0).lines(), Keys(is_signed_by))
    demanded = verify(kept("minos", 0).lines(), trusting(signer()))

    assert (unpinned.is_valid, unpinned.trusted) == (True, False)
    assert verdicts(unlooked)["signature"] == verdicts(unsigned)["signature"] == "skipped"
    assert not pinned.is_valid
    assert not demanded.is_valid


def receipt_for(one: Finished, version: int) -> KeptStatement:
    entry = one.entries[version - 1]
    tip = until(one, version).game.tip
    assert tip.head == entry.head
    signed = signer().sign_head(tip, command="key-1", decision="0.1")
    return receipts_from(canonical({**signed.statement, "signature": signed.signature}))[0]


def test_another_key_of_the_same_id_is_not_trusted() -> None:
    # as if an attacker had found a key with the 64 bits of the id
    mine, other = signer(), stranger()
    keys = Keys(is_signed_by, {mine.key_id: other.public_key})

    report = verify(kept("minos", 1).lines(signer=mine), keys)

    assert report.first_bad is not None
    assert report.first_bad.check == "signature"
    assert not report.trusted
    assert keys.trusts(other.public_key)
    assert not keys.trusts(mine.public_key)
    assert verify(kept("minos", 1).lines(signer=mine), trusting(mine)).public_key == mine.public_key.hex()


def test_a_receipt_shows_that_a_log_was_rewritten_or_cut() -> None:
    one, keys = kept("siberia", 1), trusting(signer(), stranger())
    receipt = receipt_for(one, 100)
    cut = forged_lines.rewritten([*one.lines(None)[:80], one.lines(None)[-1]])
    later = forged_cleverly.later(one.lines(), random.Random(1), one)

    kept_word = verify(one.lines(signer=signer()), keys, [receipt])
    rewritten = verify(later, keys, [receipt])
    shortened = verify(cut, keys, [receipt])

    assert verdicts(kept_word)["receipts"] == "passed"
    for report, why in ((rewritten, "rewritten"), (shortened, "cut")):
        # signed by a trusted signer: only the receipt shows the change
        failed = [check for check in report.checks if check.verdict == "failed"]
        assert [check.check for check in failed] == ["receipts"], report
        assert why in str(failed[0].reason)


def test_a_receipt_counts_only_if_its_key_is_given() -> None:
    one = kept("siberia", 1)
    receipt = receipt_for(one, 100)

    report = verify(one.lines(), Keys(is_signed_by, {}), [receipt])

    assert verdicts(report)["receipts"] == "failed"


@pytest.mark.parametrize("text", [b"1", b"[]", b"{}", b"nonsense", b'{"receipt":null}', b"[" * 5000])
def test_what_is_no_receipt_is_refused(text: bytes) -> None:
    with pytest.raises(BadLineError):
        receipts_from(text)


@pytest.mark.parametrize(
    "lines",
    [
        [],
        [b""],
        [b"\xff\xfe"],
        [b"{}"],
        [b"null"] * 5,
        [b'{"record":{}}'],
        [b"[" * 100_000],
        [b"\x1f\x8b\x08" + bytes(100)],
        [b"9" * 5000],
        [bytes(MAX_LINE + 1)],
    ],
)
def test_whatever_the_bytes_a_report_comes_back(lines: list[bytes]) -> None:
    report = verify(lines)

    assert report.first_bad is not None
    assert report.first_bad.line == 1
    assert verdicts(report) == {"form": "failed"} | dict.fromkeys(CHECKS[1:], "skipped")


@pytest.mark.parametrize("kept_events", [0, 1, 2])
def test_a_file_of_little_more_than_its_ends_is_bad_at_the_closing_line(kept_events: int) -> None:
    lines = kept("minos", 1).lines()

    report = verify([*lines[: 1 + kept_events], lines[-1]])

    assert report.first_bad is not None
    assert (report.first_bad.check, report.first_bad.line) == ("form", kept_events + 2)


def test_whatever_lines_are_missing_a_report_comes_back() -> None:
    lines, rng = kept("giganten", 1).lines(), random.Random(4)
    for _ in range(200):
        some = sorted(rng.sample(range(len(lines)), rng.randrange(1, 6)))

        assert not verify([lines[place] for place in some]).is_valid


def test_memory_is_bounded_however_long_the_file_is() -> None:
    """A log of 20,000 lobby events, all true to the rules, so that nothing stops the verifier early."""
    lines = endless_lobby(20_000)
    tracemalloc.start()
    report = verify(lines)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert report.events == 20_001
    assert [check.check for check in report.checks if check.verdict == "failed"] == ["form"]
    assert report.first_bad is not None
    assert report.first_bad.reason == "the log ends before the game is over"
    assert peak < 2_000_000


def endless_lobby(events: int) -> Iterator[bytes]:
    header, opened, *_ = kept("minos", 1).lines()
    first = json.loads(opened)
    yield header
    yield opened
    head = first["head"]
    for version in range(2, events + 2):
        record: dict[str, Any] = {**first["record"], "cause": version, "version": version, "sealed": None, "seat": 0}
        if version % 2:
            record |= {"data": {"seat": 0}, "type": "game.seat_left"}
        else:
            data = {"entropy": "00" * 32, "entropy_from": "server", "player": "player:0", "seat": 0}
            record |= {"data": data, "type": "game.seat_taken"}
        head = forged_lines.head_after(head, record)
        yield canonical({"head": head, "record": record})
    statement = {"at": first["record"]["at"], "game": first["record"]["game"], "head": head, "key_id": None}
    yield canonical({"public_key": None, "signature": None, "statement": {**statement, "version": events + 1}})
