"""The data of `serve --demo`: a few finished games, a player with a token, and commands to copy."""

import contextlib
from itertools import count

from domain.rulesets import RULESETS
from service.accounts.accounts import Accounts
from service.accounts.rows import NameTakenError
from service.accounts.tokens import Made
from service.bots.simulate import Plan, Simulated, simulate
from service.settings import Settings
from service.store.store import Store

GAMES = 3

RULESET = next(iter(RULESETS.values()))
"""The title of the games: the first one."""


def prepare(settings: Settings) -> str:
    """Play a few games between bots, create a player, and return the text to print."""
    finished: list[Simulated] = []
    with Store(settings.database) as store:
        made = _sign_up(Accounts(store.database))
        plan = Plan(
            RULESET.name,
            ("careful", "random", "random"),
            RULESET.resolve_options(None, {}),
            GAMES,
            None,
            owner=made.token.player,
        )
        simulate(plan, RULESET, store, None, finished.append)
    return lines(settings, made.secret, [game.game for game in finished])


def _sign_up(accounts: Accounts) -> Made:
    """Create the player Demo, or Demo with the first free number."""
    for number in count(1):
        with contextlib.suppress(NameTakenError):
            return accounts.sign_up("Demo" if number == 1 else f"Demo {number}")
    raise AssertionError


def lines(settings: Settings, token: str, finished: list[str]) -> str:
    """Return the commands to copy."""
    api = f"http://{settings.host}:{settings.port}/v1"
    return "\n".join(
        (
            "Three games between bots are finished. Read their results:",
            *(f"  curl -s {api}/games/{game}/result" for game in finished),
            f"  curl -s '{api}/games/{finished[0]}/view?at=100'",
            "",
            "You have an account. Open a game with bots, take a seat, start the game, and read your decision:",
            f"  AUTH='Authorization: Bearer {token}'",
            f"  GAME=$(curl -s {api}/games -H \"$AUTH\" -H 'Content-Type: application/json' \\",
            f'    -d \'{{"ruleset": "{RULESET.name}", "seats": 3, "bots": {{"1": "careful", "2": "careful"}}}}\' \\',
            "    | python3 -c 'import json,sys; print(json.load(sys.stdin)[\"id\"])')",
            f'  curl -s -X PUT {api}/games/$GAME/seats/0 -H "$AUTH"',
            f'  curl -s -X POST {api}/games/$GAME/start -H "$AUTH"',
            f'  curl -s {api}/games/$GAME/decisions -H "$AUTH"',
            "",
        )
    )
