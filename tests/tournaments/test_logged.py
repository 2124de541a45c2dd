"""Files of tournaments with proofs of the log of their site: both verifiers check them, and say what they leave out."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.kernel.codec import canonical
from domain.proof.bundle import LogPlace
from domain.proof.log_check import LogKeys
from domain.tournaments.commands import ChangeTerms
from domain.tournaments.proof.lines import Proofs, tournament_lines
from domain.tournaments.proof.verify import TournamentReport, verify
from domain.transparency.checkpoints import Checkpoint
from domain.transparency.entries import TOURNAMENT_KINDS, leaf_of, of_tournament, sealed
from domain.transparency.merkle import inclusion_proof, root_of
from domain.transparency.notes import NoteKey, signed
from domain.transparency.tiles import nodes_in, tiles_in
from service.core.keys.signing import is_signed_by
from tests.games.bundles import signer, trusting
from tests.games.second_verifier import second_with_log
from tests.tournaments.bundles import Certified, eventful
from tests.tournaments.kit import OWNER, TOURNAMENT, players, terms
from tests.transparency.trees import tiled

PRIVATE = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
KEY = NoteKey("games.example/log", PRIVATE.public_key().public_bytes_raw())
OTHER = NoteKey("games.example/log", Ed25519PrivateKey.from_private_bytes(bytes(32)).public_key().public_bytes_raw())
COMMON = {"form", "chain", "seals", "results", "certificates", "signature", "log"}

Lines = Sequence[bytes]
Change = Callable[[dict[str, Any]], object]


def entries_of(log: Certified) -> dict[int, dict[str, Any]]:
    """Return the entries of a tournament by the versions of its events."""
    found: dict[int, dict[str, Any]] = {}
    for entry in log.entries:
        record = entry.record
        if (kind := TOURNAMENT_KINDS.get(record.type)) is not None:
            data = json.loads(bytes(record.data))
            found[record.version] = of_tournament(kind, TOURNAMENT, record.at, entry.head, record.version, data)
    return found


def proofs_of(log: Certified, *, under_seal: Callable[[int], bool] = lambda _: False, swapped: bool = False) -> Proofs:
    """Return the proofs of a log that has the entries between others. `swapped`: the last two are in another order."""
    secret = log.entries[0].secret
    assert secret is not None
    seed = bytes.fromhex(json.loads(bytes(secret))["seed"])
    wanted = {
        version: sealed(seed, version, entry) if under_seal(version) else entry
        for version, entry in entries_of(log).items()
    }
    order = [*wanted]
    if swapped:
        order[-2:] = reversed(order[-2:])
    other = {"type": "other"}
    leaves = [leaf_of(each) for version in order for each in (other, wanted[version])]
    nodes = nodes_in(tiles_in(tiled(leaves, 100)))
    note = signed(Checkpoint(KEY.name, len(leaves), root_of(nodes, len(leaves))).text, KEY, PRIVATE.sign)

    def place(version: int) -> LogPlace:
        index = 2 * order.index(version) + 1
        return LogPlace(tuple(each.hex() for each in inclusion_proof(nodes, index, len(leaves))), index)

    return Proofs(str(note), {version: place(version) for version in wanted})


def lines_of(log: Certified, proofs: Proofs | None, *, full: bool = True, withheld: Sequence[str] = ()) -> list[bytes]:
    closing = signer().sign_head(log.tournament.tip)
    lines = tournament_lines(
        TOURNAMENT, log.entries, log.certificates, closing, full=full, withheld=withheld, proofs=proofs
    )
    return list(lines)


def changed(lines: Lines, place: int, change: Change) -> list[bytes]:
    """Return the lines with a change of one of them."""
    line = json.loads(lines[place])
    change(line)
    return [*lines[:place], canonical(line), *list(lines)[len(lines) + place + 1 if place < 0 else place + 1 :]]


def both(
    folder: Path, bundles: Sequence[Lines], key: NoteKey | None, *, unlogged: bool = False
) -> list[TournamentReport]:
    """Verify bundles with both programs, which have to agree on what both check."""
    keys = None if key is None else LogKeys([key], is_signed_by, must_be_proved=not unlogged)
    reports = [verify(lines, trusting(signer()), log_keys=keys) for lines in bundles]
    for report, other in zip(reports, second_with_log(folder, bundles, key, *["--unlogged"] * unlogged), strict=True):
        ours = {each.check: (each.verdict, each.line) for each in report.checks if each.check in COMMON}
        theirs = {each["check"]: (each["verdict"], each["line"]) for each in other["checks"] if each["check"] in COMMON}
        assert ours == theirs, (report.checks, other["checks"])
        stated = report.log, report.log_index, report.log_size, report.log_root
        assert stated == tuple(other[name] for name in ("log", "log_index", "log_size", "log_root"))
    return reports


def log_check(report: TournamentReport) -> tuple[str, str | None]:
    return next((each.verdict, each.reason) for each in report.checks if each.check == "log")


def test_the_proofs_of_a_tournament_are_checked_with_the_key_of_the_log(tmp_path: Path) -> None:
    log = eventful()
    lines = lines_of(log, proofs_of(log))
    game = next(iter(log.certificates))

    whole, public, hidden = both(
        tmp_path,
        [lines, lines_of(log, proofs_of(log), full=False), lines_of(log, proofs_of(log), withheld=[game])],
        KEY,
    )

    for report in (whole, public, hidden):
        assert report.is_valid, report.first_bad
        assert log_check(report) == ("passed", None)
        assert (report.log, report.log_index) == (KEY.name, 2 * len(entries_of(log)) - 1)
    assert whole.unchecked == ()
    assert game.encode() not in b"".join(lines_of(log, proofs_of(log), withheld=[game]))


def test_what_is_not_checked_of_the_log_is_said(tmp_path: Path) -> None:
    log = eventful()
    logged, plain = lines_of(log, proofs_of(log)), lines_of(log, None)

    without_key, old = both(tmp_path, [logged, plain], None)
    old_with_key, running = both(tmp_path, [plain, lines_of(log, None, full=False)], KEY)
    (waived,) = both(tmp_path, [plain], KEY, unlogged=True)

    assert without_key.is_valid
    assert log_check(without_key)[0] == "skipped"
    assert "no key of the log was given" in (log_check(without_key)[1] or "")
    assert old.is_valid
    assert not [each for each in old.checks if each.check == "log"]
    # whoever removes the proofs must not make the file pass
    assert old_with_key.first_bad is not None
    assert (old_with_key.first_bad.check, old_with_key.first_bad.line) == ("log", len(plain))
    for report in (waived, running):
        assert report.is_valid, report.first_bad
        assert log_check(report)[0] == "skipped"
        assert "no proof of the log" in (log_check(report)[1] or "")


def test_each_event_has_its_entry_or_the_check_fails(tmp_path: Path) -> None:
    log = eventful()
    lines = lines_of(log, proofs_of(log))
    places = [place for place, line in enumerate(lines) if b'"log":{"hashes"' in line]
    at = places[3]
    forged = {
        "another index": changed(lines, at, lambda line: line["log"].update(index=line["log"]["index"] + 1)),
        "another proof": changed(lines, at, lambda line: line["log"]["hashes"].__setitem__(0, "00" * 32)),
        "no hashes": changed(lines, at, lambda line: line["log"].update(hashes=[])),
        "another order": lines_of(log, proofs_of(log, swapped=True)),
        "another root": changed(
            lines, -1, lambda line: line["log"].update(checkpoint=line["log"]["checkpoint"].replace("\n—", "\n \n—"))
        ),
        "no note": changed(lines, -1, lambda line: line["log"].update(checkpoint="")),
    }
    reports = both(tmp_path, [*forged.values()], KEY)
    (of_another_key,) = both(tmp_path, [lines], OTHER)

    assert len(places) == len(entries_of(log))
    for name, report in zip(forged, reports, strict=True):
        assert log_check(report)[0] == "failed", name
        assert report.first_bad is not None
        assert (report.first_bad.check, report.first_bad.line) == ("log", len(lines)), name
    assert log_check(of_another_key)[0] == "failed"


def test_the_form_says_where_proofs_stand(tmp_path: Path) -> None:
    log = eventful()
    lines, plain = lines_of(log, proofs_of(log)), lines_of(log, None)
    first = next(place for place, line in enumerate(lines) if b'"log":{"hashes"' in line)
    without = next(place for place, line in enumerate(lines) if b'"terms_changed' in line or b".terms_changed" in line)
    place = json.loads(lines[first])["log"]
    bad = {
        "an entry without a place": changed(lines, first, lambda line: line.pop("log")),
        "a place of what is no entry": changed(lines, without, lambda line: line.update(log=place)),
        "a place in the first format": changed(plain, first, lambda line: line.update(log=place)),
        "a closing line without its note": changed(lines, -1, lambda line: line.pop("log")),
        "a note in the first format": changed(plain, -1, lambda line: line.update(log={"checkpoint": ""})),
        "the note of a game": changed(lines, -1, lambda line: line["log"].update(opened=place, ended=place)),
        "an unknown member of a place": changed(lines, first, lambda line: line["log"].update(more=1)),
        "a hash that is none": changed(lines, first, lambda line: line["log"].update(hashes=["00"])),
    }

    for name, report in zip(bad, both(tmp_path, [*bad.values()], KEY), strict=True):
        assert report.first_bad is not None, name
        assert report.first_bad.check == "form", (name, report.first_bad)


@pytest.mark.parametrize("is_over", [True, False])
def test_entries_under_a_seal_are_opened_by_the_seed(is_over: bool, tmp_path: Path) -> None:
    log = Certified(terms(visibility="private"), players(4))
    # published from now on: entries that the log already has stay under their seal
    log.act(OWNER, ChangeTerms(terms()))
    log.publish(1)
    lines = lines_of(log, proofs_of(log, under_seal=lambda version: version < 3), full=False)
    if is_over:
        log = eventful()
        lines = lines_of(log, proofs_of(log, under_seal=lambda version: version % 2 == 0))

    (report,) = both(tmp_path, [lines], KEY)

    assert report.is_valid, report.first_bad
    verdict, reason = log_check(report)
    assert verdict == ("passed" if is_over else "skipped")
    assert reason is None or "private tournament under a seal" in reason
