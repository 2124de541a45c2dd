"""The domain's form of a game to open, and the invitations to its reserved seats."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from domain.game.decide import NewGame
from domain.game.game import Game
from domain.game.terms import INVITATION
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Seat
from service.accounts.tokens import Token, TokenSpec
from service.api.games.messages import GameReply, OpenGame, SeatInvitation
from service.api.games.replies import game_reply
from service.api.games.terms import seat_number, terms_of
from service.api.rulesets.lookup import bot_named, ruleset_named
from service.games.loaded import Done
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
        terms_of(data, services),
    )


def asked_fields(data: OpenGame) -> dict[str, Any]:
    """Return the fields by which a repeated request is recognized.

    Fields that later releases added count only if they are given, so that keys of older requests stay valid.
    """
    fields: dict[str, Any] = msgspec.to_builtins(data)
    return {name: value for name, value in fields.items() if name in FIRST_FIELDS or value not in (None, (), [], {})}


def _bots(ruleset: Ruleset[Any], wanted: Mapping[str, str]) -> dict[Seat, str]:
    return {seat_number(text, "bots"): bot_named(ruleset.name, bot) for text, bot in wanted.items()}


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
