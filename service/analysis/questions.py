"""What the engine is asked about a game: its decisions, and the tables of the winning chance over time."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec

from domain.analysis.analyse import NotAnalysable, folded, withdrawn
from domain.game.codecs import LOBBY_CODEC
from domain.game.game import Game, decision_id
from domain.kernel.values import Choice, Command, Event, Seat, Value
from domain.ledger.draws import KeyedChance
from domain.ledger.records import Entry
from projections.ranking import resigned_seats
from service.analysis.chances import NoEngineError, has_engine
from service.analysis.worlds import resampled
from service.bots.strong.light import policy_of

_Item = TypeVar("_Item")

SEEDS = "ludolog/engine/1"
"""The first word of what the seeds are computed from."""

MOST_POINTS = 60
"""The maximum number of points of the winning chance over time."""

MOST_QUESTIONS = 2_000
"""The maximum number of decisions that are examined. Usual games have a few hundred."""

_LOBBY = frozenset(LOBBY_CODEC.types.values())


class Question(Value, frozen=True):
    """A decision, with a world that its seat cannot distinguish from the real state.

    Where the log hides nothing, the world is the real state.
    """

    title: str
    ruleset_version: int
    version: int
    """The version of the decision event."""
    seat: Seat
    decision: str
    rule: str
    world: Any
    chosen: Command
    seed: int
    level: str
    out: tuple[Seat, ...] = ()
    """The other seats that cannot win, because their players have left."""


class Table(Value, frozen=True):
    """The whole state at a version, from which the chances of all seats are estimated."""

    title: str
    ruleset_version: int
    version: int
    state: Any
    seed: int
    level: str
    out: tuple[Seat, ...] = ()
    """The seats that cannot win, because their players have left."""


class Plan(Value, frozen=True):
    """All questions about a game, in the order of their versions."""

    game: Game
    level: str
    questions: Sequence[Question]
    tables: Sequence[Table]
    omitted: int
    """The decisions that are not examined, because there are more than `MOST_QUESTIONS`."""

    @property
    def items(self) -> Sequence[Question | Table]:
        """All that has to be worked on."""
        return (*self.tables, *self.questions)


def plan_of(entries: Sequence[Entry], level: str) -> Plan:
    """Return what the engine is asked about a game. Raises NotAnalysable and NoEngineError.

    The log must be valid and have all secrets. What was taken back or undone, and decisions with one legal command, are
    left out.
    """
    steps = [*folded(entries)]
    game = steps[-1][3] if steps else None
    if game is None or game.status != "ended":
        raise NotAnalysable("open" if game is None else game.status)
    if not has_engine(game.opened.ruleset):
        raise NoEngineError(game.opened.ruleset)
    gone = withdrawn(entries)
    decisions = [each for each in _decisions(steps, gone) if each.is_choice]
    asked = [
        question_of(each.before, each.seat, each.command, seed_of(game, each.before.version + 1, level), level)
        for each in spread(decisions, MOST_QUESTIONS)
    ]
    tables = [_table(each, seed_of(game, each.version, level), level) for each in thinned(_boundaries(steps, gone))]
    return Plan(game, level, asked, tables, len(decisions) - len(asked))


def seed_of(game: Game, version: int, level: str) -> int:
    """Return the seed for a version: the first 8 bytes of a SHA-256. `game` is the game after its end."""
    text = f"{SEEDS} {game.id} {game.tip.head} {version} {level}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])


def question_of(before: Game, seat: Seat, chosen: Command, seed: int, level: str) -> Question:
    """Return the question about a decision, computed from what the seat could know."""
    ruleset, version = before.ruleset, before.version + 1
    chance = KeyedChance(seed.to_bytes(8), version)
    world = resampled(ruleset, policy_of(ruleset.name), before.state, seat, chance)
    rule = ruleset.question(before.state, seat)
    decision = decision_id(before, seat)
    # the bot of a seat that was left plays as well as it can
    out = tuple(other for other in out_of(before) if other != seat)
    return Question(
        *(ruleset.name, ruleset.version, version, seat, decision, rule, world, chosen, seed, level, out),
    )


def out_of(game: Game) -> tuple[Seat, ...]:
    """Return the seats that cannot win, because their players have left; none if all have: then the rules count."""
    resigned = resigned_seats(game)
    return resigned if len(resigned) < len(game.occupants) else ()


def onward_of(choices: Sequence[Choice]) -> list[Choice]:
    """Return the choices without those that only undo earlier ones."""
    return [choice for choice in choices if not choice.command.undoes]


class _Decision(NamedTuple):
    """A decision event as the command of a seat."""

    before: Game
    seat: Seat
    command: Command
    is_choice: bool
    """Whether the seat had another legal command than this one, except those that only undo."""


def _decisions(steps: Sequence[tuple[Game | None, Entry, Event, Game]], gone: frozenset[int]) -> list[_Decision]:
    """Return the decisions of a game that last: without commands that undo, and without what they undo."""
    found: list[_Decision] = []
    for before, entry, event, _ in steps:
        seat = entry.record.seat
        if before is None or before.state is None or seat is None:
            continue
        if type(event) in _LOBBY or entry.record.version in gone:
            continue
        decision = _decision(before, seat, event)
        if decision is None:
            continue
        if not decision.command.undoes:
            found.append(decision)
        elif (place := _undone(found, decision)) is not None:
            del found[place]
    return found


def _decision(before: Game, seat: Seat, event: Event) -> _Decision | None:
    """Return a decision event as a command; None: it follows from another event."""
    choices = before.ruleset.legal_commands(before.state, seat)
    commands = before.ruleset.commands_of(event)
    command = next((each for each in commands if any(choice.admits(each) for choice in choices)), None)
    if command is None:
        return None
    onward = onward_of(choices)
    return _Decision(before, seat, command, len(onward) > 1 or any(choice.range is not None for choice in onward))


def _undone(decisions: Sequence[_Decision], undoing: _Decision) -> int | None:
    """Return the place of the decision that a command undoes: the last one of its seat with the same values."""
    values = msgspec.structs.astuple(undoing.command)
    for place in range(len(decisions) - 1, -1, -1):
        each = decisions[place]
        if each.seat == undoing.seat and msgspec.structs.astuple(each.command) == values:
            return place
    return None


def _boundaries(steps: Sequence[tuple[Game | None, Entry, Event, Game]], gone: frozenset[int]) -> Iterator[Game]:
    """Yield the game at the start, and after each batch with which a round has begun."""
    last: int | None = None
    for place, (_, entry, _, game) in enumerate(steps):
        is_batch_end = place + 1 == len(steps) or steps[place + 1][1].record.cause != entry.record.cause
        if game.status != "running" or not is_batch_end or entry.record.version in gone:
            continue
        if game.state.round != last:
            last = game.state.round
            yield game


def thinned(games: Iterator[Game]) -> list[Game]:
    """Return at most so many of the games that a point for the end can follow, evenly spread, with the first."""
    return spread([*games], MOST_POINTS - 1)


def spread(items: Sequence[_Item], most: int) -> list[_Item]:
    """Return at most so many of the items, evenly spread, with the first."""
    if len(items) <= most:
        return [*items]
    return [items[place * len(items) // most] for place in range(most)]


def _table(game: Game, seed: int, level: str) -> Table:
    return Table(game.ruleset.name, game.ruleset.version, game.version, game.state, seed, level, out_of(game))


def as_json(command: Command) -> Mapping[str, Any]:
    """Return a command as JSON has it."""
    return msgspec.to_builtins(command)
