"""Events, questions and choices in one language, for replies and streams. Bundles have no sentences."""

import hashlib
from typing import TypeAlias

import msgspec
from msgspec import structs

from domain.game.events import BOT
from domain.game.preview import ForeseenEvent
from domain.kernel.codec import canonical
from domain.kernel.values import Seat
from projections.history import AnyViewer, seen
from projections.sentences.choices import Phrases
from projections.sentences.texts import PlayerNames, Wording, text_of, text_of_parts
from service.play.loaded import Loaded

ToYou: TypeAlias = str | msgspec.UnsetType


# not a Value: it holds a function, so the garbage collector has to see it
class Texts(msgspec.Struct, frozen=True):
    """The sentences in one language."""

    language: str
    player: PlayerNames
    """Returns the current name of a player. Players of an imported game have no names."""
    own: Seat | None = None
    """The seat to whose player the sentences speak; None: to nobody's."""

    def text(self, loaded: Loaded, version: int, viewer: AnyViewer) -> str:
        """Return the sentence of an event as a viewer sees the event."""
        event = seen(loaded.entries[version - 1], viewer, loaded.game.seed)
        return text_of(event, loaded.seating.before(version), self._wording(loaded))

    def to_you(self, loaded: Loaded, version: int, viewer: AnyViewer) -> ToYou:
        """Return the sentence as it is said to the player of the own seat; UNSET if it is not about this player."""
        seats = loaded.seating.before(version)
        reader = self._reader(loaded)
        if reader is None or seats.occupants.get(reader[0]) != reader[1]:
            return msgspec.UNSET
        event = seen(loaded.entries[version - 1], viewer, loaded.game.seed)
        # most events are about others: a look at their bytes is cheaper than two sentences
        if b'"seat":%d' % reader[0] not in bytes(event.record.data):
            return msgspec.UNSET
        said = text_of(event, seats, self._wording(loaded, reader))
        return msgspec.UNSET if said == text_of(event, seats, self._wording(loaded)) else said

    def foreseen(self, loaded: Loaded, version: int, event: ForeseenEvent) -> str:
        """Return the sentence of an event of a preview at a version. The event has only what the seat would see."""
        seats = loaded.seating.before(version + 1)
        return text_of_parts(event.type, (event.data, event.secret), seats, self._wording(loaded))

    def foreseen_to_you(self, loaded: Loaded, version: int, event: ForeseenEvent) -> ToYou:
        """Return the same sentence as it is said to the player of the own seat; UNSET if it is about another one."""
        wording = self._wording(loaded, self._reader(loaded))
        said = text_of_parts(event.type, (event.data, event.secret), loaded.seating.before(version + 1), wording)
        return msgspec.UNSET if said == self.foreseen(loaded, version, event) else said

    def _wording(self, loaded: Loaded, reader: tuple[Seat, str] | None = None) -> Wording:
        opened = loaded.game.opened
        names = _no_name if loaded.is_foreign else self.player
        return Wording(self.language, opened.ruleset, opened.data_set, names, reader)

    def _reader(self, loaded: Loaded) -> tuple[Seat, str] | None:
        """Return the own seat with its player; None if a bot plays there."""
        if self.own is None:
            return None
        player = loaded.seating.before(loaded.game.version + 1).occupants.get(self.own)
        return None if player is None or player.startswith(BOT) else (self.own, player)

    def line(self, loaded: Loaded, version: int, viewer: AnyViewer) -> bytes:
        """Return the line of an event with its sentence."""
        said = self.to_you(loaded, version, viewer)
        end = b"}" if isinstance(said, msgspec.UnsetType) else b',"to_you":%b}' % canonical(said)
        text = canonical(self.text(loaded, version, viewer))
        return b'%b,"text":%b%b' % (loaded.line(version, viewer)[:-1], text, end)

    def tag(self, loaded: Loaded) -> str:
        """Return a part of an ETag: language, reader, and a digest of the names, which players can change."""
        reader = self._reader(loaded)
        language = self.language if reader is None else f"{self.language}-you{reader[0]}"
        if loaded.is_foreign:
            return language
        # the first event and rulings name the owner
        names = [self.player(player) or "" for player in (loaded.game.opened.owner, *loaded.seating.players)]
        return f"{language}-{hashlib.sha256(canonical(names)).hexdigest()[:8]}"

    def phrases(self, loaded: Loaded, version: int) -> Phrases:
        """Return the words for the questions and choices at a version."""
        return Phrases(loaded.seating.before(version + 1), self._wording(loaded, self._reader(loaded)))


def said_to(texts: Texts | None, viewer: AnyViewer, wanted: str | None = None) -> Texts | None:
    """Return sentences that say "you" to the player of the seat that sees the game.

    `wanted` is the viewer that the address names: who asks for the view of a seat does not need to play it.
    """
    if texts is None or wanted is not None or not isinstance(viewer, int):
        return texts
    return structs.replace(texts, own=viewer)


def _no_name(_player: str) -> None:
    """Return no name."""


def line_of(loaded: Loaded, version: int, viewer: AnyViewer, texts: Texts | None) -> bytes:
    """Return the line of an event as a viewer sees it, with its sentence if there is a language."""
    return loaded.line(version, viewer) if texts is None else texts.line(loaded, version, viewer)


def phrases_at(loaded: Loaded, version: int, texts: Texts | None) -> Phrases | None:
    """Return the words for questions and choices at a version; None if there is no language."""
    return None if texts is None else texts.phrases(loaded, version)


def tag_of(loaded: Loaded, texts: Texts | None) -> str:
    """Return the part of an ETag that names language and players; empty if there is no language."""
    return "" if texts is None else f".{texts.tag(loaded)}"
