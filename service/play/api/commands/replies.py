"""Builders of the replies to players: open decisions with their choices, and accepted commands."""

from typing import cast

import msgspec

from domain.game.game import Game, decision_id, to_take_back
from domain.kernel.values import Seat
from domain.ledger.records import tip_after
from domain.ledger.times import SECOND
from projections.history import FULL, AnyViewer
from projections.sentences.choices import Phrases
from projections.times import due_moment
from service.core.keys.signing import Signer
from service.play.api.commands.messages import Accepted, DecisionReply, Receipt, SeenEvent
from service.play.api.titles import rule_url
from service.play.choices import choices_of
from service.play.loaded import Done, Loaded
from service.play.texts import Texts, line_of, phrases_at, said_to, tag_of


def decisions(game: Game, viewer: AnyViewer, phrases: Phrases | None = None) -> tuple[DecisionReply, ...]:
    """Return the open decisions as the viewer sees them: with the choices of its own seat, or of all seats for FULL.

    With phrases, the questions and choices are also in words.
    """
    ruleset = game.ruleset
    replies: list[DecisionReply] = []
    for seat, number in sorted(game.questions.items()):
        text = msgspec.UNSET if phrases is None else phrases.question(seat, number)
        url = rule_url(ruleset.name, number)
        said = None if phrases is None else phrases.to_you(seat, number)
        reply = DecisionReply(
            decision_id(game, seat),
            seat,
            f"{ruleset.name}/{number}",
            url,
            text,
            msgspec.UNSET if said is None else said,
        )
        if game.clocks is not None:
            bank = game.clocks.seats[seat].bank // SECOND
            reply = msgspec.structs.replace(reply, due=due_moment(game, seat), bank=bank)
        if viewer in (seat, FULL):
            reply = msgspec.structs.replace(reply, choices=choices_of(game, seat, phrases))
        replies.append(reply)
    return tuple(replies)


def own_decision(loaded: Loaded, version: int, seat: Seat, texts: Texts | None = None) -> bytes:
    """Return the open decision of a seat after a version as JSON, `null` if it has none.

    It is made once for the reply to the command before it and the streams of the seat.
    """
    game = loaded.at(version)
    if seat not in game.questions:
        return b"null"

    def make() -> bytes:
        found = decisions(game, seat, phrases_at(loaded, version, texts))
        return msgspec.json.encode(next(reply for reply in found if reply.seat == seat))

    return loaded.shown(f"{version}.own.{seat}{tag_of(loaded, texts)}", make)


def accepted(done: Done, signer: Signer, texts: Texts | None = None) -> Accepted:
    """Return the reply to an accepted command, or to several of one request. A repetition gets the same reply.

    Its events and decisions are encoded already.

    Only the sentences can differ: they have the current names of players. The receipt is for the last decision, whose
    head covers all before it.
    """
    loaded = done.loaded
    first = loaded.entries[done.first - 1]
    last = loaded.entries[done.last - 1]
    seat = first.record.seat
    texts = said_to(texts, seat)
    game = loaded.at(done.last)
    # encoded as in the streams
    events = [msgspec.Raw(line_of(loaded, version, seat, texts)) for version in range(done.first, done.last + 1)]
    own = b"null" if seat is None else own_decision(loaded, done.last, seat, texts)
    opened = [] if own == b"null" else [msgspec.Raw(own)]
    command, decision = first.origin and first.origin.key, loaded.decided_at[last.record.cause]
    signed = signer.sign_head(tip_after(last), command=command, decision=decision)
    return Accepted(
        receipt=Receipt(
            game=game.id,
            version=done.last,
            head=last.head,
            at=last.record.at,
            command=command,
            decision=decision,
            sender=first.origin and first.origin.sender,
            key_id=signed.statement["key_id"],
            signature=signed.signature,
        ),
        events=cast("tuple[SeenEvent, ...]", events),
        decisions=cast("tuple[DecisionReply, ...]", opened),
        take_back=None if seat is None else to_take_back(game, seat),
    )
