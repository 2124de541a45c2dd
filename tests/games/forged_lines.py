"""What forgeries are made with: lines of a bundle, changed, and what depends on them made anew."""

import hashlib
import json
import random
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import msgspec

from domain.kernel.codec import canonical
from domain.ledger.records import Tip, salt, seal, tip_of_new
from service.core.keys.signing import Signer
from tests.games.bundles import Finished, stranger

Lines: TypeAlias = list[bytes]
Forge: TypeAlias = Callable[[Lines, random.Random, Finished], Lines]
"""Change the lines of a bundle: (its lines, a random generator, lines of another game) -> lines that are invalid."""


def some_event(lines: Sequence[bytes], rng: random.Random) -> int:
    """Return the place of any event but the first two and the last."""
    return rng.randrange(3, len(lines) - 2)


def changed(line: bytes, change: Callable[[dict[str, Any]], object]) -> bytes:
    """Return a line with its fields changed."""
    fields = json.loads(line)
    change(fields)
    return canonical(fields)


def at(lines: Lines, place: int, change: Callable[[dict[str, Any]], object]) -> Lines:
    """Return the lines with the fields of one of them changed."""
    return [*lines[:place], changed(lines[place], change), *lines[place + 1 :]]


def having(lines: Lines, rng: random.Random, wanted: Callable[[dict[str, Any]], object]) -> int:
    """Return the place of any event that is as wanted."""
    places = [place for place in range(2, len(lines) - 1) if wanted(json.loads(lines[place]))]
    return rng.choice(places) if places else some_event(lines, rng)


def follows(line: dict[str, Any]) -> bool:
    """Whether an event follows from a decision; another decision, or one less, may be as legal."""
    return line["record"]["cause"] != line["record"]["version"]


def draws_of(line: dict[str, Any]) -> list[Any]:
    """Return the draws of an event, wherever they stand."""
    return line["record"]["data"].get("draws") or line.get("secret", {}).get("draws") or []


def rewritten(lines: Lines, signer: Signer | None = None) -> Lines:
    """Return the lines with salts, seals and heads computed anew, and the closing line signed by a stranger.

    The proofs of the log of a site stay: a forger cannot make others.
    """
    header = json.loads(lines[0])
    events = [json.loads(line) for line in lines[1:-1]]
    tip = tip_of_new(header["game"])
    seed = bytes.fromhex(events[0].get("secret", {}).get("seed", "00" * 32))
    made: Lines = []
    for event in events:
        record = event["record"]
        if "secret" in event:
            record["sealed"] = seal(seed, record["version"], canonical(event["secret"]))
        if "salt" in event:
            event["salt"] = salt(seed, record["version"]).hex()
        tip = _next(tip, record)
        made.append(canonical({**event, "head": tip.head}))
    proofs = {name: value for name, value in json.loads(lines[-1]).items() if name == "log"}
    closing = canonical({**msgspec.structs.asdict((signer or stranger()).sign_head(tip)), **proofs})
    return [lines[0], *made, closing]


def _next(tip: Tip, record: dict[str, Any]) -> Tip:
    return Tip(tip.game, record["version"], head_after(tip.head, record), record["at"])


def head_after(head: str, record: dict[str, Any]) -> str:
    return hashlib.sha256(bytes.fromhex(head) + canonical(record)).hexdigest()


def renumbered(lines: Sequence[bytes]) -> Lines:
    """Return the lines with versions without a gap, each batch with the version of its decision as its cause."""
    made: Lines = []
    cause = 1
    for version, line in enumerate(lines[1:-1], 1):
        event = json.loads(line)
        record = event["record"]
        cause = cause if follows(event) else version
        record["cause"], record["version"] = cause, version
        made.append(canonical(event))
    return [lines[0], *made, lines[-1]]
