"""What a site can do with its database, and who finds it: the verifier with an old checkpoint, and the proofs."""

import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.kernel.codec import canonical
from domain.proof.log_check import LogKeys, stated_in
from domain.proof.verify import verify
from domain.transparency.checkpoints import Checkpoint, open_checkpoint
from domain.transparency.entries import leaf_of
from domain.transparency.log_proofs import Submission
from domain.transparency.merkle import HASH_BYTES, inclusion_proof, root_of
from domain.transparency.notes import NoteKey, parse_note, signed
from domain.transparency.tiles import nodes_in, tiles_in
from domain.transparency.witness import judge
from service.core.keys.signing import is_signed_by
from service.operate.cli import site_logs
from service.operate.cli.site_logs import FollowedLog, ForkError, Kept
from service.site_log.reading import consistency
from tests.games.second_verifier import node, second_with_log
from tests.service.site_log.kit import Site, add_entry, downloads, game_of, short, site, with_proofs
from tests.transparency.trees import tiled


def kept(opened: Site) -> Kept:
    return Kept(opened.key.vkey, str(opened.note))


def follow(opened: Site, before: Kept | None, download: Callable[[str], bytes] | None = None) -> FollowedLog:
    return FollowedLog("https://games.example", download or downloads(opened), (), before)


def url(folder: Path) -> str:
    folder.mkdir(exist_ok=True)
    return f"sqlite:///{folder}/games.db"


def copied(tmp_path: Path) -> str:
    """Copy the database as it is now."""
    shutil.copytree(tmp_path / "site", tmp_path / "copy")
    return url(tmp_path / "copy")


def test_a_log_that_grows_is_followed(tmp_path: Path) -> None:
    with site(url(tmp_path / "site")) as opened:
        first = short(1)
        opened.append(first)
        opened.keep()
        before = kept(opened)
        opened.append(short(2))
        opened.keep()

        followed = follow(opened, before)
        report = verify(opened.bundle(game_of(first)), log_keys=LogKeys((opened.key,), is_signed_by))
        assert followed.now.size == opened.state.size
        assert report.is_valid
        assert followed.doubt_about(report) is None


def test_a_copied_database_in_which_one_decision_was_played_differently_is_found(tmp_path: Path) -> None:
    """Both bundles verify under the same keys. Only the log tells that the site has shown two histories."""
    batches = short(1)
    with site(url(tmp_path / "site")) as opened:
        opened.append(short(9))
        opened.append(batches[:10])
        opened.keep()
        old = kept(opened)
    with site(copied(tmp_path)) as forged, site(url(tmp_path / "site")) as opened:
        other = short(1, resigned=(0,))
        assert [batch[0].head for batch in batches[:10]] == [batch[0].head for batch in other[:10]]
        opened.append(batches[10:])
        opened.keep()
        forged.append(other[10:])
        forged.keep()
        game = game_of(batches)
        keys = LogKeys((opened.key,), is_signed_by)
        ours, theirs = (verify(each.bundle(game), log_keys=keys) for each in (opened, forged))

        assert ours.is_valid
        assert theirs.is_valid
        # each of the two logs continues what was seen before the fork, and not the other one
        assert follow(forged, old).doubt_about(theirs) is None
        assert "rewritten" in (follow(opened, old).doubt_about(theirs) or "") or (
            "entries, and the log of the site has" in (follow(opened, old).doubt_about(theirs) or "")
        )
        with pytest.raises(ForkError, match="rewritten"):
            follow(forged, kept(opened))


def test_a_game_that_the_site_drops_from_its_history_is_found(tmp_path: Path) -> None:
    with site(url(tmp_path / "site")) as opened, site(url(tmp_path / "other")) as without:
        opened.append(short(1))
        opened.append(short(2))
        opened.append(short(3))
        opened.keep()
        without.append(short(1))
        without.append(short(3))
        without.append(short(4))
        without.append(short(5))
        without.keep()

        assert without.key == opened.key
        with pytest.raises(ForkError, match="rewritten"):
            follow(without, kept(opened))


@pytest.fixture(params=["public", "private"])
def two_ends(
    tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[tuple[Site, tuple[list[bytes], list[bytes]], Kept, Kept]]:
    """A site whose log has two ends of one game, its two bundles, and what was seen of the log before and after."""
    visibility = request.param
    ours, theirs = short(1, visibility=visibility), short(1, visibility=visibility, resigned=(0,))
    game = game_of(ours)
    with site(url(tmp_path / "other")) as other:
        other.append(theirs)
        other.keep()
        bundle, end = other.bundle(game), other.entries()[1]
    with site(url(tmp_path / "site")) as opened:
        opened.append(ours)
        opened.keep()
        first, before = opened.bundle(game), kept(opened)
        add_entry(opened.store, "game_ended", game, end)
        opened.keep()
        yield opened, (first, with_proofs(bundle, opened.section(game))), before, kept(opened)


def test_two_ends_of_a_game_in_one_log_are_found_by_those_who_read_the_entries(
    two_ends: tuple[Site, tuple[list[bytes], list[bytes]], Kept, Kept], monkeypatch: pytest.MonkeyPatch
) -> None:
    """SPEC.md 12: the log is consistent and the proofs of both bundles are right."""
    opened, bundles, before, _ = two_ends
    keys = LogKeys((opened.key,), is_signed_by)
    reports = [verify(lines, log_keys=keys) for lines in bundles]
    followed = follow(opened, before)

    assert json.loads(bundles[0][-2])["head"] != json.loads(bundles[1][-2])["head"]
    assert [report.is_valid for report in reports] == [True, True]
    for report in reports:
        assert "another opening or end of the game" in (followed.doubt_about(report) or "")
    honest = downloads(opened)
    hiding = follow(opened, before, lambda path: honest(path) if "entries" not in path else honest(path)[:-200])
    with pytest.raises(ValueError, match="cut off"):
        hiding.all_entries()
    # the bundle of entries that has the end of the game is looked at before all others
    assert "which has its end, cannot be read" in (hiding.doubt_about(reports[0]) or "")
    # of a large log, the command says that it has not looked
    monkeypatch.setattr(site_logs, "MOST_READ", opened.state.size - 1)
    assert not followed.is_read
    assert followed.doubt_about(reports[0]) is None


def test_a_witness_cosigns_a_log_with_two_ends_of_a_game(
    two_ends: tuple[Site, tuple[list[bytes], list[bytes]], Kept, Kept],
) -> None:
    """It sees checkpoints, which are consistent, and no entries."""
    opened, _, before, after = two_ends
    seen = open_checkpoint(before.checkpoint, [opened.key], is_signed_by)
    signed = opened.state.signed
    assert signed is not None
    with opened.store.database.reading() as cursor:
        proof = consistency(cursor, seen.size, signed)

    cosigned = judge(Submission(seen.size, proof, parse_note(after.checkpoint)), [opened.key], seen, is_signed_by)

    assert cosigned.size == opened.state.size


def test_a_rolled_back_backup_is_found(tmp_path: Path) -> None:
    with site(url(tmp_path / "site")) as opened:
        opened.append(short(1))
        opened.keep()
    backup = copied(tmp_path)
    with site(url(tmp_path / "site")) as opened:
        opened.append(short(2))
        opened.keep()
        last = kept(opened)
    with site(backup) as restored:
        with pytest.raises(ForkError, match="rolled back"):
            follow(restored, last)
        restored.append(short(3))
        restored.append(short(4))
        restored.keep()
        with pytest.raises(ForkError, match="rewritten"):
            follow(restored, last)


def test_a_reordered_tile_is_found(tmp_path: Path) -> None:
    with site(url(tmp_path / "site")) as opened:
        opened.append(short(1))
        opened.keep()
        before = kept(opened)
        opened.append(short(2))
        opened.keep()
        honest = downloads(opened)

        def reordered(path: str) -> bytes:
            body = honest(path)
            if "/tile/" not in path:
                return body
            return body[HASH_BYTES : 2 * HASH_BYTES] + body[:HASH_BYTES] + body[2 * HASH_BYTES :]

        with pytest.raises(ForkError, match="do not give the root"):
            follow(opened, before, reordered)
        with pytest.raises(ForkError, match="too short"):
            follow(opened, before, lambda path: honest(path)[:40] if "/tile/" in path else honest(path))


def test_another_key_is_not_trusted_because_a_site_states_it(tmp_path: Path) -> None:
    with site(url(tmp_path / "site")) as opened:
        opened.append(short(1))
        opened.keep()
        stranger = Kept(NoteKey("games.example/log", bytes(32)).vkey, str(opened.note))
        with pytest.raises(ValueError, match="no trusted key"):
            follow(opened, stranger)


Change = Callable[[list[dict[str, Any]]], None]


def at_closing(change: Callable[[dict[str, Any]], object]) -> Change:
    def change_last(lines: list[dict[str, Any]]) -> None:
        change(lines[-1])

    return change_last


def swapped(log: dict[str, Any]) -> None:
    log["opened"], log["ended"] = log["ended"], log["opened"]


FAILING: dict[str, tuple[str, Change]] = {
    "the index of another entry": ("log", at_closing(lambda line: line["log"]["ended"].update(index=0))),
    "a hash of the proof is another": (
        "log",
        at_closing(lambda line: line["log"]["opened"]["hashes"].__setitem__(0, "00" * 32)),
    ),
    "a hash of the proof is missing": ("log", at_closing(lambda line: line["log"]["ended"]["hashes"].pop())),
    "opening and end are exchanged": ("log", at_closing(lambda line: swapped(line["log"]))),
    "the checkpoint states another size": (
        "log",
        at_closing(lambda line: line["log"].update(checkpoint=line["log"]["checkpoint"].replace("\n6\n", "\n7\n"))),
    ),
    "the checkpoint is no note": ("log", at_closing(lambda line: line["log"].update(checkpoint="none"))),
    "the signature of the checkpoint is another": (
        "log",
        at_closing(lambda line: line["log"].update(checkpoint=other_signature(line["log"]["checkpoint"]))),
    ),
    "the checkpoint is of another log": (
        "log",
        at_closing(lambda line: line["log"].update(checkpoint=of_another_log(line["log"]["checkpoint"]))),
    ),
    "the proofs are missing": ("form", at_closing(lambda line: line.pop("log"))),
    "the format is the first one": ("form", lambda lines: lines[0].update(format="ludolog-bundle/1")),
    "a further member": ("form", at_closing(lambda line: line["log"].update(more=1))),
    "the index is no number": ("form", at_closing(lambda line: line["log"]["ended"].update(index=-1))),
    "a hash is no hash": ("form", at_closing(lambda line: line["log"]["ended"].update(hashes=["x"]))),
    "too many hashes": ("form", at_closing(lambda line: line["log"]["ended"].update(hashes=["00" * 32] * 64))),
    "the proofs are null": ("form", at_closing(lambda line: line.update(log=None))),
}  # fmt: skip


def of_another_log(note: str) -> str:
    return note.replace("games.example", "other.example")


def other_signature(note: str) -> str:
    head, _, last = note.rstrip("\n").rpartition(" ")
    return f"{head} {last[:20]}{'A' if last[20] != 'A' else 'B'}{last[21:]}\n"


@pytest.fixture(scope="module")
def proved(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[bytes], list[bytes], NoteKey]:
    """A bundle with its proofs, one for the public of a private game, and the key of the log."""
    with site(url(tmp_path_factory.mktemp("proved"))) as opened:
        first, second = short(1), short(2, visibility="private")
        opened.append(first)
        opened.keep()
        opened.append(second)
        opened.keep()
        return opened.bundle(game_of(first)), opened.bundle(game_of(second), None), opened.key


def check_both(
    tmp_path: Path, bundles: Sequence[Sequence[bytes]], key: NoteKey | None, *, unlogged: bool = False
) -> list[dict[str, tuple[str, int | None]]]:
    """Return the verdicts of both verifiers, which agree on all that both check."""
    assert node()
    others = second_with_log(tmp_path, bundles, key, *["--unlogged"] * unlogged)
    keys = None if key is None else LogKeys((key,), is_signed_by, must_be_proved=not unlogged)
    found: list[dict[str, tuple[str, int | None]]] = []
    for lines, other in zip(bundles, others, strict=True):
        report = verify(lines, log_keys=keys)
        ours = {check.check: (check.verdict, check.line) for check in report.checks}
        theirs = {check["check"]: (check["verdict"], check["line"]) for check in other["checks"]}
        # the second verifier has no rules, and is given no key of the service
        both = [name for name in theirs if name not in {"signature", "replay", "result"}]
        assert [ours[name] for name in both] == [theirs[name] for name in both]
        assert (report.log, report.log_index, report.log_size, report.log_root) == (
            other["log"], other["log_index"], other["log_size"], other["log_root"],
        )  # fmt: skip
        found.append(ours)
    return found


def without_proof(bundle: Sequence[bytes]) -> list[bytes]:
    """Return a bundle in the first format, as anyone makes it of one in the second."""
    closing = json.loads(bundle[-1])
    del closing["log"]
    return [canonical({**json.loads(bundle[0]), "format": "ludolog-bundle/1"}), *bundle[1:-1], canonical(closing)]


def test_both_verifiers_check_the_proofs(tmp_path: Path, proved: tuple[list[bytes], list[bytes], NoteKey]) -> None:
    bundle, private, key = proved

    with_key = check_both(tmp_path, [bundle, private], key)
    assert [verdicts["log"][0] for verdicts in with_key] == ["passed", "skipped"]
    without = check_both(tmp_path, [bundle, private, without_proof(bundle)], None)
    assert [verdicts.get("log", ("",))[0] for verdicts in without] == ["skipped", "skipped", ""]
    stranger = check_both(tmp_path, [bundle], NoteKey("other.example/log", key.public_key))
    assert stranger[0]["log"] == ("failed", len(bundle))


def test_a_file_whose_proof_was_removed_does_not_pass_with_the_key_of_the_log(
    tmp_path: Path, proved: tuple[list[bytes], list[bytes], NoteKey]
) -> None:
    bundle, private, key = proved
    with site(url(tmp_path / "running")) as opened:
        running = short(3, most=5)
        opened.append(running)
        unfinished = opened.bundle(game_of(running), None)
    removed = [without_proof(bundle), without_proof(private)]

    demanded = check_both(tmp_path, [*removed, unfinished], key)
    waived = check_both(tmp_path, [*removed, unfinished, bundle], key, unlogged=True)

    assert [verdicts["log"] for verdicts in demanded] == [
        ("failed", len(bundle)), ("failed", len(private)), ("skipped", None),
    ]  # fmt: skip
    assert [verdicts["log"][0] for verdicts in waived] == ["skipped", "skipped", "skipped", "passed"]


def test_the_end_of_a_game_is_not_before_its_opening(
    tmp_path: Path, proved: tuple[list[bytes], list[bytes], NoteKey]
) -> None:
    bundle, _, _ = proved
    private = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    key, stated = NoteKey("games.example/log", private.public_key().public_bytes_raw()), stated_in(bundle)
    verdicts: list[tuple[str, int | None]] = []
    for order in (("opened", "ended"), ("ended", "opened")):
        entries = {"opened": stated.opening, "ended": stated.ending()}
        leaves = [leaf_of(entries[name]) for name in order]
        nodes = nodes_in(tiles_in(tiled(leaves, 100)))
        note = signed(Checkpoint(key.name, 2, root_of(nodes, 2)).text, key, private.sign)
        section: dict[str, Any] = {"checkpoint": str(note)}
        for index, name in enumerate(order):
            hashes = [each.hex() for each in inclusion_proof(nodes, index, 2)]
            section[name] = {"hashes": hashes, "index": index}
        lines = [*bundle[:-1], canonical({**json.loads(bundle[-1]), "log": section})]
        verdicts += [check_both(tmp_path, [lines], key)[0]["log"]]

    assert verdicts == [("passed", None), ("failed", len(bundle))]


@pytest.mark.parametrize("is_right", [True, False])
def test_both_verifiers_open_the_seals_of_a_private_game(tmp_path: Path, is_right: bool) -> None:
    """They compare the tag, too: with another one, a second end would not be seen."""
    batches = short(2, visibility="private")
    game = game_of(batches)
    with site(url(tmp_path / "honest")) as honest:
        honest.append(batches)
        honest.keep()
        entries = [json.loads(entry) for entry in honest.entries()[:2]]
    with site(url(tmp_path / "site")) as opened:
        opened.append(short(1))
        opened.keep()
        for kind, entry in zip(("game_opened", "game_ended"), entries, strict=True):
            add_entry(opened.store, kind, game, canonical(entry if is_right else {**entry, "tag": "00" * 32}))
        opened.append(batches)
        opened.keep()
        bundle, key = opened.bundle(game), opened.key

    [verdicts] = check_both(tmp_path, [bundle], key)
    assert verdicts["log"] == (("passed", None) if is_right else ("failed", len(bundle)))


def test_both_verifiers_find_what_is_wrong_with_the_proofs(
    tmp_path: Path, proved: tuple[list[bytes], list[bytes], NoteKey]
) -> None:
    bundle, _, key = proved
    forged: list[list[bytes]] = []
    for _, change in FAILING.values():
        lines = [json.loads(line) for line in bundle]
        change(lines)
        forged.append([canonical(line) for line in lines])

    found = check_both(tmp_path, forged, key)

    failed = {
        name: next(check for check, (verdict, _) in verdicts.items() if verdict == "failed")
        for name, verdicts in zip(FAILING, found, strict=True)
    }
    assert failed == {name: check for name, (check, _) in FAILING.items()}
