"""Events, questions and choices in one language, for replies and streams. Bundles have no sentences."""

import hashlib

import msgspec

from domain.game.preview import ForeseenEvent
from domain.kernel.codec import canonical
from projections.history import AnyViewer, seen
from projections.sentences.choices import Phrases
from projections.sentences.texts import PlayerNames, Wording, text_of, text_of_parts
from service.play.loaded import Loaded


# not a Value: it holds a function, so the garbage collector has to see it
class Texts(msgspec.Struct, frozen=True):
    """The sentences in one language."""

    language: str
    player: PlayerNames
    """Returns the current name of a player. Players of an imported game have no names."""

    def text(self, loaded: Loaded, version: int, viewer: AnyViewer) -> str:
        """Return the sentence of an event as a viewer sees the event."""
        event = seen(loaded.entries[version - 1], viewer, loaded.game.seed)
        return text_of(event, loaded.seating.before(version), self._wording(loaded))

    def foreseen(self, loaded: Loaded, version: int, event: ForeseenEvent) -> str:
        """Return the sentence of an event of a preview at a version. The event has only what the seat would see."""
        seats = loaded.seating.before(version + 1)
        return text_of_parts(event.type, (event.data, event.secret), seats, self._wording(loaded))

    def _wording(self, loaded: Loaded) -> Wording:
        opened = loaded.game.opened
        names = _no_name if loaded.is_foreign else self.player
        return Wording(self.language, opened.ruleset, opened.data_set, names)

    def line(self, loaded: Loaded, version: int, viewer: AnyViewer) -> bytes:
        """Return the line of an event with its sentence."""
        return b'%b,"text":%b}' % (loaded.line(version, viewer)[:-1], canonical(self.text(loaded, version, viewer)))

    def tag(self, loaded: Loaded) -> str:
        """Return a part of an ETag: the language, and a digest of the names, which players can change."""
        if loaded.is_foreign:
            return self.language
        # the first event and rulings name the owner
        names = [self.player(player) or "" for player in (loaded.game.opened.owner, *loaded.seating.players)]
        return f"{self.language}-{hashlib.sha256(canonical(names)).hexdigest()[:8]}"

    def phrases(self, loaded: Loaded, version: int) -> Phrases:
        """Return the words for the questions and choices at a version."""
        return Phrases(loaded.seating.before(version + 1), self._wording(loaded))


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
