"""Builders of the replies about games."""

from msgspec import UNSET

from domain.game.game import Game, awaiting
from domain.game.reservations import reserved_for
from domain.kernel.values import Seat
from projections.profiles import profile_of
from projections.rows.terms import present_terms
from projections.views.clocks import clocks_view
from service.core.http.problems import ProblemError
from service.people.accounts import Accounts
from service.play.api.clocks.messages import clock_of
from service.play.api.games.messages import GameReply
from service.play.api.games.seat_messages import SeatReply
from service.play.api.games.term_messages import term_fields
from service.play.loaded import Loaded


def game_reply(game: Game, accounts: Accounts, *, foreign: bool = False, voided: bool = False) -> GameReply:
    """Return the summary of a game. Players of an imported game have no names. Only a result is `voided`."""
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
        others_left="play_on" if opened.others_left is UNSET else opened.others_left,
        seats=tuple(_seat_reply(game, seat, None if foreign else accounts) for seat in range(opened.seats)),
        version=game.version,
        head=game.tip.head,
        opened_at=game.opened_at,
        seed_commitment=opened.seed_commitment,
        awaiting=tuple(sorted(awaiting(game))),
        paused_until=game.paused_until,
        adjudicated=game.is_adjudicated,
        ending=game.ending,
        foreign=foreign,
        clock=clock_of(game),
        clocks=clocks_view(game) or None,
        voided=voided,
        **term_fields(present_terms(game)),
    )


def _seat_reply(game: Game, seat: Seat, accounts: Accounts | None) -> SeatReply:
    occupant, reserved = game.occupants[seat], reserved_for(game, seat)
    declined = seat in game.declined
    if occupant is None:
        return SeatReply(
            seat, None, None, None, None, resigned=False, reserved=reserved, former=(), may_return=False,
            declined=declined, offered=None, resigned_player=None, resigned_name=None,
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
        occupant.may_return and game.status == "running",
        declined,
        next((offer.player for offer in game.offers if offer.seat == seat), None),
        occupant.resigned,
        accounts.name_of(occupant.resigned) if accounts else None,
    )


def version_of(loaded: Loaded, at: int | None) -> int:
    """Return the requested version, by default the last one. Raises a 416 problem for a version beyond the last."""
    last = loaded.game.version
    if at is None:
        return last
    if not 1 <= at <= last:
        headers = {"Content-Range": f"versions */{last}"}
        raise ProblemError("beyond-the-end", f"the game has the versions 1 to {last}", headers)
    return at
