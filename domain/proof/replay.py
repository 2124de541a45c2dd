"""The checks that need the rules: every batch is decided again from its decision event (SPEC.md 7)."""

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.game import game as games
from domain.game.codecs import codec_of
from domain.game.events import (
    BOT,
    GameAbandoned,
    GameEnded,
    GameOpened,
    GameStarted,
    SeatLeft,
    SeatResigned,
    SeatTaken,
)
from domain.game.fold import evolve
from domain.game.game import Game, NotPossible
from domain.kernel.codec import Codec, UnknownEvent, as_json, canonical, type_name
from domain.kernel.ruleset import OptionError, Ruleset
from domain.kernel.values import Event, IllegalCommand, Seat
from domain.ledger.draws import KeyedChance
from domain.ledger.records import Entry, Record
from domain.proof.bundle import Closing, Header, Line, PlainRecord
from domain.proof.checks import CheckFailedError, CheckSkippedError
from domain.rulesets import UnknownRuleset, ruleset_of

_ENDED = type_name(GameEnded)


class Replay:
    """Every batch is exactly what our rules decide on the command that its decision event answers.

    What is folded are the events that our rules gave, never those of the file, so that nothing in it is trusted.
    """

    name = "replay"

    def __init__(self) -> None:
        self.game: Game | None = None
        self.is_broken = False
        """Whether the log left the rules before its end, so that there is no result to compare."""
        self._ruleset: Ruleset[Any] | None = None
        self._codec: Codec | None = None
        self._key = b""
        self._due: list[Event] = []
        """What the rules gave and the file has still to show, the next one last."""

    def begin(self, header: Header, /) -> None:
        """Find the rules."""
        try:
            self._ruleset = ruleset_of(header.ruleset, header.ruleset_version)
            self._codec = codec_of(header.ruleset, header.ruleset_version)
        except UnknownRuleset as unknown:
            self.is_broken = True
            raise CheckFailedError(str(unknown)) from None
        if not header.is_full:
            self.is_broken = True
            raise CheckSkippedError("the secrets are not open to this viewer")

    def take(self, line: Line, /) -> None:
        """Compare the event with what the rules gave; a decision event is decided first."""
        # until it is known to be as the rules have it
        self.is_broken = True
        try:
            self._take(line)
        except CheckFailedError:
            raise
        except (NotPossible, OptionError, IllegalCommand) as refused:
            raise CheckFailedError(str(refused)[:300]) from None
        except Exception as error:  # noqa: BLE001 - whatever a forged event makes the rules trip over, it is not theirs
            raise CheckFailedError(f"the rules cannot read this event: {type(error).__name__} {error}"[:300]) from None
        self.is_broken = False

    def _take(self, line: Line) -> None:
        assert self._codec is not None
        record = line.record
        secret = canonical(line.secret) if isinstance(line.secret, dict) else None
        data = canonical(record.data)
        try:
            recorded = self._codec.decode(record.type, record.shape, data, secret)
        except (UnknownEvent, msgspec.ValidationError) as unknown:
            raise CheckFailedError(str(unknown)) from None
        if record.is_decision:
            if self._due:
                raise CheckFailedError(f"{type_name(type(self._due[-1]))} has to follow from the decision above")
            self._due = [*reversed(self._decided(line, recorded))]
        elif not self._due and isinstance(recorded, SeatTaken):
            self._due = [*self._seated_at_once(record, recorded)]
        if not self._due:
            raise CheckFailedError(f"nothing more follows from the decision of version {record.cause}")
        expected = self._due.pop()
        self._compare(record, data, secret, recorded, expected)
        self._fold(line, expected, data, secret)

    def _decided(self, line: Line, event: Event) -> Sequence[Event]:
        """Decide what this decision event says again, by whoever is said to have decided it."""
        game, seat = self.game, line.record.seat
        if game is None:
            _must_be(seat, None)
            return self._opened(event)
        match event:
            case SeatTaken():
                _must_be(seat, event.seat)
                return games.take_seat(game, event.seat, event.player, event.entropy, event.entropy_from)
            case SeatLeft():
                _must_be(seat, event.seat)
                return games.leave_seat(game, event.seat)
            case SeatResigned():
                _must_be(seat, event.seat)
                if not event.player.startswith(BOT):
                    raise CheckFailedError("a seat that is given up is played on by a bot")
                return games.resign(game, event.seat, event.player.removeprefix(BOT))
            case GameStarted():
                _must_be(seat, None)
                self._key = games.chance_key_of(game)
                return games.start(game)
            case GameAbandoned():
                _must_be(seat, None)
                return games.abandon(game)
            case _:
                return self._commanded(game, seat, event)

    def _opened(self, event: Event) -> Sequence[Event]:
        ruleset = self._ruleset
        assert ruleset is not None
        if not isinstance(event, GameOpened):
            raise CheckFailedError("a log begins with game.opened")
        try:
            ruleset.stored_options(event.options)
        except OptionError as error:
            raise CheckFailedError(f"{ruleset.name}: {error}") from None
        seed = bytes.fromhex(event.secret.seed)
        return games.open_game(
            ruleset, event.seats, event.options, event.data_set, seed, event.owner, event.visibility, event.spectators
        )

    def _seated_at_once(self, record: PlainRecord, event: SeatTaken) -> Sequence[Event]:
        """Return the event of a bot that sat down in the batch that opened the game: seats ascending."""
        game = self.game
        if game is None or record.cause != 1 or not event.player.startswith(BOT) or event.entropy_from != "server":
            return ()
        if any(occupant is not None for occupant in game.occupants[event.seat :]):
            raise CheckFailedError("bots that a game is opened with sit down in the order of their seats")
        return games.take_seat(game, event.seat, event.player, event.entropy, event.entropy_from)

    def _commanded(self, game: Game, seat: Seat | None, event: Event) -> Sequence[Event]:
        ruleset = self._ruleset
        assert ruleset is not None
        if game.status != "running":
            raise CheckFailedError(f"the game is {game.status}: nobody plays")
        if seat is None:
            raise CheckFailedError("a seat has to decide this")
        illegal: IllegalCommand | None = None
        for command in ruleset.commands_of(event):
            try:
                return ruleset.decide(game.state, seat, command, KeyedChance(self._key, game.version))
            except IllegalCommand as refused:
                illegal = illegal or refused
        if illegal is not None:
            raise illegal
        raise CheckFailedError(f"nobody decides {type_name(type(event))}")

    def _compare(
        self, record: PlainRecord, data: bytes, secret: bytes | None, recorded: Event, expected: Event
    ) -> None:
        assert self._codec is not None
        name = type_name(type(expected))
        if record.type != name:
            raise CheckFailedError(f"{name} follows here, not {record.type}")
        if record.shape != expected.shape:
            # a game of an older release: the events themselves are compared, for they have climbed on reading
            is_same = recorded == expected
        else:
            parts = self._codec.encode(expected)
            is_same = (data, secret) == (parts.data, parts.secret)
        if record.type == _ENDED and not is_same and secret is None and not record.known_to:
            # told by the check of the result
            return
        if not is_same:
            raise CheckFailedError(f"the rules give another {name}: {_difference(recorded, expected)}")
        if record.known_to != expected.known_to:
            known, said = as_json(expected.known_to), as_json(record.known_to)
            raise CheckFailedError(f"the secret is known to the seats {known}, not {said}")

    def _fold(self, line: Line, event: Event, data: bytes, secret: bytes | None) -> None:
        record = line.record
        entry = Entry(
            Record(
                record.game, record.version, record.at, record.type, record.shape, record.seat, record.cause,
                msgspec.Raw(data), record.sealed, record.known_to,
            ),
            line.head,
            None if secret is None else msgspec.Raw(secret),
        )  # fmt: skip
        game = self.game = evolve(self.game, [(entry, event)])
        if not self._due and game is not None and game.status == "running":
            places = game.ruleset.result(game.state)
            if places is not None:
                self._due = [GameEnded(places)]

    def end(self, closing: Closing, /) -> None:
        """Check that nothing is missing from the last batch."""
        del closing
        if self._due:
            self.is_broken = True
            raise CheckFailedError(f"{type_name(type(self._due[-1]))} is missing at the end")


def _must_be(seat: Seat | None, expected: Seat | None) -> None:
    if seat != expected:
        raise CheckFailedError(f"this is decided by {'the table' if expected is None else f'seat {expected}'}")


def _difference(recorded: Event, expected: Event) -> str:
    """Say in which fields two events differ."""
    for field in recorded.__struct_fields__:
        here, there = getattr(recorded, field), getattr(expected, field, None)
        if here != there or type(here) is not type(there):
            return f"{field} is {as_json(there)}, not {as_json(here)}"[:200]
    return "it has other fields"


class Result:
    """Ranking and scores are those that the rules give at the end; compared with what `Replay` has folded."""

    name = "result"

    def __init__(self, replay: Replay) -> None:
        self._replay = replay
        self._is_over = False

    def begin(self, header: Header, /) -> None:
        """Wait for the end."""
        if not header.is_full:
            raise CheckSkippedError("the secrets are not open to this viewer")

    def take(self, line: Line, /) -> None:
        """Compare the last event."""
        if self._replay.is_broken:
            raise CheckSkippedError("the log leaves the rules before its end")
        game = self._replay.game
        if line.record.type == _ENDED:
            assert game is not None
            if canonical(line.record.data) != canonical({"places": game.places}):
                raise CheckFailedError(f"the rules give the ranking {_ranking(game)}")

    def end(self, closing: Closing, /) -> None:
        """A game that was abandoned has no result."""
        del closing
        if self._replay.is_broken:
            raise CheckSkippedError("the log leaves the rules before its end")
        if self._replay.game is None or self._replay.game.status != "ended":
            raise CheckSkippedError("the game was abandoned before its start")


def _ranking(game: Game) -> str:
    return ", ".join(f"seat {place.seat}: {place.score} (rank {place.rank})" for place in game.places)
