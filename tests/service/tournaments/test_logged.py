"""The file of a tournament proves that the log of the site has what the tournament has published."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import httpx

from tests.replies import ok
from tests.service.server import Server
from tests.service.tournaments.kit import Cup, checked
from tests.service.verifiers import second


def verified(cup: Cup, folder: Path, content: bytes, *options: str) -> tuple[Any, Any]:
    """Verify a file with both programs and the keys of the service; return the reports."""
    (folder / "cup.jsonl").write_bytes(content)
    (folder / "jwks.json").write_bytes(ok(cup.owner.get("/.well-known/jwks.json")).content)
    (folder / "vkey").write_bytes(ok(cup.owner.get("/log/vkey")).content)
    keys = "--key", str(folder / "jwks.json"), "--log-key", str(folder / "vkey"), *options
    code, first = checked(folder / "cup.jsonl", *keys)
    other = second(folder, "--json", *keys, "cup.jsonl")
    assert (code, other.returncode) == (0, 0), (first, other.stdout)
    return first, json.loads(other.stdout)


def outcome(report: Any) -> tuple[str, str | None]:
    return next((each["verdict"], each["reason"]) for each in report["checks"] if each["check"] == "log")


def file_of(cup: Cup, client: httpx.Client | None = None) -> bytes:
    return ok((client or cup.owner).get(f"{cup.url}/bundle")).content


def test_the_files_of_a_tournament_are_in_the_log_from_its_opening_to_its_end(server: Server, tmp_path: Path) -> None:
    cup = Cup(server)
    files = [file_of(cup)]
    cup.publish_first()
    cup.playing(1)
    files.append(file_of(cup))
    cup.play(1)
    cup.play(2)
    cup.until(lambda found: found["status"] == "ended")
    files.append(file_of(cup))
    exported = server.client().get(f"{cup.url}/bundle")

    positions: list[int] = []
    for content in files:
        first, other = verified(cup, tmp_path, content)
        assert outcome(first) == outcome(other) == ("passed", None)
        assert first["log"] == other["log"] is not None
        assert first["log_index"] == other["log_index"]
        positions.append(first["log_index"])
    assert positions == sorted(set(positions))
    assert files[-1].startswith(b'{"format":"ludolog-tournament/2"')
    # the file does not change, and has what the log says at these positions
    assert exported.content == files[-1]
    known = {"If-None-Match": exported.headers["etag"]}
    assert server.client().get(f"{cup.url}/bundle", headers=known).status_code == 304
    plain = ok(server.client().get(f"{cup.url}/bundle", params={"format": 1}))
    assert plain.headers["etag"] != exported.headers["etag"]
    first, other = verified(cup, tmp_path, plain.content, "--unlogged")
    assert outcome(first) == outcome(other)
    assert outcome(first)[0] == "skipped"
    assert server.client().get(f"{cup.url}/bundle", params={"format": 3}).status_code == 400
    (tmp_path / "cup.jsonl").write_bytes(files[-1])
    placed = [line for line in map(json.loads, files[-1].splitlines()[1:-1]) if "log" in line]
    assert len(placed) == 1 + 2 + 4 + 1
    site = "--site", server.base, "--state", str(tmp_path / "state.json")
    now = second(tmp_path, "--json", *site, "cup.jsonl")
    verdicts = {each["check"]: each["verdict"] for each in json.loads(now.stdout)["checks"]}
    assert verdicts["site"] == "passed", now.stdout + now.stderr


def test_a_private_tournament_is_proved_once_its_seed_is_open(server: Server, tmp_path: Path) -> None:
    cup = Cup(server, 4, sizes=[4], format={"type": "swiss", "rounds": 1}, visibility="private")
    running = verified(cup, tmp_path, file_of(cup))
    cup.done(cup.owner, "cancel", reason="Rain.")
    over = verified(cup, tmp_path, file_of(cup))

    for report in running:
        assert outcome(report)[0] == "skipped"
        assert "private tournament under a seal" in (outcome(report)[1] or "")
    for report in over:
        assert outcome(report) == ("passed", None)


def test_the_export_of_a_person_has_the_same_file(server: Server, tmp_path: Path) -> None:
    cup = Cup(server, 4, sizes=[4], format={"type": "swiss", "rounds": 1})
    reply = ok(cup.owner.get("/v1/me/export"))
    with zipfile.ZipFile(io.BytesIO(reply.content)) as archive:
        [name] = [each for each in archive.namelist() if each.endswith(f"/tournaments/{cup.id}.jsonl")]
        content = archive.read(name)

    first, other = verified(cup, tmp_path, content)

    assert outcome(first) == outcome(other) == ("passed", None)
    assert content == file_of(cup)
