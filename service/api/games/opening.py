"""The domain's form of a game to open, and the invitations to its reserved seats."""

import datetime
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from domain.game.decide import NewGame
from domain.game.game import Game
from domain.game.terms import INVITATION, Terms
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Seat
from service.accounts.accounts import Accounts
from service.accounts.tokens import Token, TokenSpec
from service.api.accounts.names import printable_name
from service.api.games.messages import GameReply, OpenGame, SeatInvitation
from service.api.games.replies import game_reply
from service.api.rulesets.lookup import bot_named, ruleset_named
from service.games.loaded import Done
from service.http.json_text import quoted
from service.http.problems import ProblemError
from service.http.request.numbers import parse_int
from service.http.request.times import parsed_time
from service.services import Services
from service.store.timeouts import with_timeout

OPENING_PROBLEMS = (
    "bad-request", "token-needed", "scope-missing", "unknown-ruleset", "seats", "data-set", "invalid-option",
    "unknown-bot", "no-such-seat", "invalid-name", "invalid-terms", "unknown-player", "open-game-limit",
    "invitation-limit", "key-reused",
)  # fmt: skip


FIRST_FIELDS = ("ruleset", "seats", "profile", "options", "data_set", "visibility", "spectators", "bots")
"""The fields of release 0.2."""


def new_game(data: OpenGame, owner: str, services: Services) -> NewGame:
    """Return the game that a request describes. Raises OptionError and problems."""
    ruleset = ruleset_named(data.ruleset, "unknown-ruleset")
    options = ruleset.resolve_options(data.profile, data.options, data.data_set)
    return NewGame(
        ruleset,
        data.seats,
        options,
        data.data_set or ruleset.default_data_set,
        owner,
        data.visibility,
        data.spectators,
        _bots(ruleset, data.bots),
        _terms(data, services),
    )


def asked_fields(data: OpenGame) -> dict[str, Any]:
    """Return the fields by which a repeated request is recognized.

    Fields that later releases added count only if they are given, so that keys of older requests stay valid.
    """
    fields: dict[str, Any] = msgspec.to_builtins(data)
    return {name: value for name, value in fields.items() if name in FIRST_FIELDS or value not in (None, (), [], {})}


def _bots(ruleset: Ruleset[Any], wanted: Mapping[str, str]) -> dict[Seat, str]:
    return {_seat(text, "bots"): bot_named(ruleset.name, bot) for text, bot in wanted.items()}


def _seat(text: str, field: str) -> Seat:
    seat = parse_int(text)
    if seat is None:
        raise ProblemError("no-such-seat", f"`{field}` are given by seat number, not by {quoted(text)}")
    return seat


def _terms(data: OpenGame, services: Services) -> Terms:
    return Terms(
        rated=UNSET if data.rated is None else data.rated,
        name=UNSET if data.name is None else printable_name(data.name),
        tags=data.tags or UNSET,
        reserved=_reserved(data, services.accounts) if data.reserved else UNSET,
        substitutes=_known(data.substitutes, services.accounts) or UNSET,
        starts_at=UNSET if data.starts_at is None else _future(data.starts_at, services.play.now()),
        no_show=UNSET if data.no_show is None else data.no_show,
        grace=UNSET if data.grace is None else _seconds(data.grace, "grace"),
    )


def _reserved(data: OpenGame, accounts: Accounts) -> tuple[str | None, ...]:
    reserved: list[str | None] = [None] * data.seats
    for text, who in data.reserved.items():
        seat = _seat(text, "reserved")
        if not 0 <= seat < data.seats:
            raise ProblemError("no-such-seat", f"the game has the seats 0 to {data.seats - 1}")
        reserved[seat] = who
    _known([who for who in reserved if who is not None and who != INVITATION], accounts)
    return tuple(reserved)


def _known(players: Sequence[str], accounts: Accounts) -> tuple[str, ...]:
    """Return these players. Raises a 422 problem for an id without a player."""
    for player in players:
        if accounts.player(player) is None:
            raise ProblemError("unknown-player", f"there is no player with the id {quoted(player)}")
    return tuple(players)


def _future(text: str, now: str) -> str:
    moment = parsed_time(text)
    if moment is None:
        reason = f"`starts_at` is {quoted(text)}: give a time of RFC 3339, such as 2026-12-24T18:00:00Z"
        raise ProblemError("invalid-terms", reason)
    last = datetime.datetime.fromisoformat(now) + datetime.timedelta(days=366)
    if moment <= now or datetime.datetime.fromisoformat(moment) > last:
        raise ProblemError("invalid-terms", "`starts_at` must be in the future, at most 366 days ahead")
    return moment


def _seconds(duration: datetime.timedelta, field: str) -> int:
    """Return a duration in seconds. Raises a 422 problem unless it is a whole number of them."""
    if duration.microseconds:
        raise ProblemError("invalid-terms", f"`{field}` must be a whole number of seconds, such as PT10M")
    return duration // datetime.timedelta(seconds=1)


def invitations_in(new: NewGame) -> int:
    """Return how many seats of a new game are reserved for the holder of an invitation."""
    return len(_invited_seats(new.terms.reserved))


def _invited_seats(reserved: tuple[str | None, ...] | UnsetType) -> list[Seat]:
    return [] if reserved is UNSET else [seat for seat, who in enumerate(reserved) if who == INVITATION]


def invitation_to(game: Game, seat: Seat, by: Token) -> TokenSpec:
    """Return the invitation to a reserved seat. It does not outlive the token that creates it."""
    return TokenSpec(by.player, f"seat {seat}", (), game.id, seat, by.expires_at)


async def opened_replies(services: Services, opened: Sequence[Done], by: Token) -> list[GameReply]:
    """Return the replies about new games, with their invitations. A repetition gets the same invitations."""
    games = [done.loaded.at(done.last) for done in opened]
    specs = [invitation_to(game, seat, by) for game in games for seat in _invited_seats(game.opened.reserved)]
    accounts = services.accounts
    made = await with_timeout(accounts.new_seat_invitations, specs) if specs else []
    found: defaultdict[str, list[SeatInvitation]] = defaultdict(list)
    for spec, each in zip(specs, made, strict=True):
        assert spec.game is not None
        assert spec.seat is not None
        found[spec.game].append(SeatInvitation(spec.seat, each.token.id, each.secret))
    return [
        msgspec.structs.replace(game_reply(game, accounts), invitations=tuple(found[game.id]) or UNSET)
        for game in games
    ]
