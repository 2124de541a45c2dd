"""A game: its life in the lobby, the state of its title, and what can be read from both."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Literal, TypeAlias

from msgspec import UNSET

from domain.game.clocks.follow import Clocks
from domain.game.codecs import codec_of
from domain.game.events import BOT, EntropySource, GameOpened
from domain.kernel.chance import Chance
from domain.kernel.codec import Codec
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Choice, Place, Seat, Value
from domain.ledger.draws import KeyedChance, chance_key
from domain.ledger.records import Tip
from domain.rulesets import ruleset_of

Status: TypeAlias = Literal["open", "running", "ended", "abandoned"]

Ending: TypeAlias = Literal["rules", "adjudicated", "others_left"]
"""Why a game has ended: by its rules, by a ruling, or because all players but one have left it."""


class Occupant(Value, frozen=True):
    """Who plays a seat: an opaque player id or `bot:<name>`; its entropy; and the players who left it."""

    player: str
    entropy: str
    entropy_from: EntropySource
    resigned: str | None = None
    """The player who gave the seat up, or whom the clock or a ruling removed: a bot plays it."""
    may_return: bool = False
    """Whether the player in `resigned` may return, because the clock gave the seat to the bot."""
    is_ruled_out: bool = False
    """Whether a ruling gave the seat up."""
    former: tuple[str, ...] = ()
    """The players whom rulings replaced, in order."""

    @property
    def is_bot(self) -> bool:
        """Whether the service itself plays the seat."""
        return self.player.startswith(BOT)


MAX_TAKE_BACKS = 100
"""The maximum number of decisions that a seat takes back in a game, so that its log cannot grow without end."""


class Undo(Value, frozen=True):
    """A decision that its seat can take back: the version before it, and the state at this version."""

    seat: Seat
    version: int
    decision: str
    """The id of the decision."""
    state: Any


class Offer(Value, frozen=True):
    """A ruling that offers a seat to a player."""

    seat: Seat
    player: str
    reason: str
    author: str


class Game(Value, frozen=True, dict=True, gc=True):
    """A game folded from its log; `seed` is its secret and never leaves the server before the end.

    A game keeps what it computes once, apart from its fields.
    """

    tip: Tip
    opened: GameOpened
    opened_at: str
    status: Status
    occupants: tuple[Occupant | None, ...]
    decided: tuple[int, ...]
    """How many decisions each seat has made, plus how many the game has taken back."""
    state: Any = None
    places: tuple[Place, ...] = ()
    clocks: Clocks | None = None
    """None: the game has no clock, or has not started."""
    undo: tuple[Undo, ...] = ()
    """The decisions of one seat that can be taken back, the last one last."""
    taken_back: tuple[int, ...] = ()
    """How many decisions each seat has taken back; empty before the first one."""
    paused_until: str | None = None
    paused_since: int | None = None
    """The beginning of the pause in microseconds; None: the game is not paused."""
    paused: int = 0
    """The duration of all earlier pauses in microseconds."""
    rulings: int = 0
    """The number of rulings so far."""
    is_adjudicated: bool = False
    people: int = 0
    """How many players, without bots, had a seat at the start."""
    is_left: bool = False
    """Whether all players but one have left the game, so that it ends."""
    is_released: bool = False
    """Whether substitutes may take reserved seats."""
    declined: tuple[Seat, ...] = ()
    """The reserved seats whose players have declined them."""
    hinted: tuple[str, ...] = ()
    """The ids of the last decisions for which seats took hints, at most one for each seat."""
    offers: tuple[Offer, ...] = ()
    """The seats of the running game that rulings offer to other players."""

    @property
    def is_tracked(self) -> bool:
        """Whether clocks or take-backs follow each event."""
        return self.opened.clock is not UNSET or self.opened.take_back is True

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

    @property
    def ending(self) -> Ending | None:
        """Why the game has ended; None: it has not."""
        if self.status != "ended":
            return None
        if self.is_adjudicated:
            return "adjudicated"
        return "others_left" if self.is_left else "rules"

    def occupant(self, seat: Seat) -> Occupant | None:
        """Return the occupant of a seat; None: the seat is free or does not exist."""
        return self.occupants[seat] if 0 <= seat < self.opened.seats else None

    @property
    def ruleset(self) -> Ruleset[Any]:
        """The ruleset under which the game is played."""
        return ruleset_of(self.opened.ruleset, self.opened.ruleset_version)

    @cached_property
    def questions(self) -> Mapping[Seat, str]:
        """The seats that have to act, each with the number of the rule that asks it."""
        return self.ruleset.questions(self.state) if self.status == "running" else {}

    @property
    def options(self) -> dict[str, int | str | bool]:
        """Every option of the game; one that its first event does not name has its old meaning."""
        return self.ruleset.stored_options(self.opened.options)

    @property
    def codec(self) -> Codec:
        """Reads and writes the game's events."""
        return codec_of(self.opened.ruleset, self.opened.ruleset_version)


def chance_of(game: Game) -> Chance:
    """Return the draws for the next command (SPEC.md 4); all seats must be taken."""
    return KeyedChance(chance_key_of(game), game.version)


def chance_key_of(game: Game) -> bytes:
    """Return the key of the draws, the same from the start to the end of a game."""
    entropy = tuple(bytes.fromhex(occupant.entropy) for occupant in game.occupants if occupant is not None)
    return chance_key(game.seed, game.id, entropy)


def seat_of(game: Game, player: str) -> Seat | None:
    """Return the seat that a player plays; None: no seat, or the player has resigned."""
    for seat, occupant in enumerate(game.occupants):
        if occupant is not None and occupant.player == player:
            return seat
    return None


def seat_to_return_to(game: Game, player: str) -> Seat | None:
    """Return the seat of a player that the clock gave to a bot, and to which the player may return; None: no seat."""
    for seat, occupant in enumerate(game.occupants):
        if occupant is not None and occupant.may_return and occupant.resigned == player:
            return seat
    return None


def has_sat(game: Game, player: str) -> bool:
    """Whether a player sits in the game, or did so until leaving it."""
    return any(
        occupant and player in {occupant.player, occupant.resigned, *occupant.former} for occupant in game.occupants
    )


def offer_to(game: Game, seat: Seat, player: str) -> Offer | None:
    """Return the ruling that offers a seat to a player; None: there is none."""
    return next((offer for offer in game.offers if (offer.seat, offer.player) == (seat, player)), None)


def is_by_bot(game: Game, seat: Seat) -> bool:
    """Whether the service's bot answers the open decision of a seat: it has the seat, or the clock ran out."""
    occupant = game.occupants[seat]
    has_seat = occupant is not None and occupant.is_bot
    return has_seat or (game.clocks is not None and game.clocks.seats[seat].ran_out)


def awaiting(game: Game) -> frozenset[Seat]:
    """Return the seats that have to act."""
    return frozenset(game.questions)


def with_questions(game: Game, questions: Mapping[Seat, str]) -> Game:
    """Return a game whose questions are known, so that they are not computed again."""
    vars(game)["questions"] = questions
    return game


def legal_commands(game: Game, seat: Seat) -> Sequence[Choice]:
    """Return exactly the commands that `decide.command` accepts from the seat now."""
    return game.ruleset.candidates(game.state, seat) if seat in game.questions else ()


def may_not_take_back(game: Game, seat: Seat) -> bool:
    """Whether a seat has taken back as many decisions as a game allows."""
    return bool(game.taken_back) and game.taken_back[seat] >= MAX_TAKE_BACKS


def to_take_back(game: Game, seat: Seat) -> str | None:
    """Return the id of the decision that a seat can take back now; None: there is none."""
    if game.status != "running" or game.paused_until is not None or not game.undo or game.undo[-1].seat != seat:
        return None
    if may_not_take_back(game, seat):
        return None
    return game.undo[-1].decision


def decision_id(game: Game, seat: Seat) -> str:
    """Return the id of the open decision of a seat. It changes when the seat decides, and with each take-back."""
    return f"{seat}.{game.decided[seat] + 1}"
