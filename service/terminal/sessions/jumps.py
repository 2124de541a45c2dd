"""The targets of jumps in a replay: versions, rounds, turns, and turns of a player."""

from collections.abc import Sequence

from service.terminal.display.words import Json, Names

HELP = """\
Enter, n           the next version            p              the one before
120                version 120                 first, last
round, round 3     the next round, round 3     round-         the round before
turn, turn 12      the next turn, turn 12      turn-          the turn before
player 1           the next turn of seat 1; also by name, such as player ada
note TEXT          keep a note about this version that only you can read
note, note -       all your notes; delete the one about this version
help               this list                   q              leave\
"""

# the sequences of the arrow keys, in normal and application mode, in lower case like all input
_NEXT = frozenset({"", "n", "next", "\x1b[c", "\x1b[b", "\x1boc", "\x1bob"})
_BACK = frozenset({"p", "b", "back", "\x1b[d", "\x1b[a", "\x1bod", "\x1boa"})


class NoSuchPlaceError(ValueError):
    """The game has no such target. The message lists the possible ones."""


class Places:
    """The versions at which rounds and turns of a game begin, from the events of a viewer."""

    def __init__(self, events: Sequence[Json], names: Names) -> None:
        self.last = len(events)
        self._names = names
        self._rounds: dict[int, int] = {}
        self.turns: list[tuple[int, int]] = []
        """The version and the seat of each turn: from events of the title, or whenever another seat acts."""
        has_turn_events = any(_turn_of(event) is not None for event in events)
        acting: int | None = None
        for event in events:
            record = event["record"]
            version = int(record["version"])
            if str(record["type"]).endswith(".round_started"):
                self._rounds[int(record["data"]["round"])] = version
            if has_turn_events:
                seat = _turn_of(event)
            else:
                seat = None if str(record["type"]).startswith("game.") or record["seat"] == acting else record["seat"]
            if seat is not None:
                self.turns.append((version, int(seat)))
                acting = seat

    def goal(self, typed: str, version: int) -> int:
        """Return the version that the input means at a version; raises NoSuchPlaceError."""
        if typed in _NEXT:
            return self._checked(version + 1)
        if typed in _BACK:
            return self._checked(version - 1)
        if typed in {"first", "last"}:
            return 1 if typed == "first" else self.last
        if typed.isdecimal():
            return self._checked(int(typed))
        what, _, which = typed.partition(" ")
        kind = {"r": "round", "t": "turn", "r-": "round-", "t-": "turn-"}.get(what, what)
        if kind in {"round", "round-"}:
            return self._round(kind, which.strip(), version)
        if kind in {"turn", "turn-"}:
            return self._turn(kind, which.strip(), version)
        if kind in {"player", "seat"}:
            return self._player(which.strip(), version)
        message = f"what is {typed!r}? Type help for what you can type"
        raise NoSuchPlaceError(message)

    def _checked(self, version: int) -> int:
        if not 1 <= version <= self.last:
            message = f"the game has the versions 1 to {self.last}"
            raise NoSuchPlaceError(message)
        return version

    def _round(self, kind: str, which: str, version: int) -> int:
        if which:
            found = self._rounds.get(int(which)) if which.isdecimal() else None
        else:
            found = _beside(list(self._rounds.values()), version, back=kind.endswith("-"))
        if found is None:
            message = f"no such round: the game has {len(self._rounds)} rounds, such as round 1"
            raise NoSuchPlaceError(message)
        return found

    def _turn(self, kind: str, which: str, version: int) -> int:
        if which:
            number = int(which) if which.isdecimal() else 0
            found = self.turns[number - 1][0] if 1 <= number <= len(self.turns) else None
        else:
            found = _beside([begin for begin, _ in self.turns], version, back=kind.endswith("-"))
        if found is None:
            message = f"no such turn: the game has {len(self.turns)} turns, such as turn 1"
            raise NoSuchPlaceError(message)
        return found

    def _player(self, which: str, version: int) -> int:
        seats = [seat for seat, name in enumerate(self._names.seats) if which and name.casefold().startswith(which)]
        seat = int(which) if which.isdecimal() else seats[0] if seats else -1
        if not 0 <= seat < len(self._names.seats):
            message = f"there is no player {which!r}: they are {', '.join(self._names.seats)}"
            raise NoSuchPlaceError(message)
        found = next((begin for begin, whose in self.turns if whose == seat and begin > version), None)
        if found is None:
            message = f"{self._names.seats[seat]} has no later turn: type first to go back to the beginning"
            raise NoSuchPlaceError(message)
        return found


def _beside(versions: Sequence[int], version: int, *, back: bool) -> int | None:
    """Return the nearest version after or before a version."""
    if back:
        return next((each for each in reversed(versions) if each < version), None)
    return next((each for each in versions if each > version), None)


def _turn_of(event: Json) -> int | None:
    """Return the seat whose turn begins with an event, or None."""
    record = event["record"]
    return record["data"].get("seat") if str(record["type"]).endswith(".turn_started") else None
