"""What a title is: a record of pure functions over its own state, commands and events."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

from domain.kernel.analysis import Analysis
from domain.kernel.chance import Chance
from domain.kernel.codec import Upcast, as_json, escaped
from domain.kernel.notes import Note, no_anchors, no_holdings, no_notes
from domain.kernel.phases import Flow, Foreseen, HasPhase, Step
from domain.kernel.rulebook import Rule
from domain.kernel.rulings import Rulings, no_rulings
from domain.kernel.values import Choice, Command, Event, Place, ScorePart, Seat, Value, Viewer

S = TypeVar("S", bound=HasPhase)


class Needs(Value, frozen=True):
    """A condition of an option: it has an effect only where another option has one of these values."""

    option: str
    values: tuple[int | str | bool, ...]
    seats: Mapping[str, tuple[int, ...]] = {}
    """The values that suffice with these numbers of seats only, by value."""

    def is_met(self, value: int | str | bool, seats: Collection[int] = ()) -> bool:
        """Return whether a value of the other option suffices with one of these numbers of seats; empty: any."""
        if value not in self.values:
            return False
        wanted = self.seats.get(value) if isinstance(value, str) else None
        return wanted is None or not seats or not set(wanted).isdisjoint(seats)


class Option(Value, frozen=True):
    """One option of a title: its values, the default first, what it changes, and the rules that it changes."""

    name: str
    values: tuple[int | str | bool, ...]
    meaning: str
    rules: tuple[str, ...]
    absent: int | str | bool | None = None
    """The value of a stored game whose first event does not name the option; None if every first event names it."""
    needs: Needs | None = None
    """The condition under which the option has an effect; None if it always has one."""
    seats: tuple[int, ...] = ()
    """The numbers of seats with which the option has an effect; empty: with every number."""

    def is_for(self, seats: Collection[int]) -> bool:
        """Return whether the option can have an effect with one of these numbers of seats; empty: any."""
        return not self.seats or not seats or not set(self.seats).isdisjoint(seats)


class OptionError(Exception):
    """An option that the title does not have, or a value that the option does not take; carries the name."""

    def __init__(self, option: str, reason: str) -> None:
        super().__init__(f"option {option}: {reason}")
        self.option = option
        self.reason = reason

    @property
    def field(self) -> str:
        """The field of the terms that has the option, as a JSON pointer without its first slash."""
        return "profile" if self.option == "profile" else f"options/{escaped(self.option)}"


class DataSetInfo(Value, frozen=True):
    """A data set of a title: its name, the digest of its content, and the printed tables themselves."""

    name: str
    title: str
    digest: str
    tables: Mapping[str, Any]


class PartInfo(Value, frozen=True):
    """A part of a title's score: its name in results, its title for people, and the rule that gives it."""

    part: str
    title: str
    rule: str


class ScoreInfo(Value, frozen=True):
    """What a title's score counts: the unit in the plural, such as `dollars`, its symbol, and its parts."""

    unit: str
    symbol: str
    parts: tuple[PartInfo, ...]


class EndInfo(Value, frozen=True):
    """Why a game of a title is over, or what decides between equal scores: its name, a sentence, and the rule."""

    reason: str
    text: str
    rule: str
    decides: bool = False
    """Whether it decides alone who has won, whatever the scores."""


@dataclass(frozen=True, kw_only=True)
class Ruleset(Generic[S]):
    """A title with its rules, in one version; a rule change that a stored game would notice is a new version."""

    name: str
    version: int
    title: str
    seats: range
    options: tuple[Option, ...]
    profiles: Mapping[str, Mapping[str, int | str | bool]]
    default_profile: str
    rules: Mapping[str, Rule]
    commands: tuple[type[Command], ...]
    data_sets: Callable[[], tuple[str, ...]]
    data_set: Callable[[str], DataSetInfo]
    default_data_set: str
    initial: Callable[[int, Mapping[str, Any], str], S]
    """The table before the first event: number of seats, resolved options, name of the data set."""
    setup: Callable[[S, Chance], list[Event]]
    flow: Flow[S]
    """The phases: which seats have to choose, what they may choose, and which events it causes."""
    result: Callable[[S], tuple[Place, ...] | None]
    """The final ranking, best first, once the game is over."""
    score: ScoreInfo
    parts_of: Callable[[S, Seat], tuple[ScorePart, ...]]
    """What a seat's score would be made of if this table, at any time of the game, were the final one."""
    commands_of: Callable[[Event], Sequence[Command]]
    """The commands of which this may be the decision event (SPEC.md 7, replay); the rules allow one at the most."""
    resample: Callable[[S, Viewer, Chance], S]
    """A table that the viewer cannot tell from this one: what is hidden from the viewer is drawn again."""
    notes: Callable[[S, Seat, Sequence[Choice]], Sequence[Note]] = no_notes
    """What the rules fix about each of these choices of a seat: cost, effect, and what they refer to on the board."""
    holdings: Callable[[S, Seat], Mapping[str, int]] = no_holdings
    """What a seat has, by name: money, income, pieces of each kind. Effects and previews use the same names."""
    anchors: Callable[[str, int], frozenset[str]] = no_anchors
    """The ids of all places and pieces on the board of a data set, with this number of seats."""
    ends: tuple[EndInfo, ...] = ()
    """The reasons for which the rules end a game."""
    end_of: Callable[[S], str | None] = lambda _: None
    """The reason for which the rules have ended the game at this table, one of `ends`; None: they have not."""
    tie_break: EndInfo | None = None
    """What decides between equal scores that have different ranks."""
    introduction: str = ""
    """What the game is about, and how a round goes, in Markdown: the introduction of the rule book."""
    glossary: str = ""
    """The words of the rule book and their meanings: a table in Markdown, and what stands below it."""
    analysis: Analysis[S] | None = None
    """How finished games are analysed; None: without draws and returns."""
    rulings: Callable[[], Rulings] = no_rulings
    """The rulings that the rules cite, read from their file when they are first asked for."""
    discloses: frozenset[type[Event]] = frozenset()
    """The events that, under some options, show a viewer what was hidden from it before: such a decision is final."""
    disclosing: Callable[[S], frozenset[type[Event]]] | None = None
    """Returns which of `discloses` do so under the options of a table; None: all of them, under any options."""
    is_foreseen: Callable[[S, Event, Seat], bool] = lambda _state, _event, _seat: False
    """Whether a seat knows before such an event what it shows to others, such as its own hand."""
    printed: Callable[[str], Mapping[str, int | str | bool]] = lambda _: {}
    """The options whose default a data set prints, by its name, with these values."""
    former_profiles: Mapping[str, tuple[Mapping[str, int | str | bool], ...]] = field(
        default_factory=dict[str, tuple[Mapping[str, int | str | bool], ...]]
    )
    """The option values that profiles had in earlier releases, by profile; stored games are recognised by them."""
    upcasts: Mapping[tuple[str, int], Upcast] = field(default_factory=dict[tuple[str, int], Upcast])

    @cached_property
    def options_by_name(self) -> Mapping[str, Option]:
        """The options by their names."""
        return {option.name: option for option in self.options}

    @property
    def events(self) -> tuple[type[Event], ...]:
        """The event types, in the order of the table of evolvers."""
        return tuple(self.evolvers)

    @property
    def evolvers(self) -> Mapping[type[Event], Callable[[S, Any], S]]:
        """How each event changes the state."""
        return self.flow.evolvers

    def evolve(self, state: S, event: Event) -> S:
        """Return the state after an event; checks no rule."""
        return self.evolvers[type(event)](state, event)

    def questions(self, state: S) -> Mapping[Seat, str]:
        """Return the seats that have to choose, each with the number of the rule that asks it."""
        return self.flow.questions(state)

    def awaiting(self, state: S) -> frozenset[Seat]:
        """Return the seats that have to choose: none when the game is over."""
        return self.flow.awaiting(state)

    def question(self, state: S, seat: Seat) -> str:
        """Return the number of the rule that asks an awaited seat."""
        return self.flow.question(state, seat)

    def legal_commands(self, state: S, seat: Seat) -> Sequence[Choice]:
        """Return exactly what `step` accepts from a seat."""
        return self.flow.legal_commands(state, seat)

    def candidates(self, state: S, seat: Seat) -> Sequence[Choice]:
        """Return what `step` accepts from a seat that has to choose."""
        return self.flow.candidates(state, seat)

    def step(
        self, state: S, seat: Seat, command: Any, chance: Chance, questions: Mapping[Seat, str] | None = None
    ) -> Step[S]:
        """Return what a command leads to, up to the next choice of a seat; raises IllegalCommand.

        `questions` are those of the state, if they are known.
        """
        return self.flow.step(state, seat, command, chance, questions)

    def foresee(self, state: S, seat: Seat, command: Any) -> Foreseen[S]:
        """Return what a command leads to, up to the next choice of a seat or the first draw; raises IllegalCommand."""
        return self.flow.foresee(state, seat, command)

    def decide(self, state: S, seat: Seat, command: Any, chance: Chance) -> list[Event]:
        """Return what happens on a command, up to the next choice of a player; raises IllegalCommand."""
        return self.step(state, seat, command, chance).events

    def is_disclosing(self, state: S, event: Event) -> bool:
        """Return whether an event at this table shows a viewer what was hidden from it before."""
        found = self.discloses if self.disclosing is None else self.disclosing(state)
        return type(event) in found

    def is_surprising(self, state: S, event: Event, seat: Seat) -> bool:
        """Return whether an event at this table may show this seat what was hidden from it before."""
        return self.is_disclosing(state, event) and not self.is_foreseen(state, event, seat)

    def resolve_options(
        self,
        profile: str | None,
        chosen: Mapping[str, Any],
        data_set: str | None = None,
        seats: Collection[int] = (),
    ) -> dict[str, int | str | bool]:
        """Return every option with its value: the chosen ones, then the profile's, then the printed, then the defaults.

        Printed is what the data set says, which is the title's own where none, or an unknown one, is named. `seats` are
        the numbers of seats of the games; empty: any.
        Raises OptionError for an unknown profile or option, a value that the option does not take, or an option that
        has no effect under the others (X17) or with these numbers of seats (X21).
        """
        name = self.default_profile if profile is None else profile
        if name not in self.profiles:
            raise OptionError("profile", f"{name} is none of {', '.join(self.profiles)}")
        known = self.options_by_name
        printed = self.printed(data_set if data_set in self.data_sets() else self.default_data_set)
        defaults = {option.name: option.values[0] for option in self.options}
        resolved = {**defaults, **printed, **self.profiles[name]}
        for key, value in chosen.items():
            self._check_value(key, value)
            resolved[key] = value
        for key, value in chosen.items():
            self._check_needs(known[key], value, chosen, resolved)
        if not self._is_whole(chosen):
            for key in chosen:
                self._check_seats(known[key], resolved, seats)
        for key in self.profiles[name].keys() - chosen.keys():
            needs = known[key].needs
            if needs is not None and resolved[needs.option] not in needs.values:
                # without effect here, and refused if the options were sent back whole
                resolved[key] = known[key].values[0]
        return resolved

    def stored_options(self, recorded: Mapping[str, Any]) -> dict[str, int | str | bool]:
        """Return every option of a stored game: the recorded values; for options added later, their old meaning.

        Raises OptionError for an unknown or missing option, or a value that the option does not take.
        """
        for key, value in recorded.items():
            self._check_value(key, value)
        options = dict(recorded)
        for option in self.options:
            if option.name not in options:
                if option.absent is None:
                    raise OptionError(option.name, "is missing in the first event")
                options[option.name] = option.absent
        return options

    def _check_value(self, key: str, value: Any) -> None:
        option = self.options_by_name.get(key)
        if option is None:
            raise OptionError(key, f"{self.name} has no such option; it has {', '.join(self.options_by_name)}")
        # True equals 1 in Python, but not on the wire
        if not any(value == allowed and type(value) is type(allowed) for allowed in option.values):
            raise OptionError(key, f"takes {as_json(*option.values)}, not {as_json(value)}")

    def _check_needs(
        self, option: Option, value: Any, chosen: Mapping[str, Any], resolved: Mapping[str, int | str | bool]
    ) -> None:
        """Refuse an option without effect, unless a whole set of options repeats its default (X17)."""
        needs = option.needs
        if needs is None or resolved[needs.option] in needs.values:
            return
        if needs.option in chosen and value == option.values[0]:
            return
        raise OptionError(
            option.name,
            f"has no effect while {needs.option} is {as_json(resolved[needs.option])}; "
            f"it needs {needs.option} to be {as_json(*needs.values)}",
        )

    def _is_whole(self, chosen: Mapping[str, Any]) -> bool:
        """Return whether options are those of a game, sent back: all that every first event names."""
        return all(option.name in chosen for option in self.options if option.absent is None)

    def _check_seats(self, option: Option, resolved: Mapping[str, int | str | bool], seats: Collection[int]) -> None:
        """Refuse an option without effect with these numbers of seats (X21)."""
        of_game = f"with {_either(seats)} seats"
        if not option.is_for(seats):
            raise OptionError(option.name, f"has no effect {of_game}; it needs {_either(option.seats)} seats")
        needs = option.needs
        if needs is None or needs.is_met(resolved[needs.option], seats):
            return
        value = resolved[needs.option]
        # a whole set repeats what the check before has admitted
        if value not in needs.values:
            return
        others = as_json(*(each for each in needs.values if needs.is_met(each, seats)))
        raise OptionError(
            option.name,
            f"has no effect {of_game} while {needs.option} is {as_json(value)}; it needs {needs.option} to be {others}",
        )


def _either(numbers: Collection[int]) -> str:
    """Return numbers as words: `2 or 3`."""
    return " or ".join(map(str, sorted(numbers)))
