"""The sentence of an event, made of the event as the viewer sees it: it cannot say more than this event."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from domain.game.events import BOT
from domain.kernel.values import Seat
from domain.rulesets import RULESETS
from projections.history import SeenEvent
from projections.sentences import lobby
from projections.sentences.forms import Context, rendered
from projections.sentences.generic import generic
from projections.sentences.messages import COMMON, Message, catalogue
from projections.sentences.seating import Seats
from projections.sentences.titles import vocabulary_of

PlayerNames = Callable[[str], str | None]
"""Returns the name of a player by id; None if it is unknown."""

UNEXPECTED = (KeyError, TypeError, ValueError, IndexError, AttributeError)
"""What a sentence raises about fields that it does not expect."""


class Wording(msgspec.Struct, frozen=True):
    """How the events of one game are put into words: the language, the title and data set, and the players' names."""

    language: str
    ruleset: str
    data_set: str
    player: PlayerNames
    own: tuple[Seat, str] | None = None
    """The seat and the id of the reader, to whom texts about this player are said; None: they are said to nobody."""


def text_of(event: SeenEvent, seats: Seats, wording: Wording) -> str:
    """Return an event as a viewer sees it, in one sentence or a few. `seats` are those before the event.

    An event of an unknown type, or with other fields than this release expects, has a general sentence.
    """
    record = event.record
    # the secret of the first event is the seed
    secret = msgspec.UNSET if record.version == 1 else event.secret
    return text_of_parts(record.type, (record.data, secret), seats, wording)


def text_of_parts(
    kind: str, parts: tuple[msgspec.Raw, msgspec.Raw | msgspec.UnsetType], seats: Seats, wording: Wording
) -> str:
    """Return an event in words. `parts` are its public fields, and the secret ones if the viewer knows them."""
    data, secret = parts
    fields: dict[str, Any] = msgspec.json.decode(data)
    if secret is not msgspec.UNSET:
        fields |= msgspec.json.decode(secret)
    context = context_of(seats, wording, is_shared=kind in lobby.SENTENCES)
    sentence = lobby.SENTENCES.get(kind) or vocabulary_of(wording.ruleset).sentences.get(kind)
    if sentence is not None:
        try:
            return rendered(sentence, fields, context)
        except UNEXPECTED:
            # an imported game, or one of a later release, can have other fields
            pass
    return generic(kind, fields, context.seat)


def context_of(seats: Seats, wording: Wording, *, is_shared: bool = False) -> Context:
    """Return what the sentences of a title use, or those that all titles share."""
    # an imported game can name any title
    is_known = wording.ruleset in RULESETS
    texts = catalogue(wording.language, wording.ruleset if is_known and not is_shared else COMMON)

    def label(seat: Seat) -> str:
        player = seats.occupants.get(seat)
        if player is not None and player.startswith(BOT):
            return texts.render(Message(lobby.BOT_NAME.text, parts={"name": player.removeprefix(BOT)}))
        return person_name(seat, player)

    def person_name(seat: Seat, player: str | None) -> str:
        known = None if player is None else wording.player(player)
        return known or texts.render(Message(lobby.SEAT_NAME.text, parts={"number": seat}))

    def resigned_name(seat: Seat) -> str | None:
        player = seats.resigned.get(seat)
        return None if player is None else person_name(seat, player)

    def seat_name(seat: Seat) -> str:
        name = label(seat)
        if any(label(other) == name for other in seats.occupants if other != seat):
            return texts.render(Message(lobby.TWICE.text, parts={"name": name, "number": seat}))
        return name

    return Context(
        catalogue=texts,
        kinds=lobby.KINDS if is_shared else vocabulary_of(wording.ruleset).kinds,
        things={} if is_shared else things(wording.language, wording.ruleset, wording.data_set),
        seat=seat_name,
        person=seats.people.get,
        player=wording.player,
        resigned=resigned_name,
        is_adjudicated=seats.is_adjudicated,
        # not what another player, or a bot, has done on the seat of the reader
        own=None if wording.own is None or seats.occupants.get(wording.own[0]) != wording.own[1] else wording.own[0],
        spoken=lobby.SPOKEN if is_shared else vocabulary_of(wording.ruleset).spoken,
    )


@lru_cache(maxsize=64)
def things(language: str, ruleset: str, data_set: str, *, short: bool = False) -> Mapping[str, str]:
    """Return the names of the pieces and places of a data set, by id; empty if the data set is unknown here.

    `short` says whether things with a shorter name have this name.
    """
    title = RULESETS.get(ruleset)
    if title is None or data_set not in title.data_sets():
        return {}
    names = vocabulary_of(ruleset).names(title.data_set(data_set).tables)
    found = {**names.pieces, **names.places, **(names.short if short else {})}
    texts = catalogue(language, ruleset)
    return {name: texts.render(message) for name, message in found.items()}
