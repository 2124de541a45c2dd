"""A preview shows what happens, up to a draw, a disclosure or a decision, and follows from nothing hidden."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
import pytest

from domain.game import decide
from domain.game import game as games
from domain.game.decide import NotPossible
from domain.game.events import GameEnded, Seed
from domain.game.game import Game
from domain.game.preview import Preview, preview
from domain.game.terms import Clock, Terms
from domain.giganten.events import LicencesDealt, SiteInspected
from domain.kernel.chance import has_drawn
from domain.kernel.values import Choice, Command, Event, Seat
from domain.minos.commands import KeepDice
from domain.rulesets import RULESETS
from domain.siberia.commands import TakeInvestment
from domain.siberia.events import InvestmentTaken, TokensDrawn
from tests.games.plays import GAMES
from tests.kit import RandomChance
from tests.new_games import new_game, started
from tests.projections.bot_games import positions
from tests.secrecy.comparing import seen_by

HIDDEN: Mapping[str, Any] = {"money_public": False}
OWN_CHOICE: Mapping[str, Any] = {"money_public": "own_choice"}
CASES: list[tuple[str, Mapping[str, Any]]] = [
    ("giganten", {}),
    ("giganten", {**HIDDEN, "peek_memory": False, "bluff_pick": "owner"}),
    ("siberia", {"take_back": False}),
    ("siberia", {**HIDDEN, "take_back": True}),
    ("minos", {}),
    ("minos", HIDDEN),
    ("minos", OWN_CHOICE),
]
CHOICES = 3
LOOKED_AT = 0.4
"""The share of the positions of a game that are looked at."""
DRAWN = (TokensDrawn, LicencesDealt, SiteInspected)
"""Events whose draws stand in a later one."""


def picked(choices: Sequence[Choice], rng: random.Random) -> list[Command]:
    """Return some commands of different types, with a random number of each range."""
    found = {type(choice.command): choice for choice in rng.sample(choices, len(choices))}
    return [_with_number(choice, rng) for choice in rng.sample([*found.values()], min(CHOICES, len(found)))]


def _some(found: Iterator[Game], rng: random.Random) -> Iterator[Game]:
    return (game for game in found if rng.random() < LOOKED_AT)


def _with_number(choice: Choice, rng: random.Random) -> Command:
    limits = choice.range
    if limits is None:
        return choice.command
    number: Any = {limits.field: rng.randint(limits.min, min(limits.max, limits.min + 20))}
    return msgspec.structs.replace(choice.command, **number)


@pytest.mark.parametrize(("title", "options"), CASES, ids=str)
def test_a_preview_is_the_beginning_of_what_happens(title: str, options: Mapping[str, Any]) -> None:
    rng = random.Random(5)
    stops = Counter[str]()
    for number in range(max(1, GAMES // 18)):
        for game in _some(positions(RULESETS[title], 400 + number, RULESETS[title].seats[-1], options), rng):
            seat = rng.choice(sorted(games.awaiting(game)))
            for command in picked(games.legal_commands(game, seat), rng):
                found = preview(game, seat, command)
                check(game, seat, command, found)
                stops[found.stopped_by] += 1

    assert stops["draw"]
    assert stops["decision"]
    assert title == "minos" or stops["disclosure"]


def check(game: Game, seat: Seat, command: Command, found: Preview) -> None:
    """Compare a preview with what happens."""
    ruleset, number = game.ruleset, len(found.events)
    decided = decide.command(game, seat, command)
    real = [seen_by(event, seat, game.codec) for event in decided.events]
    shown = [
        (event.type, bytes(event.data), None if event.secret is msgspec.UNSET else bytes(event.secret))
        for event in found.events
    ]
    assert shown == real[:number]
    following = decided.events[number:]
    match found.stopped_by:
        case "draw":
            # every event before the first that draws is shown (X26)
            assert has_drawn(following[0]) or isinstance(following[0], DRAWN)
            assert any(map(has_drawn, following))
        case "disclosure":
            # what would disclose something may also be that nothing follows
            assert (
                not following or isinstance(following[0], GameEnded) or ruleset.is_disclosing(game.state, following[0])
            )
        case "decision":
            assert not following
            assert games.awaiting(found.after) == ruleset.awaiting(decided.state)
        case "end":
            assert isinstance(decided.events[-1], GameEnded)
            assert not following
    if found.stopped_by == "decision" and seat in games.awaiting(found.after):
        assert games.decision_id(found.after, seat) == f"{seat}.{game.decided[seat] + 2}"
        assert games.legal_commands(found.after, seat) == ruleset.legal_commands(decided.state, seat)
    after = folded(game, decided.events[:number])
    for other in range(game.opened.seats):
        before, then = ruleset.holdings(game.state, other), ruleset.holdings(after, other)
        changes = {name: then[name] - before[name] for name in then if then[name] != before[name]}
        shown = dict(found.changes.get(other, {}))
        if other != seat and game.state.options.money_public is not True and "money" not in shown:
            # an eliminated player loses talents of which the seat does not know how many (Minos 8.10)
            changes.pop("money", None)
        assert shown == changes


def folded(game: Game, events: Sequence[Event]) -> Any:
    """Return the table after events."""
    state = game.state
    for event in events:
        if not isinstance(event, GameEnded):
            state = game.ruleset.evolve(state, event)
    return state


@pytest.mark.parametrize(("title", "options"), CASES, ids=str)
def test_a_preview_is_the_same_whatever_is_hidden(title: str, options: Mapping[str, Any]) -> None:
    """To the byte, and the next choices of the seat with it."""
    rng, ruleset = random.Random(8), RULESETS[title]
    different = 0
    for game in _some(positions(ruleset, 450, ruleset.seats[-1], options), rng):
        seat = rng.choice(sorted(games.awaiting(game)))
        secret = msgspec.structs.replace(game.opened, secret=Seed("00" * 32))
        resampled = ruleset.resample(game.state, seat, RandomChance(rng))
        other = msgspec.structs.replace(game, opened=secret, state=resampled)
        for command in picked(games.legal_commands(game, seat), rng):
            assert shown(game, seat, command) == shown(other, seat, command)
        different += other.state != game.state

    assert different > 50 or (title, options) == ("minos", {})


def shown(game: Game, seat: Seat, command: Command) -> bytes:
    """Return what the seat is shown of a preview."""
    found = preview(game, seat, command)
    asked = seat in games.awaiting(found.after) and found.stopped_by == "decision"
    choices = games.legal_commands(found.after, seat) if asked else ()
    return msgspec.json.encode((found.events, found.stopped_by, found.changes, choices))


def test_a_preview_shows_the_tile_that_the_investor_takes() -> None:
    """A new tile is drawn after it (X26)."""
    ruleset, found = RULESETS["siberia"], 0
    for number in range(3):
        for game in positions(ruleset, 460 + number, 4, {}):
            for seat in games.awaiting(game):
                commands = [choice.command for choice in games.legal_commands(game, seat)]
                for command in (each for each in commands if isinstance(each, TakeInvestment)):
                    seen = preview(game, seat, command)
                    taken = InvestmentTaken(seat, command.tile, game.state.players[seat].tokens["investor"])
                    assert seen.events[0].type == "siberia.investment_taken"
                    assert bytes(seen.events[0].data) == game.codec.encode(taken).data
                    assert seen.stopped_by == "draw" if game.state.stack.total else "decision"
                    assert seat in seen.changes
                    found += 1
    assert found


def test_a_preview_foresees_neither_clocks_nor_take_backs() -> None:
    """When the next decision is due depends on when the command is sent."""
    ruleset = RULESETS["minos"]
    terms = Terms(take_back=True, clock=Clock(allowance=60, bank=600, on_empty="bot", strikes=3))
    at = "2026-11-22T12:00:00.000000Z"
    game = started(new_game(ruleset, 2, terms=terms), bytes(32), at)
    (seat,) = games.awaiting(game)

    found = preview(game, seat, KeepDice())

    assert game.clocks is not None
    assert [event.type for event in found.events] == ["minos.dice_kept"]
    assert (found.after.clocks, found.after.undo) == (None, ())
    with pytest.raises(NotPossible, match="paused"):
        preview(msgspec.structs.replace(game, paused_until=at), seat, KeepDice())
