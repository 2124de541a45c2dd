"""Builders of the replies to players: open decisions with their choices, and accepted commands."""

import msgspec

from domain.game.game import Game, decision_id, to_take_back
from domain.ledger.records import tip_after
from domain.ledger.times import SECOND
from projections.history import FULL, AnyViewer, seen
from projections.sentences.choices import Phrases
from projections.times import due_moment
from service.core.keys.signing import Signer
from service.play.api.commands.messages import Accepted, DecisionReply, Receipt, SeenEvent
from service.play.api.titles import rule_url
from service.play.choices import choices_of
from service.play.loaded import Done, Loaded
from service.play.texts import Texts, phrases_at, said_to


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


def accepted(done: Done, signer: Signer, texts: Texts | None = None) -> Accepted:
    """Return the reply to an accepted command, or to several of one request. A repetition gets the same reply.

    Only the sentences can differ: they have the current names of players. The receipt is for the last decision, whose
    head covers all before it.
    """
    loaded = done.loaded
    first = loaded.entries[done.first - 1]
    last = loaded.entries[done.last - 1]
    seat = first.record.seat
    texts = said_to(texts, seat)
    game, phrases = loaded.at(done.last), phrases_at(loaded, done.last, texts)
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
        events=tuple(_seen(loaded, version, seat, texts) for version in range(done.first, done.last + 1)),
        decisions=tuple(reply for reply in decisions(game, seat, phrases) if reply.seat == seat),
        take_back=None if seat is None else to_take_back(game, seat),
    )


def _seen(loaded: Loaded, version: int, viewer: AnyViewer, texts: Texts | None) -> SeenEvent:
    event = seen(loaded.entries[version - 1], viewer, loaded.game.seed)
    text = msgspec.UNSET if texts is None else texts.text(loaded, version, viewer)
    said = msgspec.UNSET if texts is None else texts.to_you(loaded, version, viewer)
    return SeenEvent(event.record, event.head, event.secret, event.salt, text, said)
