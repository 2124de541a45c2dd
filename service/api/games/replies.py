"""Builders of the replies about games."""

from typing import Any

import msgspec

from domain.game.game import Game, awaiting, decision_id, legal_commands, to_take_back
from domain.game.reservations import reserved_for
from domain.kernel.values import Seat
from domain.ledger.records import tip_after
from domain.ledger.times import SECOND
from projections.history import FULL, AnyViewer, seen
from projections.profiles import profile_of
from projections.rows.terms import terms_of
from projections.sentences.choices import Phrases
from projections.times import due_moment
from projections.views.clocks import clocks_view
from service.accounts.accounts import Accounts
from service.api.clocks.messages import clock_of
from service.api.games.messages import GameReply, SeatReply
from service.api.games.term_messages import term_fields
from service.api.play.messages import Accepted, DecisionReply, Receipt, SeenEvent
from service.games.loaded import Done, Loaded
from service.games.texts import Texts, phrases_at
from service.http.choices import ChoiceReply
from service.http.problems import ProblemError
from service.keys.signing import Signer


def rule_url(ruleset: str, number: str) -> str:
    """Return the path of the text of a rule."""
    return f"/v1/rulesets/{ruleset}/rules/{number}"


def game_reply(game: Game, accounts: Accounts, *, foreign: bool = False) -> GameReply:
    """Return the summary of a game. Players of an imported game have no names."""
    opened = game.opened
    return GameReply(
        id=game.id,
        ruleset=opened.ruleset,
        ruleset_version=opened.ruleset_version,
        data_set=opened.data_set,
        data_digest=opened.data_digest,
        profile=profile_of(opened),
        options=opened.options,
        status=game.status,
        visibility=opened.visibility,
        spectators=opened.spectators,
        owner=opened.owner,
        owner_name=None if foreign else accounts.name_of(opened.owner),
        take_back=opened.take_back is True,
        seats=tuple(_seat_reply(game, seat, None if foreign else accounts) for seat in range(opened.seats)),
        version=game.version,
        head=game.tip.head,
        opened_at=game.opened_at,
        seed_commitment=opened.seed_commitment,
        awaiting=tuple(sorted(awaiting(game))),
        paused_until=game.paused_until,
        adjudicated=game.is_adjudicated,
        foreign=foreign,
        clock=clock_of(game),
        clocks=clocks_view(game) or None,
        **term_fields(terms_of(opened)),
    )


def _seat_reply(game: Game, seat: Seat, accounts: Accounts | None) -> SeatReply:
    occupant, reserved = game.occupants[seat], reserved_for(game, seat)
    declined = seat in game.declined
    if occupant is None:
        return SeatReply(
            seat, None, None, None, None, resigned=False, reserved=reserved, former=(), may_return=False,
            declined=declined, offered=None,
        )  # fmt: skip
    name = accounts.name_of(occupant.player) if accounts else None
    resigned = occupant.resigned is not None
    return SeatReply(
        seat,
        occupant.player,
        name,
        occupant.entropy,
        occupant.entropy_from,
        resigned,
        reserved,
        occupant.former,
        occupant.may_return,
        declined,
        next((offer.player for offer in game.offers if offer.seat == seat), None),
    )


def choices_of(game: Game, seat: Seat, phrases: Phrases | None = None) -> tuple[ChoiceReply, ...]:
    """Return the legal commands of a seat, each with what the rules fix about it, in words if there are phrases."""
    choices: Any = legal_commands(game, seat)
    notes = game.ruleset.notes(game.state, seat, choices)
    texts = [msgspec.UNSET] * len(choices) if phrases is None else phrases.choices(choices)
    return tuple(
        ChoiceReply(choice.command, choice.range, note.cost, note.effect, note.each, note.anchors, text)
        for choice, note, text in zip(choices, notes, texts, strict=True)
    )


def decisions(game: Game, viewer: AnyViewer, phrases: Phrases | None = None) -> tuple[DecisionReply, ...]:
    """Return the open decisions as the viewer sees them: with the choices of its own seat, or of all seats for FULL.

    With phrases, the questions and choices are also in words.
    """
    ruleset = game.ruleset
    replies: list[DecisionReply] = []
    for seat in sorted(awaiting(game)):
        number = ruleset.question(game.state, seat)
        text = msgspec.UNSET if phrases is None else phrases.question(seat, number)
        url = rule_url(ruleset.name, number)
        reply = DecisionReply(decision_id(game, seat), seat, f"{ruleset.name}/{number}", url, text)
        if game.clocks is not None:
            bank = game.clocks.seats[seat].bank // SECOND
            reply = msgspec.structs.replace(reply, due=due_moment(game, seat), bank=bank)
        if viewer in (seat, FULL):
            reply = msgspec.structs.replace(reply, choices=choices_of(game, seat, phrases))
        replies.append(reply)
    return tuple(replies)


def accepted(done: Done, signer: Signer, texts: Texts | None = None) -> Accepted:
    """Return the reply to an accepted command. A repetition gets the same reply at any later time.

    Only the sentences can differ: they have the current names of players.
    """
    loaded = done.loaded
    first = loaded.entries[done.first - 1]
    last = loaded.entries[done.last - 1]
    seat = first.record.seat
    game, phrases = loaded.at(done.last), phrases_at(loaded, done.last, texts)
    command, decision = first.origin and first.origin.key, loaded.decided_at[done.first]
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
    return SeenEvent(event.record, event.head, event.secret, event.salt, text)


def version_of(loaded: Loaded, at: int | None) -> int:
    """Return the requested version, by default the last one. Raises a 416 problem for a version beyond the last."""
    last = loaded.game.version
    if at is None:
        return last
    if not 1 <= at <= last:
        headers = {"Content-Range": f"versions */{last}"}
        raise ProblemError("beyond-the-end", f"the game has the versions 1 to {last}", headers)
    return at
