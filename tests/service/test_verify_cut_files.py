"""A file whose last line has no line feed is cut short: every reader of bundles refuses it in the same way."""

import gzip
import json
import random
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import httpx
import pytest

from service.proof.bundles import DAMAGED
from tests.games.bundles import kept, signer
from tests.service.server import Server
from tests.service.test_cli import ludolog
from tests.service.verifiers import KEY, Done, first, second, verdicts, written
from tests.tournaments.bundles import Certified, lines_of
from tests.tournaments.kit import players, terms

Verify = Callable[..., Done]
PROGRAMS = pytest.mark.parametrize("verify", [first, second])

LINES = kept("minos", 1).lines(signer=signer())
WHOLE = b"".join(line + b"\n" for line in LINES)
REASON = "the file is cut short"


@PROGRAMS
@pytest.mark.parametrize("name", ["game.jsonl", "game.jsonl.gz"])
def test_a_file_without_its_last_line_feed_is_bad_at_its_last_line(verify: Verify, name: str, tmp_path: Path) -> None:
    def stored(content: bytes) -> None:
        (tmp_path / name).write_bytes(gzip.compress(content) if name.endswith(".gz") else content)

    stored(WHOLE)
    whole = verify(tmp_path, *KEY, name)
    stored(WHOLE[:-1])
    cut = verify(tmp_path, *KEY, name)

    assert (whole.returncode, cut.returncode) == (0, 1)
    assert f"BAD: first bad line {len(LINES)} (form): " in cut.stdout
    assert REASON in cut.stdout


def test_both_agree_on_a_file_that_is_cut_anywhere(tmp_path: Path) -> None:
    # the ends of the file, and of its first two lines
    ends = (len(WHOLE), len(LINES[0]) + 1, len(LINES[0]) + len(LINES[1]) + 2)
    sizes = sorted({max(end + step, 0) for end in (0, *ends) for step in range(-3, 3)})
    files = [f"{size:06}.jsonl" for size in sizes]
    for file, size in zip(files, sizes, strict=True):
        (tmp_path / file).write_bytes((WHOLE + b"\n\n")[:size])

    ours, theirs = verdicts(first(tmp_path, "--json", *files)), verdicts(second(tmp_path, "--json", *files))

    assert [report["form"] for report in ours] == [report["form"] for report in theirs]
    good = [file for file, report in zip(files, ours, strict=True) if report["form"][0] == "passed"]
    assert good == [f"{len(WHOLE):06}.jsonl"]


@PROGRAMS
def test_a_line_beyond_the_limit_needs_no_line_feed_to_be_refused(verify: Verify, tmp_path: Path) -> None:
    for number, size in enumerate((2**18, 2**18 + 1, 2**18 + 2, 2**19)):
        (tmp_path / f"{number}.jsonl").write_bytes(b"{" * size)

    done = [verify(tmp_path, f"{number}.jsonl").stdout for number in range(4)]

    assert [REASON in each for each in done] == [True, False, False, False]
    assert all("the line is longer than 262144 bytes" in each for each in done[1:])


def test_an_import_names_the_files_that_it_cannot_read_and_goes_on(tmp_path: Path) -> None:
    folder, packed = tmp_path / "games", gzip.compress(WHOLE)
    (folder / "c.jsonl").mkdir(parents=True)
    (folder / "a.jsonl.gz").write_bytes(packed[: len(packed) // 2])
    (folder / "b.jsonl.gz").write_bytes(b"no gzip")
    (folder / "d.jsonl").write_bytes(WHOLE)

    done = ludolog("import", "games", folder=tmp_path)

    assert done.returncode == 1
    for name in ("a.jsonl.gz", "b.jsonl.gz", "c.jsonl"):
        assert f"games/{name}: the file cannot be read: " in done.stderr
    assert f"games/d.jsonl: game {json.loads(LINES[0])['game']}, " in done.stdout


def test_the_service_refuses_a_cut_file_too(server: Server) -> None:
    player, headers = server.player(), {"Content-Type": "application/x-ndjson"}

    whole, cut, line = (
        player.post("/v1/verifications", content=content, headers=headers) for content in (WHOLE, WHOLE[:-1], LINES[0])
    )

    assert (whole.status_code, whole.json()["valid"]) == (200, True)
    assert [found(cut), found(line)] == [("failed", len(LINES)), ("failed", 1)]
    assert REASON in cut.text


def found(reply: httpx.Response) -> tuple[str, int]:
    """Return verdict and line of the form in a reply."""
    assert (reply.status_code, reply.json()["valid"]) == (200, False)
    form = reply.json()["checks"][0]
    assert form["check"] == "form"
    return form["verdict"], form["line"]


@pytest.mark.parametrize("command", ["import", "analyse", "repeat"])
def test_every_command_that_reads_a_bundle_refuses_a_cut_one(command: str, tmp_path: Path) -> None:
    (tmp_path / "cut.jsonl").write_bytes(WHOLE[:-1])

    done = first(tmp_path, "cut.jsonl", command=[command], LUDOLOG_DATABASE=f"sqlite:///{tmp_path}/games.db")

    assert done.returncode == 1
    assert f"line {len(LINES)}, form: " in done.stderr
    assert REASON in done.stderr


def cup() -> list[bytes]:
    """Return the lines of the file of a tournament."""
    log = Certified(terms(), players(8))
    log.publish(1)
    return lines_of(log, signer(), full=False)


@pytest.mark.parametrize("verify", [partial(first, command=("tournament", "check")), second])
def test_the_file_of_a_tournament_has_its_last_line_feed_too(verify: Verify, tmp_path: Path) -> None:
    lines = cup()
    whole = written(tmp_path, "whole.jsonl", lines)
    (tmp_path / "cut.jsonl").write_bytes((tmp_path / whole).read_bytes()[:-1])

    good, cut = verify(tmp_path, "--json", whole), verify(tmp_path, "--json", "cut.jsonl")

    assert (good.returncode, cut.returncode) == (0, 1)
    assert verdicts(cut)[0]["form"] == ("failed", len(lines))
    assert REASON in cut.stdout


@pytest.fixture
def site(tmp_path: Path) -> Iterator[str]:
    """Serve the files of a folder over HTTP."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name of the library
            """Print nothing."""
            del format, args

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path))) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_a_download_of_a_tournament_that_is_cut_is_bad(site: str, tmp_path: Path) -> None:
    lines = cup()
    whole = (tmp_path / written(tmp_path, "whole", lines)).read_bytes()
    for folder, content in (("good", whole), ("cut", whole[:-1])):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "bundle").write_bytes(content)
    command = ("tournament", "check")

    good, cut = (first(tmp_path, "--json", f"{site}/{name}/bundle", command=command) for name in ("good", "cut"))

    assert (good.returncode, cut.returncode) == (0, 1), good.stderr
    assert json.loads(cut.stdout)["first_bad_line"] == len(lines)
    assert REASON in cut.stdout


PACKED = gzip.compress(WHOLE)


def damaged() -> dict[str, bytes]:
    """Return compressed bundles with every kind of damage, by name."""
    rng = random.Random(8)
    found = {
        "empty": b"",
        "no-gzip": b"no gzip at all",
        "header": PACKED[:10],
        "cut": PACKED[: len(PACKED) // 2],
        "without-end": PACKED[:-8],
        "checksum": PACKED[:-8] + bytes([PACKED[-8] ^ 1]) + PACKED[-7:],
        "length": PACKED[:-1] + bytes([PACKED[-1] ^ 1]),
        "followed": PACKED + b"more",
        "second-member": PACKED + PACKED[: len(PACKED) // 2],
    }
    for number in range(24):
        # the header has fields that no checksum covers, such as the time
        place = rng.randrange(18, len(PACKED) - 8)
        flipped = PACKED[:place] + bytes([PACKED[place] ^ (1 << rng.randrange(8))]) + PACKED[place + 1 :]
        found[f"flipped-{number:02}"] = flipped
    return {f"{name}.jsonl.gz": content for name, content in found.items()}


def test_both_say_the_same_sentence_of_a_damaged_compressed_file(tmp_path: Path) -> None:
    files = damaged()
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    one = next(iter(files))

    for verify in (first, second):
        done = verify(tmp_path, "--json", *files)
        reports = [json.loads(line) for line in done.stdout.splitlines()]
        assert done.returncode == 1
        said = {name: each["reason"] for name, each in zip(files, reports, strict=True)}
        assert said == dict.fromkeys(files, f"the file cannot be read: {DAMAGED}"), verify.__name__
        assert {each["first_bad_line"] for each in reports} == {1}
        alone = verify(tmp_path, one)
        assert f"BAD: first bad line 1 (form): the file cannot be read: {DAMAGED}\n" in alone.stdout


def test_both_read_a_compressed_file_with_several_members_or_zeros_at_its_end(tmp_path: Path) -> None:
    middle = len(LINES[0]) + 1
    (tmp_path / "members.jsonl.gz").write_bytes(gzip.compress(WHOLE[:middle]) + gzip.compress(WHOLE[middle:]))
    (tmp_path / "zeros.jsonl.gz").write_bytes(PACKED + bytes(64))

    for verify in (first, second):
        done = verify(tmp_path, *KEY, "members.jsonl.gz", "zeros.jsonl.gz")
        assert (done.returncode, done.stdout.count("signed by the key")) == (0, 2), done.stdout
