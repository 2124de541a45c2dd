"""Events on the wrong side of the start, and a first event that is none: both verifiers stop there (SPEC.md 7)."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from domain.kernel.codec import canonical
from domain.ledger.signing import Keys
from domain.proof.verify import verify
from service.core.keys.signing import is_signed_by
from tests.games.bundles import kept, kept_lines
from tests.games.clocks.clocked import clocked
from tests.games.forged_lines import Lines, at, renumbered, rewritten
from tests.games.second_verifier import agree, second

TAKEN: dict[str, Any] = {"seat": 0, "player": "player:8", "entropy": "ab" * 32, "entropy_from": "player"}
RULING: dict[str, Any] = {"author": "player:9", "reason": "a reason"}
OF_THE_LOBBY: dict[str, dict[str, Any]] = {
    "game.seat_taken": TAKEN, "game.seat_left": {"seat": 0}, "game.seats_released": {}, "game.abandoned": {},
}  # fmt: skip
OF_THE_TABLE: dict[str, dict[str, Any]] = {
    "game.ended": {"places": []}, "game.seat_resigned": {"seat": 0, "player": "bot:x"},
    "game.seat_returned": {"seat": 0}, "game.others_left": {"seat": 0},
    "game.decision_taken_back": {"seat": 0, "to": 1}, "game.hint_taken": {"seat": 0, "decision": "0.1"},
    "game.replacement_offered": {"seat": 0, "player": "player:8", **RULING},
    "game.player_replaced": {"seat": 0, "player": "player:8", **RULING},
    "game.seat_given_up": {"seat": 0, "player": "bot:x", **RULING}, "game.adjudicated": {"ranks": [1, 2], **RULING},
    "game.clock_extended": {"seat": 0, "seconds": 1, **RULING},
    "game.paused": {"until": "2027-01-01T00:00:00.000000Z", **RULING}, "game.resumed": RULING, "minos.token_placed": {},
    "clock.switched": {"seats": [0]}, "clock.ran_out": {"seat": 0, "decision": "0.1", "strike": 1},
    "clock.vacation_taken": {"seat": 0, "seconds": 1}, "clock.other": {},
}  # fmt: skip


def inserted(lines: Sequence[bytes], place: int, kind: str, data: dict[str, Any], *, follows: bool = False) -> Lines:
    """Return the lines of a bundle with another event at a place, which begins a batch or follows in the one above."""
    event = json.loads(lines[place - 1])
    for name in ("secret", "salt"):
        event.pop(name, None)
    # whether both numbers are the same says whether the event begins a batch
    event["record"] |= {"type": kind, "data": data, "seat": None, "sealed": None, "known_to": []}
    event["record"] |= {"version": 1, "cause": 0 if follows else 1}
    return rewritten(renumbered([*lines[:place], canonical(event), *lines[place:]]))


def started(lines: Sequence[bytes]) -> int:
    """Return the place of the start."""
    return next(place for place, line in enumerate(lines) if b'"type":"game.started"' in line)


def decided(lines: Sequence[bytes]) -> int:
    """Return the place of the first decision of the title with events that follow from it."""
    for place in range(started(lines) + 1, len(lines) - 2):
        here, after = (json.loads(lines[each])["record"] for each in (place, place + 1))
        if here["seat"] is not None and here["type"].startswith("minos.") and after["cause"] == here["version"]:
            return place
    raise AssertionError


def check(tmp_path: Path, bundles: dict[str, tuple[int, Lines]]) -> None:
    """Check that both verifiers stop in each bundle at the line after a place, and that nothing else reads it."""
    others = second(tmp_path, [lines for _, lines in bundles.values()], None)
    for (name, (place, lines)), other in zip(bundles.items(), others, strict=True):
        report = verify(lines, Keys(is_signed_by))
        failed = [(each.check, each.line) for each in report.checks if each.verdict == "failed"]
        assert failed == [("form", place + 1)], (name, report.checks)
        agree(report, other)


def test_an_event_of_the_lobby_completes_no_batch_of_the_table(tmp_path: Path) -> None:
    """It may not stand there at all: with a batch of its own it would separate a decision from what follows from it."""
    bundles: dict[str, tuple[int, Lines]] = {}
    for viewer, lines in (("public", clocked("minos", 17).lines(None)), ("full", list(kept_lines("minos", 1)))):
        for kind, data in OF_THE_LOBBY.items():
            for where, place in (("start", started(lines)), ("decision", decided(lines))):
                name = f"{viewer}, {kind} after {where}"
                bundles[name] = place + 1, inserted(lines, place + 1, kind, data)
                bundles[f"{name}, in its batch"] = place + 1, inserted(lines, place + 1, kind, data, follows=True)

    check(tmp_path, bundles)


def test_an_event_of_the_table_needs_a_game_that_has_started(tmp_path: Path) -> None:
    bundles: dict[str, tuple[int, Lines]] = {}
    for viewer, lines in (("public", clocked("minos", 17).lines(None)), ("full", list(kept_lines("minos", 1)))):
        place = started(lines)
        for kind, data in OF_THE_TABLE.items():
            bundles[f"{viewer}, {kind}"] = place, inserted(lines, place, kind, data)

    check(tmp_path, bundles)


def test_a_game_starts_once_by_a_decision_event(tmp_path: Path) -> None:
    lines = clocked("minos", 17).lines(None)
    place = started(lines)
    follows = [*lines[:place], *inserted(lines, place, "game.started", {}, follows=True)[place : place + 1]]

    check(tmp_path, {
        "again": (place + 1, inserted(lines, place + 1, "game.started", {})),
        "again, in the same batch": (place + 1, inserted(lines, place + 1, "game.started", {}, follows=True)),
        "as a consequence": (place, rewritten(renumbered([*follows, *lines[place + 1 :]]))),
    })  # fmt: skip


def test_no_seat_opens_a_game_and_none_knows_its_seed(tmp_path: Path) -> None:
    lines = clocked("minos", 17).lines(None)

    check(tmp_path, {
        "decided by a seat": (1, rewritten(at(lines, 1, lambda line: line["record"].update(seat=0)))),
        "known to a seat": (1, rewritten(at(lines, 1, lambda line: line["record"].update(known_to=[1])))),
    })  # fmt: skip


def test_events_of_other_types_may_precede_the_start(tmp_path: Path) -> None:
    """Types of later releases, too, as long as they begin with `game.`."""
    lines = kept("minos", 1).lines(None)
    bundles = [inserted(lines, 2, "game.foo", {}), inserted(lines, 2, "game.seat_declined", {"seat": 0})]

    for bundle, other in zip(bundles, second(tmp_path, bundles, None), strict=True):
        report = verify(bundle, Keys(is_signed_by))
        assert report.is_valid, report.first_bad
        agree(report, other)
