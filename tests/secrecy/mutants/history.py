"""Leaks in the history: events, streams, bundles, the answers to commands."""

from typing import Any

import msgspec
from msgspec.structs import replace

from domain.game.game import Game, awaiting
from domain.ledger.records import salt
from projections.history import FULL
from service.play.api.stream.awaiting import awaiting_frame
from service.play.loaded import Loaded
from service.play.relay import frame_of
from tests.planted import replacing
from tests.secrecy.mutants.scenes import HANDS, HANDS_WATCHED, TOKENS, mutant


@mutant(TOKENS)
@replacing("service.play.texts.seen")
def secrets_in_sentences(original: Any, entry: Any, _viewer: Any, seed: bytes) -> Any:
    """The sentence of an event is made of the true event, and not of the event as the viewer sees it."""
    return original(entry, FULL, seed)


@mutant(HANDS_WATCHED)
@replacing("service.play.texts.Texts.text")
def sentences_of_one_viewer_for_all(original: Any, texts: Any, loaded: Any, version: int, viewer: Any) -> str:
    """A sentence is made once for all, as a seat reads it that knows the secret."""
    known = loaded.entries[version - 1].record.known_to
    return original(texts, loaded, version, known[0] if known else viewer)


@mutant(HANDS)
@replacing("service.proof.api.routes.bundle")
def full_bundle_of_a_running_game(original: Any, game: Any, entries: Any, viewer: Any, *given: Any) -> Any:
    """A seat's file of a running game holds every secret."""
    return original(game, entries, viewer if viewer is None else FULL, *given)


@mutant(TOKENS)
@replacing("service.play.api.commands.replies.line_of")
def others_secrets_in_the_answer_to_a_command(
    original: Any, loaded: Loaded, version: int, _viewer: Any, texts: Any
) -> bytes:
    """The sender of a command gets all its events."""
    return original(loaded, version, FULL, texts)


@mutant(HANDS_WATCHED)
@replacing("service.play.loaded.Loaded.line")
def events_as_their_owners_see_them(original: Any, loaded: Any, version: int, viewer: Any) -> bytes:
    """Each line is made once for all, as the one sees it whom it concerns."""
    known = loaded.entries[version - 1].record.known_to
    return original(loaded, version, known[0] if known else viewer)


@mutant(HANDS)
@replacing("service.play.loaded.seen")
def salts_of_all_secrets(original: Any, entry: Any, viewer: Any, seed: bytes) -> Any:
    """Everybody is given the salt: a small secret can then be guessed from its seal."""
    found = original(entry, viewer, seed)
    return replace(found, salt=salt(seed, entry.record.version).hex()) if entry.secret else found


@mutant(HANDS)
@replacing("service.play.api.stream.game_reader.frame_of")
def stream_catches_up_in_full(original: Any, loaded: Any, _viewer: Any, after: int, end: int, **form: Any) -> bytes:
    """What a stream sends of the past is in full."""
    return original(loaded, FULL, after, end, **form)


@mutant(HANDS, "live")
@replacing("service.play.api.stream.game_reader.Reader._frame")
def stream_goes_on_in_full(_original: Any, reader: Any, loaded: Loaded, after: int, last: int) -> bytes:
    """What a stream sends as it happens is the same for everybody."""
    events = frame_of(loaded, FULL, after, last, as_sse=reader.as_sse)
    return events + awaiting_frame(loaded, reader._asked.viewer, as_sse=reader.as_sse)  # noqa: SLF001 - a leak has no manners


@mutant(TOKENS)
@replacing("service.play.loaded.seen")
def taken_back_in_public(original: Any, entry: Any, viewer: Any, seed: bytes) -> Any:
    """Everybody sees of each change whether a token was placed or taken back (Siberia 2.8)."""
    found = original(entry, viewer, seed)
    if entry.record.type != "siberia.placing_changed":
        return found
    taken_back = msgspec.json.decode(entry.secret)["taken_back"]
    data = {**msgspec.json.decode(msgspec.json.encode(found.record.data)), "taken_back": taken_back}
    return replace(found, record=replace(found.record, data=msgspec.Raw(msgspec.json.encode(data))))


@mutant(HANDS, path="/v1/games/{game}/verification")
@replacing("service.proof.verifier.Verifier.stored")
async def secret_in_the_report_of_a_verification(
    original: Any, verifier: Any, loaded: Loaded, viewer: Any, *given: Any
) -> Any:
    """The verification reads what the viewer sees, and its report cites secrets of others."""
    found = await original(verifier, loaded, viewer, *given)
    # the first event's secret is the seed, which is a leak of its own
    hidden = [e.secret for e in loaded.entries[1:] if e.secret is not None and viewer not in e.record.known_to]
    first, *others = found.checks
    return replace(found, checks=(replace(first, reason=" ".join(str(bytes(each)) for each in hidden)), *others))


@mutant(TOKENS)
@replacing("service.play.api.stream.game_reader.awaiting_frame")
def awaiting_with_the_choices_of_another_seat(original: Any, loaded: Any, viewer: Any, **form: Any) -> bytes:
    """A stream that is up to date sends the choices of another seat."""
    return original(loaded, _awaited_other(loaded.game, viewer), **form)


@mutant(TOKENS, "live")
@replacing("service.play.api.stream.game_reader.Reader._frame")
def choices_of_another_seat_after_each_batch(
    _original: Any, reader: Any, loaded: Loaded, after: int, last: int
) -> bytes:
    """A stream sends the choices of another seat as the game goes on, and only then."""
    asked = reader._asked  # noqa: SLF001 - as above
    events = frame_of(loaded, asked.viewer, after, last, as_sse=reader.as_sse)
    return events + awaiting_frame(loaded, _awaited_other(loaded.game, asked.viewer), as_sse=reader.as_sse)


def _awaited_other(game: Game, viewer: Any) -> Any:
    """Return another seat that has to act; the viewer if there is none."""
    return next((seat for seat in sorted(awaiting(game)) if seat != viewer), viewer)
