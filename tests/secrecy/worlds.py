"""A second world: another history, and other tables, that one viewer cannot tell from those of a game.

The second history has the public records of the first one, to the byte, seals and heads among them. What the viewer
may not know is another: the seed, every secret that names the viewer in no `known_to`, the idempotency keys of the
others; and the table after each stored event is a `resample` of the real one (a command that is sent to the second
world goes on from there by the rules). A second history with equal public bytes exists
only if SHA-256 and HMAC are replaced by what they are trusted to be (SPEC.md 2 and 4):

* A seal hides its secret, for its salt is unknown: in the second world a seal is that of the first one.
* A salt is the output of a pseudo-random function of the seed: salts that the viewer was given say nothing about the
  seed. So in the second world the salts of the viewer's own secrets are those of the first one, all others differ.
* The draws that decide a new command are equal in both worlds: a command whose open outcome differs all the same, as
  it uncovers something hidden, is not compared.

Everything else is the product's own code. A log belongs to the second world by its seed.
"""

import contextlib
import hashlib
import random
from collections.abc import Generator, Iterable, Sequence
from functools import lru_cache
from typing import Any, cast

import msgspec
import pytest
from msgspec.structs import replace

from domain.game import fold as folding
from domain.game import game as games
from domain.game.events import GameOpened, Seed
from domain.game.fold import AfterBatch
from domain.game.game import Game
from domain.kernel.codec import canonical
from domain.kernel.values import Event, Viewer
from domain.ledger import draws
from domain.ledger import records as ledger
from domain.ledger.records import Entry
from projections import history
from service.core.store.recorder import StoredEntry
from tests.kit import RandomChance, batches
from tests.secrecy.plays import SEED, Played

_Happened = Iterable[tuple[Entry, Event]]


class World:
    """What a game would be like if all that a viewer may not know of it were different."""

    def __init__(self, played: Played, viewer: Viewer, number: int = 0) -> None:
        self.played = played
        self.viewer = viewer
        self.seed = hashlib.sha256(f"{played.setting} {viewer} {number}".encode()).digest()
        self.at = lru_cache(maxsize=64)(self._at)
        pool: dict[tuple[str, Any], list[Any]] = {}
        for entry in played.entries:
            if entry.secret is not None:
                secret = msgspec.json.decode(entry.secret)
                pool.setdefault((entry.record.type, _form(secret)), []).append(secret)
        self.entries = [self._other(entry, pool) for entry in played.entries]

    def _at(self, version: int) -> Game:
        """Return the game after a version in this world."""
        game = self.played.after(version)
        opened = replace(game.opened, secret=Seed(self.seed.hex()))
        if game.status != "running":
            return replace(game, opened=opened)
        # a take-back leads to the table of this world at an earlier version
        undo = tuple(replace(each, state=self.resampled(each.version)) for each in game.undo)
        return replace(game, opened=opened, state=self.resampled(version), undo=undo)

    def resampled(self, version: int) -> Any:
        """Return the table after a version in this world."""
        game = self.played.after(version)
        return game.ruleset.resample(game.state, self.viewer, RandomChance(self._rng(version)))

    def _rng(self, version: int) -> random.Random:
        return random.Random(f"{self.seed.hex()} {version}")

    def knows(self, version: int) -> bool:
        """Whether the viewer knows the secret of an event."""
        return self.viewer in self.played.entries[version - 1].record.known_to

    def has(self, entry: Entry) -> bool:
        """Whether an entry is one of the played game; it is not after a take-back, a vacation or a ruling."""
        version = entry.record.version
        return version <= len(self.entries) and self.entries[version - 1].head == entry.head

    def _other(self, entry: StoredEntry, pool: dict[tuple[str, Any], list[Any]]) -> StoredEntry:
        record, origin = entry.record, entry.origin
        rng = self._rng(-record.version)
        if origin is not None and origin.key is not None and record.seat != self.viewer:
            other = rng.randbytes(32).hex()
            origin = replace(origin, key=f"{origin.key} {other[:9]}", digest=other, request=other[:24])
        secret = entry.secret
        if record.version == 1:
            secret = msgspec.Raw(canonical(Seed(self.seed.hex())))
        elif secret is not None and not self.knows(record.version):
            value = msgspec.json.decode(secret)
            found = _redrawn(value, rng) if "draws" in value else rng.choice(pool[record.type, _form(value)])
            secret = msgspec.Raw(canonical(found))
        return StoredEntry(record, entry.head, secret, origin)


def _form(value: Any) -> Any:
    """Return what two secrets have in common that could stand for one another: names and numbers of things."""
    if isinstance(value, dict):
        found = cast("dict[str, Any]", value)
        return tuple((name, _form(item)) for name, item in sorted(found.items()))
    return tuple(map(_form, cast("list[Any]", value))) if isinstance(value, list) else type(value).__name__


def _redrawn(secret: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    return {**secret, "draws": [[size, rng.randrange(size)] for size, _ in secret["draws"]]}


@contextlib.contextmanager
def worlds_at_hand(found: Sequence[World]) -> Generator[None]:
    """Let the product read the logs of these worlds, beside all others, until the block ends."""
    by_seed = {world.seed: world for world in found}
    by_text = {world.seed.hex(): world for world in found}
    evolve, salt, seal, chance_key = folding.evolve, ledger.salt, ledger.seal, draws.chance_key

    def evolve_there(game: Game | None, happened: _Happened, after_batch: AfterBatch | None = None) -> Game | None:
        events = list(happened)
        world = by_text.get(_seed_of(game, events))
        if world is None or not events:
            return evolve(game, events, after_batch) if events else game
        known = [(entry, event) for entry, event in events if world.has(entry)]
        if len(known) < len(events):
            return evolve(evolve_there(game, known, after_batch), events[len(known) :], after_batch)
        if after_batch is not None:
            for batch in batches([entry for entry, _ in events]):
                after = world.at(batch[-1].record.version)
                after_batch(after, after.state, after.decided, batch[-1])
        return world.at(events[-1][0].record.version)

    def salt_there(seed: bytes, version: int) -> bytes:
        world = by_seed.get(seed)
        return salt(SEED if world is not None and world.knows(version) else seed, version)

    def seal_there(seed: bytes, version: int, secret: bytes) -> str:
        world = by_seed.get(seed)
        sealed = None if world is None else world.played.entries[version - 1].record.sealed
        return sealed or seal(seed, version, secret)

    def chance_key_there(seed: bytes, game: str, entropy: Sequence[bytes]) -> bytes:
        return chance_key(SEED if seed in by_seed else seed, game, entropy)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(folding, "evolve", evolve_there)
        patch.setattr(history, "salt", salt_there)
        patch.setattr(ledger, "seal", seal_there)
        patch.setattr(games, "chance_key", chance_key_there)
        yield


def _seed_of(game: Game | None, events: Sequence[tuple[Entry, Event]]) -> str:
    if game is not None:
        return game.opened.secret.seed
    first = events[0][1] if events else None
    return first.secret.seed if isinstance(first, GameOpened) else ""
