"""What a command would do, as far as its seat can know it. Nothing hidden from the seat has an influence.

The command is followed in several worlds: tables that the seat cannot distinguish from the real one
(`Ruleset.resample`). The real table is only the source of these. A preview ends before a draw, before an event that may
show the seat something hidden, and before the first event that differs between the worlds.
"""

import hashlib
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from domain.game.decide import must_go_on
from domain.game.events import GameEnded
from domain.game.game import Game
from domain.kernel.chance import Chance
from domain.kernel.codec import Codec
from domain.kernel.phases import Foreseen
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Command, Event, Seat, Value
from domain.ledger.draws import KeyedChance

_RANDOM_WORLDS = 4
"""Tables in which a command is followed, apart from the two extremes. More of them find more differences."""

StoppedBy: TypeAlias = Literal["draw", "disclosure", "decision", "end"]


class ForeseenEvent(Value, frozen=True, omit_defaults=True):
    """An event that would happen, as the seat would see it."""

    type: str
    data: msgspec.Raw
    secret: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


class Preview(Value, frozen=True):
    """What a command would do."""

    events: tuple[ForeseenEvent, ...]
    stopped_by: StoppedBy
    after: Game
    """The game after these events in one of the worlds. Show the seat its own view of it and nothing else."""
    changes: Mapping[Seat, Mapping[str, int]]
    """What each seat would have more or less, by the names of `Ruleset.holdings`."""


def preview(game: Game, seat: Seat, command: Command) -> Preview:
    """Return what a command of an awaited seat would do; raises IllegalCommand, or NotPossible as `decide.command`."""
    must_go_on(game)
    ruleset = game.ruleset
    worlds = _worlds(game, seat)
    followed = [_with_result(ruleset, ruleset.foresee(world, seat, command)) for world in worlds]
    seen = [[_seen_by(event, seat, game.codec) for event in found.events] for found in followed]
    common = _common(seen)
    knows_all = all(found.state == followed[0].state for found in followed)

    def is_certain(event: Event) -> bool:
        # the result depends on all that is hidden
        return knows_all if isinstance(event, GameEnded) else not ruleset.is_surprising(worlds[0], event, seat)

    certain = list(takewhile(is_certain, followed[0].events[:common]))
    number = len(certain)
    states = [_after(ruleset, world, found.events[:number]) for world, found in zip(worlds, followed, strict=True)]
    return Preview(
        tuple(seen[0][:number]),
        _stopped_by(followed, number),
        _played(game, seat, states[0], certain),
        _changes(ruleset, worlds, states, game.opened.seats),
    )


def _worlds(game: Game, seat: Seat) -> list[Any]:
    """Return different tables that the seat cannot distinguish from the real one; they follow from what it knows."""
    worlds: list[Any] = []
    for chance in _chances(game, seat):
        world = game.ruleset.resample(game.state, seat, chance)
        # where nothing is hidden, all worlds are the real one
        if world not in worlds:
            worlds.append(world)
    return worlds


class _Extreme:
    """Draws always the first or always the last outcome: hidden purses become as empty or as full as possible."""

    def __init__(self, *, last: bool) -> None:
        self._last = last

    def draw(self, size: int) -> int:
        """Return an end of the range from 0 to size - 1."""
        return size - 1 if self._last else 0


def _chances(game: Game, seat: Seat) -> list[Chance]:
    """Return the draws of each world. They follow from what the seat knows: the game, its version and the seat."""
    keys = (f"ludolog/preview/1 {game.id} {seat} {world}" for world in range(_RANDOM_WORLDS))
    keyed = [KeyedChance(hashlib.sha256(key.encode()).digest(), game.version) for key in keys]
    return [_Extreme(last=False), _Extreme(last=True), *keyed]


def _with_result(ruleset: Ruleset[Any], found: Foreseen[Any]) -> Foreseen[Any]:
    """Add the end of the game, if the events lead to it."""
    places = None if found.draws else ruleset.result(found.state)
    return found if places is None else found._replace(events=[*found.events, GameEnded(places)])


def _seen_by(event: Event, seat: Seat, codec: Codec) -> ForeseenEvent:
    encoded = codec.encode(event)
    knows = encoded.secret is not None and seat in event.known_to
    secret = msgspec.Raw(encoded.secret) if knows and encoded.secret is not None else msgspec.UNSET
    return ForeseenEvent(encoded.type, msgspec.Raw(encoded.data), secret)


def _common(seen: Sequence[Sequence[ForeseenEvent]]) -> int:
    """Return how many events are the same in all worlds, from the first one on."""
    return sum(1 for _ in takewhile(lambda same: len({*map(_key, same)}) == 1, zip(*seen, strict=False)))


def _key(event: ForeseenEvent) -> tuple[str, bytes, bytes | None]:
    secret = None if event.secret is msgspec.UNSET else bytes(event.secret)
    return event.type, bytes(event.data), secret


def _stopped_by(followed: Sequence[Foreseen[Any]], number: int) -> StoppedBy:
    if any(len(found.events) > number for found in followed):
        return "disclosure"
    if any(found.draws for found in followed):
        return "draw"
    last = followed[0].events[-1:]
    return "end" if last and isinstance(last[0], GameEnded) else "decision"


def _after(ruleset: Ruleset[Any], state: Any, events: Sequence[Event]) -> Any:
    for event in events:
        if not isinstance(event, GameEnded):
            state = ruleset.evolve(state, event)
    return state


def _played(game: Game, seat: Seat, state: Any, events: Sequence[Event]) -> Game:
    """Return the game after the decision, without records and clocks: its version and head are those of before."""
    decided = tuple(number + (other == seat) for other, number in enumerate(game.decided))
    is_over = bool(events) and isinstance(events[-1], GameEnded)
    status = "ended" if is_over else game.status
    return replace(game, state=state, decided=decided, status=status, clocks=None, undo=())


def _changes(
    ruleset: Ruleset[Any], worlds: Sequence[Any], states: Sequence[Any], seats: int
) -> Mapping[Seat, Mapping[str, int]]:
    """Return the changes that are the same in all worlds, for each seat that has any."""
    found = {
        seat: _common_changes(
            [
                _difference(ruleset.holdings(before, seat), ruleset.holdings(after, seat))
                for before, after in zip(worlds, states, strict=True)
            ]
        )
        for seat in range(seats)
    }
    return {seat: changes for seat, changes in found.items() if changes}


def _difference(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    names = dict.fromkeys((*before, *after))
    return {name: amount for name in names if (amount := after.get(name, 0) - before.get(name, 0))}


def _common_changes(found: Sequence[Mapping[str, int]]) -> dict[str, int]:
    first, *others = found
    return {name: amount for name, amount in first.items() if all(other.get(name) == amount for other in others)}
