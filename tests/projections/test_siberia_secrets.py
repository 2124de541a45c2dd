"""Two worlds of Siberia that differ only in what a viewer may not know look the same to that viewer."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.game import game as games
from domain.game.game import Game
from domain.kernel.codec import Codec
from domain.kernel.values import Choice, Event, Seat, Viewer
from domain.ledger.records import Entry, read_event
from domain.siberia import SIBERIA
from domain.siberia.commands import EndPlacing, TakeBack
from domain.siberia.events import PlacingChanged, PlacingEnded, TokenPlaced, TokensDrawn
from domain.siberia.phases import placing
from domain.siberia.resample import resample
from domain.siberia.state import Placing, State
from projections.history import FULL, seen
from projections.views.siberia import view
from tests.kit import RandomChance, ScriptedChance
from tests.projections.bot_games import SEED, appended, batches, observed, positions

CODEC = Codec(SIBERIA.events)
HIDDEN = {"siberia.tokens_drawn", "siberia.drawing_ended"}
PLACED = {True: {"siberia.placing_changed"}, False: {"siberia.token_placed"}}
"""What hides a token that is placed, by the option `take_back`."""


def several_awaited(number: int, seats: int, *, take_back: bool) -> list[Game]:
    """Return the positions of a game in which at least two seats place tokens."""
    played = positions(SIBERIA, number, seats, {"take_back": take_back})
    return [game for game in played if len(games.awaiting(game)) > 1]


def changes(game: Game, seat: Seat) -> list[Choice]:
    """Return what a seat may place or take back; that it is done is seen by all."""
    return [choice for choice in games.legal_commands(game, seat) if not isinstance(choice.command, EndPlacing)]


def told(game: Game, viewer: Viewer) -> tuple[Any, ...]:
    """Return what a viewer is told, but for what all see of others: the version, and how many tokens they have left."""
    shown = view(game, viewer)
    players = tuple(player if player.seat == viewer else replace(player, to_place=0) for player in shown.players)
    return replace(shown, version=0, awaiting=(), players=players), mine(game, viewer)


def mine(game: Game, viewer: Viewer) -> tuple[str, tuple[Choice, ...]] | None:
    """Return the id of a seat's decision, and its choices."""
    if viewer is None or viewer not in games.awaiting(game):
        return None
    return games.decision_id(game, viewer), tuple(games.legal_commands(game, viewer))


@pytest.mark.parametrize("take_back", [True, False])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_one_seat_commits_changes_nothing_for_the_others(seats: int, *, take_back: bool) -> None:
    whim = random.Random(seats)
    compared = 0
    for game in several_awaited(30 + seats, seats, take_back=take_back):
        seat = whim.choice(sorted(games.awaiting(game)))
        others = [other for other in range(seats) if other != seat]
        own = {other: whim.choice(games.legal_commands(game, other)).command for other in others if mine(game, other)}
        would = {other: games.decide(game, other, command) for other, command in own.items()}
        looks: dict[Viewer, set[bytes]] = {viewer: set() for viewer in (None, *others)}
        for choice in changes(game, seat):
            after, _ = appended(game, seat, games.decide(game, seat, choice.command))
            for viewer in (None, *others):
                assert told(after, viewer) == told(game, viewer)
                looks[viewer].add(observed(after, viewer))
            for other, command in own.items():
                # what another one was about to send is still accepted, and means the same
                sent = games.decide(after, other, command)
                assert sent[0] == would[other][0]
                assert len(sent) == 1 or len(games.awaiting(after)) == 1
                compared += 1
        # whatever was committed looks alike
        assert all(len(found) == 1 for found in looks.values())

    assert compared > 100


@pytest.mark.parametrize("take_back", [True, False])
def test_who_is_awaited_hangs_on_no_secret(*, take_back: bool) -> None:
    """A token with a single place to go is asked for like any other, until the last one lies."""
    whim = random.Random(3)
    for game in several_awaited(40, 4, take_back=take_back):
        for viewer in (None, *range(4)):
            other = replace(game, state=resample(game.state, viewer, RandomChance(whim)))
            for seat in games.awaiting(game):
                sent = [changes(world, seat)[0].command for world in (game, other)]
                both = zip((game, other), sent, strict=True)
                followed = [public(games.decide(world, seat, command)) for world, command in both]
                assert followed[0] == followed[1]


def public(events: list[Event]) -> list[tuple[str, bytes]]:
    """Return what everybody sees of events."""
    return [(parts.type, parts.data) for parts in map(CODEC.encode, events)]


@pytest.mark.parametrize("take_back", [True, False])
@pytest.mark.parametrize("seats", [2, 4])
def test_events_show_secrets_to_those_who_know_them_only(seats: int, *, take_back: bool) -> None:
    options = {"take_back": take_back}
    log = [entry for _, entries in batches(SIBERIA, 50 + seats, seats, options) for entry in entries]
    hidden = HIDDEN | PLACED[take_back]
    shown = 0
    for entry in log:
        name = entry.record.type
        assert (entry.secret is not None) == (entry.record.sealed is not None) == (name in hidden)
        for viewer in (None, *range(seats)):
            knows = name in hidden - {"siberia.drawing_ended"} and viewer == owner(entry)
            assert (seen(entry, viewer, SEED).secret is not msgspec.UNSET) == knows
            shown += knows
        assert seen(entry, FULL, SEED).secret == (msgspec.UNSET if entry.secret is None else entry.secret)

    assert shown > 50


def owner(entry: Entry) -> Seat:
    """Return the seat of an event with a secret; what lies open beside it are numbers."""
    data: dict[str, int] = msgspec.json.decode(entry.record.data)
    # while tokens may be taken back, nobody else learns how many of them lie
    assert data.keys() <= ({"seat"} if entry.record.type in PLACED[True] else {"seat", "count", "left"})
    return data["seat"]


@pytest.mark.parametrize("take_back", [True, False])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_viewer_cannot_tell_two_histories_apart(seats: int, *, take_back: bool) -> None:
    """What is opened of the log hangs on nothing that the viewer may not know; so draws are opened to nobody."""
    whim = random.Random(seats)
    differing = Counter[str]()
    for viewer in (None, *range(seats)):
        for entry, beside in histories(60 + seats, seats, viewer, whim, take_back=take_back):
            assert shown(entry, viewer) == shown(beside, viewer)
            differing[entry.record.type] += entry.secret != beside.secret

    # the worlds do differ in each kind of secret, the draws behind a viewer's own tokens included
    hidden = HIDDEN | PLACED[take_back]
    assert min(differing[name] for name in hidden) > 20
    assert differing.keys() - hidden == {name for name in differing if not differing[name]}


def histories(
    number: int, seats: int, viewer: Viewer, whim: random.Random, *, take_back: bool
) -> Iterator[tuple[Entry, Entry]]:
    """Return what is logged of each round from drawing to revealing, beside a world that differs for others only."""
    played = list(batches(SIBERIA, number, seats, {"take_back": take_back}))
    before, _ = played.pop(0)
    beside: Game | None = None
    for step, (game, entries) in enumerate(played):
        names = [entry.record.type for entry in entries]
        if "siberia.tokens_drawn" in names:
            drawing = names.index("siberia.tokens_drawn")
            begun = [read_event(entry, CODEC) for entry in entries[:drawing]]
            drawn = [read_event(entry, CODEC) for entry in entries[drawing:]]
            other = redrawn(appended(before, None, begun)[0].state, viewer, drawn, whim)
            beside, made = appended(before, entries[0].record.seat, [*begun, *other])
            yield from zip(entries, made, strict=True)
        elif beside is not None and isinstance(beside.state.phase, Placing):
            placed = read_event(entries[0], CODEC)
            assert isinstance(placed, TokenPlaced | PlacingChanged | PlacingEnded)
            (command,) = SIBERIA.commands_of(placed)
            if placed.seat != viewer and not isinstance(command, EndPlacing):
                left = changes_left([entries for _, entries in played[step + 1 :]], placed.seat)
                command = whim.choice(finishing(beside, placed.seat, left)).command
            beside, made = appended(beside, placed.seat, games.decide(beside, placed.seat, command))
            yield entries[0], made[0]
        before = game


def changes_left(log: Sequence[Sequence[Entry]], seat: Seat) -> int | None:
    """Return how often a seat changes its panel before it is done; None where the last token ends the placing."""
    count = 0
    for entries in log:
        if entries[0].record.seat == seat:
            match read_event(entries[0], CODEC):
                case PlacingChanged():
                    count += 1
                case PlacingEnded():
                    return count
                case _:
                    return None
    return None


def finishing(game: Game, seat: Seat, left: int | None) -> list[Choice]:
    """Return the changes after which a seat can be done with exactly so many further ones."""
    phase = game.state.phase
    assert isinstance(phase, Placing)
    held = len(phase.hands[seat])
    return [
        choice
        for choice in changes(game, seat)
        if left is None or held + (1 if isinstance(choice.command, TakeBack) else -1) <= left
    ]


def redrawn(state: State, viewer: Viewer, drawn: Sequence[Event], whim: random.Random) -> list[Event]:
    """Draw again, such that the viewer draws the same tokens, and the others any of those that are left."""
    assert isinstance(state.phase, Placing)
    hands = {event.seat: event.secret.tokens for event in drawn if isinstance(event, TokensDrawn)}
    kept = () if viewer is None else hands[viewer]
    bag, free = state.bag, state.bag
    for token in kept:
        free = free.without(token)
    numbers: list[int] = []
    for seat in state.order:
        for own in hands[seat]:
            token = own if seat == viewer else free.pick(whim.randrange(free.total))
            if seat != viewer:
                free = free.without(token)
            numbers.append(sum(bag.counts[: bag.items.index(token)]))
            bag = bag.without(token)
    return placing.advance(state, state.phase, ScriptedChance(*numbers))


def shown(entry: Entry, viewer: Viewer) -> dict[str, Any]:
    """Return what a viewer is shown of an event; a seal hides, so it is left out where the secret stays hidden."""
    told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(seen(entry, viewer, SEED)))
    del told["head"]
    if "secret" not in told:
        del told["record"]["sealed"]
    return told
