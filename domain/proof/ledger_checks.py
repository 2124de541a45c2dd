"""The checks that need no rules: chain, seals, draws, signature and receipts (SPEC.md 2 to 4 and 6)."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Protocol

from msgspec import Meta

from domain.kernel.codec import canonical
from domain.kernel.values import Value
from domain.ledger.draws import KeyedChance, chance_key
from domain.ledger.records import salt, seed_commitment, tip_of_new
from domain.ledger.signing import Hash, KeptStatement, Keys, SignedCertificate
from domain.proof.bundle import MAX_NUMBER, Closing, EventLine, Header, convert_line
from domain.proof.certified import Outcome
from domain.proof.checks import Check
from domain.proof.errors import CheckFailedError, CheckSkippedError

NO_SEED = "the bundle does not reveal the seed to this viewer"


class HasLog(Protocol):
    """The header of a bundle of any kind, as far as these checks need it."""

    @property
    def game(self) -> str:
        """The id of the log."""
        ...


class ChainCheck(Check):
    """Every head follows from the one before it and the public record (SPEC.md 3)."""

    name = "chain"

    def __init__(self) -> None:
        self._head = b""

    def begin(self, header: HasLog, /) -> None:
        """Start with the head of an empty log."""
        self._head = bytes.fromhex(tip_of_new(header.game).head)

    def take(self, line: EventLine, /) -> None:
        """Compute the next head."""
        self._head = hashlib.sha256(self._head + canonical(line.record)).digest()
        if line.head != self._head.hex():
            raise CheckFailedError(f"the head after this record is {self._head.hex()}, not {line.head}")


class _Seed(Value, frozen=True, forbid_unknown_fields=True):
    """The secret of the first event."""

    seed: Hash


def seed_of(line: EventLine) -> bytes:
    """Return the seed in the first event."""
    if not isinstance(line.secret, dict):
        raise CheckSkippedError(NO_SEED)
    return bytes.fromhex(convert_line(line.secret, _Seed).seed)


class SealCheck(Check):
    """Every revealed secret matches its seal, the seed its commitment, and every salt the seed (SPEC.md 2)."""

    name = "seals"

    def __init__(self) -> None:
        self._seed: bytes | None = None

    def take(self, line: EventLine, /) -> None:
        """Check the commitment of the first event, and the salt and seal of the others."""
        record = line.record
        if record.version == 1:
            self._check_commitment(line)
        elif isinstance(line.secret, dict) and isinstance(line.salt, str):
            salted = bytes.fromhex(line.salt)
            if self._seed is not None and salted != salt(self._seed, record.version):
                raise CheckFailedError("the salt is not derived from the seed")
            if hashlib.sha256(salted + canonical(line.secret)).hexdigest() != record.sealed:
                raise CheckFailedError("the secret does not match its seal")

    def _check_commitment(self, line: EventLine) -> None:
        sealed = line.record.sealed
        if sealed is None or line.record.data.get("seed_commitment") != sealed:
            raise CheckFailedError("the seal of the first event must be its seed_commitment")
        if isinstance(line.secret, dict):
            self._seed = seed_of(line)
            if seed_commitment(self._seed) != sealed:
                raise CheckFailedError("the seed does not match its commitment")


class _SeatTaken(Value, frozen=True):
    """The fields of game.seat_taken that the key of the draws needs."""

    seat: Annotated[int, Meta(ge=0)]
    entropy: Hash


class _SeatLeft(Value, frozen=True):
    """The fields of game.seat_left that the key of the draws needs."""

    seat: Annotated[int, Meta(ge=0)]


_Number = Annotated[int, Meta(ge=0, le=MAX_NUMBER)]


class _Draws(Value, frozen=True):
    """The draws in the data or the secret of an event."""

    draws: tuple[tuple[Annotated[int, Meta(ge=1, le=MAX_NUMBER)], _Number], ...] = ()


class DrawCheck(Check):
    """Seed, entropy, version and counter give every recorded draw, and no draw is missing between them (SPEC.md 4)."""

    name = "draws"

    def __init__(self) -> None:
        self._seed = b""
        self._game = ""
        self._entropy: list[str | None] = []
        self._key: bytes | None = None
        self._chance: KeyedChance | None = None

    def begin(self, header: Header, /) -> None:
        """Skip the check if the bundle does not reveal the seed."""
        if not header.is_full:
            raise CheckSkippedError(NO_SEED)
        self._game = header.game
        self._entropy = [None] * header.seats

    def take(self, line: EventLine, /) -> None:
        """Collect the entropy of the seats up to the start, then check each draw."""
        record = line.record
        if record.version == 1:
            if not isinstance(line.secret, dict):
                raise CheckFailedError("the first event has no seed")
            self._seed = seed_of(line)
        if record.type == "game.started":
            self._start()
        elif record.type == "game.seat_taken":
            taken: _SeatTaken = convert_line(record.data, _SeatTaken)
            self._set_entropy(taken.seat, taken.entropy)
        elif record.type == "game.seat_left":
            self._set_entropy(convert_line(record.data, _SeatLeft).seat, None)
        if record.is_decision and self._key is not None:
            self._chance = KeyedChance(self._key, record.version - 1)
        self._check_draws(record.data)
        if isinstance(line.secret, dict):
            self._check_draws(line.secret)

    def _set_entropy(self, seat: int, entropy: str | None) -> None:
        if seat >= len(self._entropy):
            raise CheckFailedError(f"the game has the seats 0 to {len(self._entropy) - 1}")
        self._entropy[seat] = entropy

    def _start(self) -> None:
        entropy = [bytes.fromhex(text) for text in self._entropy if text is not None]
        if len(entropy) != len(self._entropy):
            raise CheckFailedError("the game starts while seats are free")
        self._key = chance_key(self._seed, self._game, entropy)

    def _check_draws(self, fields: Mapping[str, Any]) -> None:
        if "draws" not in fields:
            return
        recorded: _Draws = convert_line(fields, _Draws)
        for size, number in recorded.draws:
            if self._chance is None:
                raise CheckFailedError("a draw precedes the start of the game")
            expected = self._chance.draw(size)
            if number != expected:
                raise CheckFailedError(f"the draw from {size} outcomes must be {expected}, not {number}")


class SignatureCheck(Check):
    """The closing line states the tip of the log, and its signature is valid (SPEC.md 6)."""

    name = "signature"

    def __init__(self, keys: Keys | None) -> None:
        self._keys = keys
        self._last: EventLine | None = None
        self.key_id: str | None = None
        self.public_key: str | None = None
        self.is_trusted = False

    def take(self, line: EventLine, /) -> None:
        """Keep the last event."""
        self._last = line

    def end(self, closing: Closing, /) -> None:
        """Compare the statement with the last event, then check the signature."""
        if self._last is None:
            raise CheckSkippedError("the bundle has no events")
        statement, record = closing.statement, self._last.record
        tip = (record.at, record.game, self._last.head, record.version)
        if (statement.at, statement.game, statement.head, statement.version) != tip:
            raise CheckFailedError("the statement differs from the last event in time, game, head or version")
        if statement.key_id is None or closing.signature is None or closing.public_key is None:
            self._check_unsigned(closing)
        elif self._keys is None:
            raise CheckSkippedError("signatures are not checked here")
        else:
            key = bytes.fromhex(closing.public_key)
            error = self._keys.signature_error(statement, closing.signature, key)
            if error is not None:
                raise CheckFailedError(error)
            self.key_id, self.public_key = statement.key_id, closing.public_key
            self.is_trusted = self._keys.trusts(key)

    def _check_unsigned(self, closing: Closing) -> None:
        if (closing.statement.key_id, closing.signature, closing.public_key) != (None, None, None):
            raise CheckFailedError("key_id, signature and public_key must be either all given or all null")
        if self._keys is not None and self._keys.trusted is not None:
            raise CheckFailedError("the file is not signed")
        raise CheckSkippedError("the file is not signed")


class ReceiptCheck(Check):
    """The log has the heads that its receipts state, and a trusted key signed each of them (SPEC.md 6).

    The log has the result that a certificate states: places, winners, resigned seats and players.
    Receipts of other logs are left out.
    """

    name = "receipts"

    def __init__(self, receipts: Sequence[KeptStatement], keys: Keys) -> None:
        self._keys = keys
        self._receipts = receipts
        self._due: dict[int, list[KeptStatement]] = {}
        self._certificates: list[SignedCertificate] = []
        self._outcome: Outcome | None = None

    def begin(self, header: HasLog, /) -> None:
        """Check the signature of each receipt of this log. Skip the check if there is none."""
        own = [receipt for receipt in self._receipts if receipt.game == header.game]
        if not own:
            raise CheckSkippedError("none of the receipts is of this log")
        for receipt in own:
            self._due.setdefault(receipt.version, []).append(receipt)
            key = (self._keys.trusted or {}).get(receipt.key_id or "")
            if key is None:
                raise CheckFailedError(f"no trusted key signed the receipt for version {receipt.version}")
            error = self._keys.signature_error(receipt.statement, receipt.signature, key)
            if error is not None:
                raise CheckFailedError(f"the receipt for version {receipt.version}: {error}")
        self._certificates = [receipt for receipt in own if isinstance(receipt, SignedCertificate)]
        if self._certificates and isinstance(header, Header):
            self._outcome = Outcome(header.ruleset, header.ruleset_version, header.seats)

    def take(self, line: EventLine, /) -> None:
        """Compare the head with the receipts of this version."""
        for receipt in self._due.pop(line.record.version, ()):
            if (receipt.head, receipt.at) != (line.head, line.record.at):
                raise CheckFailedError(
                    f"a receipt states the head {receipt.head} at version {receipt.version}: the log was rewritten"
                )
        if self._outcome is not None:
            self._outcome.take(line.record)

    def end(self, _closing: Closing, /) -> None:
        """Check that the log has the version of each receipt, and the result of each certificate."""
        if self._due:
            raise CheckFailedError(f"a receipt exists for version {max(self._due)}: the log was cut short")
        for certificate in self._certificates:
            if self._outcome is None:
                raise CheckFailedError("a certificate is of a game, and this log is of a tournament")
            self._outcome.check(certificate)
