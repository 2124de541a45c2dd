"""Whole games of any title under random options, with random legal commands, and their logs."""

import hashlib
import os
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, get_args, get_origin

from msgspec.structs import FieldInfo, fields, replace

from domain.game import decide
from domain.game import game as games
from domain.game.decide import Decided, NewGame
from domain.game.fold import append
from domain.game.game import Game
from domain.kernel.ruleset import OptionError, Ruleset
from domain.kernel.values import Choice, Command, Event, IllegalCommand, Seat
from domain.ledger.records import Entry, tip_of_new
from domain.rulesets import RULESETS
from tests.kit import ScriptedChance

GAMES = int(os.environ.get("LUDOLOG_GAMES", "18"))
"""How many games the properties are tested on; 1000 is the long run. The first 16 reach all that can happen."""
UNDOING = 0.1
"""How often a command is considered that takes an earlier one back."""
BATCHES = 6
"""The games are dealt out to so many tests, which run beside one another."""


Chooser: TypeAlias = Callable[[Game, Seat, Sequence[Choice], random.Random], Command]
"""Returns one of the choices that a seat has in a game."""


class Step(NamedTuple):
    """One batch of a game: the game before it (None: it is opened), who decided, what happened, the game after it."""

    before: Game | None
    seat: Seat | None
    events: Sequence[Event]
    entries: Sequence[Entry]
    after: Game


def numbers(batch: int, games_in_all: int = GAMES) -> range:
    """Return the numbers of the games of a batch."""
    return range(batch, games_in_all, BATCHES)


def random_options(ruleset: Ruleset[Any], seats: int, rng: random.Random) -> dict[str, int | str | bool]:
    """Return a profile with about half of its options set to any of their values."""
    chosen = {option.name: rng.choice(option.values) for option in ruleset.options if rng.random() < 0.5}
    profile = rng.choice(list(ruleset.profiles))
    while True:
        try:
            options = ruleset.resolve_options(profile, chosen)
            ruleset.initial(seats, options, ruleset.default_data_set)
        except OptionError as error:
            # a value that the number of seats or another option does not allow
            del chosen[error.option]
        else:
            return options


def any_of(choices: Sequence[Choice], rng: random.Random, patience: float = 0.0) -> Command:
    """Return a legal command: of any kind, as likely as any other kind; of its range mostly a low number.

    With patience the kind that is listed last, which ends or declines something, is taken more rarely. A kind that
    takes an earlier command back is rare in any case.
    """
    kinds: dict[type[Command], list[Choice]] = defaultdict(list)
    for choice in choices:
        kinds[type(choice.command)].append(choice)
    undoing = [kind for kind in kinds if kind.undoes]
    if undoing and len(undoing) < len(kinds) and rng.random() >= UNDOING:
        for kind in undoing:
            del kinds[kind]
    if len(kinds) > 1 and rng.random() < patience:
        kinds.popitem()
    choice = rng.choice(kinds[rng.choice(list(kinds))])
    span = choice.range
    if span is None:
        return choice.command
    highest = span.max if rng.random() < 0.05 else min(span.max, span.min + 8)
    return replace(choice.command, **{span.field: rng.randint(span.min, highest)})


def seed_of(number: int) -> bytes:
    """Return the secret of the game of this number."""
    return hashlib.sha256(b"secret %d" % number).digest()


def played(ruleset: Ruleset[Any], number: int, choose: Chooser | None = None) -> Iterator[Step]:
    """Play the game of this number; its options, seats, entropy and commands all follow from the number.

    Another way to choose commands can be given.
    """
    rng = random.Random(number)
    seats = rng.choice(ruleset.seats)
    options = random_options(ruleset, seats, rng)
    opening = decide.open_game(
        NewGame(ruleset, seats, options, ruleset.default_data_set, "player:0", "public"), seed_of(number)
    )
    patience = rng.choice((0.0, 0.6, 0.9))
    step = _stepped(None, number, None, opening)
    yield step
    for seat in rng.sample(range(seats), seats):
        taken = decide.take_seat(step.after, seat, f"player:{seat}", rng.randbytes(32).hex(), "player")
        step = _stepped(step.after, number, seat, taken)
        yield step
    step = _stepped(step.after, number, None, decide.start(step.after))
    yield step
    while step.after.status == "running":
        game = step.after
        seat = min(games.awaiting(game))
        choices = games.legal_commands(game, seat)
        command = choose(game, seat, choices, rng) if choose else any_of(choices, rng, patience)
        step = _stepped(game, number, seat, decide.command(game, seat, command))
        yield step


def _stepped(game: Game | None, number: int, seat: Seat | None, decided: Decided) -> Step:
    tip = tip_of_new(f"00000000-0000-4000-8000-{number:012}") if game is None else game.tip
    at = f"2026-11-20T12:00:00.{min(tip.version, 999_999):06}Z"
    after, entries = append(game, tip, seed_of(number), at, seat, decided)
    return Step(game, seat, decided.events, entries, after)


@cache
def _fields(kind: type[Command]) -> Sequence[FieldInfo]:
    # looked up for every command that is tried
    return fields(kind)


@cache
def _values(title: str) -> Mapping[tuple[str, Any], Sequence[Any]]:
    """Return what was seen in the fields of listed commands in a few games, by the name and type of the field."""
    values: dict[tuple[str, Any], set[Any]] = defaultdict(set)
    for number in range(12):
        for step in played(RULESETS[title], number):
            for seat in games.awaiting(step.after):
                for choice in games.legal_commands(step.after, seat):
                    for field in _fields(type(choice.command)):
                        values[field.name, field.type].add(getattr(choice.command, field.name))
    return {name: sorted(seen, key=repr) for name, seen in values.items()}


class Arguments(NamedTuple):
    """What a field of a command can hold."""

    name: str
    is_number: bool
    seen: Sequence[Any]
    """The values in listed commands."""
    others: Sequence[Any]
    """Values that a listed command shows too rarely, or that no listed command has."""


@cache
def _arguments(title: str) -> Sequence[tuple[type[Command], Sequence[Arguments]]]:
    """Return each kind of command of a title, with what its fields can hold."""
    values = _values(title)
    return [
        (kind, [_arguments_of(field, values.get((field.name, field.type), ())) for field in _fields(kind)])
        for kind in RULESETS[title].commands
    ]


def _arguments_of(field: FieldInfo, seen: Sequence[Any]) -> Arguments:
    """Return what a field can hold: all values of a literal type, and names that no place, card or token has."""
    # an annotated type is the type
    kind: Any = getattr(field.type, "__origin__", field.type) if get_origin(field.type) is Annotated else field.type
    others = get_args(kind) if get_origin(kind) is Literal else ("nowhere", "") if kind is str else ()
    return Arguments(field.name, kind is int, seen, others)


def plausible(ruleset: Ruleset[Any], rng: random.Random) -> Iterator[Command]:
    """Return a command of each kind, legal or not, with arguments that are legal at some time, or nearly so."""
    for kind, fields_of_kind in _arguments(ruleset.name):
        arguments: dict[str, Any] = {}
        for name, is_number, seen, others in fields_of_kind:
            if is_number:
                number = rng.choice([*seen, rng.randint(-2, 8), 999, 1000])
                arguments[name] = number + rng.choice((0, 0, 1, -1))
            else:
                arguments[name] = rng.choice([*seen, *others])
        yield kind(**arguments)


def accepted(game: Game, seat: Seat, command: Command) -> bool:
    """Whether a command is accepted; where it is not, the refusal names a rule of the book."""
    ruleset = game.ruleset
    try:
        events = ruleset.decide(game.state, seat, command, ScriptedChance(rest=0))
    except IllegalCommand as illegal:
        rule = illegal.refusal.rule
    else:
        return bool(events)
    assert rule in ruleset.rules
    return False
