"""SPEC.md: its vectors, recomputed by the ledger's code and by code that shares nothing with it."""

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
