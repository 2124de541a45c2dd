"""What a site promises, as entries of its log (SPEC.md 12). An entry is a canonical JSON object with a `type`."""

import hashlib
import uuid
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from domain.kernel.codec import canonical
from domain.ledger.mac import mac
from domain.transparency.merkle import leaf_hash

Entry: TypeAlias = dict[str, Any]
"""The members of an entry."""

Kind: TypeAlias = Literal[
    "game_opened",
    "game_ended",
    "game_abandoned",
    "tournament_opened",
    "tournament_round",
    "tournament_result",
    "tournament_finished",
    "tournament_cancelled",
    "key",
    "rules",
]
"""What an entry is about. That of a private game or tournament is published as `sealed`."""

SEALED = "sealed"

Sealed: TypeAlias = Literal["game", "tournament"]
"""What an entry under a seal is about."""

MOST_OF_GAME = 2
"""The entries of a game: its opening and its end. A log with more entries about a game states two histories of it."""

GAME_KINDS: Mapping[str, Kind] = {
    "game.opened": "game_opened",
    "game.ended": "game_ended",
    "game.abandoned": "game_abandoned",
}
"""The events of games that are entries."""

TOURNAMENT_KINDS: Mapping[str, Kind] = {
    "tournament.opened": "tournament_opened",
    "tournament.round_published": "tournament_round",
    "tournament.result_taken": "tournament_result",
    "tournament.finished": "tournament_finished",
    "tournament.cancelled": "tournament_cancelled",
}
"""The events of tournaments that are entries."""

_OF_OPENING = ("data_digest", "data_set", "ruleset", "ruleset_version", "seed_commitment")
_OF_TOURNAMENT = ("edition", "game", "round", "seed_commitment", "table")


def game_opened(game: str, at: str, head: str, data: Mapping[str, Any]) -> Entry:
    """Return the entry of the opening of a game, by time, head and public data of event 1."""
    of_opening = {name: data.get(name) for name in _OF_OPENING}
    return {"at": at, "game": game, "head": head, "rated": data.get("rated"), "type": "game_opened", **of_opening}


def game_over(game: str, at: str, head: str, version: int, result: str, reason: str | None) -> Entry:
    """Return the entry of the end of a game, by its last event and the digest of its result.

    `reason` says why it was abandoned; None: it ended.
    """
    entry: Entry = {"at": at, "game": game, "head": head, "result": result, "version": version}
    return {**entry, "type": "game_ended"} if reason is None else {**entry, "reason": reason, "type": "game_abandoned"}


def why_abandoned(opened: Mapping[str, Any], at: str) -> str:
    """Return why a game was abandoned, by the public data of event 1 and the time of the last event.

    `no_show`: at its start time seats were free, and its terms cancel it then. Otherwise `cancelled`.
    """
    starts_at = opened.get("starts_at")
    is_no_show = opened.get("no_show") == "cancel" and isinstance(starts_at, str) and at >= starts_at
    return "no_show" if is_no_show else "cancelled"


def result_digest(statement: Mapping[str, Any]) -> str:
    """Return the digest of a result: of the statement of its certificate (SPEC.md 6) without `key_id`."""
    return hashlib.sha256(canonical({name: statement[name] for name in statement if name != "key_id"})).hexdigest()


def of_tournament(kind: Kind, tournament: str, at: str, head: str, version: int, data: Mapping[str, Any]) -> Entry:
    """Return the entry of an event of a tournament, by its record, its head and its public data."""
    more = {name: data[name] for name in _OF_TOURNAMENT if name in data}
    return {"at": at, "head": head, "tournament": tournament, "type": kind, "version": version, **more}


def key_published(key_id: str, public_key: str) -> Entry:
    """Return the entry of a signing key of the site."""
    return {"key_id": key_id, "public_key": public_key, "type": "key"}


def rules_released(ruleset: str, version: int, data_sets: Mapping[str, str]) -> Entry:
    """Return the entry of a version of a title, with the digests of its data sets by their names."""
    return {"data_sets": dict(data_sets), "ruleset": ruleset, "ruleset_version": version, "type": "rules"}


def sealed(seed: bytes, version: int, entry: Entry) -> Entry:
    """Return the entry that stands for that of a private game or tournament.

    Without the seed it reveals which entries are about the same one, and no more. `seed` is the secret S of the game or
    tournament, `version` that of the event.
    """
    salt = mac(seed, b"ludolog/log/1" + version.to_bytes(8, "big"))
    about: Sealed = "tournament" if "tournament" in entry else "game"
    tag = mac(seed, f"ludolog/log-{about}/1".encode() + uuid.UUID(entry[about]).bytes)
    commitment = hashlib.sha256(salt + canonical(entry)).hexdigest()
    return {"about": about, "commitment": commitment, "tag": tag.hex(), "type": SEALED}


def leaf_of(entry: Entry) -> bytes:
    """Return the hash of the leaf of an entry."""
    return leaf_hash(canonical(entry))
