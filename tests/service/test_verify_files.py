"""The command lines of both programs that verify: signatures, keys, and files and options that cannot be used."""

import base64
import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.codec import as_json
from projections.history import FULL
from tests.games.bundles import kept, signer, stranger, until
from tests.service.verifiers import KEY, Done, first, receipt, second, verdicts, written
from tests.tournaments.bundles import Certified, lines_of
from tests.tournaments.kit import players, terms

PROGRAMS = pytest.mark.parametrize("verify", [first, second])
Verify = Callable[..., Done]

GAME, OTHER = kept("minos", 1), kept("minos", 2)
X = base64.urlsafe_b64encode(signer().public_key).decode().rstrip("=")
MINE = {"kty": "OKP", "crv": "Ed25519", "x": X, "kid": signer().key_id}
RSA = {"kty": "RSA", "n": "AQAB", "e": "AQAB", "kid": "other", "x5c": ["MIID"]}


def signed(folder: Path, name: str = "signed.jsonl") -> str:
    return written(folder, name, GAME.lines(signer=signer()))


def is_refused(done: Done) -> bool:
    """Return whether a program has printed only an error, without a trace of its calls."""
    clean = not any(trace in done.stderr for trace in ("Traceback", "    at ", "node:internal"))
    return (done.returncode, done.stdout) == (2, "") and bool(done.stderr) and clean


@PROGRAMS
def test_the_last_line_says_who_signed(verify: Verify, tmp_path: Path) -> None:
    file = signed(tmp_path)
    unsigned = written(tmp_path, "unsigned.jsonl", GAME.lines())
    key = signer().key_id

    trusted, unknown, without = verify(tmp_path, *KEY, file), verify(tmp_path, file), verify(tmp_path, unsigned)

    assert [done.returncode for done in (trusted, unknown, without)] == [0, 0, 0]
    # the second program knows no rules, and says so
    left = "; not checked: replay, result (it needs the rules of the title: run `ludolog verify`)" * (verify is second)
    checked = " as far as it was checked" * (verify is second)
    assert trusted.stdout.splitlines()[-1] == f"OK{checked}: signed by the key {key}, which you gave{left}"
    expected = f"OK, signed by the key {key}, which is not trusted: give the key of the server with --key{left}"
    assert unknown.stdout.splitlines()[-1] == expected
    assert without.stdout.splitlines()[-1].startswith("OK, but not signed: ")
    assert without.stdout.splitlines()[-1].endswith(left)


@PROGRAMS
def test_a_file_without_all_secrets_is_not_said_to_follow_the_rules(verify: Verify, tmp_path: Path) -> None:
    running = until(GAME, 40)
    for viewer in (None, 1):
        unsigned = written(tmp_path, "unsigned.jsonl", running.lines(viewer))

        done = verify(tmp_path, unsigned)

        assert done.returncode == 0
        assert "follows the rules" not in done.stdout
        assert done.stdout.splitlines()[-1].startswith("OK, but not signed: ")


def test_the_last_line_says_whether_the_rules_were_checked(tmp_path: Path) -> None:
    whole, public = (written(tmp_path, f"{viewer}.jsonl", GAME.lines(viewer)) for viewer in (FULL, None))

    checked, unchecked = first(tmp_path, whole), first(tmp_path, public)

    attested = "no service has attested it"
    assert checked.stdout.splitlines()[-1] == f"OK, but not signed: the game follows the rules, but {attested}"
    hidden = "the bundle does not reveal {} to this viewer"
    left = f"draws ({hidden.format('the seed')}); replay, result ({hidden.format('all secrets')})"
    assert unchecked.stdout.splitlines()[-1] == f"OK, but not signed: {attested}; not checked: {left}"


@PROGRAMS
@pytest.mark.parametrize("viewer", [None, 1])
def test_a_signed_file_that_was_checked_in_part_ends_in_no_bare_ok(
    verify: Verify, viewer: int | None, tmp_path: Path
) -> None:
    file = written(tmp_path, "signed.jsonl", until(GAME, 40).lines(viewer, signer()))
    strange = written(tmp_path, "other.receipts", [receipt(OTHER, 5)])
    other = written(tmp_path, "other.jsonl", OTHER.lines(signer=signer()))

    alone, several = verify(tmp_path, *KEY, file), verify(tmp_path, *KEY, "--receipt", strange, file, other)
    told = verify(tmp_path, *KEY, "--json", file)

    for last in (
        alone.stdout.splitlines()[-1],
        next(line for line in several.stdout.splitlines() if "receipts (" in line),
    ):
        assert re.search(r"; not checked: .*\bdraws\b.*\breplay\b.*\bresult\b", last), last
        assert not last.startswith("OK: ")
    assert "receipts (none of the receipts is of this log)" in several.stdout
    assert {*json.loads(told.stdout)["unchecked"]} == {"draws", "replay", "result"}


def test_the_number_of_files_that_were_checked_in_part_is_told(tmp_path: Path) -> None:
    files = [written(tmp_path, f"{viewer}.jsonl", GAME.lines(viewer, signer())) for viewer in (FULL, None)]

    done = first(tmp_path, *KEY, *files)

    assert done.stdout.splitlines()[-1] == "2 files, 0 of them bad, 1 checked in part"


def test_a_line_for_each_of_several_files_says_who_signed(tmp_path: Path) -> None:
    files = signed(tmp_path), written(tmp_path, "unsigned.jsonl", GAME.lines())
    key = signer().key_id

    unknown, trusted = first(tmp_path, *files), first(tmp_path, *KEY, *files)

    assert unknown.stdout.splitlines() == [
        f"signed.jsonl: ok, signed by the key {key}, which is not checked",
        "unsigned.jsonl: ok, not signed",
        "2 files, 0 of them bad, 1 checked in part",
    ]
    assert trusted.stdout.startswith(f"signed.jsonl: ok, signed by the key {key}, which you gave\n")
    assert "unsigned.jsonl: BAD line" in trusted.stdout


@PROGRAMS
def test_several_files_end_with_their_number(verify: Verify, tmp_path: Path) -> None:
    bad = written(tmp_path, "bad.jsonl", GAME.lines()[:-1])

    done = verify(tmp_path, signed(tmp_path), bad)

    assert done.returncode == 1
    # the second program knows no rules: it checks each file in part
    partly = ", 1 checked in part" * (verify is second)
    assert done.stdout.splitlines()[-1] == f"2 files, 1 of them bad{partly}"


@PROGRAMS
def test_the_key_set_of_a_service_may_have_keys_of_other_kinds(verify: Verify, tmp_path: Path) -> None:
    file = signed(tmp_path)
    (tmp_path / "keys.json").write_text(json.dumps({"keys": [RSA, MINE]}))
    (tmp_path / "key.hex").write_text(signer().public_key.hex() + "\n")
    (tmp_path / "other.hex").write_text(stranger().public_key.hex())

    for key in ("keys.json", "key.hex", json.dumps({"keys": [MINE]})):
        done = verify(tmp_path, "--key", key, file)
        assert (done.returncode, "which you gave" in done.stdout) == (0, True), done
    assert verify(tmp_path, "--key", "other.hex", "--key=keys.json", file).returncode == 0
    assert verify(tmp_path, "--key", "other.hex", file).returncode == 1


UNUSABLE_KEYS: dict[str, Any] = {
    "empty": "",
    "no JSON": "nonsense",
    "no object": [1],
    "null": None,
    "no keys": {"key": MINE},
    "keys that are no list": {"keys": MINE},
    "keys that are no objects": {"keys": [1]},
    "no key at all": {"keys": []},
    "only keys of other kinds": {"keys": [RSA]},
    "a short key": {"keys": [{**MINE, "x": "AAAA"}]},
    "a key without x": {"keys": [{"kty": "OKP", "crv": "Ed25519"}]},
    "a key with a strange x": {"keys": [{**MINE, "x": 7}]},
    "hex digits in capitals": signer().public_key.hex().upper(),
}


@PROGRAMS
@pytest.mark.parametrize("content", UNUSABLE_KEYS.values(), ids=UNUSABLE_KEYS.keys())
def test_a_key_file_without_a_usable_key_is_refused_by_name(verify: Verify, content: Any, tmp_path: Path) -> None:
    (tmp_path / "keys.json").write_text(content if isinstance(content, str) else json.dumps(content))

    done = verify(tmp_path, "--key", "keys.json", signed(tmp_path))

    assert is_refused(done), done
    assert "keys.json: " in done.stderr


@PROGRAMS
def test_files_that_cannot_be_read_are_refused_by_name(verify: Verify, tmp_path: Path) -> None:
    file = signed(tmp_path)
    (tmp_path / "folder").mkdir()

    for arguments in (["nowhere"], [file, "nowhere"], ["--key", "nowhere", file], [*KEY, "--receipt", "nowhere", file]):
        done = verify(tmp_path, *arguments)
        assert is_refused(done), done
        assert "nowhere: no such file or directory" in done.stderr.lower()
    for arguments in (["folder"], ["--key", "folder", file]):
        done = verify(tmp_path, *arguments)
        assert is_refused(done), done
        assert "folder" in done.stderr


@PROGRAMS
def test_a_folder_stands_for_the_bundles_in_it(verify: Verify, tmp_path: Path) -> None:
    games, empty = tmp_path / "games", tmp_path / "empty"
    games.mkdir()
    empty.mkdir()
    content = (games / signed(games, "b.jsonl")).read_bytes()
    (games / "a.jsonl.gz").write_bytes(gzip.compress(content))
    # neither this file nor a folder in the folder is read
    (games / "keys.json").write_text("{}")
    (games / "more").mkdir()
    signed(games / "more")
    other = signed(tmp_path)

    whole, mixed = verify(tmp_path, *KEY, "games/"), verify(tmp_path, *KEY, "--json", other, "games", "empty")
    inside = verify(games, *KEY, "--json", ".")
    none, missing = verify(tmp_path, "empty"), verify(tmp_path, "games", "nowhere")

    assert [done.returncode for done in (whole, mixed, inside)] == [0, 0, 0]
    # the second program knows no rules: it checks each file in part
    partly = ", 2 checked in part" * (verify is second)
    assert whole.stdout.splitlines()[-1] == f"2 files, 0 of them bad{partly}"
    assert names(mixed) == ["signed.jsonl", "games/a.jsonl.gz", "games/b.jsonl"]
    assert names(inside) == ["a.jsonl.gz", "b.jsonl"]
    assert is_refused(none)
    assert none.stderr.endswith(": there is no bundle in these folders\n")
    assert is_refused(missing)


def names(done: Done) -> list[str]:
    """Return the names of the files of a run with `--json`."""
    return [json.loads(line)["file"] for line in done.stdout.splitlines()]


@PROGRAMS
@pytest.mark.parametrize("arguments", [[], ["--json"], ["--unknown", "signed.jsonl"], ["signed.jsonl", "--key"]])
def test_a_command_line_that_means_nothing_is_refused(verify: Verify, arguments: list[str], tmp_path: Path) -> None:
    signed(tmp_path)

    done = verify(tmp_path, *arguments)

    assert is_refused(done), done
    assert all(word in done.stderr for word in arguments if word in {"--unknown", "--key"})


@PROGRAMS
def test_an_empty_file_is_bad(verify: Verify, tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").touch()

    done = verify(tmp_path, "--json", "empty.jsonl")

    assert done.returncode == 1
    assert verdicts(done)[0]["form"] == ("failed", 1)


@PROGRAMS
def test_a_compressed_file_is_read(verify: Verify, tmp_path: Path) -> None:
    whole = gzip.compress((tmp_path / signed(tmp_path)).read_bytes())
    (tmp_path / "whole.jsonl.gz").write_bytes(whole)
    (tmp_path / "cut.jsonl.gz").write_bytes(whole[:-100])

    done = verify(tmp_path, *KEY, "--json", "whole.jsonl.gz", "cut.jsonl.gz")

    good, cut = verdicts(done)
    assert done.returncode == 1
    assert {verdict for name, (verdict, _) in good.items() if name not in {"replay", "result"}} == {"passed"}
    assert cut == {"form": ("failed", 1)}
    assert "the file cannot be read" in done.stdout


def test_the_second_program_reads_a_pipe(tmp_path: Path) -> None:
    content = (tmp_path / signed(tmp_path)).read_bytes()

    good, bad = (second(tmp_path, *KEY, "-", stdin=text) for text in (content, content[:5000]))

    assert (good.returncode, bad.returncode) == (0, 1)
    assert good.stdout.startswith(f"-: game {GAME.game.id}, {GAME.game.version} events\n")


def test_the_second_program_explains_itself(tmp_path: Path) -> None:
    explained, version = second(tmp_path, "--help"), second(tmp_path, "--version")

    assert (explained.returncode, version.returncode, explained.stderr) == (0, 0, "")
    assert all(f"--{option}" in explained.stdout for option in ("key", "receipt", "json", "version", "help"))
    assert (
        version.stdout == "verify.mjs: ludolog-bundle/1, ludolog-bundle/2, ludolog-tournament/1, ludolog-tournament/2\n"
    )


@PROGRAMS
def test_text_of_a_file_commands_no_terminal(verify: Verify, tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_bytes(b'{"\x1b[31m":1}\n')

    done = verify(tmp_path, "bad.jsonl")

    assert (done.returncode, "\x1b" in done.stdout + done.stderr) == (1, False)


@pytest.mark.parametrize("command", ["verify", "analyse", "import", "repeat"])
def test_the_name_of_a_field_commands_no_terminal(command: str, tmp_path: Path) -> None:
    header, *others = GAME.lines()
    changed = as_json({"\x1b]0;x": 1, **json.loads(header)}).encode()
    file = written(tmp_path, "bad.jsonl", [changed, *others])

    done = first(tmp_path, file, command=(command,))

    assert (done.returncode, "\x1b" in done.stdout + done.stderr) == (1, False)
    assert "\ufffd]0;x" in done.stdout + done.stderr


def test_the_file_of_a_game_is_not_that_of_a_tournament(tmp_path: Path) -> None:
    done = first(tmp_path, signed(tmp_path), command=("tournament", "check"))

    assert done.returncode == 1
    assert "line 1: this is the file of a game: check it with `ludolog verify`" in done.stdout
    assert done.stdout.startswith("signed.jsonl: 0 events\n")


def test_the_files_of_several_tournaments_are_checked_at_once(tmp_path: Path) -> None:
    log = Certified(terms(), players(8))
    log.publish(1)
    good = lines_of(log, signer(), full=False)
    files = [written(tmp_path, "good.jsonl", good), written(tmp_path, "cut.jsonl", good[:-1])]
    command = ("tournament", "check")

    done = first(tmp_path, *files, command=command)
    reports = [json.loads(line) for line in first(tmp_path, "--json", *files, command=command).stdout.splitlines()]

    assert done.returncode == 1
    assert done.stdout.startswith(f"good.jsonl: tournament {log.tournament.id}")
    assert "\ncut.jsonl: " in done.stdout
    assert done.stdout.endswith("2 files, 1 of them bad\n")
    assert [(report["file"], report["valid"]) for report in reports] == [("good.jsonl", True), ("cut.jsonl", False)]
    assert first(tmp_path, files[0], command=command).returncode == 0
