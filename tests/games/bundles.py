"""Bundles of played games, signed by a key of the tests."""

import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from domain.game.fold import fold
from domain.game.game import Game
from domain.kernel.ruleset import Ruleset
from domain.ledger.records import Entry
from domain.ledger.signing import KeptStatement, Keys
from domain.proof.receipts import numbered_receipts
from domain.rulesets import RULESETS
from projections.history import FULL, AnyViewer
from service.bots import BOTS
from service.core.keys.key_file import open_keys
from service.core.keys.signing import Signer, is_signed_by
from service.proof.bundles import bundle_lines
from tests.games.plays import Chooser, played

TITLES = list(RULESETS)


class Finished(NamedTuple):
    """A game that is over, with its log."""

    game: Game
    entries: Sequence[Entry]

    def lines(self, viewer: AnyViewer = FULL, signer: Signer | None = None) -> list[bytes]:
        """Return its bundle."""
        return list(bundle_lines(self.game, self.entries, viewer, signer))


@cache
def signer() -> Signer:
    """Return the signer of the tests."""
    with TemporaryDirectory() as folder:
        return open_keys(Path(folder) / "test.key")


@cache
def stranger() -> Signer:
    """Return an unknown signer."""
    with TemporaryDirectory() as folder:
        return open_keys(Path(folder) / "other.key")


def trusting(*signers: Signer) -> Keys:
    """Return the keys of a reader who trusts these signers."""
    return Keys(is_signed_by, {one.key_id: one.public_key for one in signers})


def receipts_from(text: bytes) -> tuple[KeptStatement, ...]:
    """Return the receipts and signed heads in a file. Raises BadLineError."""
    return tuple(receipt for _, receipt in numbered_receipts(text))


def finished(title: str | Ruleset[Any], number: int, choose: Chooser | None = None) -> Finished:
    """Return the played game of this number."""
    ruleset = RULESETS[title] if isinstance(title, str) else title
    entries: list[Entry] = []
    game = None
    for step in played(ruleset, number, choose):
        entries += step.entries
        game = step.after
    assert game is not None
    return Finished(game, entries)


@cache
def kept(title: str, number: int) -> Finished:
    """Return the played game of this number, played once."""
    return finished(title, number)


@cache
def kept_lines(title: str, number: int) -> Sequence[bytes]:
    """Return the complete bundle of this game, signed by the signer of the tests and made once."""
    return tuple(kept(title, number).lines(signer=signer()))


def until(one: Finished, version: int) -> Finished:
    """Return a game as it stood at a version."""
    entries = one.entries[:version]
    game = fold(entries)
    assert game is not None
    return Finished(game, entries)


def careful(game: Game, seat: int, choices: Sequence[Any], rng: random.Random) -> Any:
    """Choose as the careful bot does."""
    from projections.views import VIEWS  # noqa: PLC0415 - only here

    name = game.opened.ruleset
    return BOTS[name]["careful"](VIEWS[name](game, seat), seat, choices, rng)
