"""Another world differs in everything that is hidden, and in nothing else."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, cast

import msgspec
import pytest

from domain.game.game import Game
from domain.giganten.state import Movement
from domain.giganten.state import State as Giganten
from domain.kernel.values import Viewer
from domain.minos.state import State as Minos
from domain.rulesets import RULESETS
from domain.siberia.state import Placing
from domain.siberia.state import State as Siberia
from projections.history import FULL, AnyViewer
from projections.views import VIEWS
from tests.kit import RandomChance
from tests.secrecy.plays import Played, Setting
from tests.secrecy.worlds import World

WORLDS = 4
"""Other worlds of each position."""

OPEN = frozenset({"viewer"})
"""What differs between views by its nature."""

COUNTED = frozenset({"investments_undrawn", "bag_tokens"})
"""What a view withholds though everybody can count it: tiles and revealed tokens are open (Siberia 9.4, 2.7)."""

HIDING: list[tuple[str, dict[str, Any]]] = [
    ("giganten", {}),
    ("giganten", {"money_public": False}),
    ("giganten", {"peek_memory": False}),
    ("giganten", {"bluff_pick": "owner", "money_public": False, "peek_memory": False}),
    ("siberia", {}),
    ("siberia", {"money_public": False}),
    ("minos", {"money_public": False}),
    ("minos", {"money_public": "own_choice"}),
]


def played(title: str, options: dict[str, Any]) -> Played:
    return _played(title, tuple(options.items()))


@cache
def _played(title: str, items: tuple[tuple[str, Any], ...]) -> Played:
    options = dict(items)
    return Played(Setting(title, 4, options, 3), ("player:a", "player:b", "player:c"), "player:owner", most=900)


def slots(state: Any, viewer: Viewer) -> Iterator[tuple[str, object]]:
    """Return what is hidden from a viewer in a table, by name: what the view shows of it, and what it never does."""
    match state:
        case Giganten():
            return _giganten(state, viewer)
        case Siberia():
            return _siberia(state, viewer)
        case Minos():
            return _money(state, viewer)
        case _:
            message = f"say what is hidden in {state!r:.60}"
            raise AssertionError(message)


def _money(state: Any, viewer: Viewer) -> Iterator[tuple[str, object]]:
    public = state.options.money_public
    for seat, player in enumerate(state.players):
        if seat != viewer and not (player.shown if public == "own_choice" else public):
            yield f"money of {seat}", player.money


def _giganten(state: Giganten, viewer: Viewer) -> Iterator[tuple[str, object]]:
    yield from _money(state, viewer)
    yield "deck of licences", state.licences.counts
    own: Mapping[str, int] = {} if viewer is None else state.players[viewer].known
    phase = state.phase
    if viewer is not None and not state.options.peek_memory:
        inspectable = phase.inspected if isinstance(phase, Movement) and phase.todo[:1] == (viewer,) else ()
        for site in own.keys() & state.tiles.keys() - {*inspectable}:
            yield "tile that the viewer has forgotten", (site, own[site])
        own = {site: value for site, value in own.items() if site in inspectable}
    for seat, player in enumerate(state.players):
        if seat != viewer:
            yield f"hand of {seat}", (player.ones, player.twos)
            for site in player.known.keys() & state.tiles.keys() - own.keys():
                yield f"tile known to {seat}", (site, player.known[site])
                yield "tile", (site, state.tiles[site])
    yield "tiles not drawn", tuple(bag.counts for bag in state.undrawn)


def _siberia(state: Siberia, viewer: Viewer) -> Iterator[tuple[str, object]]:
    yield from _money(state, viewer)
    phase = state.phase
    if isinstance(phase, Placing) and phase.step != "revealed":
        yield "bag", state.bag.counts
        for seat in range(len(state.players)):
            if seat != viewer:
                yield f"hand of {seat}", phase.hands[seat]
                yield f"tokens placed by {seat}", tuple(one.token for one in phase.laid[seat])
                yield f"spots of {seat}", tuple(one.spot for one in phase.laid[seat])
                changes = phase.changes_of(seat)
                if seat not in phase.done and changes and not changes % 2:
                    yield f"whether any token of {seat} lies", bool(phase.laid[seat])


@pytest.mark.parametrize("viewer", [None, 0, 2])
@pytest.mark.parametrize(("title", "options"), HIDING, ids=str)
def test_every_hidden_slot_of_the_table_is_reached(title: str, options: dict[str, Any], viewer: Viewer) -> None:
    game = played(title, options)
    worlds = [World(game, viewer, number) for number in range(WORLDS)]
    there, changed = Counter[str](), Counter[str]()
    for move in random.Random(7).sample(game.moves, 120):
        state = move.before.state
        real = defaultdict[str, list[object]](list)
        for name, value in slots(state, viewer):
            real[name].append(value)
        there.update(real.keys())
        for world in worlds:
            other = defaultdict[str, list[object]](list)
            for name, value in slots(world.resampled(move.before.version), viewer):
                other[name].append(value)
            assert other.keys() == real.keys()
            changed.update({name for name in real if real[name] != other[name]})

    assert there
    assert not {name: count for name, count in there.items() if count >= 3 and not changed[name]}


@pytest.mark.parametrize("viewer", [None, 1])
@pytest.mark.parametrize("number", range(2))
@pytest.mark.parametrize("title", RULESETS)
def test_whatever_the_view_withholds_is_reached(title: str, number: int, viewer: Viewer) -> None:
    """Under any options, new ones among them: what the full view tells and the viewer's does not differs."""
    setting = Setting(title, number)
    game = Played(setting, ("player:a", "player:b", "player:c", "player:d")[: setting.seats], "player:o", most=900)
    world = World(game, viewer)
    there, changed = Counter[str](), Counter[str]()
    for move in random.Random(number).sample(game.moves, 150):
        views: list[tuple[Game, AnyViewer]] = [
            (move.before, viewer),
            (move.before, FULL),
            (world.at(move.before.version), FULL),
        ]
        shown, full, other = (dict(leaves(VIEWS[title](one, by))) for one, by in views)
        withheld = [path for path, value in shown.items() if value is None and full.get(path, ()) is None]
        paths = {path for path, value in full.items() if shown.get(path) != value} - {*withheld}
        paths = {path for path in paths if path.split(".")[0] not in OPEN | COUNTED}
        there.update(paths)
        changed.update(path for path in paths if other.get(path) != full[path])

    assert not {path: count for path, count in there.items() if count >= 20 and not changed[path]}


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, object]]:
    """Return everything that a view tells, by its path."""
    plain = msgspec.to_builtins(value)
    stack: list[tuple[str, Any]] = [(path, plain)]
    while stack:
        name, item = stack.pop()
        if isinstance(item, dict):
            found = cast("dict[Any, Any]", item)
            stack.extend((f"{name}.{key}".lstrip("."), inner) for key, inner in found.items())
        elif isinstance(item, list):
            stack.extend((f"{name}.{place}".lstrip("."), inner) for place, inner in enumerate(cast("list[Any]", item)))
        else:
            yield name, item


def test_other_worlds_agree_with_the_number_of_changes_that_everybody_counts() -> None:
    """Siberia 2.8: a change adds or removes one token, and each change is a public event."""
    game = played("siberia", {})
    worlds = [World(game, None, number) for number in range(WORLDS)]
    changes, seen = Counter[int](), Counter[tuple[int, int]]()
    for version, entry in enumerate(game.entries, 1):
        if entry.record.type == "siberia.placing_changed":
            changes[cast("int", entry.record.seat)] += 1
        elif entry.record.type == "siberia.placements_revealed":
            changes.clear()
        state = game.after(version).state
        if not isinstance(state, Siberia) or not isinstance(state.phase, Placing) or state.phase.step != "placing":
            continue
        for world in worlds:
            other = world.resampled(version).phase
            for seat, laid in enumerate(other.laid):
                assert len(laid) <= changes[seat], (version, seat)
                assert len(laid) % 2 == changes[seat] % 2, (version, seat)
                seen[changes[seat], len(laid)] += 1

    assert all(seen[pair] for pair in [(0, 0), (1, 1), (2, 0), (2, 2), (3, 1), (3, 3)])


@pytest.mark.parametrize("title", ["giganten", "siberia"])
def test_every_secret_of_the_log_is_reached(title: str) -> None:
    game = played(title, {})
    for viewer in (None, 0, 1, 2):
        world = World(game, viewer)
        there, changed = Counter[str](), Counter[str]()
        for real, other in zip(game.entries, world.entries, strict=True):
            assert (other.record, other.head) == (real.record, real.head)
            if real.secret is None or viewer in real.record.known_to:
                assert other.secret == real.secret
                continue
            there[real.record.type] += 1
            changed[real.record.type] += other.secret != real.secret
            assert other.secret is not None
        assert game.entries[0].secret != world.entries[0].secret
        assert not [name for name in there if there[name] >= 3 and not changed[name]]


@pytest.mark.parametrize("title", RULESETS)
def test_what_the_viewer_knows_is_kept(title: str) -> None:
    """The viewer's own hand, tokens and money are those of the real table, and so is what all can count."""
    game = played(title, {"money_public": False})
    for viewer in (None, 0, 2):
        world = World(game, viewer)
        for move in random.Random(3).sample(game.moves, 60):
            other = world.at(move.before.version)
            assert VIEWS[title](other, viewer) == VIEWS[title](move.before, viewer)
            assert other.ruleset.awaiting(other.state) == move.before.ruleset.awaiting(move.before.state)


@pytest.mark.parametrize("viewer", [None, 0, 2])
@pytest.mark.parametrize(("title", "options"), HIDING, ids=str)
def test_another_table_follows_from_what_the_viewer_knows(title: str, options: dict[str, Any], viewer: Viewer) -> None:
    """Previews are computed on such tables: with the same draws they are the same, whatever is hidden."""
    game = played(title, options)
    ruleset = RULESETS[title]
    for move in random.Random(5).sample(game.moves, 60):
        state = move.before.state
        other = ruleset.resample(state, viewer, RandomChance(random.Random(1)))

        first, second = (ruleset.resample(each, viewer, RandomChance(random.Random(2))) for each in (state, other))

        assert first == second
        assert repr(first) == repr(second)
