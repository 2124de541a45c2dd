"""`--receipt` of both programs that verify: each receipt is compared with the file of its own game."""

import functools
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.game import decide
from domain.game.terms import Terms
from projections.ranking import ranking_of, resigned_seats
from service.play.certificates import certified
from tests.games import forged_lines
from tests.games.bundles import TITLES, Finished, kept, signer, stranger
from tests.games.clocks.clocked import clocked
from tests.games.forged_rulings import Log
from tests.service.server import Server
from tests.service.test_proof import Played
from tests.service.verifiers import KEY, Done, first, receipt, second, signed_head, verdicts, written
from tests.tournaments.bundles import Certified, lines_of
from tests.tournaments.kit import players, terms

PROGRAMS = pytest.mark.parametrize("verify", [first, second])
Verify = Callable[..., Done]

# games of one number have one id
MINE = kept("minos", 1)
OTHER = kept("siberia", 2)
MISSING = kept("giganten", 3)

LINES = "application/x-ndjson"


def bundles(folder: Path) -> tuple[str, str]:
    return (
        written(folder, "minos.jsonl", MINE.lines(signer=signer())),
        written(folder, "siberia.jsonl", OTHER.lines(signer=signer())),
    )


@PROGRAMS
def test_receipts_of_several_games_are_compared_with_their_own_files(verify: Verify, tmp_path: Path) -> None:
    files = bundles(tmp_path)
    lines = [receipt(OTHER, 100), receipt(MINE, 30), b"", signed_head(MINE, 50), receipt(OTHER, 60)]
    mixed = written(tmp_path, "receipts.jsonl", lines)

    done = verify(tmp_path, *KEY, "--receipt", mixed, "--json", *files)

    assert (done.returncode, done.stderr) == (0, "")
    assert [report["receipts"] for report in verdicts(done)] == [("passed", None)] * 2


@PROGRAMS
def test_a_receipt_without_a_file_is_named_and_spoils_no_other_file(verify: Verify, tmp_path: Path) -> None:
    files = bundles(tmp_path)
    lines = [receipt(OTHER, 60), receipt(MISSING, 40), receipt(MISSING, 90)]
    mixed = written(tmp_path, "receipts.jsonl", lines)

    both = verify(tmp_path, *KEY, "--receipt", mixed, *files)
    reports = verdicts(verify(tmp_path, *KEY, "--receipt", mixed, "--json", *files))
    alone = verify(tmp_path, *KEY, "--receipt", mixed, files[0])

    assert (both.returncode, alone.returncode) == (1, 1)
    assert "2 files, 0 of them bad" in both.stdout
    missing = f"receipts.jsonl: line 2: 2 receipts are of {MISSING.game.id}, and no given file is the bundle of it"
    assert both.stderr.strip().splitlines()[-1].endswith(missing)
    assert "BAD" not in alone.stdout
    assert f"line 1: 1 receipt is of {OTHER.game.id}" in alone.stderr
    assert [report["receipts"] for report in reports] == [("skipped", None), ("passed", None)]


@PROGRAMS
def test_a_rewritten_log_is_bad_and_the_other_file_is_not(verify: Verify, tmp_path: Path) -> None:
    mine, other = bundles(tmp_path)
    lines = [*MINE.lines(None)[:20], MINE.lines(None)[-1]]
    written(tmp_path, mine, forged_lines.rewritten(lines, signer()))
    kept_lines = [receipt(MINE, 30), receipt(OTHER, 60)]

    done = verify(tmp_path, *KEY, "--receipt", written(tmp_path, "r.jsonl", kept_lines), "--json", mine, other)

    cut, whole = verdicts(done)
    assert done.returncode == 1
    assert {name for name, (verdict, _) in cut.items() if verdict == "failed"} == {"receipts"}
    assert cut["receipts"] == ("failed", 21)
    assert whole["receipts"] == ("passed", None)


@PROGRAMS
def test_a_receipt_needs_a_signature_of_a_given_key(verify: Verify, tmp_path: Path) -> None:
    file, _ = bundles(tmp_path)
    forged = json.loads(receipt(MINE, 30))
    forged["receipt"]["decision"] = "1.1"
    strange = written(tmp_path, "strange.jsonl", [receipt(MINE, 30, stranger())])
    changed = written(tmp_path, "changed.jsonl", [json.dumps(forged).encode()])

    for name in (strange, changed):
        done = verify(tmp_path, *KEY, "--receipt", name, "--json", file)
        assert done.returncode == 1
        assert verdicts(done)[0]["receipts"] == ("failed", 1)


@PROGRAMS
def test_receipts_of_a_head_that_the_log_does_not_have_show_a_rewritten_log(verify: Verify, tmp_path: Path) -> None:
    file, _ = bundles(tmp_path)
    statement = json.loads(signed_head(MINE, 50))["statement"] | {"head": "ab" * 32}
    del statement["key_id"]
    signed = signer().sign(statement)
    line = {"statement": signed.statement, "signature": signed.signature, "public_key": signed.public_key}

    done = verify(tmp_path, *KEY, "--receipt", written(tmp_path, "r", [json.dumps(line).encode()]), file)

    assert done.returncode == 1
    assert "BAD: first bad line 51 (receipts)" in done.stdout
    assert "the log was rewritten" in done.stdout


@PROGRAMS
@pytest.mark.parametrize("content", [b"", b"\n  \r\n\n"])
def test_a_file_without_receipts_is_an_error_that_names_it(verify: Verify, content: bytes, tmp_path: Path) -> None:
    file, _ = bundles(tmp_path)
    (tmp_path / "empty.jsonl").write_bytes(content)

    done = verify(tmp_path, *KEY, "--receipt", "empty.jsonl", file)

    assert (done.returncode, done.stdout) == (2, "")
    assert "empty.jsonl: there is no receipt in this file" in done.stderr


WITHOUT = {
    "no JSON": b"nonsense",
    "no object": b"[]",
    "no receipt": b'{"receipt":null}',
    "no signature": receipt(MINE, 30).replace(b'"signature"', b'"signatur"'),
    "no version": receipt(MINE, 30).replace(b'"version":30', b'"version":true'),
    "a version that is no whole number": receipt(MINE, 30).replace(b'"version":30', b'"version":30.5'),
    "a version beyond all": receipt(MINE, 30).replace(b'"version":30', b'"version":9007199254740993'),
    "a line of a bundle": MINE.lines()[0],
    "an unsigned head": MINE.lines()[-1],
    "a head with more members": signed_head(MINE, 50).replace(b'"version":50', b'"version":50,"winners":[]'),
    "no text": b'"\xff"',
}


@PROGRAMS
@pytest.mark.parametrize("line", WITHOUT.values(), ids=WITHOUT.keys())
def test_a_malformed_line_is_named_with_its_file(verify: Verify, line: bytes, tmp_path: Path) -> None:
    file, _ = bundles(tmp_path)
    name = written(tmp_path, "mine.jsonl", [receipt(MINE, 30), b"", line, receipt(MINE, 40)])

    done = verify(tmp_path, *KEY, "--receipt", name, file)

    assert (done.returncode, done.stdout) == (2, "")
    assert "mine.jsonl: line 3: " in done.stderr
    assert "Traceback" not in done.stderr
    assert "at file:" not in done.stderr


@PROGRAMS
def test_a_receipt_that_another_program_has_written_again_holds(verify: Verify, tmp_path: Path) -> None:
    """JSON has one type of numbers, and lines may end as on other systems."""
    file, _ = bundles(tmp_path)
    lines = [receipt(MINE, version).replace(b":%d," % version, b": %d.0," % version) for version in (30, 40)]
    (tmp_path / "mine.jsonl").write_bytes(b"\r\n".join(lines))

    done = verify(tmp_path, *KEY, "--receipt", "mine.jsonl", "--json", file)

    assert (done.returncode, done.stderr) == (0, "")
    assert b"30.0" in lines[0]
    assert verdicts(done)[0]["receipts"] == ("passed", None)


@PROGRAMS
def test_receipts_need_a_key(verify: Verify, tmp_path: Path) -> None:
    file, _ = bundles(tmp_path)

    done = verify(tmp_path, "--receipt", written(tmp_path, "r.jsonl", [receipt(MINE, 30)]), file)

    assert done.returncode == 2
    assert "--key" in done.stderr


def test_both_compare_receipts_with_the_file_of_a_tournament(tmp_path: Path) -> None:
    log = Certified(terms(), players(8))
    log.publish(1)
    file = written(tmp_path, "cup.jsonl", lines_of(log, signer(), full=False))
    tip = log.tournament.tip
    signed = signer().sign_head(tip, command=None, decision="-")
    own = json.dumps({**signed.statement, "signature": signed.signature}).encode()
    mixed = written(tmp_path, "mixed.jsonl", [own, receipt(MINE, 30)])
    own = written(tmp_path, "own.jsonl", [own])

    for verify in (functools.partial(first, command=("tournament", "check")), second):
        good, stray = (verify(tmp_path, *KEY, "--receipt", receipts, "--json", file) for receipts in (own, mixed))
        assert (good.returncode, stray.returncode) == (0, 1)
        assert [verdicts(done)[0]["receipts"] for done in (good, stray)] == [("passed", None)] * 2
        assert f"mixed.jsonl: line 2: 1 receipt is of {MINE.game.id}" in stray.stderr


def test_a_receipt_of_a_tournament_whose_file_the_wrong_command_gets_is_not_without_file(tmp_path: Path) -> None:
    log = Certified(terms(), players(8))
    log.publish(1)
    file = written(tmp_path, "cup.jsonl", lines_of(log, signer(), full=False))
    head = signer().sign_head(log.tournament.tip, command=None, decision="-")
    own = json.dumps({**head.statement, "signature": head.signature}).encode()
    mixed = written(tmp_path, "mixed.jsonl", [own, receipt(MINE, 30)])

    for files in ([file], [file, *bundles(tmp_path)[1:]]):
        done = first(tmp_path, *KEY, "--receipt", mixed, *files)
        assert done.returncode == 1
        assert "check it with `ludolog tournament check`" in done.stdout
        assert log.tournament.id not in done.stderr
        assert f"mixed.jsonl: line 2: 1 receipt is of {MINE.game.id}" in done.stderr


def test_a_receipt_of_a_game_whose_file_the_wrong_command_gets_is_not_without_file(tmp_path: Path) -> None:
    mine, _ = bundles(tmp_path)
    mixed = written(tmp_path, "mixed.jsonl", [receipt(MINE, 30), receipt(OTHER, 60)])
    own = written(tmp_path, "own.jsonl", [receipt(MINE, 30)])

    good, stray = (
        first(tmp_path, *KEY, "--receipt", receipts, mine, command=("tournament", "check")) for receipts in (own, mixed)
    )

    assert (good.returncode, stray.returncode) == (1, 1)
    assert "check it with `ludolog verify`" in good.stdout
    assert good.stderr == ""
    assert MINE.game.id not in stray.stderr
    assert f"mixed.jsonl: line 2: 1 receipt is of {OTHER.game.id}" in stray.stderr


def test_what_a_player_keeps_of_two_games_of_a_service_holds(server: Server, tmp_path: Path) -> None:
    games = [Played(server, "minos"), Played(server, "siberia")]
    lines: list[bytes] = []
    for played in games:
        (tmp_path / f"{played.game}.jsonl").write_bytes(played.bundle)
        lines += [json.dumps(receipt).encode() for receipt in played.receipts]
        # the end of a bundle of the running game, and of the stream of the finished one
        lines.append(played.running.splitlines()[-1])
        stream = f"/v1/games/{played.game}/stream"
        lines.append(server.client().get(stream, headers={"Accept": LINES}).content.splitlines()[-1])
    receipts = written(tmp_path, "receipts.jsonl", random.Random(1).sample(lines, len(lines)))
    (tmp_path / "keys.json").write_bytes(server.client().get("/.well-known/jwks.json").content)
    files = [f"{played.game}.jsonl" for played in games]

    for verify in (first, second):
        done = verify(tmp_path, "--key", "keys.json", "--receipt", receipts, "--json", *files)
        assert (done.returncode, done.stderr) == (0, "")
        assert [report["receipts"] for report in verdicts(done)] == [("passed", None)] * 2


def test_both_agree_on_receipts_of_files_that_are_cut_or_changed(tmp_path: Path) -> None:
    rng, lines, public = random.Random(5), MINE.lines(signer=signer()), MINE.lines(None, signer())
    changed = [lines[:2], [lines[0], lines[-1]], [*lines[:2], lines[-1]], lines[1:]]
    for _ in range(16):
        at, cut = rng.randrange(len(lines)), rng.randrange(len(lines))
        changed += [[*lines[:at], lines[at].replace(b"1", b"2", 1), *lines[at + 1 :]], [*lines[:cut], lines[-1]]]
        # the form does not show that a bundle for the public is cut
        changed.append([*public[:cut], public[-1]])
    files = [written(tmp_path, f"{number:02}.jsonl", each) for number, each in enumerate(changed)]
    receipts = written(tmp_path, "receipts", [receipt(MINE, version) for version in (30, 50)])

    ours, theirs = (
        verdicts(verify(tmp_path, *KEY, "--receipt", receipts, "--json", *files)) for verify in (first, second)
    )

    for one, other in zip(ours, theirs, strict=True):
        # the second program knows no rules
        shared = {name: found for name, found in other.items() if name not in {"replay", "result"}}
        assert {name: one[name] for name in shared} == shared
        assert "receipts" in other
    assert {report["receipts"][0] for report in ours} == {"passed", "failed", "skipped"}


WITHOUT_ED25519 = """
const { subtle } = require("node:crypto").webcrypto, { importKey } = subtle;
subtle.importKey = async (format, key, algorithm, ...rest) => {
  if (algorithm.name === "Ed25519") throw new DOMException("Unrecognized name.", "NotSupportedError");
  return importKey.call(subtle, format, key, algorithm, ...rest);
};
"""
"""A script that runs first and lets Node.js refuse Ed25519, as older browsers do."""


def test_a_runtime_without_ed25519_still_compares_heads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = MINE.lines(None, signer())
    file = written(tmp_path, "minos.jsonl", whole)
    rewritten = written(tmp_path, "rewritten.jsonl", forged_lines.rewritten([*whole[:40], whole[-1]], signer()))
    (tmp_path / "without.cjs").write_text(WITHOUT_ED25519)
    monkeypatch.setenv("NODE_OPTIONS", f"--require {tmp_path / 'without.cjs'}")

    def found(lines: list[bytes], bundle: str) -> dict[str, object]:
        done = second(tmp_path, *KEY, "--receipt", written(tmp_path, "r.jsonl", lines), "--json", bundle)
        report = json.loads(done.stdout)
        assert done.returncode == (0 if report["valid"] else 1)
        return report["checks"][-1]

    good = found([receipt(MINE, 30), receipt(MINE, 50)], file)
    changed = json.loads(receipt(MINE, 30))
    changed["receipt"]["head"] = "ab" * 32
    # the first receipt fits: the others are compared as well
    other = found([receipt(MINE, 20), json.dumps(changed).encode()], file)
    cut = found([receipt(MINE, 20), receipt(MINE, 50)], rewritten)

    assert (good["verdict"], good["reason"]) == (
        "skipped",
        "this version of Node.js or of the browser does not support Ed25519: use a newer version",
    )
    assert (other["verdict"], other["line"]) == ("failed", 31)
    assert "the log was rewritten" in str(other["reason"])
    assert cut["verdict"] == "failed"
    assert "the log was" in str(cut["reason"])


def result_of(one: Finished, **changes: Any) -> bytes:
    """Return the reply with the result of a game, whose certificate states something else."""
    statement = {**msgspec.to_builtins(certified(one.game)), **changes}
    known = {name: value for name, value in statement.items() if value is not None}
    signed = signer().sign(known)
    certificate = {"statement": signed.statement, "signature": signed.signature, "public_key": signed.public_key}
    return msgspec.json.encode({"game": one.game.id, "certificate": certificate, "rated": False})


@functools.cache
def clocked_games() -> list[Finished]:
    """Return games with resignations, bots that took seats over, returns, replaced players and adjudications."""
    return [clocked(TITLES[number % len(TITLES)], number) for number in range(9)]


@PROGRAMS
def test_certificates_are_compared_with_the_logs(verify: Verify, tmp_path: Path) -> None:
    games = [MINE, *clocked_games()]
    assert any(resigned_seats(one.game) for one in games)
    assert any(one.game.is_adjudicated for one in games)
    # as the public, which sees no secrets: games of one number have one id
    for number, one in enumerate(games):
        file = written(tmp_path, f"{number}.jsonl", one.lines(None, signer=signer()))
        name = written(tmp_path, f"{number}.receipts", [result_of(one), signed_head(one, one.game.version)])
        done = verify(tmp_path, *KEY, "--receipt", name, "--json", file)
        assert (done.returncode, done.stderr) == (0, ""), done.stdout
        assert verdicts(done)[0]["receipts"] == ("passed", None)


def _worse(one: Finished) -> Any:
    places = msgspec.to_builtins(certified(one.game))["places"]
    return [{**places[0], "score": places[0]["score"] + 1}, *places[1:]]


FALSE: dict[str, Callable[[Finished], dict[str, Any]]] = {
    "another score": lambda one: {"places": _worse(one)},
    "other winners": lambda one: {"winners": [(certified(one.game)["winners"][0] + 1) % len(one.game.occupants)]},
    "a resigned seat": lambda _: {"resigned": [0]},
    "another player": lambda one: {"players": ["player:other", *certified(one.game)["players"][1:]]},
    "no end": lambda _: {"status": "abandoned"},
    "another title": lambda _: {"ruleset": "siberia"},
    "a ruling": lambda _: {"adjudicated": True},
    "an earlier end": lambda one: {
        "version": 30, "head": one.entries[29].head, "at": one.entries[29].record.at,
    },
}  # fmt: skip


@PROGRAMS
def test_a_certificate_that_states_something_else_is_bad(verify: Verify, tmp_path: Path) -> None:
    file = written(tmp_path, "minos.jsonl", MINE.lines(signer=signer()))
    reasons: set[str] = set()
    for number, false in enumerate(FALSE.values()):
        name = written(tmp_path, f"{number}.receipts", [result_of(MINE, **false(MINE))])
        done = verify(tmp_path, *KEY, "--receipt", name, "--json", file)
        assert done.returncode == 1, number
        (report,) = (json.loads(line) for line in done.stdout.splitlines())
        failed = {check["check"]: check for check in report["checks"] if check["verdict"] == "failed"}
        assert failed.keys() == {"receipts"}
        assert failed["receipts"]["line"] == len(MINE.entries) + 2
        reasons.add(failed["receipts"]["reason"])
    assert len(reasons) == len(FALSE)


@PROGRAMS
def test_the_earliest_certificates_have_the_places_by_the_rules(verify: Verify, tmp_path: Path) -> None:
    one = next(one for one in clocked_games() if resigned_seats(one.game) and not one.game.is_adjudicated)
    file = written(tmp_path, "old.jsonl", one.lines(None, signer=signer()))
    old = written(tmp_path, "old", [result_of(one, winners=None, places=msgspec.to_builtins(one.game.places))])
    new = written(tmp_path, "new", [result_of(one, places=msgspec.to_builtins(one.game.places))])

    assert verify(tmp_path, *KEY, "--receipt", old, file).returncode == 0
    is_moved = one.game.places != ranking_of(one.game)
    assert verify(tmp_path, *KEY, "--receipt", new, file).returncode == int(is_moved)


@PROGRAMS
def test_a_malformed_certificate_is_named_with_its_file(verify: Verify, tmp_path: Path) -> None:
    file = written(tmp_path, "minos.jsonl", MINE.lines(signer=signer()))
    for malformed in (
        {"status": "over"},
        {"places": [{"seat": 0}]},
        {"resigned": [-1]},
        {"adjudicated": False},
        {"more": 1},
    ):
        name = written(tmp_path, "mine.jsonl", [receipt(MINE, 30), result_of(MINE, **malformed)])
        done = verify(tmp_path, *KEY, "--receipt", name, file)
        assert (done.returncode, done.stdout) == (2, "")
        assert "mine.jsonl: line 2: the line is no receipt, signed head or certificate" in done.stderr


@PROGRAMS
def test_a_reply_with_a_receipt_and_a_certificate_counts_as_both(verify: Verify, tmp_path: Path) -> None:
    file = written(tmp_path, "minos.jsonl", MINE.lines(signer=signer()))

    def found(reply: bytes, result: bytes) -> tuple[str, int | None]:
        both = json.dumps({**json.loads(reply), **json.loads(result)}).encode()
        done = verify(tmp_path, *KEY, "--receipt", written(tmp_path, "both.jsonl", [both]), "--json", file)
        assert done.stderr == ""
        return verdicts(done)[0]["receipts"]

    assert found(receipt(MINE, 30), result_of(MINE)) == ("passed", None)
    assert found(receipt(MINE, 30), result_of(MINE, status="abandoned")) == ("failed", len(MINE.entries) + 2)
    assert found(receipt(MINE, 30, stranger()), result_of(MINE)) == ("failed", 1)


@PROGRAMS
def test_an_abandoned_game_has_no_places_whatever_its_last_event_says(verify: Verify, tmp_path: Path) -> None:
    log = Log(Terms())
    log.add(decide.abandon(log.game))
    one = Finished(log.game, log.entries)
    places: list[dict[str, Any]] = [{"seat": 0, "rank": 1, "score": 0, "parts": []}]
    changed = forged_lines.at(one.lines(None), 2, lambda line: line["record"]["data"].update(places=places))
    lines = forged_lines.rewritten(changed, signer())
    file, head = written(tmp_path, "abandoned.jsonl", lines), json.loads(lines[-1])["statement"]["head"]

    for stated, verdict in (([], ("passed", None)), (places, ("failed", len(lines)))):
        name = written(tmp_path, "result", [result_of(one, head=head, places=stated)])
        done = verify(tmp_path, *KEY, "--receipt", name, "--json", file)
        assert verdicts(done)[0]["receipts"] == verdict
