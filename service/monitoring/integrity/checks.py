"""Checks the log of one game or tournament by itself, with the signatures that the database stores about it."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from domain.game.fold import fold
from domain.game.game import Game
from domain.kernel.values import Value
from domain.ledger.integrity import DamagedLogError, check_ledger
from domain.ledger.records import read_event
from domain.ledger.signing import Keys
from domain.proof.bundle import Closing
from domain.tournaments.codec import TOURNAMENT_CODEC
from domain.tournaments.events.rounds import ResultTaken
from domain.tournaments.fold import fold as fold_tournament
from domain.tournaments.state import Tournament
from service.core.store.reading import unfolded
from service.core.store.recorder import StoredEntry
from service.play.loaded import Loaded

_log = logging.getLogger(__name__)


class UntrustedHeadError(Exception):
    """A stored statement about a log is not valid. This says nothing about the log."""


class StatedHead(Value, frozen=True):
    """What a database knows about the head of a game at a version, and from where."""

    version: int
    head: str
    source: str


def check_game(game: str, entries: Sequence[StoredEntry], keys: Keys) -> Game | None:
    """Return the game after its whole log; None: this release cannot fold it. Raises DamagedLogError.

    The log of a later release has events, titles, options or data sets that this one does not know.
    """
    check_ledger(game, entries)
    if (closing := _closing_of(entries)) is not None:
        _check_closing(closing, entries, keys)
    try:
        folded = fold(entries)
        assert folded is not None
        Loaded(folded, list(entries))
    except Exception as error:  # noqa: BLE001 - events of a later release may cause any error
        _log.debug("the game %s: %s", game, unfolded(error))
        return None
    return folded


def check_tournament(tournament: str, entries: Sequence[StoredEntry]) -> Tournament | None:
    """Return a tournament after its whole log; None: this release cannot fold it. Raises DamagedLogError."""
    check_ledger(tournament, entries)
    try:
        return fold_tournament(entries)
    except Exception as error:  # noqa: BLE001 - as above
        _log.debug("the tournament %s: %s", tournament, unfolded(error))
        return None


def check_heads(entries: Sequence[StoredEntry], stated: Sequence[StatedHead]) -> None:
    """Raise DamagedLogError unless the log has the heads that the database knows otherwise."""
    for each in stated:
        if each.version > len(entries):
            message = f"the log ends at version {len(entries)}, but {each.source} knows version {each.version}"
            raise DamagedLogError(message)
        if entries[each.version - 1].head != each.head:
            message = f"the log was rewritten: {each.source} states another head of version {each.version}"
            raise DamagedLogError(message)


def results_in(entries: Sequence[StoredEntry], tournament: str) -> dict[str, StatedHead]:
    """Return the heads of games that the results of a tournament state, by game."""
    found: dict[str, StatedHead] = {}
    for entry in entries:
        if entry.record.type == "tournament.result_taken":
            event = read_event(entry, TOURNAMENT_CODEC)
            assert isinstance(event, ResultTaken)
            found[event.game] = StatedHead(event.version, event.head, f"the tournament {tournament}")
    return found


def _closing_of(entries: Sequence[StoredEntry]) -> bytes | None:
    origin = entries[0].origin
    return None if origin is None or origin.closing is None else origin.closing.encode()


def _check_closing(closing: bytes, entries: Sequence[StoredEntry], keys: Keys) -> None:
    """Check the closing line of an imported game: its statement, and its signature by the key that it names itself."""
    try:
        line = msgspec.json.decode(closing, type=Closing)
    except msgspec.DecodeError:
        message = "the closing line of the imported file cannot be decoded"
        raise DamagedLogError(message) from None
    last, statement = entries[-1], line.statement
    if (statement.game, statement.version, statement.head) != (last.record.game, last.record.version, last.head):
        message = "the closing line of the imported file states another head"
        raise DamagedLogError(message)
    if line.signature is None or line.public_key is None:
        return
    error = Keys(keys.is_signed_by).signature_error(statement, line.signature, bytes.fromhex(line.public_key))
    if error is not None:
        message = f"the closing line of the imported file: {error}"
        raise DamagedLogError(message)


def check_signed(signed: Mapping[str, Any], log: str, keys: Keys) -> StatedHead:
    """Return the head that a stored signed statement states; raises UntrustedHeadError if it proves nothing."""
    try:
        line = msgspec.convert(signed, Closing)
        assert line.signature is not None
        assert line.public_key is not None
        error = keys.signature_error(line.statement, line.signature, bytes.fromhex(line.public_key))
    except (msgspec.ValidationError, AssertionError, ValueError):
        error = "it cannot be read"
    else:
        if error is None and line.statement.game == log:
            return StatedHead(line.statement.version, line.statement.head, "a signed statement in the database")
    message = f"the row of checked_heads is not valid: {error or 'it is of another log'}: delete it"
    raise UntrustedHeadError(message)
