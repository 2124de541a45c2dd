"""Leaks in the history: events, streams, bundles, the answers to commands."""

# what is planted goes by the names of things, not by their types
# pyright: reportUnknownLambdaType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.game.game import Game, awaiting
from domain.ledger.records import salt
from projections.history import FULL
from service.api.play.awaiting import awaiting_frame
from service.api.stream.game_reader import Reader
from service.games.feed import frame_of
from service.games.loaded import Loaded
from service.games.texts import Texts
from service.proof.verifier import Verifier
from tests.secrecy.mutants.scenes import HANDS, HANDS_WATCHED, TOKENS, mutant, wrap


@mutant(TOKENS)
def secrets_in_sentences(patch: pytest.MonkeyPatch) -> None:
    """The sentence of an event is made of the true event, and not of the event as the viewer sees it."""
    wrap(patch, "service.games.texts.seen", lambda original: lambda entry, _, seed: original(entry, FULL, seed))


@mutant(HANDS_WATCHED)
def sentences_of_one_viewer_for_all(patch: pytest.MonkeyPatch) -> None:
    """A sentence is made once for all, as a seat reads it that knows the secret."""

    def changed(original: Any) -> Any:
        def text(self: Any, loaded: Any, version: int, viewer: Any) -> str:
            known = loaded.entries[version - 1].record.known_to
            return original(self, loaded, version, known[0] if known else viewer)

        return text

    patch.setattr(Texts, "text", changed(Texts.text))


@mutant(HANDS)
def full_bundle_of_a_running_game(patch: pytest.MonkeyPatch) -> None:
    """A seat's file of a running game holds every secret."""

    def changed(original: Any) -> Any:
        def bundle(game: Any, entries: Any, viewer: Any, *given: Any) -> Any:
            return original(game, entries, viewer if viewer is None else FULL, *given)

        return bundle

    wrap(patch, "service.api.proof.routes.bundle", changed)


@mutant(TOKENS)
def others_secrets_in_the_answer_to_a_command(patch: pytest.MonkeyPatch) -> None:
    """Who has sent a command is told all that follows from it."""
    wrap(patch, "service.api.games.replies.seen", lambda original: lambda entry, _, seed: original(entry, FULL, seed))


@mutant(HANDS_WATCHED)
def events_as_their_owners_see_them(patch: pytest.MonkeyPatch) -> None:
    """Each line is made once for all, as the one sees it whom it concerns."""

    def changed(original: Any) -> Any:
        def line(self: Any, version: int, viewer: Any) -> bytes:
            known = self.entries[version - 1].record.known_to
            return original(self, version, known[0] if known else viewer)

        return line

    patch.setattr(Loaded, "line", changed(Loaded.line))


@mutant(HANDS)
def salts_of_all_secrets(patch: pytest.MonkeyPatch) -> None:
    """Everybody is given the salt: a small secret can then be guessed from its seal."""

    def changed(original: Any) -> Any:
        def seen(entry: Any, viewer: Any, seed: bytes) -> Any:
            found = original(entry, viewer, seed)
            return replace(found, salt=salt(seed, entry.record.version).hex()) if entry.secret else found

        return seen

    wrap(patch, "service.games.loaded.seen", changed)


@mutant(HANDS)
def stream_catches_up_in_full(patch: pytest.MonkeyPatch) -> None:
    """What a stream sends of the past is in full."""
    wrap(
        patch,
        "service.api.stream.game_reader.frame_of",
        lambda original: lambda loaded, _, after, end, **form: original(loaded, FULL, after, end, **form),
    )


@mutant(HANDS, live=True)
def stream_goes_on_in_full(patch: pytest.MonkeyPatch) -> None:
    """What a stream sends as it happens is the same for everybody."""

    def frame(self: Any, loaded: Loaded, after: int, last: int) -> bytes:
        events = frame_of(loaded, FULL, after, last, as_sse=self.as_sse)
        return events + awaiting_frame(loaded, self._asked.viewer, as_sse=self.as_sse)

    patch.setattr(Reader, "_frame", frame)


@mutant(TOKENS)
def taken_back_in_public(patch: pytest.MonkeyPatch) -> None:
    """Everybody sees of each change whether a token was placed or taken back (Siberia 2.8)."""

    def changed(original: Any) -> Any:
        def seen(entry: Any, viewer: Any, seed: bytes) -> Any:
            found = original(entry, viewer, seed)
            if entry.record.type != "siberia.placing_changed":
                return found
            taken_back = msgspec.json.decode(entry.secret)["taken_back"]
            data = {**msgspec.json.decode(msgspec.json.encode(found.record.data)), "taken_back": taken_back}
            return replace(found, record=replace(found.record, data=msgspec.Raw(msgspec.json.encode(data))))

        return seen

    wrap(patch, "service.games.loaded.seen", changed)


@mutant(HANDS, listed=True)
def secret_in_the_report_of_a_verification(patch: pytest.MonkeyPatch) -> None:
    """The verification reads what the viewer sees, and its report cites secrets of others."""
    stored = Verifier.stored

    async def cited(self: Verifier, loaded: Loaded, viewer: Any) -> Any:
        found = await stored(self, loaded, viewer)
        # the first event's secret is the seed, which is a leak of its own
        hidden = [e.secret for e in loaded.entries[1:] if e.secret is not None and viewer not in e.record.known_to]
        first, *others = found.checks
        return replace(found, checks=(replace(first, reason=" ".join(str(bytes(each)) for each in hidden)), *others))

    patch.setattr(Verifier, "stored", cited)


@mutant(TOKENS)
def awaiting_with_the_choices_of_another_seat(patch: pytest.MonkeyPatch) -> None:
    """A stream that is up to date sends the choices of another seat."""

    def changed(original: Any) -> Any:
        def sent(loaded: Any, viewer: Any, **form: Any) -> bytes:
            return original(loaded, _awaited_other(loaded.game, viewer), **form)

        return sent

    wrap(patch, "service.api.stream.game_reader.awaiting_frame", changed)


@mutant(TOKENS, live=True)
def choices_of_another_seat_after_each_batch(patch: pytest.MonkeyPatch) -> None:
    """A stream sends the choices of another seat as the game goes on, and only then."""

    def frame(self: Any, loaded: Loaded, after: int, last: int) -> bytes:
        asked = self._asked
        events = frame_of(loaded, asked.viewer, after, last, as_sse=self.as_sse)
        return events + awaiting_frame(loaded, _awaited_other(loaded.game, asked.viewer), as_sse=self.as_sse)

    patch.setattr(Reader, "_frame", frame)


def _awaited_other(game: Game, viewer: Any) -> Any:
    """Return another seat that has to act; the viewer if there is none."""
    return next((seat for seat in sorted(awaiting(game)) if seat != viewer), viewer)
