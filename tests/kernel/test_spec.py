"""SPEC.md: its vectors, recomputed by the ledger's code and by code that shares nothing with it."""

import base64
import hashlib
import hmac
import json
import re
import uuid
from importlib import resources
from typing import Any

import msgspec
import rfc8785

from domain.kernel.codec import canonical
from domain.ledger.draws import KeyedChance, chance_key
from domain.ledger.records import Record, next_head, salt, seal, seed_commitment, tip_of_new
from domain.ledger.signing import Keys
from domain.proof.verify import verify
from domain.transparency.checkpoints import open_checkpoint
from domain.transparency.entries import game_opened, leaf_of, result_digest, sealed
from domain.transparency.merkle import is_included
from domain.transparency.notes import key_from
from service.core.keys.signing import is_signed_by
from tests.kernel.spec_bundle import spec_bundle, spec_signer


def vectors() -> dict[str, Any]:
    text = resources.files("domain.ledger").joinpath("SPEC.md").read_text(encoding="utf-8")
    found = re.search(r"```json\n(.*?)```", text, re.DOTALL)
    assert found
    return json.loads(found[1])


def record_of(fields: dict[str, Any]) -> Record:
    return msgspec.convert({**fields, "data": msgspec.Raw(canonical(fields["data"]))}, Record)


def test_the_ledger_agrees_with_the_vectors() -> None:
    v = vectors()
    seed = bytes.fromhex(v["seed"])
    heads = [tip_of_new(v["game"]).head]
    for fields in v["records"]:
        heads.append(next_head(heads[-1], record_of(fields)))

    assert seed_commitment(seed) == v["seed_commitment"] == seal(seed, 1, b"")
    assert salt(seed, 2).hex() == v["salt_of_2"]
    assert seal(seed, 2, canonical(v["secret_of_2"])) == v["records"][1]["sealed"]
    assert heads == v["heads"]


def test_the_draws_agree_with_the_vectors() -> None:
    v = vectors()
    entropy = [bytes.fromhex(text) for text in v["entropy"]]
    key = chance_key(bytes.fromhex(v["seed"]), v["game"], tuple(entropy))
    chance = KeyedChance(key, v["draws_on_version"])

    assert key.hex() == v["chance_key"]
    assert [str(chance.draw(int(size))) for size in v["draw_sizes"]] == v["drawn"]
    # blocks were rejected on the way: else the vector would not show how
    assert v["blocks_used"] > len(v["drawn"])


def test_code_that_shares_nothing_with_the_ledger_agrees_too() -> None:
    v = vectors()
    seed, game = bytes.fromhex(v["seed"]), uuid.UUID(v["game"]).bytes
    head = hashlib.sha256(b"ludolog/chain/1" + game).digest()
    for fields, expected in zip(v["records"], v["heads"][1:], strict=True):
        head = hashlib.sha256(head + rfc8785.dumps(fields)).digest()
        assert head.hex() == expected
    secret = rfc8785.dumps(v["secret_of_2"])
    salted = hmac.new(seed, b"ludolog/salt/1" + (2).to_bytes(8, "big"), hashlib.sha256).digest()

    assert hashlib.sha256(salted + secret).hexdigest() == v["records"][1]["sealed"]
    assert independent_draws(v) == [int(number) for number in v["drawn"]]


def independent_draws(v: dict[str, Any]) -> list[int]:
    counter = 0
    numbers: list[int] = []
    for size in map(int, v["draw_sizes"]):
        while True:
            message = v["draws_on_version"].to_bytes(8, "big") + counter.to_bytes(4, "big")
            block = hmac.new(bytes.fromhex(v["chance_key"]), message, hashlib.sha256).digest()
            counter += 1
            number = int.from_bytes(block[:8], "big")
            if number < 2**64 - 2**64 % size:
                numbers.append(number % size)
                break
    assert counter == v["blocks_used"]
    return numbers


def bundle_lines() -> list[bytes]:
    text = resources.files("domain.ledger").joinpath("SPEC.md").read_text(encoding="utf-8")
    found = re.search(r"```jsonl\n(.*?)```", text, re.DOTALL)
    assert found
    return found[1].encode().splitlines()


def test_the_bundle_of_the_page_is_what_the_ledger_makes_of_its_inputs() -> None:
    assert bundle_lines() == spec_bundle(vectors())


def test_the_bundle_of_the_page_passes_every_check_that_needs_no_rules() -> None:
    signer = spec_signer()
    report = verify(bundle_lines(), Keys(is_signed_by, {signer.key_id: signer.public_key}))

    verdicts = {check.check: check.verdict for check in report.checks}
    passed = dict.fromkeys(("form", "chain", "seals", "draws", "clocks", "signature"), "passed")
    assert verdicts == {**passed, "replay": "failed", "result": "skipped"}
    assert report.trusted


def log_vectors() -> dict[str, Any]:
    text = resources.files("domain.ledger").joinpath("SPEC.md").read_text(encoding="utf-8")
    return json.loads(re.findall(r"```json\n(.*?)```", text, re.DOTALL)[1])


def test_code_that_shares_nothing_with_the_log_agrees_with_its_vectors() -> None:
    v, seed = log_vectors(), bytes(range(32))
    opened, ended, *seals = v["entries"]

    def sha(*parts: bytes) -> bytes:
        return hashlib.sha256(b"".join(parts)).digest()

    def sealed(version: int, entry: dict[str, Any]) -> dict[str, Any]:
        salt = hmac.digest(seed, b"ludolog/log/1" + version.to_bytes(8, "big"), "sha256")
        tag = hmac.digest(seed, b"ludolog/log-game/1" + uuid.UUID(entry["game"]).bytes, "sha256")
        commitment = sha(salt, rfc8785.dumps(entry)).hex()
        return {"about": "game", "commitment": commitment, "tag": tag.hex(), "type": "sealed"}

    assert sha(rfc8785.dumps(v["result"])).hex() == ended["result"]
    assert seals == [sealed(1, opened), sealed(9, ended)]
    leaves = [sha(b"\0", rfc8785.dumps(entry)) for entry in v["entries"]]
    assert [leaf.hex() for leaf in leaves] == v["leaves"]
    left, right = sha(b"\1", leaves[0], leaves[1]), sha(b"\1", leaves[2], leaves[3])
    assert v["proof_of_2"] == [leaves[3].hex(), left.hex()]
    text, _, line = v["checkpoint"].partition("\n\n")
    assert text.split("\n") == ["games.example/log", "4", base64.b64encode(sha(b"\1", left, right)).decode()]
    signature = base64.b64decode(line.split(" ")[2])
    name, key_id, material = v["vkey"].split("+", 2)
    assert signature[:4].hex() == key_id == sha(name.encode() + b"\n" + base64.b64decode(material)).hex()[:8]
    assert is_signed_by(base64.b64decode(material)[1:], f"{text}\n".encode(), signature[4:])


def test_the_log_agrees_with_its_vectors() -> None:
    v = log_vectors()
    first = json.loads(spec_bundle(vectors())[1])
    record, key = first["record"], key_from(v["vkey"])
    opened = game_opened(record["game"], record["at"], first["head"], record["data"])

    assert opened == v["entries"][0]
    assert sealed(bytes(range(32)), 1, opened) == v["entries"][2]
    assert result_digest(v["result"]) == v["entries"][1]["result"]
    found = open_checkpoint(v["checkpoint"], [key], is_signed_by)
    leaves = [leaf_of(entry) for entry in v["entries"]]
    assert [leaf.hex() for leaf in leaves] == v["leaves"]
    assert is_included(leaves[2], 2, 4, found.root, [bytes.fromhex(each) for each in v["proof_of_2"]])
