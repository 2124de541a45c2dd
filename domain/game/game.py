"""A game: its life in the lobby and the title's own state; what may be asked of it, and what can be read from it."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

from domain.game.codecs import codec_of
from domain.game.events import (
    BOT,
    EntropySource,
    GameAbandoned,
    GameEnded,
    GameOpened,
    GameStarted,
    SeatLeft,
    SeatResigned,
    SeatTaken,
    Seed,
    Spectators,
    Visibility,
)
from domain.kernel.chance import Chance
from domain.kernel.codec import Codec
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Choice, Command, Event, Place, Seat, Value
from domain.ledger.draws import KeyedChance, chance_key
from domain.ledger.records import Tip, seed_commitment
from domain.rulesets import ruleset_of

Status: TypeAlias = Literal["open", "running", "ended", "abandoned"]


class NotPossible(Exception):
    """What was asked of the lobby does not fit the game as it stands; carries a stable code and the reason."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Occupant(Value, frozen=True):
    """Who plays a seat: an opaque player id or `bot:<name>`; its entropy; and who gave it up, if anybody."""

    player: str
    entropy: str
    entropy_from: EntropySource
    resigned: str | None = None

    @property
    def is_bot(self) -> bool:
        """Whether the service itself plays the seat."""
        return self.player.startswith(BOT)


class Game(Value, frozen=True):
    """A game folded from its log; `seed` is its secret and never leaves the server before the end."""

    tip: Tip
    opened: GameOpened
    opened_at: str
    status: Status
    occupants: tuple[Occupant | None, ...]
    decided: tuple[int, ...]
    """How many decisions each seat has made."""
    state: Any = None
    places: tuple[Place, ...] = ()

    @property
    def id(self) -> str:
        """The game's id, a UUID."""
        return self.tip.game

    @property
    def version(self) -> int:
        """The version of the last event."""
        return self.tip.version

    @property
    def seed(self) -> bytes:
        """The game's secret."""
        return bytes.fromhex(self.opened.secret.seed)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended or was abandoned, so that every secret is public."""
        return self.status in {"ended", "abandoned"}

    def occupant(self, seat: Seat) -> Occupant | None:
        """Return who sits on a seat; None: nobody, or the game has no such seat."""
        return self.occupants[seat] if 0 <= seat < self.opened.seats else None

    @property
    def ruleset(self) -> Ruleset[Any]:
        """The ruleset under which the game is played."""
        return ruleset_of(self.opened.ruleset, self.opened.ruleset_version)

    @property
    def options(self) -> dict[str, int | str | bool]:
        """Every option of the game; one that its first event does not name has its old meaning."""
        return self.ruleset.stored_options(self.opened.options)

    @property
    def codec(self) -> Codec:
        """Reads and writes the game's events."""
        return codec_of(self.opened.ruleset, self.opened.ruleset_version)


# What may be asked of a game. Each returns the events of one batch, the decision event first.


def open_game(
    ruleset: Ruleset[Any],
    seats: int,
    options: Mapping[str, Any],
    data_set: str,
    seed: bytes,
    owner: str,
    visibility: Visibility,
    spectators: Spectators = "open",
) -> list[Event]:
    """Open a game of so many seats.

    Raises NotPossible for a number of seats or a data set that the title has not, OptionError for an option that
    does not fit the number of seats.
    """
    if seats not in ruleset.seats:
        raise NotPossible("seats", f"{ruleset.title} is for {ruleset.seats[0]} to {ruleset.seats[-1]} players")
    if data_set not in ruleset.data_sets():
        raise NotPossible("data-set", f"{ruleset.title} has the data sets {', '.join(ruleset.data_sets())}")
    ruleset.initial(seats, ruleset.stored_options(options), data_set)
    return [
        GameOpened(
            ruleset=ruleset.name,
            ruleset_version=ruleset.version,
            data_set=data_set,
            data_digest=ruleset.data_set(data_set).digest,
            options=dict(sorted(options.items())),
            seats=seats,
            visibility=visibility,
            owner=owner,
            seed_commitment=seed_commitment(seed),
            secret=Seed(seed.hex()),
            spectators=spectators,
        )
    ]


def take_seat(game: Game, seat: Seat, player: str, entropy: str, entropy_from: EntropySource) -> list[Event]:
    """Take a free seat before the start; a player sits on one seat of a game, a bot on any number."""
    _must_be_open(game)
    if re.fullmatch(r"[0-9a-f]{64}", entropy) is None:
        raise NotPossible("invalid-entropy", "the entropy has to be 32 bytes, as 64 lower-case hex digits")
    if not 0 <= seat < game.opened.seats:
        raise NotPossible("no-such-seat", f"the game has the seats 0 to {game.opened.seats - 1}")
    if game.occupants[seat] is not None:
        raise NotPossible("seat-taken", f"seat {seat} is taken")
    if not player.startswith(BOT) and seat_of(game, player) is not None:
        raise NotPossible("already-seated", "you sit on another seat of this game: leave it first")
    return [SeatTaken(seat, player, entropy, entropy_from)]


def leave_seat(game: Game, seat: Seat) -> list[Event]:
    """Leave a seat before the start."""
    _must_be_open(game)
    if game.occupant(seat) is None:
        raise NotPossible("seat-free", f"nobody sits on seat {seat}")
    return [SeatLeft(seat)]


def start(game: Game) -> list[Event]:
    """Start a game whose seats are all taken, up to the first decision of a player."""
    _must_be_open(game)
    free = [seat for seat, occupant in enumerate(game.occupants) if occupant is None]
    if free:
        raise NotPossible("seats-free", f"these seats are still free: {', '.join(map(str, free))}")
    ruleset = game.ruleset
    table = ruleset.initial(game.opened.seats, game.options, game.opened.data_set)
    return [GameStarted(), *ruleset.setup(table, chance_of(game))]


def abandon(game: Game) -> list[Event]:
    """Cancel a game before its start."""
    _must_be_open(game)
    return [GameAbandoned()]


def resign(game: Game, seat: Seat, bot: str) -> list[Event]:
    """Give up a seat of a running game; the bot plays it on."""
    _must_be_running(game)
    occupant = game.occupant(seat)
    if occupant is None or occupant.is_bot:
        raise NotPossible("seat-not-yours", f"seat {seat} is played by a bot, or there is no such seat")
    return [SeatResigned(seat, BOT + bot)]


def decide(game: Game, seat: Seat, command: Command, chance: Chance | None = None) -> list[Event]:
    """Decide a command of a seat; raises IllegalCommand with the rule, or NotPossible when nobody plays.

    The batch ends with game.ended when the command ended the game.
    """
    _must_be_running(game)
    ruleset = game.ruleset
    events, state = ruleset.step(game.state, seat, command, chance or chance_of(game))
    places = ruleset.result(state)
    return events if places is None else [*events, GameEnded(places)]


def _must_be_open(game: Game) -> None:
    if game.status != "open":
        raise NotPossible("game-not-open", f"the game is {game.status}: this is possible before the start only")


def _must_be_running(game: Game) -> None:
    if game.status != "running":
        raise NotPossible("game-not-running", f"the game is {game.status}: this is possible while it runs only")


# What can be read from a game.


def chance_of(game: Game) -> Chance:
    """Return the chance of deciding the next command (SPEC.md 4); all seats must be taken."""
    return KeyedChance(chance_key_of(game), game.version)


def chance_key_of(game: Game) -> bytes:
    """Return the key of the draws, the same from the start to the end of a game."""
    entropy = tuple(bytes.fromhex(occupant.entropy) for occupant in game.occupants if occupant is not None)
    return chance_key(game.seed, game.id, entropy)


def seat_of(game: Game, player: str) -> Seat | None:
    """Return the seat that a player plays, if any; who resigned plays it no more."""
    for seat, occupant in enumerate(game.occupants):
        if occupant is not None and occupant.player == player:
            return seat
    return None


def has_sat(game: Game, player: str) -> bool:
    """Whether a player sits in the game, or did so until giving up."""
    return any(occupant and player in {occupant.player, occupant.resigned} for occupant in game.occupants)


def awaiting(game: Game) -> frozenset[Seat]:
    """Return the seats that have to act."""
    return game.ruleset.awaiting(game.state) if game.status == "running" else frozenset()


def legal_commands(game: Game, seat: Seat) -> Sequence[Choice]:
    """Return exactly what `decide` accepts from the seat now."""
    return game.ruleset.legal_commands(game.state, seat) if game.status == "running" else ()


def decision_id(game: Game, seat: Seat) -> str:
    """Return the id of the seat's open decision: it stays the same until this very seat decides."""
    return f"{seat}.{game.decided[seat] + 1}"
