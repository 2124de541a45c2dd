"""Replies about tournaments as a whole."""

from collections.abc import Collection, Mapping

import msgspec

from domain.kernel.codec import type_name
from domain.ledger.records import read_event, tip_after
from domain.tournaments.codec import TOURNAMENT_CODEC
from domain.tournaments.due import next_due, start_of_next_round
from domain.tournaments.events.opening import HoldPlaced
from domain.tournaments.events.rounds import RoundWithdrawn
from domain.tournaments.formats.draw import rounds_of
from domain.tournaments.proof.withheld import hidden
from domain.tournaments.state import Entrant, Tournament
from projections.times import moment
from service.core.http.messages import reply_from
from service.core.keys.signing import Signer
from service.core.store.recorder import StoredEntry
from service.people.accounts import Accounts
from service.tournaments.allowed import allowed_acts
from service.tournaments.api.messages.whole import (
    ActDone,
    AdjustmentReply,
    CheckInReply,
    DueReply,
    EntrantReply,
    FinalPlaceReply,
    InvitedReply,
    OrganiserReply,
    SubstituteReply,
    TournamentEvent,
    TournamentLine,
    TournamentReceipt,
    TournamentRecord,
    TournamentReply,
)
from service.tournaments.api.round_replies import publications, round_reply
from service.tournaments.api.terms import shown_terms
from service.tournaments.loaded import Done, LoadedTournament
from service.tournaments.rows import Role, TournamentRow

_HOLDING = {type_name(HoldPlaced), type_name(RoundWithdrawn)}
"""The events that place a hold (rules 1.5 and 4.5)."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(TournamentRecord).decode


def tournament_reply(
    loaded: LoadedTournament, accounts: Accounts, player: str | None, withheld: Collection[str] = ()
) -> TournamentReply:
    """Return the whole tournament, with what a player may do. It does not name the games that are `withheld`."""
    found, name_of = loaded.tournament, accounts.name_of
    published, rounds, due = publications(loaded), rounds_of(found), next_due(found)
    starts = None if found.is_over else start_of_next_round(found)
    return TournamentReply(
        id=found.id,
        version=found.version,
        head=found.tip.head,
        status=found.status,
        opened_at=found.opened_at,
        owner=found.opened.owner,
        terms=shown_terms(found.terms),
        seed_commitment=found.opened.seed_commitment,
        seed=found.seed.hex() if found.is_over else None,
        registration="open" if _takes_players(found) else "closed",
        hold=_hold_of(loaded),
        organisers=tuple(OrganiserReply(who, name_of(who), role) for who, role in found.organisers.items()),
        players=tuple(
            _entrant(found, entrant, accounts) for entrant in found.entrants.values() if entrant.status != "withdrawn"
        ),
        substitutes=tuple(SubstituteReply(who, name_of(who)) for who in found.substitutes),
        invited=_invited(found, accounts, player),
        forbidden=found.forbidden,
        check_in=None if found.check_in is None else CheckInReply(found.check_in.round, found.check_in.players),
        rounds=tuple(
            round_reply(held, published[held.number, held.edition], name_of, withheld) for held in found.rounds
        ),
        rounds_planned=rounds,
        next_round=None if found.is_over or found.next_round > rounds else found.next_round,
        next_round_at=None if starts is None else moment(starts),
        due=None if due is None else DueReply(moment(due.at), due.step, due.round),
        adjustments=tuple(
            AdjustmentReply(made.round, made.player, name_of(made.player), made.kind, made.points, made.reason)
            for made in found.adjustments
        ),
        places=tuple(
            FinalPlaceReply(place.player, name_of(place.player), place.rank, place.division) for place in found.places
        ),
        standings=f"/v1/tournaments/{found.id}/standings",
        you_may=allowed_acts(found, player),
    )


def _invited(tournament: Tournament, accounts: Accounts, player: str | None) -> tuple[InvitedReply, ...]:
    """Return the open invitations that a player may see: all for organisers. The log has them, too."""
    return tuple(
        InvitedReply(who, accounts.name_of(who), as_substitute)
        for who, as_substitute in tournament.invited.items()
        if player == who or player in tournament.organisers
    )


def _takes_players(tournament: Tournament) -> bool:
    if tournament.is_over or len(tournament.active) >= tournament.terms.max_players:
        return False
    return tournament.next_round <= tournament.terms.late_until if tournament.rounds else not tournament.is_closed


def _hold_of(loaded: LoadedTournament) -> str | None:
    """Return the reason of the hold; None without one."""
    if not loaded.tournament.is_held:
        return None
    last = next(entry for entry in reversed(loaded.entries) if entry.record.type in _HOLDING)
    event = read_event(last, TOURNAMENT_CODEC)
    assert isinstance(event, (HoldPlaced, RoundWithdrawn))
    return event.reason


def _entrant(tournament: Tournament, entrant: Entrant, accounts: Accounts) -> EntrantReply:
    divisions: Mapping[str, int] = tournament.seasons[-1] if tournament.seasons else {}
    present = () if tournament.check_in is None else tournament.check_in.players
    return reply_from(
        EntrantReply,
        entrant,
        name=accounts.name_of(entrant.player),
        checked_in=entrant.player in present,
        division=divisions.get(entrant.player),
    )


def line_of(row: TournamentRow, accounts: Accounts, roles: tuple[Role, ...]) -> TournamentLine:
    """Return the reply for a tournament in a list."""
    return reply_from(TournamentLine, row, owner_name=accounts.name_of(row.owner), roles=roles)


def event_of(entry: StoredEntry, withheld: Collection[str] = ()) -> TournamentEvent:
    """Return the reply for an event, without its secret and without the ids of games that are `withheld`."""
    return TournamentEvent(_decode(_encode(hidden(entry.record, withheld))), entry.head)


def act_done(done: Done, signer: Signer) -> ActDone:
    """Return the reply for an act."""
    last, first = done.entries[-1], done.entries[0]
    tip = tip_after(last)
    sender, command = ("", None) if first.origin is None else (first.origin.sender, first.origin.key)
    signed = signer.sign_head(tip, command=command, decision=first.record.type)
    receipt = TournamentReceipt(
        game=tip.game,
        version=tip.version,
        head=tip.head,
        at=tip.at,
        command=command,
        decision=first.record.type,
        sender=sender,
        key_id=str(signed.statement["key_id"]),
        signature=signed.signature,
    )
    return ActDone(receipt, tuple(map(event_of, done.entries)))
