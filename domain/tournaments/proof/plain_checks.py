"""The checks that need no state: form, chain, seals, signature, receipts, and the certificates' signatures."""

from collections.abc import Sequence

from msgspec import UNSET

from domain.kernel.codec import canonical
from domain.ledger.signing import KeptStatement, Keys, key_id_of
from domain.ledger.times import is_moment
from domain.proof.bundle import Closing, EventLine
from domain.proof.errors import CheckFailedError, CheckSkippedError
from domain.proof.ledger_checks import NO_SEED, ChainCheck, ReceiptCheck, SealCheck, SignatureCheck
from domain.tournaments.events import FINAL, OPENED
from domain.tournaments.events.opening import TournamentOpened
from domain.tournaments.events.rounds import RoundPublished
from domain.tournaments.proof.lines import LOGGED_FORMAT, Header, LoggedClosing, LoggedEventLine, SignedStatement
from domain.tournaments.proof.steps import Check, Step
from domain.tournaments.state import round_seed
from domain.transparency.entries import TOURNAMENT_KINDS

MAX_EDITION = 2**32 - 1


class Form(Check):
    """Versions have no gap, times do not decrease, each event is a batch of its own, and only the seed is secret."""

    name = "form"

    def __init__(self) -> None:
        self.header: Header | None = None
        self.version: int = 0
        self._at: str = ""
        self._is_over = False

    def begin(self, header: Header, /) -> None:
        """Keep the header."""
        self.header = header

    def take(self, step: Step, /) -> None:
        """Check that the record may follow the one before it."""
        line, header = step.item.line, self.header
        assert header is not None
        self.check(line)
        is_placed = header.format == LOGGED_FORMAT and line.record.type in TOURNAMENT_KINDS
        if isinstance(line, LoggedEventLine) != is_placed:
            raise CheckFailedError(
                f"an event has `log` in the format {LOGGED_FORMAT} if the log has an entry of it, and otherwise not"
            )

    def check(self, line: EventLine) -> None:
        """Check the record of a line."""
        record, header = line.record, self.header
        assert header is not None
        if self._is_over:
            raise CheckFailedError("the event follows the end of the tournament")
        if record.version != self.version + 1 or record.cause != record.version:
            raise CheckFailedError(f"version {record.version}, caused by {record.cause}, follows {self.version}")
        if record.game != header.tournament:
            raise CheckFailedError(f"the event is of another log: {record.game}")
        if (record.version == 1) != (record.type == OPENED):
            raise CheckFailedError(f"the first event, and no other, must be {OPENED}")
        if not is_moment(record.at):
            raise CheckFailedError(f"{record.at} is no time")
        if record.at < self._at:
            raise CheckFailedError(f"the time {record.at} is before that of the previous event")
        if record.seat is not None or record.known_to:
            raise CheckFailedError("the events of a tournament have no seats")
        if (record.sealed is None) != (record.version > 1):
            raise CheckFailedError("the first event, and no other, is sealed")
        is_revealed = record.version == 1 and header.viewer == "full"
        if isinstance(line.secret, dict) != is_revealed or line.salt is not UNSET:
            raise CheckFailedError("the seed stands in the first event of a full bundle, and nowhere else")
        self.version, self._at, self._is_over = record.version, record.at, record.type in FINAL

    def end(self, closing: Closing, /) -> None:
        """Check that a full bundle is of a tournament that is over, and `log`."""
        if self.header is not None and isinstance(closing, LoggedClosing) != (self.header.format == LOGGED_FORMAT):
            raise CheckFailedError(f"the closing line has `log` in the format {LOGGED_FORMAT}, and in no other one")
        if self.header is not None and self.header.viewer == "full" and not self._is_over:
            raise CheckFailedError("the log ends before the tournament is over, so its seed must not be revealed")


class Chain(Check):
    """Every head follows from the one before it and the record (SPEC.md 3)."""

    name = "chain"

    def __init__(self) -> None:
        self._chain = ChainCheck()

    def begin(self, header: Header, /) -> None:
        """Start with the head of an empty log."""
        self._chain.begin(header)

    def take(self, step: Step, /) -> None:
        """Compute the next head."""
        self._chain.take(step.item.line)


class Seals(Check):
    """The first event commits to the seed, and the seeds of the rounds follow from it (SPEC.md 2 and 11)."""

    name = "seals"

    def __init__(self) -> None:
        self._seals = SealCheck()
        self._seed: bytes | None = None

    def take(self, step: Step, /) -> None:
        """Check the commitment, and the seed of a round where that of the tournament is open."""
        self._seals.take(step.item.line)
        event = step.event
        if isinstance(event, TournamentOpened) and isinstance(step.item.line.secret, dict):
            self._seed = bytes.fromhex(event.secret.seed)
        if isinstance(event, RoundPublished) and self._seed is not None:
            # the seed has them as u64 and u32; numbers of 2^53 or more are no numbers of a bundle
            if event.round < 0 or not 0 <= event.edition <= MAX_EDITION:
                raise CheckFailedError(f"no round has the number {event.round} and the edition {event.edition}")
            expected = round_seed(self._seed, event.round, event.edition).hex()
            if event.seed != expected:
                raise CheckFailedError(f"the seed of round {event.round} must be {expected}")

    def end(self, _closing: Closing, /) -> None:
        """Skip the check if the seed is not open."""
        if self._seed is None:
            raise CheckSkippedError(NO_SEED)


class Certificates(Check):
    """Each result has a certificate with a valid signature of a trusted key (SPEC.md 6)."""

    name = "certificates"
    is_of_certificate = True

    def __init__(self, keys: Keys | None) -> None:
        self._keys = keys
        self._withheld = 0

    def begin(self, _header: Header, /) -> None:
        """Skip the check without keys."""
        if self._keys is None:
            raise CheckSkippedError("signatures are not checked here")

    def take(self, step: Step, /) -> None:
        """Check the signature of a certificate."""
        self._withheld += step.item.is_withheld
        if step.item.certificate is not None and self._keys is not None:
            error = certificate_error(step.item.certificate, self._keys)
            if error is not None:
                raise CheckFailedError(error)

    def end(self, _closing: Closing, /) -> None:
        """Skip the check if the file lacks certificates: the others are valid."""
        if self._withheld:
            message = f"withheld from public view, and without a certificate here: {self._withheld} of the games"
            raise CheckSkippedError(message)


def certificate_error(certificate: SignedStatement, keys: Keys) -> str | None:
    """Return why a certificate is not valid; None if it is."""
    statement, text, hex_key = certificate.statement, certificate.signature, certificate.public_key
    key_id = statement.get("key_id", "")
    if text is None or hex_key is None:
        is_unsigned = (key_id, text, hex_key) == (None, None, None)
        return None if is_unsigned and keys.trusted is None else "the certificate of the game is not signed"
    key = bytes.fromhex(hex_key)
    if key_id != key_id_of(key):
        return f"the certificate names the key {key_id}, but its public key is {key_id_of(key)}"
    if not keys.is_signed_by(key, canonical(statement), bytes.fromhex(text)):
        return "the signature of the certificate does not match"
    if keys.trusted is not None and not keys.trusts(key):
        return f"the key {key_id} that signed the certificate is not trusted"
    return None


class Signed(Check):
    """The closing line states the tip of the log, and its signature is valid (SPEC.md 6)."""

    name = "signature"

    def __init__(self, keys: Keys | None) -> None:
        self.inner = SignatureCheck(keys)

    def take(self, step: Step, /) -> None:
        """Keep the last event."""
        self.inner.take(step.item.line)

    def end(self, closing: Closing, /) -> None:
        """Check the statement and its signature."""
        self.inner.end(closing)


class Receipts(Check):
    """The log has the heads that the receipts state (SPEC.md 6)."""

    name = "receipts"

    def __init__(self, receipts: Sequence[KeptStatement], keys: Keys) -> None:
        self._inner = ReceiptCheck(receipts, keys)

    def begin(self, header: Header, /) -> None:
        """Check the signature of each receipt of this log."""
        self._inner.begin(header)

    def take(self, step: Step, /) -> None:
        """Compare the head with the receipts of this version."""
        self._inner.take(step.item.line)

    def end(self, closing: Closing, /) -> None:
        """Check that the log has the version of each receipt."""
        self._inner.end(closing)
