"""Golden games: bundles that were right when they were written, and have to be for ever.

`uv run python -m tests.games.golden_games` adds the games of the plan that are not there yet; what is there is never
written again. A game is kept without what follows from the rest of it.
"""

import gzip
import hashlib
import json
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from domain.game import decide
from domain.game import game as games
from domain.game.decide import NewGame
from domain.game.fold import append
from domain.game.game import Game
from domain.kernel.codec import canonical
from domain.kernel.ruleset import OptionError, Ruleset
from domain.ledger.records import Entry, salt, seal, tip_of_new
from domain.rulesets import RULESETS
from projections.history import FULL
from service.bots.choosing import choose
from service.proof.bundles import bundle_lines
from tests.games.arranged import arranged_plan
from tests.games.clocks.golden import clocked_plan
from tests.games.plays import Chooser, any_of, seed_of
from tests.games.steered import Steered, giganten, minos, siberia

RELEASE = "0.3.0"
"""The release whose defaults the games of the profiles have; earlier games stay in the folder under their names."""
WITH_NEEDS = "0.2.0"
"""The release from which on a game of an option also has the option that it needs."""
FOLDER = Path(__file__).with_name("golden")
PATIENCE = 0.9
ABANDONED = "abandoned"
MOST_EVENTS = 1500
"""Events after which the careful bot plays on, so that a game by chance comes to its end."""
RESIGNING = 0.001
"""How often a player gives the seat up instead of deciding."""


STEERED: Mapping[str, Sequence[Steered]] = {"giganten": giganten.GAMES, "siberia": siberia.GAMES, "minos": minos.GAMES}
"""Games of each title that are steered into rare situations."""


class Golden(NamedTuple):
    """One game to be kept: under these options, played by the careful bot, by chance, or steered."""

    ruleset: Ruleset[Any]
    name: str
    seats: int
    profile: str
    options: dict[str, int | str | bool]
    bot: str
    steer: Chooser | None = None
    """How commands are chosen where neither the bot nor chance does."""

    @property
    def path(self) -> Path:
        """Where it is kept: title, version and what is special about it."""
        return FOLDER / f"{self.ruleset.name}-{self.ruleset.version}-{self.name}.jsonl.gz"


def plan() -> Iterator[Golden]:
    """Return a game for each profile and number of seats, steered ones, and one for each other value of each option."""
    for ruleset in RULESETS.values():
        yield Golden(ruleset, ABANDONED, ruleset.seats[0], ruleset.default_profile, {}, "random")
        for seats in ruleset.seats:
            for profile in ruleset.profiles:
                for bot in ("careful", "random"):
                    yield Golden(ruleset, f"{profile}-{seats}-{bot}-{RELEASE}", seats, profile, {}, bot)
        for name, seats, profile, options, steer in STEERED.get(ruleset.name, ()):
            yield Golden(ruleset, name, seats, profile, dict(options), "steered", steer)
        yield from _of_each_option_value(ruleset)


def _of_each_option_value(ruleset: Ruleset[Any]) -> Iterator[Golden]:
    """Return a game for each value that the games of the default profile do not have."""
    usual = ruleset.resolve_options(None, {})
    for option in ruleset.options:
        needed = {} if option.needs is None else {option.needs.option: option.needs.values[0]}
        # the games of 0.1.0 have such an option without what it needs, so they stay under their names beside these
        has_other = option.absent is None and any(usual[name] != value for name, value in needed.items())
        suffix = f"-{WITH_NEEDS}" if has_other else ""
        for value in option.values:
            if value == usual[option.name]:
                continue
            chosen = {**needed, option.name: value}
            seats = _most_seats(ruleset, chosen)
            if seats is not None:
                name = f"{option.name}-{value}{suffix}"
                yield Golden(ruleset, name, seats, ruleset.default_profile, chosen, "random")


def _most_seats(ruleset: Ruleset[Any], chosen: dict[str, int | str | bool]) -> int | None:
    """Return the highest number of seats that these options allow."""
    options = ruleset.resolve_options(None, chosen)
    for seats in reversed(ruleset.seats):
        try:
            ruleset.initial(seats, options, ruleset.default_data_set)
        except OptionError:
            continue
        return seats
    return None


def play(golden: Golden) -> tuple[Game, list[Entry]]:
    """Play the game; occasionally a player gives up."""
    number = random.Random(golden.path.name).getrandbits(40)
    rng = random.Random(number)
    ruleset = golden.ruleset
    options = ruleset.resolve_options(golden.profile, golden.options)
    opening = decide.open_game(
        NewGame(ruleset, golden.seats, options, ruleset.default_data_set, "player:0", "public"), seed_of(number)
    )
    tip = tip_of_new(f"00000000-0000-4000-8000-{number:012x}")
    game, log = append(None, tip, seed_of(number), _at(0), None, opening)
    entries = list(log)
    for seat in [golden.seats - 1, *range(golden.seats)]:
        if game.occupants[seat] is not None:
            # the first player leaves again
            game, log = append(game, game.tip, game.seed, _at(game.version), seat, decide.leave_seat(game, seat))
            entries += log
        taken = decide.take_seat(game, seat, f"player:{seat}", rng.randbytes(32).hex(), "player")
        game, log = append(game, game.tip, game.seed, _at(game.version), seat, taken)
        entries += log
    beginning = decide.abandon(game) if golden.name == ABANDONED else decide.start(game)
    game, log = append(game, game.tip, game.seed, _at(game.version), None, beginning)
    entries += log
    while game.status == "running":
        seat = min(games.awaiting(game))
        if golden.steer is not None:
            command = golden.steer(game, seat, games.legal_commands(game, seat), rng)
        elif golden.bot == "careful" or game.version > MOST_EVENTS:
            command = choose(game, seat, "careful", rng)
        else:
            command = any_of(games.legal_commands(game, seat), rng, PATIENCE)
        decided = decide.command(game, seat, command)
        occupant = game.occupants[seat]
        if rng.random() < RESIGNING and occupant is not None and not occupant.is_bot:
            decided = decide.resign(game, seat, "careful")
        game, log = append(game, game.tip, game.seed, _at(game.version), seat, decided)
        entries += log
    return game, entries


def _at(version: int) -> str:
    return f"2026-11-20T12:00:00.{version:06}Z"


def packed(lines: Sequence[bytes]) -> bytes:
    """Return a bundle without what follows from its seed and its other lines: heads, seals, salts, versions, causes.

    The closing line stays, and its head shows that all of it comes back to the byte.
    """
    kept: list[dict[str, Any]] = []
    for raw in lines[1:-1]:
        line: dict[str, Any] = json.loads(raw)
        record = line["record"]
        event = {name: record[name] for name in ("data", "known_to", "seat", "shape", "type")}
        if record["cause"] == record["version"]:
            event["at"] = record["at"]
        if "secret" in line:
            event["secret"] = line["secret"]
        kept.append(event)
    return b"".join(line + b"\n" for line in (lines[0], *map(canonical, kept), lines[-1]))


def unpacked(text: bytes) -> list[bytes]:
    """Return the lines of the bundle."""
    header, *kept, closing = text.splitlines()
    game = json.loads(header)["game"]
    head, seed, cause, at = tip_of_new(game).head, b"", 0, ""
    lines = [header]
    for version, raw in enumerate(kept, 1):
        event: dict[str, Any] = json.loads(raw)
        secret: Any = event.pop("secret", None)
        if version == 1:
            seed = bytes.fromhex(secret["seed"])
        if "at" in event:
            at, cause = event["at"], version
        sealed = None if secret is None else seal(seed, version, canonical(secret))
        record = {**event, "at": at, "cause": cause, "game": game, "sealed": sealed, "version": version}
        head = hashlib.sha256(bytes.fromhex(head) + canonical(record)).hexdigest()
        line: dict[str, Any] = {"head": head, "record": record}
        if secret is not None:
            line["secret"] = secret
            if version > 1:
                line["salt"] = salt(seed, version).hex()
        lines.append(canonical(line))
    return [*lines, closing]


def main() -> int:
    """Write what is missing."""
    FOLDER.mkdir(exist_ok=True)
    for golden in plan():
        if not golden.path.exists():
            game, entries = play(golden)
            lines = list(bundle_lines(game, entries, FULL, None))
            golden.path.write_bytes(gzip.compress(packed(lines), 9, mtime=0))
            assert unpacked(gzip.decompress(golden.path.read_bytes())) == lines
            sys.stdout.write(f"{golden.path.name}: {game.version} events\n")
    for name, one in (*clocked_plan(), *arranged_plan()):
        path = FOLDER / name
        if not path.exists():
            path.write_bytes(gzip.compress(packed(one().lines()), 9, mtime=0))
            assert unpacked(gzip.decompress(path.read_bytes())) == one().lines()
            sys.stdout.write(f"{name}: {one().game.version} events\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
