"""The order of a round of Giganten: which phase follows which. Steps within a phase are the business of its events."""

from collections.abc import Sequence
from typing import Any, Protocol

from domain.giganten.events import FirstPlayerDrawn, PhaseNumber, PhaseStarted, RoundStarted
from domain.giganten.evolve import evolve
from domain.giganten.phases import auction, cards, drilling, licences, movement, prices, storage, transport
from domain.giganten.state import (
    Auctions,
    Choosing,
    Dealing,
    Drilling,
    Movement,
    Over,
    Prices,
    SettingUp,
    State,
    Storage,
    Transport,
)
from domain.kernel.chance import Chance
from domain.kernel.flow import first_player, settled
from domain.kernel.ruleset import Step
from domain.kernel.values import Choice, Command, Event, IllegalCommand, Refusal, Seat


class Automatic(Protocol):
    """A phase in which nobody chooses."""

    def is_over(self, state: State, phase: Any) -> bool:
        """Whether the next phase may begin."""
        ...

    def advance(self, state: State, phase: Any, chance: Chance) -> list[Event]:
        """What happens next without anybody choosing; nothing if somebody has to."""
        ...


class Asking(Automatic, Protocol):
    """A phase in which players choose."""

    def active(self, phase: Any) -> Seat | None:
        """Who has to choose."""
        ...

    def candidates(self, state: State, phase: Any, seat: Seat) -> list[Choice]:
        """What the seat may choose."""
        ...

    def forbid(self, state: State, phase: Any, seat: Seat, command: Command) -> Refusal | None:
        """Which rule a command breaks, if any."""
        ...

    def resolve(self, state: State, phase: Any, seat: Seat, command: Command, chance: Chance) -> list[Event]:
        """What happens on a command that breaks none."""
        ...


_AUTOMATIC: dict[type, Automatic] = {
    SettingUp: movement,
    Prices: prices,
    Choosing: cards,
    Dealing: licences,
    Movement: movement,
    Drilling: drilling,
    Transport: transport,
    Auctions: auction,
    Storage: storage,
}
_ASKING: dict[type, Asking] = {
    SettingUp: movement,
    Choosing: cards,
    Movement: movement,
    Drilling: drilling,
    Transport: transport,
    Auctions: auction,
}
_NEXT: dict[type, PhaseNumber] = {
    Prices: "2",
    Choosing: "3",
    Dealing: "4",
    Movement: "5",
    Drilling: "6",
    Transport: "7",
    Auctions: "8",
}


def setup(state: State, chance: Chance) -> list[Event]:
    """Rule 0.11, then on to the first choice of a player."""
    seat, draws = first_player(state.options.first_player, len(state.players), chance)
    return _settled(state, [FirstPlayerDrawn(seat, draws)], chance).events


def awaiting(state: State) -> frozenset[Seat]:
    """Return the seat that has to choose, or none when the game is over."""
    seat = _active(state)
    return frozenset() if seat is None else frozenset({seat})


def _active(state: State) -> Seat | None:
    phase = _ASKING.get(type(state.phase))
    return None if phase is None else phase.active(state.phase)


def question(state: State, seat: Seat) -> str:
    """Return the rule under which somebody is asked now; whoever decides out of turn is told this rule too."""
    del seat
    match state.phase:
        case Auctions():
            return auction.question(state.phase)
        case Movement() | SettingUp():
            return movement.question(state.phase)
        case Drilling():
            return drilling.QUESTION
        case Transport():
            return transport.QUESTION
        case _:
            return cards.QUESTION


def legal_commands(state: State, seat: Seat) -> Sequence[Choice]:
    """Return exactly what `decide` accepts from a seat."""
    if seat != _active(state):
        return ()
    return _ASKING[type(state.phase)].candidates(state, state.phase, seat)


def forbid(state: State, seat: Seat, command: Command) -> Refusal | None:
    """Return the first rule that a command breaks, if any."""
    if isinstance(state.phase, Over):
        return Refusal("10.1", "the game is over")
    if seat != _active(state):
        return Refusal(question(state, seat), "it is not your turn")
    return _ASKING[type(state.phase)].forbid(state, state.phase, seat, command)


def step(state: State, seat: Seat, command: Command, chance: Chance) -> Step[State]:
    """Return what happens on a command, up to the next choice of a player; raises IllegalCommand."""
    refusal = forbid(state, seat, command)
    if refusal is not None:
        raise IllegalCommand(refusal)
    events = _ASKING[type(state.phase)].resolve(state, state.phase, seat, command, chance)
    return _settled(state, events, chance)


def _settled(state: State, events: list[Event], chance: Chance) -> Step[State]:
    return settled(state, events, evolve, lambda now: _advance(now, chance))


def _advance(state: State, chance: Chance) -> list[Event]:
    phase = state.phase
    if isinstance(phase, Over):
        return []
    module = _AUTOMATIC[type(phase)]
    if not module.is_over(state, phase):
        return module.advance(state, phase, chance)
    if isinstance(phase, SettingUp):
        return [RoundStarted(1, state.first_player)]
    if isinstance(phase, Storage):
        return [RoundStarted(state.round + 1, (state.first_player + 1) % len(state.players))]
    return [PhaseStarted(_NEXT[type(phase)])]
