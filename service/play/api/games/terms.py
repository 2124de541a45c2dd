"""The terms of a game to be opened: what `game.opened` fixes apart from the rules."""

import datetime

from msgspec import UNSET

from domain.game.terms import INVITATION, Terms
from domain.kernel.codec import escaped
from domain.kernel.values import Seat
from service.core.http.json_text import quoted
from service.core.http.problems import field_problem, problem_at
from service.core.http.request.numbers import parse_int
from service.core.http.request.player_ids import full_id
from service.core.http.request.times import time_in
from service.core.settings import Settings
from service.people.accounts import Accounts
from service.people.api.names import printable_name
from service.play.api.clocks.durations import whole_seconds
from service.play.api.clocks.requested import clock_of_new
from service.play.api.games.messages import OpenGame
from service.play.play import Play


def terms_of(data: OpenGame, settings: Settings, play: Play, accounts: Accounts) -> Terms:
    """Return the terms of a game. A field with its default is absent in the record of the game. Raises problems."""
    takes_back = not _may_be_rated(data) if data.take_back is None else data.take_back
    return Terms(
        clock=clock_of_new(data.clock, settings.public_clock, is_public=data.visibility == "public"),
        take_back=True if takes_back else UNSET,
        rated=UNSET if data.rated is None else data.rated,
        name=UNSET if data.name is None else printable_name(data.name, "name"),
        tags=tuple(data.tags) or UNSET,
        reserved=_reserved(data, accounts) if data.reserved else UNSET,
        substitutes=_substitutes(data, accounts) or UNSET,
        starts_at=UNSET if data.starts_at is None else _future(data.starts_at, play.now()),
        no_show=UNSET if data.no_show is None else data.no_show,
        others_left=UNSET if data.others_left == "play_on" else "end",
        grace=UNSET if data.grace is None else whole_seconds(data.grace, "grace"),
        hints=True if data.hints else UNSET,
        min_completion=UNSET if data.min_completion is None else data.min_completion,
        min_rating=UNSET if data.min_rating is None else data.min_rating,
        max_rating=UNSET if data.max_rating is None else data.max_rating,
    )


def _reserved(data: OpenGame, accounts: Accounts) -> tuple[str | None, ...]:
    reserved: list[str | None] = [None] * data.seats
    for text, who in data.reserved.items():
        seat, field = seat_number(text, "reserved seats", "reserved"), f"reserved/{escaped(text)}"
        if not 0 <= seat < data.seats:
            raise problem_at("no-such-seat", field, f"the game has the seats 0 to {data.seats - 1}")
        reserved[seat] = who if who == INVITATION else _known(who, accounts, field)
    return tuple(reserved)


def _substitutes(data: OpenGame, accounts: Accounts) -> tuple[str, ...]:
    named = enumerate(data.substitutes)
    return tuple(_known(player, accounts, f"substitutes/{number}") for number, player in named)


def _known(player: str, accounts: Accounts, field: str) -> str:
    """Return the full id of a player. Raises a 422 problem for an id without a player."""
    found = accounts.player(full_id(player))
    if found is None:
        raise problem_at("unknown-player", field, f"there is no player with the id {quoted(player)}")
    return found.id


def _future(text: str, now: str) -> str:
    moment = time_in(text, "starts_at", "invalid-value")
    last = datetime.datetime.fromisoformat(now) + datetime.timedelta(days=366)
    if moment <= now or datetime.datetime.fromisoformat(moment) > last:
        raise field_problem("invalid-value", "starts_at", "it must be in the future, at most 366 days ahead")
    return moment


def seat_number(text: str, what: str, field: str) -> Seat:
    """Return a number of a seat that is a key of the object in a field. Raises a 422 problem."""
    seat = parse_int(text)
    if seat is None:
        reason = f"{what} are given by seat number, not by {quoted(text)}"
        raise problem_at("no-such-seat", f"{field}/{escaped(text)}", reason)
    return seat


def _may_be_rated(asked: OpenGame) -> bool:
    """Whether the game can count for ratings: it is opened as a rated one, or it is public, without bots and hints."""
    if asked.hints:
        return False
    return (asked.visibility == "public" and not asked.bots) if asked.rated is None else asked.rated
