"""Verification over HTTP: what is answered, and how much of it is done at a time."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Annotated

import msgspec
from msgspec import Meta

from domain.ledger.signing import Keys
from domain.proof.checks import Report, Verdict
from domain.proof.verify import verify
from projections.history import Sight
from service.games.loaded import Loaded
from service.games.single_flight import Shared
from service.http.problems import ProblemError
from service.keys.signing import Signer, is_signed_by
from service.proof.bundles import bundle_lines

KEPT = 256
"""Reports of games that are kept."""

WAITING = 8
"""Verifications that may wait; they are done one at a time, for each takes all of a processor."""


class CheckReply(msgspec.Struct, frozen=True):
    """What became of one check."""

    check: Annotated[
        str, Meta(description="`form`, `chain`, `seals`, `draws`, `replay`, `result`, `signature` or `receipts`.")
    ]
    verdict: Annotated[
        Verdict, Meta(description="`skipped` where there was nothing to look at; then `reason` says why.")
    ]
    line: Annotated[int | None, Meta(description="The first bad line of the bundle, from 1.")]
    reason: Annotated[str | None, Meta(description="Why it failed, or was skipped.")]


class VerificationReply(msgspec.Struct, frozen=True):
    """What was found in a bundle."""

    valid: Annotated[bool, Meta(description="Whether no check failed.")]
    game: Annotated[str | None, Meta(description="Null where not even the header could be read.")]
    ruleset: Annotated[str | None, Meta(description="Title and version, such as `giganten/1`.")]
    viewer: Annotated[str | None, Meta(description="`public`, `seat:N` or `full`.")]
    events: Annotated[int, Meta(description="The events that were read.")]
    checks: Annotated[tuple[CheckReply, ...], Meta(description="All checks, in the order of SPEC.md 7.")]
    key_id: Annotated[str | None, Meta(description="The key that has signed it, where the signature holds.")]
    trusted: Annotated[bool, Meta(description="Whether that is a key of this service.")]


class Verifier:
    """Verifies one bundle at a time, off the event loop; remembers what it found in games of its own store."""

    def __init__(self, signer: Signer) -> None:
        self._signer = signer
        self._turn = asyncio.Semaphore(1)
        self._waiting = 0
        self._found: Shared[tuple[str, int, Sight, str], VerificationReply] = Shared(KEPT)

    async def stored(self, loaded: Loaded, sight: Sight) -> VerificationReply:
        """Verify a game of the store as somebody may see it, once for all who ask."""
        game = loaded.game

        def find() -> Awaitable[VerificationReply]:
            entries = tuple(loaded.entries)
            return self.uploaded(lambda: bundle_lines(game, entries, sight, self._signer, loaded.closing))

        return await self._found.get((game.id, game.version, sight, self._signer.key_id), find)

    async def uploaded(self, lines: Callable[[], Iterable[bytes]]) -> VerificationReply:
        """Verify any bundle; raises a 503 problem where too many wait already."""
        if self._waiting >= WAITING:
            raise ProblemError("unavailable", "too many verifications wait: try again", {"Retry-After": "5"})
        self._waiting += 1
        try:
            async with self._turn:
                report = await asyncio.to_thread(lambda: verify(lines(), Keys(is_signed_by)))
        finally:
            self._waiting -= 1
        return self._reply(report)

    def _reply(self, report: Report) -> VerificationReply:
        trusted = report.public_key is not None and self._signer.keys.trusts(bytes.fromhex(report.public_key))
        return VerificationReply(
            valid=report.is_valid,
            game=report.game,
            ruleset=report.ruleset,
            viewer=report.viewer,
            events=report.events,
            checks=tuple(CheckReply(each.check, each.verdict, each.line, each.reason) for each in report.checks),
            key_id=report.key_id,
            trusted=trusted,
        )
