"""The events that all titles share: a game is opened, seats are taken and left, it starts, and it ends."""

from typing import Any, Literal, TypeAlias

from domain.game.events.clocks import CLOCK_EVENTS
from domain.game.events.rulings import RULING_EVENTS
from domain.game.terms import Terms
from domain.kernel.values import Event, Place, Seat, Value

Visibility: TypeAlias = Literal["public", "private"]
Spectators: TypeAlias = Literal["open", "none"]
EntropySource: TypeAlias = Literal["player", "server"]

STAND_IN = "careful"
"""The bot that plays for players who are absent: after resignations and rulings, on empty clocks, for no-shows."""

REGISTERED = "player:"
"""How the id of a registered player begins; a guest has another prefix."""

BOT = "bot:"
"""How the player of a seat begins whom the service itself plays: `bot:careful`."""


class Seed(Value, frozen=True):
    """The secret of a game: 32 bytes in hex, from which salts and chance follow."""

    seed: str


class GameOpened(Terms, Event, frozen=True, tag="game.opened"):
    """A game was opened: what is played, by how many, under which options and terms, who may watch; the commitment."""

    ruleset: str
    ruleset_version: int
    data_set: str
    data_digest: str
    options: dict[str, Any]
    seats: int
    visibility: Visibility
    owner: str
    seed_commitment: str
    secret: Seed
    spectators: Spectators = "open"


class SeatTaken(Event, frozen=True, tag="game.seat_taken"):
    """A player, or a bot, took a seat and brought 32 bytes of entropy (hex), or had the server bring them."""

    seat: Seat
    player: str
    entropy: str
    entropy_from: EntropySource


class SeatLeft(Event, frozen=True, tag="game.seat_left"):
    """A seat is free again, before the start."""

    seat: Seat


class GameStarted(Event, frozen=True, tag="game.started"):
    """All seats are taken and play begins."""


class SeatResigned(Event, frozen=True, tag="game.seat_resigned"):
    """A player gave up the seat; the bot named here plays it on."""

    seat: Seat
    player: str


class OthersLeft(Event, frozen=True, tag="game.others_left"):
    """All players but that of this seat have left the game: it ends. `game.ended` follows in the same batch."""

    seat: Seat


class GameAbandoned(Event, frozen=True, tag="game.abandoned"):
    """The game was cancelled before its start."""


class SeatsReleased(Event, frozen=True, tag="game.seats_released"):
    """The start time has come: the substitutes may take the reserved seats that are still free."""


class SeatDeclined(Event, frozen=True, tag="game.seat_declined"):
    """The player for whom a seat was reserved, or to whom a ruling offered it, does not want it."""

    seat: Seat
    player: str


class DecisionTakenBack(Event, frozen=True, tag="game.decision_taken_back"):
    """A seat took back its last decision: the state is that of version `to` again."""

    seat: Seat
    to: int


class Advised(Value, frozen=True):
    """A choice that the engine would make."""

    command: dict[str, Any]
    chance: int
    """The chance of winning after it, in thousandths, given what the seat knows."""
    error: int
    """The standard error of the chance, in thousandths."""


class Advice(Value, frozen=True):
    """The secret of a hint: at most three choices, the best one first."""

    choices: tuple[Advised, ...]


class HintTaken(Event, frozen=True, tag="game.hint_taken"):
    """A seat took a hint of the engine for its open decision. All see this; what the engine said is secret."""

    seat: Seat
    decision: str
    secret: Advice

    @property
    def known_to(self) -> tuple[Seat, ...]:
        """The seat that took the hint."""
        return (self.seat,)


class GameEnded(Event, frozen=True, tag="game.ended"):
    """The game is over: every seat with its rank, its score and the parts of it, best first."""

    places: tuple[Place, ...]


LOBBY_EVENTS: tuple[type[Event], ...] = (
    GameOpened,
    SeatTaken,
    SeatLeft,
    GameStarted,
    SeatResigned,
    OthersLeft,
    GameAbandoned,
    SeatsReleased,
    SeatDeclined,
    DecisionTakenBack,
    HintTaken,
    GameEnded,
    *CLOCK_EVENTS,
    *RULING_EVENTS,
)
