"""The checks that need no rules: chain, seals, draws, signature, receipts (SPEC.md 2 to 4 and 6)."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, cast

import msgspec
from msgspec import Meta

from domain.kernel.codec import canonical
from domain.kernel.values import Value
from domain.ledger.draws import KeyedChance, chance_key
from domain.ledger.records import salt, seed_commitment, tip_of_new
from domain.ledger.signing import Hash, Keys, SignedReceipt
from domain.proof.bundle import MAX_NUMBER, BadLineError, Closing, Header, Line, fitted
from domain.proof.checks import CheckFailedError, CheckSkippedError

NOT_OPEN = "the seed is not open to this viewer"


class Chain:
    """Every head follows from the one before it and the public record (SPEC.md 3)."""

    name = "chain"

    def __init__(self) -> None:
        self._head = b""

    def begin(self, header: Header, /) -> None:
        """Begin with the head of an empty log."""
        self._head = bytes.fromhex(tip_of_new(header.game).head)

    def take(self, line: Line, /) -> None:
        """Compute the next head."""
        self._head = hashlib.sha256(self._head + canonical(line.record)).digest()
        if line.head != self._head.hex():
            raise CheckFailedError(f"the head after this record is {self._head.hex()}, not {line.head}")

    def end(self, closing: Closing, /) -> None:
        """Leave the closing line to the check of the signature."""


class _Seed(Value, frozen=True, forbid_unknown_fields=True):
    """The secret of the first event."""

    seed: Hash


def _seed_of(line: Line) -> bytes:
    """Return the seed that the first event holds."""
    if not isinstance(line.secret, dict):
        raise CheckSkippedError(NOT_OPEN)
    return bytes.fromhex(fitted(line.secret, _Seed).seed)


class Seals:
    """Every open secret fits its seal, the seed its commitment, every salt the seed (SPEC.md 2)."""

    name = "seals"

    def __init__(self) -> None:
        self._seed: bytes | None = None

    def begin(self, header: Header, /) -> None:
        """Wait for the seed."""

    def take(self, line: Line, /) -> None:
        """Check commitment, salt and seal."""
        record = line.record
        if record.version == 1:
            self._check_commitment(line)
        elif isinstance(line.secret, dict) and isinstance(line.salt, str):
            salted = bytes.fromhex(line.salt)
            if self._seed is not None and salted != salt(self._seed, record.version):
                raise CheckFailedError("the salt does not follow from the seed")
            if hashlib.sha256(salted + canonical(line.secret)).hexdigest() != record.sealed:
                raise CheckFailedError("the secret does not fit its seal")

    def _check_commitment(self, line: Line) -> None:
        sealed = line.record.sealed
        if sealed is None or line.record.data.get("seed_commitment") != sealed:
            raise CheckFailedError("the first event has to be sealed by its seed_commitment")
        if isinstance(line.secret, dict):
            self._seed = _seed_of(line)
            if seed_commitment(self._seed) != sealed:
                raise CheckFailedError("the seed does not fit its commitment")

    def end(self, closing: Closing, /) -> None:
        """Nothing is left to check."""


class _Taken(Value, frozen=True):
    """What chance needs of game.seat_taken."""

    seat: Annotated[int, Meta(ge=0)]
    entropy: Hash


class _Left(Value, frozen=True):
    """What chance needs of game.seat_left."""

    seat: Annotated[int, Meta(ge=0)]


_Number = Annotated[int, Meta(ge=0, le=MAX_NUMBER)]


class _Draws(Value, frozen=True):
    """The draws in data or secret of an event."""

    draws: tuple[tuple[Annotated[int, Meta(ge=1, le=MAX_NUMBER)], _Number], ...] = ()


class Draws:
    """Every recorded draw follows from seed, entropy, version and counter; none is missing between them (SPEC.md 4)."""

    name = "draws"

    def __init__(self) -> None:
        self._seed = b""
        self._game = ""
        self._entropy: list[str | None] = []
        self._key: bytes | None = None
        self._chance: KeyedChance | None = None

    def begin(self, header: Header, /) -> None:
        """Set a place for each seat."""
        if not header.is_full:
            raise CheckSkippedError(NOT_OPEN)
        self._game = header.game
        self._entropy = [None] * header.seats

    def take(self, line: Line, /) -> None:
        """Follow the entropy up to the start, then each draw."""
        record = line.record
        if record.version == 1:
            self._seed = _seed_of(line)
        if record.type == "game.started":
            self._start()
        elif record.type == "game.seat_taken":
            taken: _Taken = fitted(record.data, _Taken)
            self._seat(taken.seat, taken.entropy)
        elif record.type == "game.seat_left":
            self._seat(fitted(record.data, _Left).seat, None)
        if record.is_decision and self._key is not None:
            self._chance = KeyedChance(self._key, record.version - 1)
        self._follow(record.data)
        if isinstance(line.secret, dict):
            self._follow(line.secret)

    def _seat(self, seat: int, entropy: str | None) -> None:
        if seat >= len(self._entropy):
            raise CheckFailedError(f"the game has the seats 0 to {len(self._entropy) - 1}")
        self._entropy[seat] = entropy

    def _start(self) -> None:
        entropy = [bytes.fromhex(text) for text in self._entropy if text is not None]
        if len(entropy) != len(self._entropy):
            raise CheckFailedError("the game starts while seats are free")
        self._key = chance_key(self._seed, self._game, entropy)

    def _follow(self, fields: Mapping[str, Any]) -> None:
        if "draws" not in fields:
            return
        drawn: _Draws = fitted(fields, _Draws)
        for size, number in drawn.draws:
            if self._chance is None:
                raise CheckFailedError("something is drawn before the start")
            expected = self._chance.draw(size)
            if number != expected:
                raise CheckFailedError(f"a draw of {size} has to be {expected} here, not {number}")

    def end(self, closing: Closing, /) -> None:
        """Nothing is left to check."""


class SignatureCheck:
    """The closing line states where the log ends, and is signed (SPEC.md 6)."""

    name = "signature"

    def __init__(self, keys: Keys | None) -> None:
        self._keys = keys
        self._last: Line | None = None
        self.key_id: str | None = None
        self.public_key: str | None = None
        self.is_trusted = False

    def begin(self, header: Header, /) -> None:
        """Wait for the end."""

    def take(self, line: Line, /) -> None:
        """Remember the last event."""
        self._last = line

    def end(self, closing: Closing, /) -> None:
        """Compare the statement with the last event, then check the signature."""
        if self._last is None:
            raise CheckSkippedError("there is no event that it could be about")
        stated, record = closing.statement, self._last.record
        where = (record.at, record.game, self._last.head, record.version)
        if (stated.at, stated.game, stated.head, stated.version) != where:
            raise CheckFailedError("the statement is not about the last event: its time, game, head and version")
        if stated.key_id is None or closing.signature is None or closing.public_key is None:
            self._unsigned(closing)
        elif self._keys is None:
            raise CheckSkippedError("no way to check signatures is at hand")
        else:
            key = bytes.fromhex(closing.public_key)
            complaint = self._keys.complaint(stated, closing.signature, key)
            if complaint is not None:
                raise CheckFailedError(complaint)
            self.key_id, self.public_key = stated.key_id, closing.public_key
            self.is_trusted = self._keys.trusts(key)

    def _unsigned(self, closing: Closing) -> None:
        if (closing.statement.key_id, closing.signature, closing.public_key) != (None, None, None):
            raise CheckFailedError("key_id, signature and public_key go together: all three, or three nulls")
        if self._keys is not None and self._keys.trusted is not None:
            raise CheckFailedError("nobody has signed this file")
        raise CheckSkippedError("nobody has signed this file")


class Receipts:
    """The log has the heads that receipts promise, each signed by a key that is trusted (SPEC.md 6)."""

    name = "receipts"

    def __init__(self, receipts: Sequence[SignedReceipt], keys: Keys) -> None:
        self._keys = keys
        self._due: dict[int, list[SignedReceipt]] = {}
        for receipt in receipts:
            self._due.setdefault(receipt.version, []).append(receipt)

    def begin(self, header: Header, /) -> None:
        """Check that the receipts are of this game, and that their signatures hold."""
        for receipt in (receipt for due in self._due.values() for receipt in due):
            if receipt.game != header.game:
                raise CheckFailedError(f"the receipt for version {receipt.version} is of the game {receipt.game}")
            key = (self._keys.trusted or {}).get(receipt.key_id or "")
            if key is None:
                raise CheckFailedError(f"the receipt for version {receipt.version} is not signed by a key given")
            complaint = self._keys.complaint(receipt.statement, receipt.signature, key)
            if complaint is not None:
                raise CheckFailedError(f"the receipt for version {receipt.version}: {complaint}")

    def take(self, line: Line, /) -> None:
        """Compare the head with what was promised for this version."""
        for receipt in self._due.pop(line.record.version, ()):
            if (receipt.head, receipt.at) != (line.head, line.record.at):
                raise CheckFailedError(
                    f"a receipt promises the head {receipt.head} at version {receipt.version}: the log was rewritten"
                )

    def end(self, closing: Closing, /) -> None:
        """Check that the log is as long as promised."""
        del closing
        if self._due:
            raise CheckFailedError(f"a receipt was given for version {max(self._due)}: the log was cut")


def receipts_from(text: bytes) -> tuple[SignedReceipt, ...]:
    """Return the receipts in a file: one JSON object, or one a line, each a receipt or an answer that holds one.

    Raises BadLineError.
    """
    found: list[SignedReceipt] = []
    for line in text.splitlines():
        if not line.strip():
            continue
        try:
            answer: Any = msgspec.json.decode(line)
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            raise BadLineError(str(error)) from None
        if isinstance(answer, dict) and "receipt" in answer:
            answer = cast("dict[str, Any]", answer)["receipt"]
        if not isinstance(answer, dict):
            raise BadLineError("a receipt is a JSON object")
        fields = cast("dict[str, Any]", answer)
        wanted = {name: fields[name] for name in SignedReceipt.__struct_fields__ if name in fields}
        found.append(fitted(wanted, SignedReceipt))
    return tuple(found)
