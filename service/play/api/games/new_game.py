"""The domain's form of a game to open, and the invitations to its reserved seats."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from domain.game.decide import NewGame
from domain.game.terms import INVITATION
from domain.kernel.codec import escaped
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Seat, Value
from service.core.settings import Settings
from service.core.store.recorder import Origin
from service.core.store.timeouts import with_timeout
from service.people.accounts import Accounts
from service.people.tokens import Token, TokenSpec
from service.play.api.games.messages import GameReply, OpenGame
from service.play.api.games.replies import game_reply
from service.play.api.games.seat_messages import SeatInvitation
from service.play.api.games.terms import seat_number, terms_of
from service.play.api.titles import bot_named, ruleset_in
from service.play.loaded import Done
from service.play.play import Play

OPENING_PROBLEMS = (
    "bad-request", "token-needed", "scope-missing", "unknown-ruleset", "seats", "data-set", "invalid-option",
    "unknown-bot", "no-such-seat", "invalid-name", "invalid-value", "unknown-player",
    "open-game-limit", "invitation-limit", "key-reused",
)  # fmt: skip


Reserved: TypeAlias = tuple[str | None, ...] | UnsetType
"""`reserved` of a game."""

FIRST_FIELDS = ("ruleset", "seats", "profile", "options", "data_set", "visibility", "spectators", "bots")
"""The fields of release 0.2."""


def new_game(data: OpenGame, owner: str, settings: Settings, play: Play, accounts: Accounts) -> NewGame:
    """Return the game that a request describes. Raises OptionError and problems."""
    ruleset = ruleset_in(data.ruleset)
    # another number of seats is refused as such
    seats = {data.seats} & {*ruleset.seats}
    options = ruleset.resolve_options(data.profile, data.options, data.data_set, seats)
    return NewGame(
        ruleset,
        data.seats,
        options,
        data.data_set or ruleset.default_data_set,
        owner,
        data.visibility,
        data.spectators,
        _bots(ruleset, data.bots),
        terms_of(data, settings, play, accounts),
    )


def asked_fields(data: OpenGame) -> dict[str, Any]:
    """Return the fields by which a repeated request is recognized.

    Fields that later releases added count only if they are given, so that keys of older requests stay valid. A `clock`
    of null differs from none: a public game without the field gets a clock. No key of release 0.2 belongs to a request
    with a null, because that release refused the field.
    """
    fields: dict[str, Any] = msgspec.to_builtins(data)
    always = (*FIRST_FIELDS, "clock")
    return {name: value for name, value in fields.items() if name in always or value not in (None, (), [], {})}


def _bots(ruleset: Ruleset[Any], wanted: Mapping[str, str]) -> dict[Seat, str]:
    return {
        seat_number(text, "bots", "bots"): bot_named(ruleset.name, bot, f"bots/{escaped(text)}")
        for text, bot in wanted.items()
    }


def _invited_seats(reserved: Reserved) -> list[Seat]:
    """Return the seats that are reserved for the holder of an invitation."""
    return [] if reserved is UNSET else [seat for seat, who in enumerate(reserved) if who == INVITATION]


async def invite_to_seats(
    accounts: Accounts, by: Token, reserved: Mapping[str, Reserved]
) -> Mapping[str, tuple[SeatInvitation, ...]]:
    """Create the invitations to reserved seats, by game, all or none. A repetition gets the same ones.

    An invitation does not outlive the token that creates it, or that started the session. Raises CapReachedError
    and TokenRevokedError.
    """
    specs = [
        (game, seat, TokenSpec(by.player, f"seat {seat}", (), game, seat, by.creates_until, by))
        for game, seats in reserved.items()
        for seat in _invited_seats(seats)
    ]
    if not specs:
        return {}
    made = await with_timeout(accounts.new_seat_invitations, by.player, [spec for _, _, spec in specs])
    found: defaultdict[str, tuple[SeatInvitation, ...]] = defaultdict(tuple)
    for (game, seat, _), each in zip(specs, made, strict=True):
        found[game] += (SeatInvitation(seat, each.token.id, each.secret),)
    return found


class Opened(Value, frozen=True):
    """New games, and the invitations to their reserved seats by game."""

    games: Sequence[Done]
    invitations: Mapping[str, tuple[SeatInvitation, ...]]

    @property
    def is_replayed(self) -> bool:
        """Whether an earlier request opened the games."""
        return self.games[0].replayed

    def replies(self, accounts: Accounts) -> list[GameReply]:
        """Return the replies about the games."""
        games = [done.loaded.at(done.last) for done in self.games]
        return [
            msgspec.structs.replace(game_reply(game, accounts), invitations=self.invitations.get(game.id, UNSET))
            for game in games
        ]


async def opened_before(
    play: Play, accounts: Accounts, by: Token, games: Sequence[str], origin: Origin
) -> Opened | None:
    """Return the games that an earlier request with the same idempotency key opened. Raises KeyReusedError."""
    done = await play.opened_before(games, origin)
    if not done:
        return None
    reserved = {each.loaded.game.id: each.loaded.game.opened.reserved for each in done}
    return Opened(done, await invite_to_seats(accounts, by, reserved))
