"""openapi/verifier/verify.mjs, written from SPEC.md alone, agrees with our verifier on games and on forgeries.

With the golden games (test_golden.py) these are more than 280 different games of all titles in every run.
"""

import json
import os
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.codec import canonical
from domain.ledger.signing import Keys
from domain.proof.clock_forms import CLOCK_TYPES
from domain.proof.verify import verify
from projections.history import FULL
from service.core.keys.signing import is_signed_by
from tests.games.bundles import TITLES, finished, kept, kept_lines, signer, trusting, until
from tests.games.clocks.clocked import clocked
from tests.games.forged_lines import Lines, at, renumbered, rewritten
from tests.games.second_verifier import SCRIPT, agree, node, second

GAMES = int(os.environ.get("LUDOLOG_SECOND", "24"))
"""Games that are played and held against the second verifier, no two of them the same; 1000 is the long run."""

BATCHES = 8
RUNNING = 12
"""Games that are looked at while they run, too, by the public, by a seat, and as nobody may see them yet."""


@pytest.mark.parametrize("batch", range(BATCHES))
def test_both_verifiers_agree_on_games_as_any_viewer_sees_them(batch: int, tmp_path: Path) -> None:
    bundles: list[list[bytes]] = []
    over: list[int] = []
    for number in range(batch, GAMES, BATCHES):
        one = finished(TITLES[number % len(TITLES)], number)
        over.append(len(bundles))
        bundles.append(one.lines(signer=signer()))
        if number < RUNNING:
            then = until(one, random.Random(number).choice([e.record.cause - 1 for e in one.entries[20:]]))
            bundles += [then.lines(viewer, signer()) for viewer in (None, 1, FULL)]

    others = second(tmp_path, bundles, signer())

    assert len(others) == len(bundles)
    for lines, other in zip(bundles, others, strict=True):
        agree(verify(lines, trusting(signer())), other)
    for place in over:
        assert others[place]["valid"]
        assert [check["verdict"] for check in others[place]["checks"]] == ["passed"] * 6 + ["skipped"] * 2
        assert others[place]["unchecked"] == ["replay", "result"]


def test_only_a_list_with_items_is_a_draw_that_makes_a_decision_final(tmp_path: Path) -> None:
    lines = clocked("minos", 17).lines(None)
    taken = next(json.loads(line)["record"] for line in lines if b'"type":"game.decision_taken_back"' in line)
    decided = taken["data"]["to"] + 1
    draws: list[Any] = [1, "x", {"a": 1}, [], None, [[6, 1]]]
    bundles = [with_data(lines, decided, draws=each) for each in draws]

    reports = [verify(bundle, Keys(is_signed_by)) for bundle in bundles]

    assert [report.first_bad is None for report in reports] == [True] * 5 + [False]
    assert reports[-1].first_bad is not None
    assert (reports[-1].first_bad.check, reports[-1].first_bad.line) == ("form", taken["version"] + 1)
    for report, other in zip(reports, second(tmp_path, bundles, None), strict=True):
        agree(report, other)


def test_both_verifiers_ignore_further_fields_of_events_of_clocks(tmp_path: Path) -> None:
    bundles: list[Lines] = []
    kinds: set[str] = set()
    for number in (7, 20):
        lines = clocked(TITLES[number % len(TITLES)], number).lines(None)
        for place, line in enumerate(lines[2:-1], 2):
            kind = json.loads(line)["record"]["type"]
            if kind.startswith(("game.", "clock.")) and kind not in kinds:
                kinds.add(kind)
                lines = at(lines, place, lambda line: line["record"]["data"].update(type="x", other=1))
        bundles.append(rewritten(lines))

    assert {*CLOCK_TYPES, "game.decision_taken_back", "game.seat_resigned", "game.paused"} <= kinds
    for lines, other in zip(bundles, second(tmp_path, bundles, None), strict=True):
        report = verify(lines, Keys(is_signed_by))
        assert report.is_valid, report.first_bad
        agree(report, other)


def test_both_verifiers_accept_unknown_events_of_games_only_where_section_9_leaves_room(tmp_path: Path) -> None:
    lines = clocked("minos", 17).lines(None)
    records: list[dict[str, Any]] = [json.loads(line)["record"] for line in lines[1:-1]]
    taken_back = [record["version"] for record in records if record["type"] == "game.decision_taken_back"]
    switched = [
        record for record in records if record["type"] == "clock.switched" and record["cause"] > max(taken_back)
    ]
    of_title = {record["version"] for record in records if record["type"].startswith("minos.")}
    last = next(each for each in reversed(switched) if each["cause"] in of_title)
    paused = next(record for record in reversed(records) if record["type"] == "game.paused")

    def with_unknown(after: int, kind: str, version: int = 0) -> Lines:
        """Return the bundle with an unknown event after a version, in its batch unless it has a version of its own."""
        event = json.loads(lines[after])
        event["record"] |= {"type": kind, "data": {}, "seat": None, "sealed": None, "known_to": []}
        event["record"] |= {"version": version, "cause": version or event["record"]["cause"]}
        return rewritten(renumbered([*lines[: after + 1], canonical(event), *lines[after + 1 :]]))

    own = last["version"] + 1
    bundles = {
        "after a decision of the title": with_unknown(last["cause"], "game.foo"),
        "in a batch of its own": with_unknown(last["version"], "game.foo", own),
        "after clock.switched": with_unknown(last["version"], "game.foo"),
        "after a pause": with_unknown(paused["version"], "game.foo"),
        "of clocks": with_unknown(last["version"], "clock.foo", own),
    }
    reports = [verify(bundle, Keys(is_signed_by)) for bundle in bundles.values()]

    assert {kind: report.is_valid for kind, report in zip(bundles, reports, strict=True)} == {
        "after a decision of the title": True,
        "in a batch of its own": True,
        "after clock.switched": False,
        "after a pause": False,
        "of clocks": False,
    }
    for report, other in zip(reports, second(tmp_path, [*bundles.values()], None), strict=True):
        agree(report, other)
        assert {check.check for check in report.checks if check.verdict == "failed"} <= {"clocks"}


def test_both_verifiers_refuse_every_event_of_clocks_in_a_game_without_a_clock(tmp_path: Path) -> None:
    lines = list(kept_lines("minos", 1))
    kinds = [*CLOCK_TYPES, "clock.foo"]
    place = next(number for number, line in enumerate(lines) if b'"type":"game.started"' in line) + 2
    bundles = [
        rewritten(at(lines, place, lambda line, kind=kind: line["record"].update(type=kind)), signer())
        for kind in kinds
    ]

    for lines, other in zip(bundles, second(tmp_path, bundles, signer()), strict=True):
        report = verify(lines, trusting(signer()))
        failed = {check.check: check.line for check in report.checks if check.verdict == "failed"}
        assert failed["clocks"] == place + 1
        agree(report, other)


def test_the_second_verifier_checks_also_if_a_link_leads_to_it(tmp_path: Path) -> None:
    link = tmp_path / "linked"
    link.symlink_to(SCRIPT.parent)
    (tmp_path / "game.jsonl").write_bytes(b"no bundle\n")
    command = [node(), str(link / SCRIPT.name), str(tmp_path / "game.jsonl")]
    done = subprocess.run(command, capture_output=True, check=False, timeout=60)

    assert done.returncode == 1
    assert b"failed" in done.stdout


def test_both_verifiers_refuse_the_shape_0(tmp_path: Path) -> None:
    lines = list(kept_lines("minos", 1))
    bundle = rewritten(at(lines, 20, lambda line: line["record"].update(shape=0)), signer())

    report = verify(bundle, trusting(signer()))

    assert report.first_bad is not None
    assert (report.first_bad.check, report.first_bad.line) == ("form", 21)
    (other,) = second(tmp_path, [bundle], signer())
    agree(report, other)


@pytest.mark.parametrize("is_sealed", [True, False])
def test_draws_fail_without_a_seed_in_a_file_with_all_secrets(is_sealed: bool, tmp_path: Path) -> None:
    def change(line: dict[str, Any]) -> None:
        if is_sealed:
            line["secret"]["more"] = 1
        else:
            line["record"]["sealed"] = None
            del line["secret"]

    bundle = rewritten(at(list(kept_lines("minos", 1)), 1, change), signer())

    report = verify(bundle, trusting(signer()))

    failed = {each.check: each.line for each in report.checks if each.verdict == "failed"}
    assert (failed["seals"], failed["draws"]) == (2, 2)
    (other,) = second(tmp_path, [bundle], signer())
    agree(report, other)


def with_data(lines: Lines, place: int, **fields: Any) -> Lines:
    """Return the lines of a bundle with further fields in the data of one event."""
    return rewritten(at(lines, place, lambda line: line["record"]["data"].update(fields)))


def test_the_public_key_alone_shows_who_signed(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"".join(line + b"\n" for line in kept("minos", 1).lines(signer=signer())))

    def told(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [node(), str(SCRIPT), *arguments, str(path)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    mine, unpinned, other = told("--key", signer().public_key.hex()), told(), told("--key", "00" * 32)

    assert (mine.returncode, unpinned.returncode, other.returncode) == (0, 0, 1)
    assert "which you gave" in mine.stdout
    assert "none of those given" in other.stdout
