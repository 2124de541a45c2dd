"""Receipts of commands, kept and checked (domain/ledger/SPEC.md 3 and 6).

Each signature is checked against the keys of the service. Each event of a game is linked to the one before it by the
hash chain. Two heads for one version, or a receipt for a version that has passed, show that the log was rewritten.
Whether every step follows from the rules, `ludolog verify` checks at the end, with the file of receipts.
"""

from __future__ import annotations

import base64
import hashlib
import json
import threading
import uuid
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from ludolog_client.errors import ReceiptError

SIGNED = ("at", "game", "head", "key_id", "version", "command", "decision")
"""The members of a receipt that its signature covers."""


class Receipts:
    """The receipts of one client, and the heads that it has seen."""

    def __init__(self, keys: Callable[[], Mapping[str, str]], file: str | Path | None = None) -> None:
        """Continue a file, if there is one; `keys` returns public keys in hex by their ids. Raises ReceiptError."""
        self._keys, self._known = keys, dict[str, str]()
        self._file = Path(file) if file is not None else None
        self._heads = dict[str, dict[int, str]]()
        self._last = dict[str, int]()
        self._signatures = set[str]()
        self._lock = threading.RLock()
        self.kept = list[dict[str, Any]]()
        """The receipts and certificates, as they were sent."""
        if self._file is not None and self._file.exists():
            self._load(self._file)

    def versions(self) -> dict[str, int]:
        """Return the last version that is known of each game."""
        with self._lock:
            return dict(self._last)

    def see(self, entry: Mapping[str, Any]) -> None:
        """Link an event to those before it. Raises ReceiptError."""
        record, head = entry["record"], entry["head"]
        game, version = record["game"], record["version"]
        with self._lock:
            before = self._heads.get(game, {}).get(version - 1) if version > 1 else _genesis(game)
            if before is not None and hashlib.sha256(bytes.fromhex(before) + _canonical(record)).hexdigest() != head:
                raise ReceiptError(f"version {version} of {game} does not follow from the version before it")
            self._note(game, version, head)

    def read(self, reply: Mapping[str, Any], known: Mapping[str, int], *, is_repeated: bool) -> None:
        """Check and keep what a reply contains: events, a receipt, a certificate or signed head. Raises ReceiptError.

        `known` are the versions before the request was sent: a new command comes after them.
        """
        receipt, certificate = reply.get("receipt"), reply.get("certificate")
        if receipt is not None:
            for entry in reply.get("events", ()):
                if "record" in entry:
                    self.see(entry)
            if not is_repeated and receipt["version"] <= known.get(receipt["game"], 0):
                raise ReceiptError(f"the receipt is for version {receipt['version']}, which has passed: {receipt}")
            self._keep(receipt, {name: receipt[name] for name in SIGNED if name in receipt})
        if certificate is not None and certificate.get("signature") is not None:
            self._keep(certificate, certificate["statement"])

    def _keep(self, item: dict[str, Any], statement: Mapping[str, Any]) -> None:
        with self._lock:
            self._check(item, statement)
            if item["signature"] in self._signatures:
                return
            self._signatures.add(item["signature"])
            self.kept.append(item)
            if self._file is not None:
                with self._file.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(item, ensure_ascii=False) + "\n")

    def _check(self, item: Mapping[str, Any], statement: Mapping[str, Any]) -> None:
        key = self._key(statement["key_id"])
        try:
            Ed25519PublicKey.from_public_bytes(key).verify(bytes.fromhex(item["signature"]), _canonical(statement))
        except (InvalidSignature, ValueError):
            raise ReceiptError(f"the signature does not fit: {item}") from None
        self._note(statement["game"], statement["version"], statement["head"])

    def _key(self, key_id: str) -> bytes:
        if key_id not in self._known:
            # a service may have a new key
            self._known = dict(self._keys())
        key = bytes.fromhex(self._known.get(key_id, ""))
        if hashlib.sha256(key).hexdigest()[:16] != key_id:
            raise ReceiptError(f"the service publishes no key {key_id}")
        return key

    def _note(self, game: str, version: int, head: str) -> None:
        if self._heads.setdefault(game, {}).setdefault(version, head) != head:
            raise ReceiptError(f"version {version} of {game} has two heads: the log was rewritten")
        self._last[game] = max(version, self._last.get(game, 0))

    def _load(self, file: Path) -> None:
        text = file.read_bytes()
        whole = text[: text.rfind(b"\n") + 1]
        if whole != text:
            # the process ended while it wrote the last line
            file.write_bytes(whole)
        for line in whole.splitlines():
            item = json.loads(line)
            statement = item.get("statement", item)
            self.kept.append(item)
            self._signatures.add(item["signature"])
            self._note(statement["game"], statement["version"], statement["head"])


def hex_of(x: str) -> str:
    """Return a key of a JWK (RFC 8037) in hex."""
    return base64.urlsafe_b64decode(x + "==").hex()


def _genesis(game: str) -> str:
    return hashlib.sha256(b"ludolog/chain/1" + uuid.UUID(game).bytes).hexdigest()


def _canonical(value: Any) -> bytes:
    """Return JSON in canonical form (RFC 8785); the service signs whole numbers, and keys in ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
