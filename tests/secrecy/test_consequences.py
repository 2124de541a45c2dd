"""What follows from a choice betrays nothing hidden, and each secret is shown to those who know it."""

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

from domain.game import decide
from domain.game import game as games
from domain.game.game import Game
from domain.giganten.commands import BuildDerrick
from domain.giganten.state import Auctions
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Choice, Command, Event, IllegalCommand, Seat, Viewer
from domain.minos import MINOS
from domain.minos.commands import EndTurn, ShowTalents
from domain.minos.events import TalentsShown
from domain.rulesets import RULESETS
from domain.siberia import SIBERIA
from domain.siberia.commands import EndPlacing
from domain.siberia.state import Placing
from projections.history import FULL, seen
from service.bots.choosing import choose
from tests.kit import RandomChance
from tests.projections.bot_games import SEED, appended, batches, observed, positions

MONEY: Mapping[str, Any] = {"money_public": False}
CASES: list[tuple[str, Mapping[str, Any]]] = [
    ("giganten", {}),
    ("giganten", {"peek_memory": False, "specials_optional": False, "licence_twos": 30}),
    ("giganten", {"bluffer_rejoins": "excluded", "bluff_pick": "owner"}),
    ("siberia", {"take_back": True}),
    ("siberia", {"take_back": False}),
    ("siberia", MONEY),
    ("minos", MONEY),
    ("minos", {"money_public": "own_choice"}),
    ("minos", {**MONEY, "closed_fields": 8, "covered_passable": False, "end_when": "round"}),
    ("minos", {**MONEY, "advanced_transport": True, "joker_scope": "per_combination", "star_on_scales": "talent"}),
    ("minos", {**MONEY, "abandoned_bonus": False, "end_when": "turn", "two_player_ships": 1, "two_player_talents": 25}),
]
GAMES = max(1, int(os.environ.get("LUDOLOG_WORLDS", "5")) // 5)
"""Games of each case; 100 in the long run."""

CHOICES = 4
"""Choices of a position that are compared."""

Plant = Callable[[Game], Game]


class Followed(NamedTuple):
    """What everybody sees of a decision: the public parts of its events, and who is asked next."""

    events: list[tuple[str, bytes]]
    awaiting: frozenset[Seat]


def follow(game: Game, seat: Seat, command: Command) -> Followed | None:
    """Return what follows from a command in public; None where it is refused."""
    ruleset = game.ruleset
    try:
        step = ruleset.step(game.state, seat, command, games.chance_of(game))
    except IllegalCommand:
        return None
    return Followed(public(game, step.events), ruleset.awaiting(step.state))


def public(game: Game, events: Sequence[Event]) -> list[tuple[str, bytes]]:
    """Return what everybody sees of events."""
    return [(parts.type, parts.data) for parts in map(game.codec.encode, events)]


def uncovers(game: Game, command: Command) -> bool:
    """Whether a command may turn up what was hidden: a tile, licences or talents that are shown, the tokens of all."""
    phase = game.state.phase
    is_revealing = isinstance(phase, Placing) and len(games.awaiting(game)) == 1
    return isinstance(command, BuildDerrick | ShowTalents) or isinstance(phase, Auctions) or is_revealing


def compared(
    ruleset: Ruleset[Any], number: int, seats: int, options: Mapping[str, Any], plant: Plant = lambda game: game
) -> Iterator[tuple[Followed | None, Followed]]:
    """Return what follows from choices of a game in two worlds in which even the deciding seat has other secrets.

    A choice that the other world does not allow is left out: making it shows that it is possible, as at the table.
    """
    rng = random.Random(number)
    for game in positions(ruleset, number, seats, options):
        seat = rng.choice(sorted(games.awaiting(game)))
        other = replace(game, state=ruleset.resample(game.state, None, RandomChance(rng)))
        choices = games.legal_commands(game, seat)
        for choice in rng.sample(choices, min(CHOICES, len(choices))):
            if not uncovers(game, choice.command):
                mine, theirs = (follow(plant(world), seat, choice.command) for world in (game, other))
                if theirs is not None:
                    yield mine, theirs


@pytest.mark.parametrize(("title", "options"), CASES, ids=str)
@pytest.mark.parametrize("most", [False, True], ids=["fewest", "most"])
def test_what_follows_from_a_choice_follows_from_what_lies_open(
    title: str, options: Mapping[str, Any], *, most: bool
) -> None:
    """Also who is asked next, and whether a turn ends by itself: a forced answer by itself would betray a hand."""
    ruleset = RULESETS[title]
    seats = ruleset.seats[-1 if most else 0]
    pairs = [pair for number in range(GAMES) for pair in compared(ruleset, 30 + number, seats, options)]

    assert [pair for pair in pairs if pair[0] != pair[1]] == []
    assert len(pairs) > 100 * GAMES


def test_a_planted_leak_in_the_flow_is_found() -> None:
    """Under open talents a turn ends as soon as nothing can be paid, which betrays hidden ones."""

    def openly(game: Game) -> Game:
        return replace(game, state=replace(game.state, options=replace(game.state.options, money_public=True)))

    assert any(mine != theirs for mine, theirs in compared(MINOS, 34, 4, MONEY, openly))


@pytest.mark.parametrize("seats", [3, 4])
def test_who_is_asked_next_does_not_depend_on_the_secrets_of_others(seats: int) -> None:
    """Giganten: also where something is uncovered, as long as the same is."""
    ruleset, rng = RULESETS["giganten"], random.Random(seats)
    equal = 0
    for game in positions(ruleset, seats + 70, seats, {}):
        (seat,) = games.awaiting(game)
        other = replace(game, state=ruleset.resample(game.state, seat, RandomChance(rng)))
        for choice in games.legal_commands(game, seat)[:3]:
            mine, theirs = (follow(world, seat, choice.command) for world in (game, other))
            if mine is not None and theirs is not None and mine.events == theirs.events:
                assert mine.awaiting == theirs.awaiting
                equal += 1

    assert equal > 200


def test_the_same_choices_make_the_same_history_whatever_the_purses() -> None:
    """Minos: beside a game with fuller purses every event, and who is awaited after it, is the same."""
    rng = random.Random(11)
    decided = 0
    game, _ = next(batches(MINOS, 11, 3, MONEY))
    fuller = tuple(replace(player, money=player.money + 500) for player in game.state.players)
    beside = replace(game, state=replace(game.state, players=fuller))
    while game.status == "running":
        (seat,) = games.awaiting(game)
        command = choose(game, seat, "careful" if seat else "random", rng)
        mine, theirs = (decide.command(world, seat, command) for world in (game, beside))
        assert theirs.events == mine.events
        (game, _), (beside, _) = appended(game, seat, mine), appended(beside, seat, theirs)
        assert games.awaiting(beside) == games.awaiting(game)
        decided += 1

    assert decided > 100


def test_a_turn_with_hidden_talents_is_ended_by_its_player() -> None:
    """Where nothing but talents is lacking the player of Minos is asked, and has but one choice."""
    alone = ended = 0
    for game, entries in batches(MINOS, 34, 4, MONEY):
        ended += any(entry.record.type == "minos.turn_ended" for entry in entries[1:])
        if game.status == "running":
            (seat,) = games.awaiting(game)
            alone += [type(choice.command) for choice in games.legal_commands(game, seat)] == [EndTurn]

    assert alone
    assert ended


def test_no_event_of_minos_tells_how_many_talents_somebody_has() -> None:
    """Events tell what was earned and paid; none has the sum, under whatever name, unless a player shows it (2.8)."""
    amounts = {name for kind in MINOS.events if kind is not TalentsShown for name in kind.__struct_fields__}

    assert not amounts & {"money", "talents", "balance", "purse"}


@pytest.mark.parametrize("take_back", [True, False])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_one_seat_commits_changes_nothing_for_the_others(seats: int, *, take_back: bool) -> None:
    """Siberia 2.6: whatever a seat places, the others are told the same, and what they were about to send stands."""
    rng = random.Random(seats)
    compared = 0
    for game in positions(SIBERIA, 30 + seats, seats, {"take_back": take_back}):
        if len(games.awaiting(game)) < 2:
            continue
        seat = rng.choice(sorted(games.awaiting(game)))
        others = [other for other in range(seats) if other != seat]
        asked = {other: rng.choice(games.legal_commands(game, other)).command for other in others if own(game, other)}
        would = {other: decide.command(game, other, command).events for other, command in asked.items()}
        looks: dict[Viewer, set[bytes]] = {viewer: set() for viewer in (None, *others)}
        histories: set[tuple[tuple[str, bytes], ...]] = set()
        for choice in hidden_choices(game, seat):
            decided = decide.command(game, seat, choice.command)
            after, _ = appended(game, seat, decided)
            histories.add(tuple(public(game, decided.events)))
            for viewer in (None, *others):
                assert own(after, viewer) == own(game, viewer)
                looks[viewer].add(observed(after, viewer))
            for other, command in asked.items():
                sent = decide.command(after, other, command).events
                assert sent[0] == would[other][0]
                assert len(sent) == 1 or len(games.awaiting(after)) == 1
                compared += 1
        # whatever was committed looks alike
        assert all(len(found) <= 1 for found in (*looks.values(), histories))

    assert compared > 100


def hidden_choices(game: Game, seat: Seat) -> list[Choice]:
    """Return what a seat may place or take back; that it is done is seen by all."""
    return [choice for choice in games.legal_commands(game, seat) if not isinstance(choice.command, EndPlacing)]


def own(game: Game, viewer: Viewer) -> tuple[str, tuple[Choice, ...]] | None:
    """Return the id of a seat's decision, and its choices."""
    if viewer is None or viewer not in games.awaiting(game):
        return None
    return games.decision_id(game, viewer), tuple(games.legal_commands(game, viewer))


OPEN_BESIDE: Mapping[str, frozenset[str]] = {
    "game.opened": frozenset(
        {
            *("data_digest", "data_set", "game", "options", "owner", "ruleset", "ruleset_version", "seats"),
            *("seed_commitment", "spectators", "visibility"),
        }
    ),
    "giganten.licences_dealt": frozenset({"seat", "cards"}),
    "giganten.site_inspected": frozenset({"seat", "site"}),
    "giganten.draws_sealed": frozenset(),
    "giganten.derrick_built": frozenset({"seat", "site", "cost", "value", "markers"}),
    "giganten.licences_forfeited": frozenset({"seat", "ones", "twos"}),
    "siberia.tokens_drawn": frozenset({"seat", "count"}),
    "siberia.drawing_ended": frozenset(),
    # while tokens may be taken back, no other seat learns how many of them lie
    "siberia.placing_changed": frozenset({"seat"}),
    "siberia.token_placed": frozenset({"seat", "left"}),
}
"""The fields that lie open beside each secret."""

KNOWN = {
    *("giganten.licences_dealt", "giganten.site_inspected", "siberia.tokens_drawn"),
    *("siberia.placing_changed", "siberia.token_placed"),
}
"""Secrets that the seat of the event knows; no seat knows any other before the end."""


@pytest.mark.parametrize(("title", "options"), CASES, ids=str)
def test_each_secret_is_shown_to_those_who_know_it_only(title: str, options: Mapping[str, Any]) -> None:
    seats = RULESETS[title].seats[-1]
    found = Counter[str]()
    for _, entries in batches(RULESETS[title], 52, seats, options):
        for entry in entries:
            record = entry.record
            is_hidden = record.type in OPEN_BESIDE
            data = msgspec.json.decode(record.data)
            owner = data["seat"] if record.type in KNOWN else None
            assert (entry.secret is not None) == (record.sealed is not None) == is_hidden, record.type
            assert record.known_to == (() if owner is None else (owner,))
            assert not is_hidden or data.keys() <= OPEN_BESIDE[record.type]
            for viewer in (None, *range(seats)):
                knows = owner is not None and viewer == owner
                assert (seen(entry, viewer, SEED).secret is not msgspec.UNSET) == knows
            assert seen(entry, FULL, SEED).secret == (msgspec.UNSET if entry.secret is None else entry.secret)
            found[record.type] += is_hidden

    assert sum(found[name] for name in KNOWN) > 20 or title == "minos"
