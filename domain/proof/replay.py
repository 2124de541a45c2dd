"""The checks that need the rules: each batch is decided again from its decision event (SPEC.md 7)."""

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.game import decide
from domain.game.codecs import codec_of
from domain.game.decide import NewGame, NotPossible
from domain.game.events import BOT, GameEnded, GameOpened, GameStarted, SeatTaken
from domain.game.fold import evolve
from domain.game.game import Game, chance_key_of
from domain.game.terms import Terms
from domain.kernel.codec import Codec, UnknownEvent, as_json, canonical, type_name
from domain.kernel.ruleset import OptionError, Ruleset
from domain.kernel.values import Event, IllegalCommand, Seat
from domain.ledger.draws import KeyedChance
from domain.ledger.records import Entry, Record
from domain.proof.bundle import Closing, EventLine, Header, PlainRecord
from domain.proof.checks import Check
from domain.proof.decide_again import check_seat, decide_again
from domain.proof.errors import CheckFailedError, CheckSkippedError
from domain.rulesets import UnknownRuleset, ruleset_of

NO_SECRETS = "the bundle does not reveal all secrets to this viewer"

_ENDED = type_name(GameEnded)


class ReplayCheck(Check):
    """Every batch equals the events that the rules decide for the command of its decision event.

    The check folds only events that the rules return, never events of the file, so it trusts nothing in the file.
    """

    name = "replay"

    def __init__(self) -> None:
        self.game: Game | None = None
        self.is_broken = False
        """Whether the replay stopped before the end of the log, so that there is no result to compare."""
        self._ruleset: Ruleset[Any] | None = None
        self._codec: Codec | None = None
        self._key = b""
        self._due: list[Event] = []
        """The events of the batch that the file still has to contain, in reverse order."""

    def begin(self, header: Header, /) -> None:
        """Find the ruleset and its codec."""
        try:
            self._ruleset = ruleset_of(header.ruleset, header.ruleset_version)
            self._codec = codec_of(header.ruleset, header.ruleset_version)
        except UnknownRuleset as unknown:
            self.is_broken = True
            raise CheckFailedError(str(unknown)) from None
        if not header.is_full:
            self.is_broken = True
            raise CheckSkippedError(NO_SECRETS)

    def take(self, line: EventLine, /) -> None:
        """Compare the event with the next event of its batch. A decision event starts a batch."""
        # assume that the event is wrong until the comparison succeeds
        self.is_broken = True
        try:
            self._take(line)
        except CheckFailedError:
            raise
        except (NotPossible, OptionError, IllegalCommand) as refused:
            raise CheckFailedError(str(refused)[:300]) from None
        except Exception as error:  # noqa: BLE001 - a forged event may cause any exception in the rules
            reason = f"the rules cannot process this event: {type(error).__name__} {error}"
            raise CheckFailedError(reason[:300]) from None
        self.is_broken = False

    def _take(self, line: EventLine) -> None:
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
                raise CheckFailedError(f"{type_name(type(self._due[-1]))} is missing from the batch above")
            self._due = [*reversed(self._decide(line, recorded))]
        elif not self._due and isinstance(recorded, SeatTaken):
            self._due = [*self._decide_bot_of_new_game(record, recorded)]
        if not self._due:
            raise CheckFailedError(f"the decision of version {record.cause} has no further events")
        expected = self._due.pop()
        self._compare(record, data, secret, recorded, expected)
        self._fold(line, expected, data, secret)

    def _decide(self, line: EventLine, event: Event) -> Sequence[Event]:
        """Return the batch that the rules decide for the command of this decision event."""
        game, seat = self.game, line.record.seat
        if game is None:
            check_seat(seat, None)
            return self._open(event)
        if isinstance(event, GameStarted):
            self._key = chance_key_of(game)
        decided = decide_again(game, line.record, event)
        return self._decide_command(game, seat, event) if decided is None else decided.events

    def _open(self, event: Event) -> Sequence[Event]:
        ruleset = self._ruleset
        assert ruleset is not None
        if not isinstance(event, GameOpened):
            raise CheckFailedError("the first event must be game.opened")
        try:
            ruleset.stored_options(event.options)
        except OptionError as error:
            raise CheckFailedError(f"{ruleset.name}: {error}") from None
        seed = bytes.fromhex(event.secret.seed)
        terms = Terms(**{name: getattr(event, name) for name in Terms.__struct_fields__})
        new = NewGame(
            ruleset, event.seats, event.options, event.data_set, event.owner, event.visibility, event.spectators,
            terms=terms,
        )  # fmt: skip
        return decide.open_game(new, seed).events

    def _decide_bot_of_new_game(self, record: PlainRecord, event: SeatTaken) -> Sequence[Event]:
        """Return the event of a bot that took a seat in the batch that opened the game, in seat order."""
        game = self.game
        if game is None or record.cause != 1 or not event.player.startswith(BOT) or event.entropy_from != "server":
            return ()
        if any(occupant is not None for occupant in game.occupants[event.seat :]):
            raise CheckFailedError("the bots of a new game must take their seats in ascending order")
        return decide.take_seat(game, event.seat, event.player, event.entropy, event.entropy_from).events

    def _decide_command(self, game: Game, seat: Seat | None, event: Event) -> Sequence[Event]:
        ruleset = self._ruleset
        assert ruleset is not None
        if game.status != "running":
            raise CheckFailedError(f"the game is {game.status}, not running")
        if seat is None:
            raise CheckFailedError("this decision event must have a seat")
        illegal: IllegalCommand | None = None
        for command in ruleset.commands_of(event):
            try:
                return decide.command(game, seat, command, KeyedChance(self._key, game.version)).events
            except IllegalCommand as refused:
                illegal = illegal or refused
        if illegal is not None:
            raise illegal
        raise CheckFailedError(f"{type_name(type(event))} is not a decision event")

    def _compare(
        self, record: PlainRecord, data: bytes, secret: bytes | None, recorded: Event, expected: Event
    ) -> None:
        assert self._codec is not None
        name = type_name(type(expected))
        if record.type != name:
            raise CheckFailedError(f"the event must be {name}, not {record.type}")
        if record.shape != expected.shape:
            # a game of an older release: compare the events, which the codec has upcast, not their bytes
            is_same = recorded == expected
        else:
            parts = self._codec.encode(expected)
            is_same = (data, secret) == (parts.data, parts.secret)
        if record.type == _ENDED and not is_same and secret is None and not record.known_to:
            # ResultCheck reports a wrong result
            return
        if not is_same:
            raise CheckFailedError(f"the rules give a different {name}: {_difference(recorded, expected)}")
        if record.known_to != expected.known_to:
            right, wrong = as_json(expected.known_to), as_json(record.known_to)
            raise CheckFailedError(f"the seats {right} know the secret, not {wrong}")

    def _fold(self, line: EventLine, event: Event, data: bytes, secret: bytes | None) -> None:
        record = line.record
        entry = Entry(
            Record(
                record.game, record.version, record.at, record.type, record.shape, record.seat, record.cause,
                msgspec.Raw(data), record.sealed, record.known_to,
            ),
            line.head,
            None if secret is None else msgspec.Raw(secret),
        )  # fmt: skip
        self.game = evolve(self.game, [(entry, event)])

    def end(self, _closing: Closing, /) -> None:
        """Check that the last batch is complete."""
        if self._due:
            self.is_broken = True
            raise CheckFailedError(f"{type_name(type(self._due[-1]))} is missing at the end")


def _difference(recorded: Event, expected: Event) -> str:
    """Return which field differs between two events, and how."""
    for field in recorded.__struct_fields__:
        here, there = getattr(recorded, field), getattr(expected, field, None)
        if here != there or type(here) is not type(there):
            return f"{field} is {as_json(there)}, not {as_json(here)}"[:200]
    return "the fields differ"


class ResultCheck(Check):
    """Ranking and scores equal those of the game that `ReplayCheck` has folded."""

    name = "result"

    def __init__(self, replay: ReplayCheck) -> None:
        self._replay = replay

    def begin(self, header: Header, /) -> None:
        """Skip the check if the bundle does not reveal all secrets."""
        if not header.is_full:
            raise CheckSkippedError(NO_SECRETS)

    def take(self, line: EventLine, /) -> None:
        """Compare the ranking in game.ended."""
        self._skip_broken_replay()
        game = self._replay.game
        if line.record.type == _ENDED:
            assert game is not None
            if canonical(line.record.data) != canonical({"places": game.places}):
                raise CheckFailedError(f"the rules give the ranking {_ranking(game)}")

    def end(self, _closing: Closing, /) -> None:
        """Skip the check for an abandoned game, which has no result."""
        self._skip_broken_replay()
        if self._replay.game is None or self._replay.game.status != "ended":
            raise CheckSkippedError("the game was abandoned before its start")

    def _skip_broken_replay(self) -> None:
        if self._replay.is_broken:
            raise CheckSkippedError("the replay stopped before the end of the log")


def _ranking(game: Game) -> str:
    return ", ".join(f"seat {place.seat}: {place.score} (rank {place.rank})" for place in game.places)
