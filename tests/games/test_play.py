"""What holds for every game of every title, over random play with random options.

The environment variable LUDOLOG_GAMES says how many games are played for each property (a half or a third of them
where every position is asked for everything).
"""

import hashlib
import hmac
import json
import random
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

from domain.game import game as games
from domain.game.codecs import codec_of
from domain.game.fold import fold
from domain.game.game import Game
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Choice, Command
from domain.ledger.records import Entry, Record, read_event
from domain.rulesets import RULESETS
from tests.games.books import chooser
from tests.games.plays import BATCHES, GAMES, Step, accepted, numbers, plausible, played, seed_of

LONGEST = 50_000
"""More decisions than a random game of any title has. Giganten: at most 20 rounds, for the black train moves in each;
in a round four players make at most 5 choices beside movement, auctions and the markers of 5 derricks, and movement
points and hands of licences bound those. Siberia: only players who never mine and never research go on for ever, and
random ones do both. Minos: 81 times `idle_limit` rounds (10.5)."""

MOST_TRIED = 60
"""Choices of a position that are sent; few positions have more."""

titles = pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
batches = pytest.mark.parametrize("batch", range(BATCHES))


class Whole(NamedTuple):
    """A game with all of its batches."""

    ruleset: Ruleset[Any]
    number: int
    steps: Sequence[Step]


@pytest.fixture(
    scope="module",
    params=[(title, batch) for title in RULESETS for batch in range(BATCHES)],
    ids=lambda each: f"{each[0]}-{each[1]}",
)
def whole_games(request: pytest.FixtureRequest) -> Sequence[Whole]:
    """The games of a title and batch, played once for all tests that look at them from the opening to the end."""
    title, batch = request.param
    ruleset = RULESETS[title]
    return [Whole(ruleset, number, list(islice(played(ruleset, number), LONGEST))) for number in numbers(batch)]


def positions(ruleset: Ruleset[Any], number: int) -> Iterator[Game]:
    """Return a game before each of its decisions; in every other game players want to get on, where they can."""
    for step in played(ruleset, number, chooser(ruleset.name, number) if number % 2 else None):
        if step.after.status == "running":
            yield step.after


def ends_of(choice: Choice) -> Sequence[Command]:
    """Return the listed command, with both ends of its range."""
    span = choice.range
    if span is None:
        return (choice.command,)
    return tuple(replace(choice.command, **{span.field: number}) for number in {span.min, span.max})


def beyond(choice: Choice) -> Sequence[Command]:
    """Return the listed command with the numbers next to its range."""
    span = choice.range
    if span is None:
        return ()
    return tuple(replace(choice.command, **{span.field: number}) for number in (span.min - 1, span.max + 1))


@titles
@batches
def test_exactly_what_is_listed_is_accepted(ruleset: Ruleset[Any], batch: int):
    for number in numbers(batch, GAMES // 2):
        rng = random.Random(number)
        for game in positions(ruleset, number):
            # one of those who are awaited, for there may be several at once
            seat = rng.choice(sorted(games.awaiting(game)))
            choices = games.legal_commands(game, seat)
            assert choices
            assert len(set(choices)) == len(choices)
            tried = choices if len(choices) <= MOST_TRIED else rng.sample(choices, MOST_TRIED)
            for choice in tried:
                assert choice.admits(choice.command)
                assert choice.range is None or choice.range.min < choice.range.max
                for command in ends_of(choice):
                    assert accepted(game, seat, command), command
            outside = [command for choice in tried for command in beyond(choice)]
            for command in (*outside, *plausible(ruleset, rng), *plausible(ruleset, rng)):
                assert accepted(game, seat, command) == any(choice.admits(command) for choice in choices), command


@titles
@batches
def test_who_is_not_awaited_may_do_nothing(ruleset: Ruleset[Any], batch: int):
    for number in numbers(batch, GAMES // 3):
        rng = random.Random(number)
        for game in positions(ruleset, number):
            for seat in set(range(game.opened.seats)) - games.awaiting(game):
                assert games.legal_commands(game, seat) == ()
                assert not any(accepted(game, seat, command) for command in plausible(ruleset, rng))


def test_somebody_is_awaited_until_the_game_ends_and_it_ends(whole_games: Sequence[Whole]):
    for ruleset, _, steps in whole_games:
        versions = [step.after for step in steps]
        for game in versions:
            assert bool(games.awaiting(game)) == (game.status == "running")
            for seat in games.awaiting(game):
                assert ruleset.question(game.state, seat) in ruleset.rules
            decided = game.state is not None and ruleset.result(game.state) is not None
            assert decided == game.is_over

        game = versions[-1]
        assert game.status == "ended"
        assert sorted(place.seat for place in game.places) == list(range(game.opened.seats))
        assert [place.score for place in game.places] == sorted((p.score for p in game.places), reverse=True)
        assert game.places[0].rank == 1
        for place in game.places:
            assert place.score == sum(part.amount for part in place.parts)
            assert {part.rule for part in place.parts} <= ruleset.rules.keys()
            assert games.legal_commands(game, place.seat) == ()


def written_and_read(entry: Entry) -> Entry:
    """Return the entry after its record, head and secret were bytes."""
    record = msgspec.json.decode(msgspec.json.encode(entry.record), type=Record)
    secret = None if entry.secret is None else msgspec.Raw(bytes(entry.secret))
    return Entry(record, str(entry.head), secret)


def test_the_log_rebuilds_the_game(whole_games: Sequence[Whole]):
    for ruleset, number, steps in whole_games:
        log = [entry for step in steps for entry in step.entries]
        stored = [written_and_read(entry) for entry in log]
        codec = codec_of(ruleset.name, ruleset.version)

        assert [read_event(entry, codec) for entry in stored] == [event for step in steps for event in step.events]
        assert fold(log) == fold(stored) == steps[-1].after
        rng = random.Random(number)
        for step in rng.sample(steps, 5):
            begun = fold(stored[: step.after.version])
            assert begun == step.after
            assert fold(stored[step.after.version :], begun) == steps[-1].after


def jcs(value: Any) -> bytes:
    """RFC 8785 for what records hold, by the standard library: sorted ASCII keys, integers, no blanks."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def draws_in(fields: Any) -> list[tuple[int, int]]:
    return [] if fields is None else [(size, outcome) for size, outcome in fields.get("draws", ())]


class Blocks:
    """Chance by SPEC.md 4, written once more."""

    def __init__(self, key: bytes, version: int) -> None:
        self.key, self.version, self.counter = key, version, 0

    def draw(self, size: int) -> int:
        while True:
            message = self.version.to_bytes(8, "big") + self.counter.to_bytes(4, "big")
            x = int.from_bytes(hmac.new(self.key, message, hashlib.sha256).digest()[:8], "big")
            self.counter += 1
            if x < 2**64 - 2**64 % size:
                return x % size


def test_every_record_is_as_the_ledger_says(whole_games: Sequence[Whole]):
    for _, number, steps in whole_games:
        seed = seed_of(number)
        name = bytes.fromhex(f"00000000000040008000{number:012}")
        head = hashlib.sha256(b"ludolog/chain/1" + name).digest()
        version, at, entropy, key = 0, "", dict[int, bytes](), b""
        for step in steps:
            cause, chance = version + 1, Blocks(key, version)
            for entry in step.entries:
                version += 1
                record: dict[str, Any] = json.loads(msgspec.json.encode(entry.record))
                secret: Any = None if entry.secret is None else json.loads(bytes(entry.secret))
                assert record.keys() == {
                    "game", "version", "at", "type", "shape", "seat", "cause", "data", "sealed", "known_to"
                }  # fmt: skip
                assert (record["version"], record["cause"], record["shape"]) == (version, cause, 1)
                assert record["seat"] == (step.seat if version == cause else None)
                assert record["at"] >= at
                at = record["at"]

                head = hashlib.sha256(head + jcs(record)).digest()
                assert entry.head == head.hex()
                assert record["sealed"] == sealed(seed, version, secret)
                if secret is None:
                    assert record["known_to"] == []
                assert record["known_to"] == sorted(set(record["known_to"]))

                if record["type"] == "game.seat_taken":
                    entropy[record["data"]["seat"]] = bytes.fromhex(record["data"]["entropy"])
                    brought = b"".join(entropy[seat] for seat in sorted(entropy))
                    key = hmac.new(seed, b"ludolog/chance/1" + name + brought, hashlib.sha256).digest()
                for size, outcome in draws_in(record["data"]) + draws_in(secret):
                    assert chance.draw(size) == outcome


def sealed(seed: bytes, version: int, secret: Any) -> str | None:
    """The commitment by SPEC.md 2, written once more."""
    if secret is None:
        return None
    if version == 1:
        assert secret == {"seed": seed.hex()}
        return hashlib.sha256(b"ludolog/seed/1" + seed).hexdigest()
    salt = hmac.new(seed, b"ludolog/salt/1" + version.to_bytes(8, "big"), hashlib.sha256).digest()
    return hashlib.sha256(salt + jcs(secret)).hexdigest()


def test_who_knows_a_secret_outcome_does_not_know_its_draws(whole_games: Sequence[Whole]):
    """A draw counts through what is left of a bag: with the outcome it would tell what others have taken from it."""
    for game in whole_games:
        for step in game.steps:
            for event in step.events:
                if event.known_to:
                    assert "draws" not in msgspec.to_builtins(event)["secret"]


@titles
def test_equal_seed_entropy_and_commands_give_equal_heads(ruleset: Ruleset[Any]):
    for number in range(3):
        first, second = ([entry.head for step in played(ruleset, number) for entry in step.entries] for _ in range(2))

        assert first == second
