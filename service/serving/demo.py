"""The data of `serve --demo`: finished games, games that wait for the player Demo, and addresses to open."""

import asyncio
import contextlib
import random
import uuid
from itertools import count

from domain.game.decide import NewGame
from domain.game.events import STAND_IN
from domain.game.game import awaiting, decision_id
from domain.kernel.values import Seat, Value
from domain.rulesets import RULESETS
from service.bots.choosing import choose
from service.core.settings import Settings
from service.core.store.store import Store
from service.due.bot_runner import act
from service.people.accounts import Accounts
from service.people.rows import NameTakenError
from service.people.tokens import Made
from service.play.play import Play
from service.play.requests import Answer, SeatTaking
from service.serving.simulate import Plan, Simulated, simulate

PLAYER_SEAT: Seat = 0
BEGUN = 30
"""The decisions that are taken for the player in a running game, so that there is something to see."""

LOCAL = ("0.0.0.0", "127.0.0.1", "[::]", "[::1]")  # noqa: S104 - addresses to compare with, not to listen on
"""Hosts that a browser on this machine reaches as localhost. An address has no passkeys, and 0.0.0.0 no sessions."""


class Prepared(Value, frozen=True):
    """What the demo has: by title, a finished game and a running one, and name and token of the player."""

    name: str
    token: str
    finished: dict[str, str]
    running: dict[str, str]


def prepare(settings: Settings) -> str:
    """Play the games, and return the text to print."""
    with Store(settings.direct_url) as store:
        return lines(settings, prepared(store))


def prepared(store: Store) -> Prepared:
    """Sign up a player. Play for each title a game between bots to its end, and another one to the player's turn."""
    player, made = _sign_up(Accounts(store.database))
    owner = made.token.player
    finished: list[Simulated] = []
    for name, ruleset in RULESETS.items():
        bots = (STAND_IN, *("random" for _ in range(1, min(ruleset.seats))))
        plan = Plan(name, bots, ruleset.resolve_options(None, {}), 1, None, owner=owner)
        simulate(plan, ruleset, store, None, finished.append)
    running = asyncio.run(_begun(Play(store), owner))
    return Prepared(player, made.secret, dict(zip(RULESETS, (game.game for game in finished), strict=True)), running)


def _sign_up(accounts: Accounts) -> tuple[str, Made]:
    """Create the player Demo, or Demo with the first free number."""
    for number in count(1):
        name = "Demo" if number == 1 else f"Demo {number}"
        with contextlib.suppress(NameTakenError):
            return name, accounts.sign_up(name)
    raise AssertionError


async def _begun(play: Play, player: str) -> dict[str, str]:
    return {name: await _begin(play, name, player) for name in RULESETS}


async def _begin(play: Play, name: str, player: str) -> str:
    """Open a game with a player and bots, take the first decisions, and stop at a decision of the player."""
    ruleset, rng = RULESETS[name], random.Random()  # noqa: S311 - decisions of bots
    game, seats = str(uuid.uuid4()), min(ruleset.seats)
    bots = {seat: STAND_IN for seat in range(seats) if seat != PLAYER_SEAT}
    new = NewGame(ruleset, seats, ruleset.resolve_options(None, {}), ruleset.default_data_set, player, bots=bots)
    loaded = (await play.open(new, game_id=game)).loaded
    loaded = (await play.take_seat(loaded, SeatTaking(PLAYER_SEAT, player))).loaded
    await play.start(loaded)
    for taken in count():
        while await act(play, game, rng):
            pass
        loaded = await play.load(game)
        if taken == BEGUN or PLAYER_SEAT not in awaiting(loaded.game):
            break
        command = choose(loaded.game, PLAYER_SEAT, STAND_IN, rng)
        await play.command(loaded, lambda _: PLAYER_SEAT, Answer(decision_id(loaded.game, PLAYER_SEAT), command))
    return game


def address_of(settings: Settings) -> str:
    """Return the address of the site: the configured one, or one under which pages can sign in."""
    if settings.site_origin is not None:
        return settings.site_origin
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"http://{'localhost' if host in LOCAL else host}:{settings.port}"


def lines(settings: Settings, demo: Prepared) -> str:
    """Return the addresses to open and the commands to copy."""
    site = address_of(settings)
    api, game = f"{site}/v1", next(iter(demo.running.values()))
    return "\n".join(
        (
            f"To play as {demo.name}, whose turn it is in three games, open this and press “Sign in with the token”:",
            f"  {site}/sign-in#token={demo.token}",
            "",
            "Finished games to replay:",
            *(f"  {site}/games/{finished}?at=0" for finished in demo.finished.values()),
            "",
            "The same with curl: your games, a decision, an earlier view.",
            f"  AUTH='Authorization: Bearer {demo.token}'",
            f'  curl -s {api}/me/games -H "$AUTH"',
            f'  curl -s {api}/games/{game}/decisions -H "$AUTH"',
            f"  curl -s '{api}/games/{next(iter(demo.finished.values()))}/view?at=100'",
            "",
        )
    )
