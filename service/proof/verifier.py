"""Verification over HTTP: the replies, and the turns in which bundles are verified."""

from collections.abc import Callable, Iterable
from typing import Annotated

import msgspec
from cachetools import LRUCache
from msgspec import Meta

from domain.ledger.signing import Keys
from domain.proof.bundle import LogSection
from domain.proof.checks import Report, Verdict
from domain.proof.verify import verify
from projections.history import AnyViewer
from service.core.connections.asker import Asker
from service.core.http.messages import reply_from
from service.core.keys.signing import Signer, is_signed_by
from service.play.loaded import Loaded
from service.play.turns import Turns, in_thread
from service.proof.bundles import bundle_lines
from service.site_log.proofs import GameProofs

CACHED_RESULTS = 256
"""The number of games whose reports are cached."""


class CheckReply(msgspec.Struct, frozen=True):
    """The outcome of one check."""

    check: Annotated[
        str,
        Meta(
            description="`form`, `chain`, `seals`, `draws`, `clocks`, `replay`, `result`, `signature`, `receipts` or "
            "`log`."
        ),
    ]
    verdict: Annotated[
        Verdict, Meta(description="`passed`, `failed`, or `skipped` if the check does not apply to the bundle.")
    ]
    line: Annotated[int | None, Meta(description="The number of the first bad line, from 1.")]
    reason: Annotated[str | None, Meta(description="The reason of a failed or skipped check.")]


class VerificationReply(msgspec.Struct, frozen=True):
    """The outcome of the verification of a bundle."""

    valid: Annotated[bool, Meta(description="Whether no check failed.")]
    unchecked: Annotated[
        tuple[str, ...],
        Meta(description="The names of the skipped checks; `checks` has the reasons. Empty: nothing was left out."),
    ]
    game: Annotated[str | None, Meta(description="The id of the game; null if the header is unreadable.")]
    ruleset: Annotated[str | None, Meta(description="The title and the version of its rules, such as `giganten/1`.")]
    viewer: Annotated[str | None, Meta(description="The viewer of the bundle: `public`, `seat:N` or `full`.")]
    events: Annotated[int, Meta(description="The number of events read.")]
    checks: Annotated[
        tuple[CheckReply, ...], Meta(description="The outcomes of all checks, in the order of SPEC.md 7.")
    ]
    key_id: Annotated[
        str | None, Meta(description="The id of the key that signed the bundle; null without a valid signature.")
    ]
    trusted: Annotated[bool, Meta(description="Whether the signing key is a key of this service.")]


class Verifier:
    """Verifies one bundle at a time in a thread, the clients in turn, and caches the reports of stored games."""

    def __init__(self, signer: Signer, proofs: GameProofs) -> None:
        self._signer = signer
        self._proofs = proofs
        self._turns = Turns()
        self._found: LRUCache[tuple[str, int, AnyViewer, str, bool], VerificationReply] = LRUCache(CACHED_RESULTS)

    async def stored(
        self, loaded: Loaded, viewer: AnyViewer, log: LogSection | None, asker: Asker
    ) -> VerificationReply:
        """Verify a stored game as a viewer sees it, with the proofs of the log of the site.

        Concurrent requests share the work. Raises 429 and 503 problems.
        """
        game = loaded.game

        async def find() -> VerificationReply:
            # the game can have moved on before this is called
            entries = tuple(loaded.entries[: game.version])
            return await self._verified(lambda: bundle_lines(game, entries, viewer, self._signer, loaded.closing, log))

        key = (game.id, game.version, viewer, self._signer.key_id, log is not None)
        return await self._turns.once(asker, self._found, key, find)

    async def uploaded(self, lines: Callable[[], Iterable[bytes]], asker: Asker) -> VerificationReply:
        """Verify a bundle. Raises 429 and 503 problems."""
        return await self._turns.run(asker, lambda: self._verified(lines))

    async def _verified(self, lines: Callable[[], Iterable[bytes]]) -> VerificationReply:
        keys = await self._proofs.keys()
        report = await in_thread(lambda: verify(lines(), Keys(is_signed_by), log_keys=keys))
        return self._reply(report)

    def _reply(self, report: Report) -> VerificationReply:
        trusted = report.public_key is not None and self._signer.keys.trusts(bytes.fromhex(report.public_key))
        checks = tuple(CheckReply(each.check, each.verdict, each.line, each.reason) for each in report.checks)
        return reply_from(VerificationReply, report, valid=report.is_valid, checks=checks, trusted=trusted)
